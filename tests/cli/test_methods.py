"""Methods where they are strained: tight tolerances, given orders, rows that lose rank, forces that switch."""
import json
import math

from command import CommandTest, example


class MethodTest(CommandTest):
    def columns(self, model, *words):
        """Column name to values of a run that must come to its end."""
        folder = self.folder / "-".join(word.strip("-") for word in words)
        self.good("run", model, "-o", folder, "--no-report", *words)
        names, rows = self.table(folder / "trajectory.csv")
        return {name: [row[i] for row in rows] for i, name in enumerate(names)}

    def apart(self, a, b, names):
        return max(abs(x - y) for name in names for x, y in zip(a[name], b[name]))


class Accuracy(MethodTest):
    def test_order(self):
        """Halving the step divides the error by 2^order: x = cos t."""
        model = self.model('[coordinates]\nx = { start = 1 }\n[energy]\nkinetic = "x\'^2/2"\npotential = "x^2/2"\n')
        for order in [2, 4, 6, 8]:
            errors = []
            for steps in [10, 20]:
                run = self.columns(model, "--method", "variational", "--order", str(order), "--time", "10", "--step", "1",
                                   "--step-size", str(10 / steps))
                errors.append(max(abs(x - math.cos(t)) for t, x in zip(run["t"], run["x"])))
            self.assertAlmostEqual(math.log2(errors[0] / errors[1]), order, delta=0.35, msg=str(errors))
        self.assertIn("2, 4, 6, 8", self.bad(2, "run", model, "--method", "variational", "--order", "3"))
        self.assertIn("variational", self.bad(2, "run", model, "--method", "rk8", "--order", "4"))
        self.assertIn("--order", self.good("run", "--help"))

    def test_cvode_at_the_limits_of_doubles(self):
        """Noise of projections exceeds such tolerances; two methods still agree."""
        model, words = example("four-bar"), ["--time", "1", "--step", "0.05"]
        exact = self.columns(model, "--method", "rk8", "--tolerance", "1e-13", *words)
        for tolerance in ["1e-11", "1e-13", "1e-15"]:
            run = self.columns(model, "--method", "cvode", "--tolerance", tolerance, *words)
            self.assertLess(self.apart(exact, run, ["A", "B", "C", "A'", "B'", "C'"]), 1e-9)

    def test_speeds_of_small_things(self):
        """1 um at 10^6 rad/s: x' = -sin(10^6 t) in m/s is as large as it is elsewhere."""
        model = self.model("""space = "planar"
gravity = [0, 0]
[body.b]
mass = 2e-12
[joint.x]
type = "prismatic"
bodies = ["ground", "b"]
start = "1 um"
stiffness = 2
""")
        for method, tolerance in [("variational", "1e-8"), ("variational", "1e-11"), ("alpha", "1e-4")]:
            run = self.columns(model, "--method", method, "--tolerance", tolerance, "--time", "1e-4", "--step", "1e-6")
            error = max(abs(v + math.sin(1e6 * t)) for t, v in zip(run["t"], run["x'"]))
            self.assertLess(error, 60 * float(tolerance), method)

    def test_alpha_where_rounding_of_rows_is_seen_in_its_errors(self):
        """A free crank of 5 cm: eps/h of its rows comes near to the tolerance of speeds. Against rk8."""
        model = self.model("""space = "planar"
gravity = [0, 0]
[body.crank]
mass = 2
inertia = 0.01
points.tip = [0.05, 0]
[body.rod]
mass = 0.4
center = [0.05, 0]
inertia = 0.001
points.end = [0.15, 0]
[body.piston]
mass = 0.6
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
start = 0.4
rate = 30
fixed = true
[joint.B]
type = "revolute"
bodies = ["crank", "rod"]
at = ["crank.tip", [0, 0]]
[joint.C]
type = "revolute"
bodies = ["rod", "piston"]
at = ["rod.end", [0, 0]]
[joint.D]
type = "prismatic"
bodies = ["ground", "piston"]
axis = [1, 0]
start = 0.19
""")
        words = ["--time", "0.15", "--step", "0.01"]
        exact = self.columns(model, "--method", "rk8", "--tolerance", "1e-12", *words)
        run = self.columns(model, "--method", "alpha", "--tolerance", "1e-8", *words)
        self.assertLess(self.apart(exact, run, ["A", "B", "C", "D"]), 6e-7)  # 60 tolerances
        self.assertLess(self.apart(exact, run, ["A'", "B'", "C'", "D'"]), 6e-7 * 60)  # of some 60 rad/s

    def test_ida_does_not_crawl_along_a_rattleback(self):
        """Steps that fail at low order again and again would make it a million steps; rk8 knows the motion."""
        model = self.model("""[body.c]
mass = 0.2
inertia = [2.4e-4, 1.7e-3, 1.8e-3, 1.2e-4, 0, 0]
center = [0, 0, -0.002]
position = [0, 0, 0.02]
rate = { wx = 0.01, wy = 0.02, wz = -5, vx = 0.0004, vy = -0.0002, vz = 0 }
[constraint.k]
type = "rolling"
body = "c"
ellipsoid = [0.2, 0.03, 0.02]
""")
        words = ["--time", "3", "--step", "0.05"]
        exact = self.columns(model, "--method", "rk8", "--tolerance", "1e-13", *words)
        for tolerance in ["1e-6", "1e-10"]:
            run = self.columns(model, "--method", "ida", "--tolerance", tolerance, *words)
            # 60 tolerances, which the motion makes ten times as large: it rocks twelve times as hard in the end
            self.assertLess(self.apart(exact, run, ["c.wx", "c.wy", "c.wz"]), 600 * float(tolerance))
        summary = json.loads((self.folder / "-".join(["method-ida-tolerance", "1e-10"] + [w.strip("-") for w in words])
                              / "summary.json").read_text())
        self.assertLess(summary["steps"], 30000)


class Switches(MethodTest):
    def test_force_that_sets_in_later(self):
        """x'' = -x, from t = 2 on + 100 cos 20 t: a motion that begins at rest and then is twenty times as fast."""
        model = self.model("""space = "planar"
[body.block]
mass = 1
[joint.x]
type = "prismatic"
bodies = ["ground", "block"]
axis = [1, 0]
stiffness = 1
effort = "if(t > 2, 100*cos(20*t), 0)"
""")
        size = 100 / (1 - 20**2)

        def exact(t):
            if t <= 2:
                return 0.0
            x, v = -size * math.cos(40), 20 * size * math.sin(40)  # so that both are zero at t = 2
            return size * math.cos(20 * t) + x * math.cos(t - 2) + v * math.sin(t - 2)

        for tolerance in [1e-4, 1e-6, 1e-9]:
            run = self.columns(model, "--method", "variational", "--tolerance", str(tolerance), "--time", "6", "--step", "0.1")
            self.assertLess(max(abs(x - exact(t)) for t, x in zip(run["t"], run["x"])), tolerance)

    def test_short_blow_in_a_long_motion(self):
        """A tenth of a second out of sixty, behind which the pendulum swings wider; against rk8."""
        model = self.model("""[coordinates]
th = 0.1
[energy]
kinetic = "th'^2/2"
potential = "-9.81*cos(th)"
[work]
th = "if(t > 50, if(t < 50.1, 100*sin(100*t)^2, 0), 0)"
""")
        words = ["--time", "60", "--step", "0.5"]
        exact = self.columns(model, "--method", "rk8", "--tolerance", "1e-12", *words)
        self.assertGreater(max(map(abs, exact["th'"])), 4)
        for tolerance in [1e-4, 1e-7]:
            run = self.columns(model, "--method", "variational", "--tolerance", str(tolerance), *words)
            # A motion of forty radians of phase, which carries an error of the blow on as one that grows with time.
            self.assertLess(self.apart(exact, run, ["th", "th'"]), 30 * tolerance)

    def test_table(self):
        exact = self.columns(example("table-input"), "--method", "rk8", "--tolerance", "1e-12")
        for tolerance in ["1e-4", "1e-8"]:
            run = self.columns(example("table-input"), "--method", "variational", "--tolerance", tolerance)
            self.assertLess(self.apart(exact, run, ["x", "x'"]), 3 * float(tolerance))


class Bounces(MethodTest):
    BALL = """space = "planar"
[body.table]
mass = 5
[body.ball]
mass = 0.1
[joint.z]
type = "prismatic"
bodies = ["ground", "table"]
axis = [0, 1]
motion = "{motion}"
[joint.h]
type = "prismatic"
bodies = ["table", "ball"]
axis = [0, 1]
start = 0.3
limits = [0, 10]
restitution = 0.6
"""

    def test_variational_goes_on_behind_bounces_that_end_in_rest(self):
        """Ever shorter flights: the last are far shorter than a step, and the size of steps behind them is its own."""
        words = ["--method", "variational", "--time", "3", "--step", "0.1"]
        run = self.columns(self.model(self.BALL.format(motion="0")), *words)
        first = math.sqrt(2 * 0.3 / 9.81)
        rest = first * (1 + 2 * 0.6 / (1 - 0.6))
        for t, h in zip(run["t"], run["h"]):
            if t < first:
                self.assertAlmostEqual(h, 0.3 - 9.81 * t * t / 2, delta=1e-12)
            if t > rest:
                self.assertAlmostEqual(h, 0.0, delta=1e-15)
        self.assertEqual(run["h'"][-1], 0.0)

        model = self.model(self.BALL.format(motion="0.02*sin(20*t)"))
        exact = self.columns(model, "--method", "rk8", "--tolerance", "1e-11", "--time", "3.5", "--step", "0.05")
        run = self.columns(model, "--method", "variational", "--time", "3.5", "--step", "0.05")
        # An impact off by dt puts speeds off by g dt: errors are those of the steps, a few tolerances.
        self.assertLess(self.apart(exact, run, ["h", "h'"]), 1e-6)


class ChangesOfRank(MethodTest):
    """Flat positions, where a linkage could go on in several ways, and rows that depend on each other all along."""

    RUNS = [("variational", 1e-4), ("variational", 1e-8), ("alpha", 1e-3), ("alpha", 1e-5)]

    def test_parallelograms(self):
        """All uprights turn alike; energy gives their speed: J w^2/2 + G (cos(angle) - 1) = J/2."""
        for name, angles, inertia, weight, time in [("n-four-bar", ["A[0]", "A[1]", "A[2]"], 3 / 3 + 2, 3.5 * 9.81, "5"),
                                                    ("parallel-cranks", [f"P[{i}]" for i in range(5)], 5 / 3 + 4, 6.5 * 9.81, "3")]:
            words = ["--time", time, "--step", "0.05"]
            exact = self.columns(example(name), "--method", "rk8", "--tolerance", "1e-10", *words)
            # Angles of the joints that close loops count turns: those are kept too.
            others = [column for column in exact if column.startswith(("B[", "C[")) and not column.endswith("'")]
            for method, tolerance in self.RUNS:
                with self.subTest(name, method=method, tolerance=tolerance):
                    run = self.columns(example(name), "--method", method, "--tolerance", str(tolerance), *words)
                    first = run[angles[0]]
                    self.assertLess(min(first), -math.pi)  # it has passed the flat position
                    for angle in angles:
                        self.assertLess(max(abs(x - y) for x, y in zip(first, run[angle])), 1e-9)
                    wrong = max(abs(inertia * (w * w - 1) / 2 + weight * (math.cos(a) - 1))
                                for a, w in zip(first, run[angles[0] + "'"]))
                    # Tolerances hold for angles and speeds; the energy is some hundred times as large.
                    self.assertLess(wrong, 100 * weight * tolerance)
                    self.assertLess(self.apart(exact, run, [*angles, *others]), 100 * tolerance)

    def test_overconstrained_linkage(self):
        """Bennett's, five rows of rank two, one at flat positions: tan(q1/2) tan(q2/2) is constant, q3 = -q1, q4 = q2."""
        a, b, alpha = 0.5, 0.8, math.pi / 6
        beta = math.asin(b * math.sin(alpha) / a)
        ratio = math.sin((beta + alpha) / 2) / math.sin((beta - alpha) / 2)
        exact = self.columns(example("bennett"), "--method", "rk8", "--tolerance", "1e-10")
        for method, tolerance in self.RUNS:
            with self.subTest(method, tolerance=tolerance):
                run = self.columns(example("bennett"), "--method", method, "--tolerance", str(tolerance))
                for q1, q2, q3, q4 in zip(run["q1"], run["q2"], run["q3"], run["q4"]):
                    x, y = math.sin(q1 / 2) * math.sin(q2 / 2), ratio * math.cos(q1 / 2) * math.cos(q2 / 2)
                    self.assertLess(max(abs(x - y), abs(q3 + q1), abs(q4 - q2)), 1e-6)
                energy = run["energy"]
                self.assertLess(max(abs(e - energy[0]) for e in energy), 100 * tolerance)
                self.assertLess(self.apart(exact, run, ["q1", "q2", "q1'", "q2'"]), 100 * tolerance)

    def test_steps_that_cannot_be_made(self):
        model = self.model('[coordinates]\nx = { start = 1 }\n[energy]\nkinetic = "x\'^2/2"\npotential = "1e12*x^2/2"\n')
        text = self.bad(1, "run", model, "-o", self.folder / "out", "--method", "variational", "--step-size", "0.1")
        self.assertIn("could not be solved ('x'')", text)
        self.assertIn("smaller step size", text)
