"""What every run tells about itself: momenta that it keeps, conditions of its matrices, the tolerance of its steps."""
import json
import math
import re
import time
import unittest

from command import CommandTest, example

TWO_BALLS = """
[coordinates]
a = { start = 0.3, rate = 0.1 }
b = { start = 0.3 }
[energy]
kinetic = "(m1 + m2)*a'^2/2 + m2*b'^2/2 + m2*a'*b'*cos(a - b)"
potential = "-(m1 + m2)*9.81*cos(a) - m2*9.81*cos(b)"
[parameters]
m1 = 3
m2 = 1
[simulate]
time = 0.5
"""


class Accounting(CommandTest):
    def summary(self, model, *options):
        """Of a run of an example's name or of a model's text."""
        file = self.model(model) if "\n" in model else example(model)
        self.good("run", file, "-o", self.folder / "out", *options)
        return json.loads((self.folder / "out" / "summary.json").read_text())

    def kept(self, summary):
        return {m["name"]: m for m in summary["momentum"]}

    def test_work_of_explicit_time_that_the_motion_does_not_feel(self):
        # T = (x'^2 + w'^2)/2 with w = 0.1 cos(40 t): x moves evenly, and what d(conserved)/dt = -dL/dt has brought in by the end
        # is -(w'(end)^2 - w'(0)^2)/2.
        summary = self.summary("""
[coordinates]
x = { start = 0, rate = 1 }
[let]
w = "0.1*cos(40*t)"
[energy]
kinetic = "(x'^2 + w'^2)/2"
[simulate]
time = 20
""")
        self.assertAlmostEqual(summary["energy"]["supplied"], -((4 * math.sin(800.0)) ** 2) / 2, delta=1e-6)
        self.assertLess(summary["energy_drift"], 1e-7)

    def test_work_of_drives_that_the_motion_does_not_feel(self):
        """A body off its axis that is turned evenly: what comes in is what lifts it, g sin(5 t), however simple the motion."""
        for method in ("rk5", "rk8", "cvode", "ida", "alpha", "variational"):
            for time in (0.5, 3.0):
                summary = self.summary(f"""space = "planar"
[body.c]
mass = 1
center = [1, 0]
inertia = 0.1
[joint.P]
type = "revolute"
bodies = ["ground", "c"]
motion = "5*t"
[simulate]
time = {time}
step = {time / 8}
""", "--method", method)
                with self.subTest(method=method, time=time):
                    self.assertAlmostEqual(summary["energy"]["supplied"], 9.81 * math.sin(5 * time), delta=1e-6)
                    self.assertLess(summary["energy_drift"], 1e-7)

    def test_a_free_body_keeps_its_angular_momentum(self):
        kept = self.kept(self.summary("euler-top"))
        # L = I w in the start's axes, which are the world's.
        for axis, value in (("x", 1.0 * 0.01), ("y", 2.0 * 1.0), ("z", 3.0 * 0.01)):
            momentum = kept["angular momentum about the mass centre along " + axis]
            self.assertAlmostEqual(momentum["start"], value, delta=1e-14)
            self.assertLess(momentum["drift"], 1e-9)  # 50 s at a tolerance of 1e-12

    def test_a_heavy_top_keeps_the_vertical_one_alone(self):
        kept = self.kept(self.summary("heavy-top"))
        momentum = kept["angular momentum about the origin along z"]
        self.assertAlmostEqual(momentum["start"], (0.234375 + 15.0) * -4.61538, delta=1e-10)
        self.assertLess(momentum["drift"], 1e-9)
        self.assertEqual([name for name in kept if name.endswith(("along x", "along y"))], [])

    def test_a_coordinate_that_energies_do_not_contain(self):
        text = """
        [coordinates]
        x = { start = 0, rate = 1.5 }
        th = { start = 1 }
        [energy]
        kinetic = "2*x'^2/2 + (x'^2 + 2*x'*th'*cos(th) + th'^2)/2"
        potential = "-9.81*cos(th)"
        [simulate]
        time = 5
        """
        kept = self.kept(self.summary(text, "--tolerance", "1e-10"))
        self.assertEqual(list(kept), ["momentum of x"])
        self.assertAlmostEqual(kept["momentum of x"]["start"], 3 * 1.5, delta=1e-12)
        self.assertLess(kept["momentum of x"]["drift"], 1e-8)
        damped = text.replace("[simulate]", "[work]\nx = \"-x'\"\n[simulate]")
        self.assertEqual(self.kept(self.summary(damped)), {})

    def test_a_push_between_rows_is_noticed(self):
        text = """
        gravity = [0, 0, 0]
        [body.a]
        mass = 1
        inertia = [1, 2, 3]
        rate = [0, 0, 0, 1, 0, 0]
        [force.f]
        type = "force"
        body = "a"
        value = ["if(t > 0.505 and t < 0.506, 1000, 0)", 0, 0]
        [simulate]
        time = 2
        """
        self.assertEqual(self.kept(self.summary(text)), {})

    def test_results_of_an_earlier_run_do_not_stay_beside_new_ones(self):
        self.summary("pendulum-xy", "--time", "0.2")
        self.summary("pendulum-xy", "--time", "0.1", "--no-report", "--format", "hdf5")
        self.assertFalse((self.folder / "out" / "report.html").exists())
        self.assertFalse((self.folder / "out" / "trajectory.csv").exists())
        pictures = lambda: sorted(path.name for path in (self.folder / "out").glob("*.svg"))
        self.assertIn("coordinates.svg", pictures())
        self.summary("pendulum-xy", "--time", "0.1", "--plot", "x", "--plot", "y")
        self.assertEqual(pictures(), ["plot-1.svg", "plot-2.svg"])
        self.summary("pendulum-xy", "--time", "0.1", "--plot", "x")
        self.assertEqual(pictures(), ["plot.svg"])

    def test_equal_runs_make_equal_files(self):
        files = []
        for _ in range(2):
            self.summary("pendulum-xy", "--time", "0.1", "--no-report", "--format", "hdf5")
            files.append((self.folder / "out" / "trajectory.h5").read_bytes())
            time.sleep(1.1)  # times in files count seconds
        self.assertEqual(files[0], files[1])

    def test_steps_too_short_to_be_made(self):
        error = self.bad(1, "run", self.model(TWO_BALLS), "-o", self.folder / "out", "--method", "semi-implicit-euler",
                         "--step-size", "1e-15")
        self.assertIn("lengthen the steps", error)
        energy = json.loads((self.folder / "out" / "summary.json").read_text())["energy"]
        self.assertNotEqual(energy["potential_start"], 0.0)

    def test_condition_of_the_mass_matrix(self):
        # Scaled to ones on the diagonal M is (1, r; r, 1) with r = cos(a - b) sqrt(m2/(m1 + m2)): at the start r = 1/2.
        worst = self.summary(TWO_BALLS)["condition"]["mass"]
        self.assertAlmostEqual(worst["value"], (1 + 0.5) / (1 - 0.5), delta=1e-12)
        self.assertEqual(worst["time"], 0.0)
        light = self.summary(TWO_BALLS, "--set", "m1=1e-13", "--time", "0.001", "--step", "0.001")
        self.assertTrue(any("the mass matrix is nearly singular" in w for w in light["warnings"]), light["warnings"])

    def test_a_singular_passage_names_its_rows(self):
        # The cranks of a row of windows lie in a line twice a turn.
        warnings = self.summary("n-four-bar", "--set", "N=2", "--time", "10")["warnings"]
        self.assertTrue(any("depend on each other" in w and "changes in all; " in w for w in warnings), warnings)

    def test_a_lock_up_is_named_soon(self):
        """A crank of length 1 leads two links of length 1 away from the pin at (2, 0) until they lie in a line: where the
        distance of its tip, sqrt(5 - 4 cos(angle)), is 2."""
        link = "mass = 1\ninertia = 0.01\npoints.tip = [1, 0]\n"
        joint = "[joint.{}]\ntype = \"revolute\"\nbodies = {}\n"
        model = self.model('space = "planar"\n' + "".join(f"[body.{name}]\n" + link for name in ["crank", "rod", "rocker"]) +
                           joint.format("A", '["ground", "crank"]') + 'motion = "1 + t"\n' +
                           joint.format("B", '["crank", "rod"]') + 'at = ["crank.tip", [0, 0]]\nstart = -1\n' +
                           joint.format("D", '["ground", "rocker"]') + "at = [[2, 0], [0, 0]]\nstart = 1.5\n" +
                           joint.format("C", '["rod", "rocker"]') + 'at = ["rod.tip", "rocker.tip"]\n[simulate]\ntime = 3\n')
        exact = math.acos(0.25) - 1
        for words in [[], ["--method", "rk5"]]:
            error = self.bad(1, "run", model, "-o", self.folder / "out", "--no-report", *words)
            found = re.search(r"alembert: at t = (\S+) s the mechanism locks up \('(\S+)'\)", error)
            self.assertTrue(found, error)
            self.assertAlmostEqual(float(found[1]), exact, delta=1e-5)
            self.assertIn(found[2], ["A", "C.tx", "C.ty"])
            summary = json.loads((self.folder / "out" / "summary.json").read_text())
            self.assertLess(summary["steps"] + summary["rejected"], 1000)
            # The last row is at 0.31 s; what its speeds grow to behind it says nothing about the account of rows.
            names, rows = self.table(self.folder / "out" / "trajectory.csv")
            self.assertAlmostEqual(rows[-1][0], 0.31, delta=1e-12)
            kinetic, potential = ([row[names.index(name)] for row in rows] for name in ["kinetic", "potential"])
            moved = max(max(kinetic) - min(kinetic) + max(potential) - min(potential), summary["energy"]["supplied"])
            self.assertGreaterEqual(summary["energy_drift"], 0.99 * abs(summary["energy"]["balance"]) / moved)
        checks = {c["name"]: c for c in self.json("check", model)["checks"]}
        # Where it locks up its rows depend on each other: the account ends there.
        self.assertIn("up to a singular configuration", checks["energy balance along a motion"]["note"])

    def test_a_run_that_ends_in_a_singularity_accounts_for_its_rows(self):
        """Two links whose tip is drawn beyond their reach, straight at t = 0.6 s, and a rotor that a damper slows."""
        text = """
        space = "planar"
        [body.a]
        mass = 1
        center = [0.5, 0]
        inertia = 0.1
        [body.b]
        mass = 1
        center = [0.25, 0]
        inertia = 0.1
        [joint.A]
        type = "revolute"
        bodies = ["ground", "a"]
        start = 0.5
        [joint.B]
        type = "revolute"
        bodies = ["a", "b"]
        at = [[1, 0], [0, 0]]
        start = -1
        [constraint.rod]
        type = "distance"
        points = [["ground", [0, 0]], ["b", [0.5, 0]]]
        length = "1.2 + 0.5*t"
        [body.rotor]
        mass = 1
        inertia = 0.1
        [joint.R]
        type = "revolute"
        bodies = ["ground", "rotor"]
        rate = 4
        damping = 0.05
        """
        error = self.bad(1, "run", self.model(text), "--time", "2", "-o", self.folder / "out")
        self.assertIn("the mechanism locks up ('rod')", error)
        summary = json.loads((self.folder / "out" / "summary.json").read_text())
        names, rows = self.table(self.folder / "out" / "trajectory.csv")
        energy = summary["energy"]
        total = [row[names.index("energy")] for row in rows]
        self.assertAlmostEqual(energy["supplied"] - energy["dissipated"], total[-1] - total[0], delta=1e-6 * abs(total[0]))
        lost = 0.1 * 4**2 / 2 * (1 - math.exp(-2 * 0.05 / 0.1 * summary["time"]))
        self.assertAlmostEqual(energy["dissipated"], lost, delta=1e-7 * lost)
        # The row is the derivative of the tip's distance r: sin(B)/(2 r) by B, at the last row over the first.
        def row(t):
            r = 1.2 + 0.5 * t
            cosine = (r * r - 1.25) / 1.0
            return math.sqrt(1 - cosine * cosine) / (2 * r)
        self.assertAlmostEqual(summary["condition"]["constraints"]["value"] / (row(0) / row(summary["time"])), 1, delta=0.3)

    def test_the_drift_is_that_of_the_rows_at_any_size(self):
        # 2 ng on a spring, one micrometre, 160 kHz: no energy there is large beside a metre's rounding
        model = ('space = "planar"\ngravity = [0, 0]\n[body.b]\nmass = 2e-12\n[joint.x]\ntype = "prismatic"\n'
                 'bodies = ["ground", "b"]\nstart = "1 um"\nstiffness = 2\n[simulate]\ntime = 1e-4\nstep = 1e-6\n')
        for tolerance in ("1e-6", "1e-8"):
            summary = self.summary(model, "--tolerance", tolerance)
            names, rows = self.table(self.folder / "out" / "trajectory.csv")
            energy, kinetic, potential = ([row[names.index(name)] for row in rows] for name in ("energy", "kinetic", "potential"))
            moved = max(kinetic) - min(kinetic) + max(potential) - min(potential)
            self.assertAlmostEqual(summary["energy_drift"] * moved / max(abs(e - energy[0]) for e in energy), 1, delta=1e-6)

    def test_what_friction_takes_and_drives_bring(self):
        """Both are integrated as well as the motion, however long the steps are."""
        # Swings shrink by 2 F/k = 0.1 m each, from 0.97 m to 0.03 m, where the block stays; nothing comes in.
        oscillator = """
space = "planar"
gravity = [0, 0]
[body.b]
mass = 1
[joint.x]
type = "prismatic"
bodies = ["ground", "b"]
start = 0.97
stiffness = 100
friction = 5
friction_width = 0
"""
        # x = 0.3 sin 2t under c x': c times the integral of 0.36 cos^2 2t, and the change of kinetic energy.
        driven = """
space = "planar"
gravity = [0, 0]
[body.b]
mass = 3
[joint.x]
type = "prismatic"
bodies = ["ground", "b"]
motion = "0.3*sin(2*t)"
damping = 5
"""
        lost = 5 * 0.36 * (4 / 2 + math.sin(16) / 8)
        brought = lost + 0.5 * 3 * 0.36 * (math.cos(8) ** 2 - 1)
        for method in ["rk8", "variational"]:
            energy = self.summary(oscillator, "--method", method, "--time", "4")["energy"]
            self.assertAlmostEqual(energy["dissipated"], 50 * (0.97**2 - 0.03**2), delta=1e-6, msg=method)
            self.assertAlmostEqual(energy["supplied"], 0.0, delta=1e-6, msg=method)
            energy = self.summary(driven, "--method", method, "--time", "4")["energy"]
            self.assertAlmostEqual(energy["dissipated"], lost, delta=1e-7, msg=method)
            self.assertAlmostEqual(energy["supplied"], brought, delta=1e-7, msg=method)

    def test_a_damper_between_two_turning_bodies(self):
        """Takes what their speeds differ by: J1 w1' = c (w2 - w1), J2 w2' = -c (w2 - w1)."""
        first, second, damping, v, w, end = 0.4, 0.9, 0.7, 5.0, -2.0, 1.5
        model = f"""
space = "planar"
gravity = [0, 0]
[body.a]
mass = 1
inertia = {first}
[body.b]
mass = 1
inertia = {second}
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
rate = {v}
[joint.B]
type = "revolute"
bodies = ["ground", "b"]
at = [[1, 0], [0, 0]]
rate = {w}
[force.d]
type = "rotational-spring"
bodies = ["a", "b"]
damping = {damping}
"""
        shared = first * second / (first + second)
        lost = shared * (v - w) ** 2 / 2 * (1 - math.exp(-2 * damping * end / shared))
        energy = self.summary(model, "--time", str(end))["energy"]
        self.assertAlmostEqual(energy["dissipated"], lost, delta=1e-7)

    def test_tolerance_of_steps(self):
        summary = self.summary("four-bar", "--method", "rk5", "--tolerance", "1e-6")
        self.assertTrue(0 < summary["step_tolerance"] <= 1e-6)
        self.assertEqual(summary["tolerance"], 1e-6)


if __name__ == "__main__":
    unittest.main()
