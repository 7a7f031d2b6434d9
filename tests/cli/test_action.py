"""alembert action: Hamilton's principle on recorded motions. S42."""
import csv
import json
import math

from command import CommandTest, call, example

OSCILLATOR = """
name = "Oscillator"
[parameters]
m = 2.0
k = 18.0
[coordinates]
x = { start = 0.3, rate = 0.6 }
[energy]
kinetic   = "m*x'^2/2"
potential = "k*x^2/2"
"""

DRIVEN = """
space = "planar"
[inputs]
torque = "0.4*sin(3*t)"
[body.rod]
mass = 1.2
center = [0.3, 0]
inertia = 0.05
[joint.A]
type = "revolute"
bodies = ["ground", "rod"]
at = [[0, 0], [0, 0]]
start = 0.4
damping = 0.3
effort = "torque"
"""

# A ball on a spherical joint and a free body: rotations as quaternions.
TUMBLING = """
[body.ball]
mass = 1.0
center = [0.1, 0.05, -0.3]
inertia = [0.02, 0.03, 0.04]
[joint.S]
type = "spherical"
bodies = ["ground", "ball"]
at = [[0, 0, 0], [0, 0, 0]]
rate = [1.0, 2.0, 3.0]
[body.brick]
mass = 2.0
center = [0.02, 0.1, 0]
inertia = [0.1, 0.2, 0.25]
start = [0, 0, 1, 1, 0, 0, 0]
rate = [0.1, 3.0, -0.2, 1.0, 0.5, 2.0]
[force.spring]
type = "spring"
points = [["ball", [0, 0, -0.5]], ["brick", [0.1, 0, 0]]]
stiffness = 20
damping = 0.5
length = 0.4
"""


# A force that jumps at a time, one that bends where a coordinate passes the points of a table, and one that jumps where
# it passes a place.
SWITCHED = """
[inputs]
ref = "if(t < 1, 0, 1)"
[table.bend]
x = [-1, 0, 0.5, 1, 2]
y = [0, 0, 1, 3, 4]
[coordinates]
x = { start = 0 }
y = { start = 0, rate = 1 }
[states]
e = { start = 0, rate = "ref - x" }
[energy]
kinetic = "x'^2 + y'^2/2"
[work]
x = "20*(ref - x) - 5*x' + 10*e - bend(x)"
y = "if(y < 1.3, -0.2, 0.5) - 0.1*y'"
"""

# A force that changes its sign a hundred times a second: the speed is a triangle wave of height 0.01.
CHATTER = """
[coordinates]
x = { start = 0 }
[energy]
kinetic = "x'^2/2"
[work]
x = "if(sin(2*pi*50*t) < 0, -1, 1)"
"""


def chatter(t):
    """x and x' from rest: up for 0.01 s and down again."""
    periods, s = divmod(t, 0.02)
    x = periods * 1e-4
    return (x + s**2 / 2, s) if s < 0.01 else (x + 1e-4 - (0.02 - s) ** 2 / 2, 0.02 - s)


class ActionTest(CommandTest):
    def recorded(self, model, time, step, *more):
        self.good("run", model, "-o", self.folder / "run", "--time", time, "--step", step, "--no-report", *more)
        return self.folder / "run" / "trajectory.csv"

    def action(self, model, table, *more):
        """Exit code and JSON."""
        result = call("action", model, table, "--json", *more)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        return result.returncode, json.loads(result.stdout)

    def changed(self, table, change):
        """A copy of the table, with change(number of the row, row as a dictionary) made to every row."""
        names, rows = self.table(table)
        path = self.folder / "changed.csv"
        with open(path, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(names)
            for k, row in enumerate(rows):
                named = dict(zip(names, row))
                change(k, named)
                writer.writerow([repr(named[n]) for n in names])
        return path

    def expect_zero(self, model, table, variation):
        code, found = self.action(model, table)
        self.assertEqual((code, found["stationary"], found["verdict"]), (0, True, "stationary"), found)
        self.assertLess(found["variation"], variation)
        return found

    def expect_not_zero(self, model, table, variation):
        code, found = self.action(model, table)
        self.assertEqual((code, found["stationary"]), (1, False), found)
        self.assertGreater(found["variation"], variation)
        return found

    def test_oscillator_in_closed_form(self):
        """S = m w / (2 sin wT) ((x0^2 + x1^2) cos wT - 2 x0 x1) along x = a cos wt + b sin wt."""
        model, time = self.model(OSCILLATOR), 1.7
        found = self.expect_zero(model, self.recorded(model, time, 0.02), 1e-7)
        m, w, x0, b = 2.0, 3.0, 0.3, 0.2
        x1 = x0 * math.cos(w * time) + b * math.sin(w * time)
        exact = m * w / (2 * math.sin(w * time)) * ((x0**2 + x1**2) * math.cos(w * time) - 2 * x0 * x1)
        self.assertAlmostEqual(found["action"], exact, delta=1e-8)

    def test_perturbed_motions(self):
        model = example("double-pendulum")
        table = self.recorded(model, 3, 0.01)
        good = self.expect_zero(model, table, 1e-6)

        def bump(k, row):  # smooth, with its own rate, zero at both ends: another path between the same ends
            s, ds = row["t"] / 3, 1 / 3
            row["th1"] += 0.01 * math.sin(math.pi * s) ** 2
            row["th1'"] += 0.01 * math.pi * math.sin(2 * math.pi * s) * ds

        def one_row(k, row):
            if k == 150:
                row["th2"] += 1e-3

        def speeds(k, row):
            row["th1'"] *= 1.01

        self.expect_not_zero(model, self.changed(table, bump), 1e-4)
        self.expect_not_zero(model, self.changed(table, one_row), 1e-5)
        self.expect_not_zero(model, self.changed(table, speeds), 1e-4)
        self.expect_not_zero(model, self.changed(table, lambda k, row: row.update(t=row["t"] * 1.001)), 1e-5)
        found = self.action(model, self.changed(table, bump), "--tolerance", "0.5")[1]
        self.assertTrue(found["stationary"], "a variation below the tolerance counts as zero")
        # The second variation: another path's action differs by a small amount of second order.
        other = self.action(model, self.changed(table, bump))[1]
        self.assertLess(abs(other["action"] - good["action"]), 0.02 * abs(good["action"]))

    def test_forces_that_jump(self):
        model = self.model(SWITCHED)
        for step in (0.01, 0.0073):  # the jump on a row and between rows
            table = self.recorded(model, 3, step)
            self.expect_zero(model, table, 1e-5)

            def kick(k, row):  # a jump of speed where the force jumps
                if row["t"] > 1:
                    row["x"] += 1e-3 * (row["t"] - 1)
                    row["x'"] += 1e-3

            def shift(k, row):
                if row["t"] > 1:
                    row["x"] += 1e-4

            self.expect_not_zero(model, self.changed(table, kick), 1e-5)
            self.expect_not_zero(model, self.changed(table, shift), 1e-5)
            other = self.model(SWITCHED.replace("t < 1", "t < 1.05"), "other.toml")
            self.expect_not_zero(other, table, 1e-3)

    def test_switches_that_the_rows_do_not_resolve_accuse_nobody(self):
        model, path = self.model(CHATTER), self.folder / "chatter.csv"

        def write(rows, step):
            lines = ["t,x,x'"]
            for k in range(rows):
                x, v = chatter(k * step)
                lines.append(f"{k * step!r},{x!r},{v!r}")
            path.write_text("\n".join(lines) + "\n")

        write(101, 0.0031)
        code, found = self.action(model, path)
        self.assertEqual((code, found["verdict"]), (1, "unresolved"), found)
        self.assertEqual(len(found["switching"]), 2)
        self.assertIn("smaller --step", call("action", model, path).stdout)
        write(701, 0.00051)
        self.expect_zero(model, path, 1e-6)

    def test_stops_accuse_nobody(self):
        model = example("bouncing-ball")
        table = self.recorded(model, 2, 0.005)
        self.assertEqual(self.action(model, table)[1]["verdict"], "unresolved")
        # Before the first bounce nothing is unclear.
        other = self.action(model, table, "--set", "g=9.8")[1]
        self.assertEqual(other["verdict"], "not stationary")

    def test_other_parameters_are_another_model(self):
        model = example("double-pendulum")
        table = self.recorded(model, 3, 0.01)
        self.assertEqual(call("action", model, table, "--set", "g=9.8").returncode, 1)

    def test_constraints(self):
        for name, time, step in (("pendulum-xy", 2, 0.01), ("slider-crank", 0.5, 0.002), ("rolling-disc", 2, 0.02),
                                 ("knife-edge", 2, 0.02)):
            with self.subTest(name):
                self.expect_zero(example(name), self.recorded(example(name), time, step), 1e-5)
        model = example("pendulum-xy")
        table = self.recorded(model, 2, 0.01)

        def off(k, row):
            row["x"] *= 1.001

        code, found = self.action(model, self.changed(table, off))
        self.assertEqual((code, found["verdict"]), (1, "off the constraints"))
        self.assertGreater(found["constraint"], 1e-5)

        def late(k, row):  # along the circle, hence on the constraint, but not as gravity wants it
            angle, rate = 0.01 * row["t"] * (2 - row["t"]), 0.02 * (1 - row["t"])
            x, y, c, s = row["x"], row["y"], math.cos(angle), math.sin(angle)
            vx, vy = row["x'"] - rate * y, row["y'"] + rate * x
            row.update({"x": c * x - s * y, "y": s * x + c * y, "x'": c * vx - s * vy, "y'": s * vx + c * vy})

        found = self.expect_not_zero(model, self.changed(table, late), 1e-4)
        self.assertLess(found["constraint"], 1e-9)

    def test_nothing_to_vary(self):
        model = example("four-bar")
        found = self.expect_zero(model, self.recorded(model, 0.5, 0.005), 1e-6)
        self.assertEqual(found["variations"], 0)

    def test_forces_outside_the_potential(self):
        """Lagrange-d'Alembert: the work of input and damper is part of the sum."""
        model = self.model(DRIVEN)
        table = self.recorded(model, 4, 0.01)
        self.expect_zero(model, table, 1e-6)
        self.assertEqual(call("action", model, table, "--set", "torque=0.4*sin(3.01*t)").returncode, 1)

    def test_rotations(self):
        model = self.model(TUMBLING)
        table = self.recorded(model, 1.5, 0.005)
        self.expect_zero(model, table, 1e-6)

        def turn(k, row):  # about the ball's own z, with the rate that belongs to it
            angle, rate = 0.004 * row["t"] * (1.5 - row["t"]), 0.004 * (1.5 - 2 * row["t"])
            c, s = math.cos(angle / 2), math.sin(angle / 2)
            w, x, y, z = (row["S." + n] for n in ("qw", "qx", "qy", "qz"))
            row.update({"S.qw": w * c - z * s, "S.qx": x * c + y * s, "S.qy": y * c - x * s, "S.qz": z * c + w * s})
            c, s, wx, wy = math.cos(angle), math.sin(angle), row["S.wx"], row["S.wy"]
            row.update({"S.wx": c * wx + s * wy, "S.wy": c * wy - s * wx, "S.wz": row["S.wz"] + rate})

        self.expect_not_zero(model, self.changed(table, turn), 1e-5)

    def test_coarse_rows_and_uneven_times(self):
        model = self.model(OSCILLATOR)
        coarse = self.expect_zero(model, self.recorded(model, 6, 0.2), 1e-2)
        self.assertGreater(coarse["resolution"], 1e-6, "judged by the distance of the rows")
        table = self.recorded(model, 2, 0.01)
        names, rows = self.table(table)
        path = self.folder / "some.csv"
        kept = [r for k, r in enumerate(rows) if k % 7 not in (2, 3, 5)]
        path.write_text("\n".join([",".join(names)] + [",".join(map(repr, r)) for r in kept]) + "\n")
        self.expect_zero(model, path, 1e-6)

    def test_examples_as_shipped(self):
        """Forces that all but cancel, and rows far apart: no run of the program is accused, changed ones are."""
        self.good("run", example("pid-arm"), "-o", self.folder / "run", "--no-report")
        table = self.folder / "run" / "trajectory.csv"
        found = self.expect_zero(example("pid-arm"), table, 1e-5)
        self.assertEqual(found["principle"], "Lagrange-d'Alembert")
        self.assertGreater(found["noise"], found["variation"], "at rest, gains times the tolerance explain it")

        def late(k, row):  # in the last second, where the arm all but rests
            s = max(row["t"] - 4, 0)
            row["A"] += 1e-3 * row["A"] * math.sin(math.pi * s) ** 2
            row["A'"] += 1e-3 * row["A"] * math.pi * math.sin(2 * math.pi * s)

        self.assertEqual(self.expect_not_zero(example("pid-arm"), self.changed(table, late), 1e-3)["verdict"],
                         "not stationary")
        self.good("run", example("car-axis"), "-o", self.folder / "run", "--no-report")
        self.assertEqual(self.action(example("car-axis"), table)[1]["verdict"], "unresolved")
        self.expect_zero(example("car-axis"), self.recorded(example("car-axis"), 3, 0.002), 1e-6)

    def test_accuracy_is_that_of_the_run(self):
        """A rough run is judged as such, by the summary in its folder; elsewhere by the model's own tolerance."""
        model = self.model(OSCILLATOR)
        table = self.recorded(model, 6, 0.05, "--tolerance", "1e-3", "--method", "rk5")
        self.assertTrue(self.action(model, table)[1]["stationary"])
        alone = self.folder / "alone.csv"
        alone.write_text(table.read_text())
        self.assertFalse(self.action(model, alone)[1]["stationary"])

    def test_hdf5(self):
        model = self.model(TUMBLING)
        lines = self.action(model, self.recorded(model, 0.5, 0.005))[1]
        self.recorded(model, 0.5, 0.005, "--format", "hdf5")
        table = self.folder / "run" / "trajectory.h5"
        self.assertEqual(self.action(model, table)[1], lines)
        self.assertIn("no column 'th1'", self.bad(2, "action", example("double-pendulum"), table))
        cut = self.folder / "cut.h5"
        cut.write_bytes(table.read_bytes()[:3000])
        self.assertIn("not a whole HDF5 file", self.bad(2, "action", model, cut))

    def test_text(self):
        model = self.model(OSCILLATOR)
        table = self.recorded(model, 2, 0.01)
        text = self.good("action", model, table)
        self.assertIn("The action is stationary", text)
        self.assertIn("201 rows from t = 0 to 2 s", text)
        result = call("action", model, table, "--set", "k=20")
        self.assertEqual(result.returncode, 1)
        self.assertIn("NOT stationary", result.stdout)
        self.assertIn("Hamilton", text)
        for name in ("rolling-disc", "spring-damper-pendulum"):  # rows that are not holonomic, a damper
            text = self.good("action", example(name), self.recorded(example(name), 1, 0.01))
            self.assertIn("Lagrange-d'Alembert principle", text)
            self.assertNotIn("Hamilton", text)

    def test_bad_tables(self):
        model = self.model(OSCILLATOR)
        table = self.recorded(model, 1, 0.01)
        self.assertIn("no column 'th1'", self.bad(2, "action", example("double-pendulum"), table))
        lines = table.read_text().splitlines()

        def refused(text, *words):
            path = self.folder / "bad.csv"
            path.write_text(text)
            message = self.bad(2, "action", model, path)
            for word in words:
                self.assertIn(word, message)

        self.assertIn("no such file", self.bad(2, "action", model, self.folder / "none.csv"))
        self.assertIn("folder", self.bad(2, "action", model, self.folder))
        refused("", "empty")
        refused("\n".join(lines[:8]), "7 rows is too short", "--step")
        refused("\n".join(lines[:20] + lines[10:30]), "bad.csv:21:", "times must ascend")
        refused("\n".join(lines[:20] + ["1,2"]), "bad.csv:21:", "columns")
        refused("\n".join(lines[:20] + [lines[20].replace("0.19", "oh", 1)]), "bad.csv:21:", "expected a number")
        refused("\n".join(lines[:20] + [",".join(["0.19"] + ["nan"] * lines[0].count(","))]), "bad.csv:21:", "nan")
        refused("\n".join(["t,x,x"] + lines[1:]), "two columns")
        refused("t\x01\x00,x\n0,1\n", "not a text file", "CSV")
        refused("t,x\n0,1\n", "there is no column 'x'', a speed of ")
        self.bad(2, "action", model, table, "--tolerance", "-1")
