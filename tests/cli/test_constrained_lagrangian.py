"""Lagrangians with more coordinates than degrees of freedom: derive, prove, evaluate, check."""
import json
import math

from command import CommandTest

PENDULUM = """
[parameters]
m = 1.7
r = 1.3
g = 9.81
[coordinates]
x = { start = "r" }
y = 0
[energy]
kinetic = "m*(x'^2 + y'^2)/2"
potential = "m*g*y"
[constraint.rod]
holonomic = "(x^2 + y^2 - r^2)/2"
"""

WHEEL = """
[parameters]
m = 3
I = 0.4
[inputs]
f = 2
[coordinates]
x  = { start = 0, rate = 1 }
y  = 0
th = { start = 0, rate = 0.8 }
[energy]
kinetic = "m*(x'^2 + y'^2)/2 + I*th'^2/2"
[work]
x = "f*cos(th)"
y = "f*sin(th)"
[constraint.slip]
pfaffian = "sin(th)*x' - cos(th)*y'"
"""

HOOP = """
[parameters]
m = 0.1
r = 0.5
g = 9.81
Omega = 6
[coordinates]
th = 0.4
ph = { rate = "Omega" }
[energy]
kinetic = "m*r^2*th'^2/2 + m*r^2*sin(th)^2*ph'^2/2"
potential = "m*g*r*(1 - cos(th))"
[constraint.drive]
holonomic = "ph - Omega*t"
"""

WAGON = """
[parameters]
m1 = 2
m2 = 0.5
J = 0.01
l = 0.4
g = 9.81
[inputs]
F = "3*sin(4*t)"
[coordinates]
x = 0
th = 0.1
xp = { start = "l*sin(0.1)" }
yp = { start = "l*cos(0.1)" }
[energy]
kinetic = "m1*x'^2/2 + m2*(xp'^2 + yp'^2)/2 + J*th'^2/2"
potential = "m2*g*yp"
[work]
x = "F"
[constraint.across]
holonomic = "xp - x - l*sin(th)"
[constraint.up]
holonomic = "yp - l*cos(th)"
"""


class ConstrainedLagrangian(CommandTest):
    def near(self, found, expected, tolerance=1e-12):
        self.assertEqual(len(found), len(expected))
        for a, b in zip(found, expected):
            self.assertAlmostEqual(a, b, delta=tolerance * (1 + abs(b)))

    def proved(self, model, left, right):
        found = self.json("prove", model, "--equal", left, right)
        self.assertEqual(found["verdict"], "proved", (left, right, found))

    def test_pendulum_formulas(self):
        # S45
        model = self.model(PENDULUM)
        text = self.good("derive", model)
        for line in ["M q'' + C q' + g + A^T lambda = Q", "rod (holonomic): ", "A = [ x   y ]",
                     "c[rod] = -x'^2 - y'^2", "m*x'' + lambda[rod]*x = 0", "m*y'' + m*g + lambda[rod]*y = 0"]:
            self.assertIn(line, text)
        d = self.json("derive", model)
        self.assertEqual(d["rows"], ["rod"])
        self.assertEqual(d["A"], [["x", "y"]])
        self.assertEqual(d["b"], ["0"])
        self.proved(model, d["lambda"][0], "m*(x'^2 + y'^2 - g*y)/(x^2 + y^2)")
        self.proved(model, d["lambda_on_constraints"][0], "m*(x'^2 + y'^2 - g*y)/r^2")
        self.proved(model, "lambda[rod]*(x^2 + y^2)", "m*(x'^2 + y'^2 - g*y)")
        self.proved(model, "A[rod,y]*c[1]", "-y*(x'^2 + y'^2)")
        self.proved(model, "equation[y]", "m*y'' + m*g + y*lambda[rod]")
        latex = self.good("derive", model, "--format", "latex")
        self.assertIn("\\lambda_{\\mathrm{rod}}", latex)

    def test_wheel_formulas(self):
        # S46
        model = self.model(WHEEL)
        d = self.json("derive", model)
        self.assertEqual(d["phi"], [])
        self.proved(model, d["lambda"][0], "m*(x'*cos(th) + y'*sin(th))*th'")
        self.proved(model, "lambda[slip]", "m*(x'*cos(th) + y'*sin(th))*th'")
        self.assertIn("slip (Pfaffian): sin(th)*x' - cos(th)*y' = 0", self.good("derive", model))

    def test_numeric_derivation(self):
        model = self.model(PENDULUM)
        d = self.json("derive", model, "--numeric")
        self.proved(model, d["lambda"][0], "1.7*(x'^2 + y'^2 - 9.81*y)/(x^2 + y^2)")

    def test_pendulum_numbers(self):
        model = self.model(PENDULUM)
        th, w = 0.7, 0.9
        x, y = 1.3 * math.cos(th), 1.3 * math.sin(th)
        vx, vy = -w * y, w * x
        e = self.json("evaluate", model, "--q", f"{x!r},{y!r}", "--v", f"{vx!r},{vy!r}")
        tension = 1.7 * (vx**2 + vy**2 - 9.81 * y) / 1.3**2
        self.near(e["multipliers"], [tension])
        self.near(e["acceleration"], [-tension * x / 1.7, -9.81 - tension * y / 1.7])
        self.near(e["jacobian"][0], [x, y])
        self.near(e["constraint"], [0.0], 1e-15)
        self.assertEqual(e["rank"], 1)
        self.assertEqual(e["rows"], ["rod"])

    def test_multipliers_of_given_accelerations_and_efforts(self):
        # A^T lambda = effort - M a - g: at (r, 0) with A = (r, 0) only the first component counts.
        model = self.model(PENDULUM)
        e = self.json("evaluate", model, "--a", "2,-9.81")
        self.near(e["multipliers"], [-1.7 * 2 / 1.3])
        e = self.json("evaluate", model, "--a", "2,-9.81", "--tau", "5,0")
        self.near(e["multipliers"], [(5 - 1.7 * 2) / 1.3])
        e = self.json("evaluate", model, "--tau", "5,3")
        self.near(e["multipliers"], [5 / 1.3])
        self.near(e["acceleration"], [0.0, 3 / 1.7 - 9.81])

    def test_a_state_off_the_constraint_is_used_as_given_or_assembled(self):
        model = self.model(PENDULUM)
        e = self.json("evaluate", model, "--q", "1,1", "--v", "1,0")
        self.near(e["constraint"], [(2 - 1.69) / 2])
        self.assertEqual(e["q"], [1.0, 1.0])
        e = self.json("evaluate", model, "--q", "1,1", "--v", "1,0", "--assemble")
        self.near(e["q"], [1.3 / math.sqrt(2)] * 2, 1e-11)  # the nearest point of the circle
        self.near(e["v"], [0.5, -0.5], 1e-11)

    def test_driven_hoop(self):
        # The drive's torque -lambda is the rate of the angular momentum, its power -lambda Omega.
        e = self.json("evaluate", self.model(HOOP), "--q", "0.9,1.8", "--v", "0.7,6", "--t", "0.3")
        s, c = math.sin(0.9), math.cos(0.9)
        torque = 0.1 * 0.25 * 2 * s * c * 0.7 * 6
        self.near(e["acceleration"], [36 * s * c - 9.81 / 0.5 * s, 0.0])
        self.near(e["multipliers"], [-torque])
        self.near([e["power"]], [torque * 6])

    def test_wagon_against_minimal_coordinates(self):
        # S30: (m1 + m2) x'' + m2 l c th'' - m2 l s th'^2 = F, m2 l c x'' + (J + m2 l^2) th'' = m2 g l s
        th, w = 0.4, -0.7
        s, c = math.sin(th), math.cos(th)
        model = self.model(WAGON)
        v = [0.3, w, 0.3 + 0.4 * c * w, -0.4 * s * w]
        e = self.json("evaluate", model, "--q", f"1,{th},{1 + 0.4 * s!r},{0.4 * c!r}", "--v",
                      ",".join(map(repr, v)), "--t", "0.2")
        force = 3 * math.sin(0.8)
        a, b, d = 2.5, 0.5 * 0.4 * c, 0.01 + 0.5 * 0.16
        right = [force + 0.5 * 0.4 * s * w * w, 0.5 * 9.81 * 0.4 * s]
        det = a * d - b * b
        expected = [(d * right[0] - b * right[1]) / det, (a * right[1] - b * right[0]) / det]
        self.near(e["acceleration"][:2], expected, 1e-11)
        self.assertEqual(e["rank"], 2)

    def test_check(self):
        redundant = PENDULUM + "[constraint.again]\nholonomic = \"x^2 + y^2 - r^2\"\n"
        for text in [PENDULUM, WHEEL, HOOP, WAGON, redundant]:
            with self.subTest(text[-60:]):
                certificate = self.json("check", self.model(text))
                self.assertTrue(certificate["passed"])
                names = [c["name"] for c in certificate["checks"] if c["passed"]]
                for name in ["A by dual numbers", "A q' = b by dual numbers", "A q'' = c by dual numbers", "A q'' = c",
                             "q'' by embedding", "M positive definite", "Euler-Lagrange by dual numbers"]:
                    self.assertIn(name, names)

    def test_assembly_of_the_start(self):
        # The start is moved onto the circle, or along it where one coordinate is fixed.
        model = self.model(PENDULUM.replace("y = 0", "y = { start = 0.5, fixed = true }"))
        e = self.json("evaluate", model)
        self.near(e["q"], [1.2, 0.5], 1e-11)
        # A start on the constraint stays as it is, to the last bit.
        model = self.model(PENDULUM.replace("y = 0", "y = { rate = 2 }"), "kept.toml")
        e = self.json("evaluate", model)
        self.assertEqual((e["q"], e["v"]), ([1.3, 0.0], [0.0, 2.0]))

    def test_impossible_starts_name_the_worst_row(self):
        fixed = PENDULUM.replace("y = 0", "y = { start = 2, fixed = true }")
        error = self.bad(1, "evaluate", self.model(fixed))
        self.assertIn("'rod'", error)
        self.assertIn("model.toml:13:", error)
        moving = HOOP.replace("ph = { rate = \"Omega\" }", "ph = { start = 0, rate = 1, fixed = true }")
        self.assertIn("'drive'", self.bad(1, "evaluate", self.model(moving)))

    def test_bad_constraints(self):
        base = "[inputs]\nu = 1\n[coordinates]\nx = 1\ny = 0\n[energy]\nkinetic = \"x'^2 + y'^2\"\n[constraint.c]\n"
        for row, word in [("holonomic = \"t - 1\"", "no coordinate"), ("pfaffian = \"x'*y'\"", "not linear"),
                          ("holonomic = \"x - u\"", "'u'"), ("pfaffian = \"x + 1\"", "no rate"),
                          ("holonomic = \"x - x'\"", "rate")]:
            with self.subTest(row):
                error = self.bad(2, "derive", self.model(base + row + "\n"))
                self.assertIn("model.toml:9:", error)
                self.assertIn(word, error)
                self.assertIn("hint", error)

    def test_outputs_may_hold_multipliers(self):
        model = self.model(PENDULUM + "[outputs]\ntension = \"r*rod.multiplier\"\n")
        self.good("run", model, "-o", self.folder / "out", "--time", "1", "--step", "0.1", "--tolerance", "1e-10")
        names, rows = self.table(self.folder / "out" / "trajectory.csv")
        for row in rows:
            x = dict(zip(names, row))
            expected = 1.7 * (x["x'"]**2 + x["y'"]**2 - 9.81 * x["y"]) / 1.3
            self.assertAlmostEqual(x["tension"], expected, delta=1e-6)
        wrong = PENDULUM.replace("potential = \"m*g*y\"", "potential = \"m*g*y\"\n[work]\nx = \"rod.multiplier\"")
        self.bad(2, "derive", self.model(wrong))


class SingularPassage(CommandTest):
    def last_row(self, text, *options):
        self.good("run", self.model(text), "--time", "5", "-o", self.folder / "out", "--no-report", *options)
        names, rows = self.table(self.folder / "out" / "trajectory.csv")
        return dict(zip(names, rows[-1]))

    def test_a_parallelogram_keeps_its_branch_where_it_lies_flat(self):
        # Three rods between points; where all are in a line the rows depend on each other. As a parallelogram both points
        # move on circles as one pendulum.
        rods = """
        [coordinates]
        x1 = { start = 0, rate = 3, fixed = true }
        y1 = 1
        x2 = 2
        y2 = 1
        [energy]
        kinetic = "(x1'^2 + y1'^2 + x2'^2 + y2'^2)/2"
        potential = "9.81*(y1 + y2)"
        [constraint.left]
        holonomic = "x1^2 + y1^2 - 1"
        [constraint.right]
        holonomic = "(x2 - 2)^2 + y2^2 - 1"
        [constraint.bar]
        holonomic = "(x2 - x1)^2 + (y2 - y1)^2 - 4"
        """
        pendulum = """
        [coordinates]
        a = { start = 0, rate = 3 }
        [energy]
        kinetic = "a'^2/2"
        potential = "9.81*cos(a)"
        """
        angle = self.last_row(pendulum, "--tolerance", "1e-13")["a"]
        for method in ("rk5", "rk8", "cvode", "ida"):
            end = self.last_row(rods, "--method", method, "--tolerance", "1e-8")
            for name, exact in (("x1", math.sin(angle)), ("y1", math.cos(angle)), ("x2", 2 + math.sin(angle))):
                self.assertAlmostEqual(end[name], exact, delta=1e-6, msg=method)  # 100 tolerances
        summary = json.loads((self.folder / "out" / "summary.json").read_text())
        self.assertGreater(summary["rank_changes"], 0)
        self.assertTrue(any("singular configuration" in w for w in summary["warnings"]), summary["warnings"])
