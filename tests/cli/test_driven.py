"""kinematics and inverse along motions that drives determine: extra states, `until`, jumps, limits, Lagrangians."""
import json
import math
import re

from command import CommandTest, call
from constrained import ConstrainedTest, text_of

CRANK = """
space = "planar"
[states]
e = {{ start = 1, rate = "{rate}" }}
[body.a]
mass = 1
inertia = 1
[force.f]
type = "torque"
body = "a"
value = "e"
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
motion = "{motion}"
{joint}
[outputs]
twice = "2*e"
[simulate]
time = {time}
step = 0.25
{simulate}
"""

CIRCLE = """
[parameters]
m = 1.5
g = 9.81
[coordinates]
x = 1
y = 0
[energy]
kinetic = "m*(x'^2 + y'^2)/2"
potential = "m*g*y"
[constraint.rod]
holonomic = "x^2 + y^2 - 1"
{drive}
[outputs]
pull = "rod.multiplier"
[simulate]
time = 1
step = 0.1
"""
DRIVE = """[constraint.drive]
holonomic = "atan2(y, x) - ({angle})"
"""


ROLLING = """
[coordinates]
x = 0
th = 0
[energy]
kinetic = "x'^2/2 + th'^2/4"
potential = "0"
[constraint.turn]
holonomic = "th - sin(2*t)"
[constraint.roll]
pfaffian = "x' - (1 + 0.5*th)*th'"
[simulate]
time = 2
step = 0.5
"""


class Driven(ConstrainedTest):
    def crank(self, motion="t", rate="A", joint="", time=1, simulate=""):
        return self.model(CRANK.format(motion=motion, rate=rate, joint=joint, time=time, simulate=simulate))

    def circle(self, angle):
        return self.model(CIRCLE.format(drive=DRIVE.format(angle=angle)))

    def warnings(self, verb, model):
        result = call(verb, model, "-o", self.folder / verb)
        self.assertEqual(result.returncode, 0, result.stderr)
        return [line for line in result.stderr.splitlines() if "warning" in line]

    def test_states_are_integrated(self):
        # e' = A = t, so e = 1 + t^2/2; the drive of a balanced body only holds the torque e
        for row in self.driven("inverse", self.crank()):
            e = 1 + row["t"] ** 2 / 2
            self.assertAlmostEqual(row["A.effort"], -e, delta=1e-10)
            self.assertAlmostEqual(row["twice"], 2 * e, delta=1e-10)
        for row in self.driven("kinematics", self.crank("sin(3*t)", "A*A'")):
            self.assertAlmostEqual(row["e"], 1 + math.sin(3 * row["t"]) ** 2 / 2, delta=1e-8)

    def test_states_that_switch(self):
        # the rate jumps between rows, where the angle passes 0.6
        for row in self.driven("kinematics", self.crank(rate="if(A < 0.6, 2, -1)")):
            t = row["t"]
            self.assertAlmostEqual(row["e"], 1 + 2 * min(t, 0.6) - max(t - 0.6, 0), delta=1e-10)

    def test_stiff_states(self):
        # a filter of 1 us follows the angle; an explicit method would need 10^7 steps
        rate = 1e6
        for row in self.driven("kinematics", self.crank("sin(t)", f"{rate}*(A - e)", time=4)):
            if row["t"] > 0:
                expected = math.sin(row["t"]) - math.cos(row["t"]) / rate  # up to (1/rate)^2
                self.assertAlmostEqual(row["e"], expected, delta=1e-8)

    def test_states_up_to_a_lock_up(self):
        # the point of a slider-crank with l < r cannot pass sin(A) = l/r
        model = self.model("""
space = "planar"
[states]
e = { start = 0, rate = "1" }
[body.crank]
mass = 1
inertia = 0.1
[body.rod]
mass = 1
inertia = 0.1
[body.slider]
mass = 1
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
motion = "t"
[joint.B]
type = "revolute"
bodies = ["crank", "rod"]
at = [[1, 0], [0, 0]]
start = -0.1
[joint.C]
type = "revolute"
bodies = ["rod", "slider"]
at = [[0.8, 0], [0, 0]]
[joint.D]
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]
[simulate]
time = 2
step = 0.1
""")
        message = self.bad(1, "kinematics", model, "-o", self.folder / "kinematics")
        self.assertIn("locks up", message)
        names, rows = self.table(self.folder / "kinematics" / "kinematics.csv")
        self.assertEqual(len(rows), 1 + int(math.asin(0.8) / 0.1))
        for row in rows:
            self.assertAlmostEqual(row[names.index("e")], row[0], delta=1e-12)

    def test_until(self):
        model = self.crank("t^2", time=10, simulate='until = "A - 0.55"')
        root = math.sqrt(0.55)
        for verb in ("kinematics", "inverse"):
            rows = self.driven(verb, model)
            self.assertEqual([row["t"] for row in rows[:-1]], [0, 0.25, 0.5])
            self.assertAlmostEqual(rows[-1]["t"], root, delta=1e-14)
            self.assertAlmostEqual(rows[-1]["e"], 1 + root ** 3 / 3, delta=1e-10)
            self.assertIn("stopped where `until` crossed zero", self.good(verb, model, "-o", self.folder / verb))
            found = self.json(verb, model, "-o", self.folder / verb)
            self.assertEqual((found["status"], found["time"], found["rows"]), ("event", rows[-1]["t"], 4))

    def test_until_of_a_state_and_without_states(self):
        rows = self.driven("kinematics", self.crank(rate="1", simulate='until = "e - 1.6"'))
        self.assertAlmostEqual(rows[-1]["t"], 0.6, delta=1e-12)
        model = self.model(text_of("four-bar").replace("[simulate]", '[simulate]\nuntil = "O - 1"'))
        rows = self.driven("inverse", model)
        self.assertAlmostEqual(rows[-1]["O"], 1, delta=1e-12)

    def test_speed_that_jumps(self):
        model = self.crank("if(t < 0.25, t, 3*t - 0.5)")
        for verb in ("run", "kinematics", "inverse"):
            said = self.warnings(verb, model)
            self.assertEqual(len(said), 1)
            self.assertRegex(said[0], r"'A' prescribes jumps at t = 0\.250*\d? s, by 2: an impulse, which no row of the results")
        for verb in ("kinematics", "inverse"):
            self.assertEqual(len(self.json(verb, model, "-o", self.folder / verb)["warnings"]), 1)
            for row in self.driven(verb, model):
                self.assertEqual(row["A'"], 1 if row["t"] < 0.25 else 3)  # as the formula is there
                self.assertAlmostEqual(row["A''"], 0, delta=1e-12)

    def test_position_that_jumps(self):
        model = self.crank("if(t < 0.3, t, t + 0.1)")
        for verb in ("run", "kinematics", "inverse"):
            message = self.bad(1, verb, model, "-o", self.folder / verb)
            self.assertRegex(message, r"at t = 0\.30*\d? s the position that a constraint asks for jumps \('A'\)")
            self.assertNotIn("locks up", message)
        self.assertEqual(len(self.table(self.folder / "inverse" / "inverse.csv")[1]), 2)  # 0 and 0.25 s

    def test_a_row_where_positions_jump(self):
        # A cam whose angle jumps from pi to -pi, at the time of a row: that row has the state before the jump, which is
        # on the constraint, and nothing else counts.
        model = self.model("""
space = "planar"
[body.a]
mass = 1
inertia = 0.01
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
motion = "2*pi*t"
[body.f]
mass = 1
inertia = 0.1
[joint.D]
type = "prismatic"
bodies = ["ground", "f"]
[constraint.cam]
holonomic = "D - 0.05*atan2(0.3*sin(A), 0.1 + 0.3*cos(A))"
[simulate]
time = 1
step = 0.01
""")
        for verb in ("kinematics", "inverse"):
            result = call(verb, model, "-o", self.folder / verb, "--json")
            self.assertIn("jumps ('cam')", result.stderr)
            names, rows = self.table(self.folder / verb / f"{verb}.csv")
            self.assertEqual(rows[-1][0], 0.5)
            for row in rows:
                A, D = row[names.index("A")], row[names.index("D")]
                self.assertAlmostEqual(D, 0.05 * math.atan2(0.3 * math.sin(A), 0.1 + 0.3 * math.cos(A)), delta=1e-12)
            self.assertLess(json.loads(result.stdout)["constraint_max"], 1e-12)

    def test_rates_without_bound(self):
        # The speed is infinite at t = 1; of the last, its derivative alone. Rows may come there or not.
        for motion in ("sqrt(abs(t-1))", "sqrt(1-t)", "asin(t)", "abs(t-1)^1.5"):
            for verb in ("run", "kinematics", "inverse"):
                message = self.bad(1, verb, self.crank(motion, time=2), "-o", self.folder / verb)
                self.assertIn("the speed or the acceleration that a constraint asks for is infinite or not defined ('A'", message)
                self.assertAlmostEqual(float(re.search(r"at t = (\S+) s", message)[1]), 1, delta=1e-9)
                self.assertNotIn("locks up", message)

    def test_times_that_only_very_many_steps_reach(self):
        for time in ("1e9", "-1e9", "1e300"):
            message = self.bad(1, "evaluate", self.crank("1e6*t"), "--t", time)
            self.assertIn("steps the motion has come to t = ", message)
            self.assertIn("give a state of it with --q and --v", message)

    def leaves(self, verb, model, name, low, high, time):
        said = self.warnings(verb, model)
        self.assertEqual(len(said), 1, said)
        found = re.search(rf"{name} leaves its limits \[{low}, {high}\] at t = (\S+) s", said[0])
        self.assertIsNotNone(found, said)
        self.assertAlmostEqual(float(found[1]), time, delta=1e-8)  # between rows

    def test_limits(self):
        model = self.crank(joint="limits = [-0.1, 0.6]")
        for verb in ("run", "kinematics", "inverse"):
            self.leaves(verb, model, "A", -0.1, 0.6, 0.6)

    def test_stops_of_prescribed_motions(self):
        # a gear carries the second wheel past its stop, which cannot hold it
        second = """
[body.b]
mass = 1
inertia = 1
[joint.B]
type = "revolute"
bodies = ["ground", "b"]
limits = [-0.1, 0.6]
restitution = 0.5
[constraint.gear]
holonomic = "A - B"
[outputs]
"""
        model = self.model(CRANK.format(motion="t", rate="A", joint="", time=1, simulate="").replace("[outputs]", second))
        for verb in ("kinematics", "inverse"):
            self.leaves(verb, model, "B", -0.1, 0.6, 0.6)
            for row in self.driven(verb, model):
                self.assertAlmostEqual(row["B"], row["t"], delta=1e-12)

    def test_dry_friction(self):
        # the drive overcomes friction one way, then the other
        model = self.crank("sin(2*t)", "0", "friction = 2\nfriction_width = 0", time=4)
        for row in self.driven("inverse", model):
            t = row["t"]
            expected = -4 * math.sin(2 * t) + math.copysign(2, math.cos(2 * t)) - 1
            self.assertAlmostEqual(row["A.effort"], expected, delta=1e-9)

    def test_rows_on_speeds(self):
        # rolling prescribes a speed alone: x' = (1 + th/2) th', so that x = th + th^2/4
        model = self.model(ROLLING)
        for verb in ("kinematics", "inverse"):
            for row in self.driven(verb, model):
                th = math.sin(2 * row["t"])
                self.assertAlmostEqual(row["x"], th + th * th / 4, delta=1e-8)

    def test_lagrangian(self):
        # a bead carried around: radially m(-w^2) + m g sin(a) + 2 rod = 0, along the circle m w' + m g cos(a) + drive = 0
        m, g = 1.5, 9.81
        model = self.circle("t + t^2")
        for row in self.driven("kinematics", model):
            t = row["t"]
            a, w, b = t + t * t, 1 + 2 * t, 2
            for name, value in [("x", math.cos(a)), ("y'", w * math.cos(a)),
                                ("x''", -b * math.sin(a) - w * w * math.cos(a))]:
                self.assertAlmostEqual(row[name], value, delta=1e-12 * (1 + w * w))
        for row in self.driven("inverse", model):
            t = row["t"]
            a, w, b = t + t * t, 1 + 2 * t, 2
            self.assertAlmostEqual(row["rod.multiplier"], m * (w * w - g * math.sin(a)) / 2, delta=1e-10)
            self.assertAlmostEqual(row["drive.multiplier"], -m * (b + g * math.cos(a)), delta=1e-10)
            self.assertEqual(row["pull"], row["rod.multiplier"])

    def test_lagrangian_that_jumps(self):
        for verb in ("kinematics", "inverse"):
            self.assertRegex(self.warnings(verb, self.circle("if(t < 0.25, t, 2*t - 0.25)"))[0],
                             r"the speed that 'drive' prescribes jumps at t = 0\.250*\d? s, by 1")

    def test_what_locks_up_in_any_units(self):
        """Asked to go beyond the circle: the way ends there, and nothing that is asked for is infinite."""
        for unit in (1, 1e9):
            drive = f"[constraint.drive]\nholonomic = \"{unit!r}*(x - cos(t - 0.5)*1.0001)\"\n"
            model = self.model(CIRCLE.format(drive=drive).replace("x = 1\ny = 0", "x = 0.87\ny = -0.48"))
            message = self.bad(1, "kinematics", model, "-o", self.folder / "out")
            self.assertIn("locks up", message)
            self.assertNotIn("infinite", message)

    def test_lagrangian_with_free_motion(self):
        model = self.model(CIRCLE.format(drive=""))
        message = self.bad(2, "kinematics", model, "-o", self.folder)
        self.assertIn("drives and constraints leave 1 motions free", message)
        self.assertEqual(self.json("inverse", model, "-o", self.folder / "inverse")["free"], ["y'"])
        m, g = 1.5, 9.81
        for row in self.driven("inverse", model):
            speed = row["x'"] ** 2 + row["y'"] ** 2
            self.assertAlmostEqual(speed, -2 * g * row["y"], delta=1e-6)  # released at the height of the centre
            self.assertAlmostEqual(row["rod.multiplier"], m * (speed - g * row["y"]) / 2, delta=1e-9)


class ForcesOfConstraints(CommandTest):
    """inverse.csv has what constraints exert: a cylinder of an excavator, a contact, a gear."""

    def inverse(self, text, *words):
        summary = self.json("inverse", self.model(text), "-o", self.folder / "out", *words)
        names, rows = self.table(self.folder / "out" / "inverse.csv")
        self.assertEqual(set(summary["units"]), set(names))
        return names, rows, summary["units"]

    def test_a_cylinder(self):
        names, rows, units = self.inverse("""
            space = "planar"
            [ground]
            points.g = [0.3, -0.5]
            [body.boom]
            mass = 100
            inertia = 10
            points.p = [1, 0.2]
            [joint.A]
            type = "revolute"
            bodies = ["ground", "boom"]
            start = "30 deg"
            [constraint.cyl]
            type = "distance"
            points = ["ground.g", "boom.p"]
            length = "1.2 + 0.1*t^2"
            [simulate]
            time = 1
            step = 0.1
            """)
        self.assertEqual((units["cyl.force"], units["A.m"], units["A''"]), ("N", "N m", "rad/s^2"))
        for row in rows:
            A, turn, force = (row[names.index(name)] for name in ("A", "A''", "cyl.force"))
            p = (math.cos(A) - 0.2 * math.sin(A), math.sin(A) + 0.2 * math.cos(A))
            u = (0.3 - p[0], -0.5 - p[1])
            self.assertAlmostEqual(math.hypot(*u), 1.2 + 0.1 * row[0] ** 2, 12)
            # Tension pulls p towards g; the boom's mass centre is on the pivot.
            moment = force * (p[0] * u[1] - p[1] * u[0]) / math.hypot(*u)
            self.assertAlmostEqual(moment, 10 * turn, 10)

    def test_a_contact_and_a_gear(self):
        names, rows, _ = self.inverse("""
            space = "planar"
            [body.disc]
            mass = 2
            inertia = 0.1
            [body.gear]
            inertia = 0.3
            [joint.P]
            type = "free"
            bodies = ["ground", "disc"]
            start = [0, 0.3, 0]
            [joint.G]
            type = "revolute"
            bodies = ["ground", "gear"]
            motion = "t^2"
            [constraint.contact]
            type = "rolling"
            body = "disc"
            radius = 0.3
            [constraint.mesh]
            holonomic = "G - 3*P.angle"
            [simulate]
            time = 1
            step = 0.25
            """)
        for row in rows:
            turn = row[names.index("P.angle''")]
            self.assertAlmostEqual(turn, 2 / 3, 12)
            fx, fy, mesh, effort = (row[names.index(n)] for n in ("contact.fx", "contact.fy", "mesh.multiplier", "G.effort"))
            # The disc rolls to the left for a positive turn: m x'' = fx, and moments about its centre.
            self.assertAlmostEqual(fx, -2 * 0.3 * turn, 10)
            self.assertAlmostEqual(fy, 2 * 9.81, 10)
            self.assertAlmostEqual(3 * mesh + 0.3 * fx, 0.1 * turn, 10)
            self.assertAlmostEqual(effort - mesh, 0.3 * 2, 10)
