"""`mobility`: degrees of freedom, redundant rows, integrability, singular configurations (S12, S23, S46)."""
import math

from command import CommandTest, example

# Crank and rod of equal length: at A = 90 degrees the slider stands on the crank's pivot, where two motions meet.
SLIDER_CRANK = """
space = "planar"
[parameters]
r = 0.3
l = 0.3
[body.crank]
mass = 1
inertia = 0.01
points.tip = ["r", 0]
[body.rod]
mass = 1
inertia = 0.01
points.tip = ["l", 0]
[body.slider]
mass = 1
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
at = [[0, 0], [0, 0]]
start = 1.0
fixed = true
[joint.B]
type = "revolute"
bodies = ["crank", "rod"]
at = ["crank.tip", [0, 0]]
start = -2.0
[joint.C]
type = "revolute"
bodies = ["rod", "slider"]
at = ["rod.tip", [0, 0]]
[joint.D]
type = "prismatic"
bodies = ["ground", "slider"]
at = [[0, 0], [0, 0]]
axis = [1, 0]
"""


# A cart on two wheels of radius r, 2 b apart: its heading follows from what the wheels have turned.
CART = """
[parameters]
r = 0.1
b = 0.3
[coordinates]
x = 0
y = 0
th = 0.2
p1 = { start = 0, rate = 1 }
p2 = { start = 0, rate = 2 }
[energy]
kinetic = "x'^2 + y'^2 + th'^2/2 + 0.01*(p1'^2 + p2'^2)"
[constraint.side]
pfaffian = "sin(th)*x' - cos(th)*y'"
[constraint.f1]
pfaffian = "cos(th)*x' + sin(th)*y' + b*th' - r*p1'"
[constraint.f2]
pfaffian = "cos(th)*x' + sin(th)*y' - b*th' - r*p2'"
"""


def slope(formula, name):
    """d(formula)/d(name) at x = 1.2, y = 0.7, z = 0.4."""
    def value(step):
        places = {"x": 1.2, "y": 0.7, "z": 0.4, "exp": math.exp, "log": math.log, "sin": math.sin, "cos": math.cos, "abs": abs}
        places[name] += step
        return eval(formula.replace("^", "**"), {}, places)
    return (value(1e-6) - value(-1e-6)) / 2e-6


class Mobility(CommandTest):
    def counts(self, model, *words):
        m = self.json("mobility", model, *words)
        return m, (m["gruebler"], m["dof"], m["velocity_dof"])

    def test_bennett_moves_against_the_count(self):
        m, counts = self.counts(example("bennett"))
        self.assertEqual(counts, (-2, 1, 1))  # 6 * 3 - 5 * 4
        self.assertEqual(len(m["redundant"]), 3)
        self.assertTrue(all(name.startswith("q") and "." in name for name in m["redundant"]), m["redundant"])
        self.assertEqual(sorted(m["undetermined"]), ["q1", "q2", "q3", "q4"])  # the whole loop shares it
        self.assertEqual((m["rank"], m["rows"], m["singular"], len(m["independent"])), (2, 5, False, 1))

    def test_integrals_are_found_and_printed(self):
        # Exact rows, rows that a factor makes exact (of one coordinate, of a denominator), and rows in t.
        for row, integral in (("x*x' + y*y'", "x^2 + y^2"), ("y*x' + x*y'", "x*y"), ("2*y*x' + x*y'", "x^2*y"),
                              ("x*y' - y*x'", "y/x"), ("x' + x*y'", "x*exp(y)"), ("sin(y)*x' + cos(y)*y'", "exp(x)*sin(y)"),
                              ("x'/x + y'/y + z'", "x*y*exp(z)"), ("x*x' + y*y' + z*z'", "x^2 + y^2 + z^2")):
            model = self.model(f'''
                [coordinates]
                x = 1.2
                y = 0.7
                z = 0.4
                [energy]
                kinetic = "x'^2 + y'^2 + z'^2"
                [constraint.c]
                pfaffian = "{row}"
                ''')
            m = self.json("mobility", model)
            self.assertEqual((m["dof"], m["integrable"]), (2, {"c": True}), row)
            (found,) = m["constants"]
            self.assertIsNotNone(found["constant"], row)
            self.assertIn(f"constant: {found['constant']}", self.good("mobility", model))
            # The same but for a function of it: their gradients are parallel.
            for i, j in (("x", "y"), ("y", "z"), ("x", "z")):
                a, b = (slope(found["constant"], k) for k in (i, j))
                c, d = (slope(integral, k) for k in (i, j))
                self.assertAlmostEqual(a * d - b * c, 0.0, delta=1e-7 * (abs(a * d) + abs(b * c) + 1), msg=row)

    def test_rolling_is_decided_with_formulas(self):
        # A planar disc: its rolling row is integrable; a wheel in space is not.
        m = self.json("mobility", example("rolling-disc"))
        self.assertEqual(m["velocity_dof"] < m["dof"], True)
        rolling = self.model('''
            space = "planar"
            [body.disc]
            mass = 1
            inertia = 0.1
            [joint.P]
            type = "free"
            bodies = ["ground", "disc"]
            start = [0, 0.3, 0]
            [constraint.contact]
            type = "rolling"
            body = "disc"
            radius = 0.3
            plane = { point = [0, 0], normal = [0, 1] }
            ''')
        m = self.json("mobility", rolling)
        self.assertEqual((m["dof"], m["velocity_dof"], m["integrability"]), (1, 1, "symbolic"))

    def test_rows_that_are_integrable_together_alone(self):
        model = self.model(CART)
        m, counts = self.counts(model)
        self.assertEqual(counts, (2, 4, 2))
        self.assertEqual(m["integrable"], {"side": False, "f1": False, "f2": False})
        self.assertEqual([sorted(sum) for sum in m["together"]], [["f1", "f2"]])
        # f1 - f2 = 2 b th' - r (p1' - p2'); factors come from paths that are followed to 1e-8.
        self.assertAlmostEqual(m["together"][0]["f2"] / m["together"][0]["f1"], -1, delta=1e-6)
        (found,) = m["constants"]
        # A multiple of r (p1 - p2) - 2 b th.
        self.assertEqual(found["constant"], "p1 - p2 - 2*b*th/r")
        text = self.good("mobility", model)
        self.assertIn("together: f1 - f2 is integrable", text)
        self.assertIn(f"constant: {found['constant']}", text)

    def test_bricard_has_one_redundant_row(self):
        m, counts = self.counts(example("bricard"))
        self.assertEqual(counts, (0, 1, 1))  # 6 * 5 - 5 * 6
        self.assertEqual(len(m["redundant"]), 1)

    def test_parallel_cranks(self):
        m, counts = self.counts(example("parallel-cranks"))
        self.assertEqual(counts, (-2, 1, 1))  # 3 * 6 - 2 * 10
        self.assertEqual(len(m["redundant"]), 3)
        self.assertFalse(m["singular"])

    def test_parallel_cranks_lying_flat_are_singular(self):
        m = self.json("mobility", example("parallel-cranks"), "--q",
                      ",".join(f"P[{k}]=-pi/2" for k in range(5)) + ",C[0]=pi/2")
        self.assertTrue(m["singular"], m)
        self.assertEqual(m["dof"], 1)
        self.assertLess(m["rank_here"], m["rank"])
        self.assertTrue(m["singularity"]["motions"])

    def test_slider_crank_at_its_fork(self):
        model = self.model(SLIDER_CRANK)
        regular, counts = self.counts(model)
        self.assertEqual((counts, regular["singular"], regular["redundant"]), ((1, 1, 1), False, []))
        coordinates = self.json("evaluate", model)["coordinates"]
        fork = {"A": "pi/2", "B": "-pi", "C": "pi/2", "D": "0"}
        m = self.json("mobility", model, "--q", ",".join(f"{name}={fork[name]}" for name in coordinates))
        self.assertTrue(m["singular"])
        self.assertEqual((m["dof"], m["rank"] - m["rank_here"]), (1, 1))

    def test_wheel_is_not_integrable(self):
        m, counts = self.counts(example("wheeled-robot"))
        self.assertEqual(counts, (2, 3, 2))
        self.assertEqual((m["integrable"], m["integrability"]), ({"wheels": False}, "symbolic"))
        self.assertEqual(m["independent"], ["x", "y", "th"])
        self.assertEqual(len(m["independent_speeds"]), 2)

    def test_pendulum_is_holonomic(self):
        m, counts = self.counts(example("pendulum-xy"))
        self.assertEqual(counts, (1, 1, 1))
        self.assertEqual((m["integrable"], m["integrability"], m["singular"]), ({}, "none", False))

    def test_rows_that_are_integrable_only_together(self):
        text = """
[coordinates]
x = { start = 0.1 }
y = { start = 0.2 }
z = { start = 0.3 }
[energy]
kinetic = "(x'^2 + y'^2 + z'^2)/2"
[constraint.contact]
pfaffian = "z' - y*x'"
"""
        m, counts = self.counts(self.model(text))
        self.assertEqual((counts, m["integrable"]), ((2, 3, 2), {"contact": False}))
        m, counts = self.counts(self.model(text + "[constraint.hold]\npfaffian = \"y'\"\n"))
        self.assertEqual((counts, m["integrable"]), ((1, 1, 1), {"contact": True, "hold": True}))
        self.assertEqual(m["integrability"], "symbolic")

    def test_rolling_disc(self):
        m, counts = self.counts(example("rolling-disc"))
        self.assertEqual(counts, (3, 5, 3))  # the normal row holds a position, the tangential rows do not
        self.assertEqual(m["integrable"], {"contact": False, "contact.forward": False, "contact.sideways": False})

    def test_sleigh_and_edge(self):
        for name, constraint in [("chaplygin-sleigh", "blade"), ("knife-edge", "edge")]:
            m, counts = self.counts(example(name))
            self.assertEqual(counts, (2, 3, 2), name)
            self.assertEqual(m["integrable"], {constraint: False}, name)

    def test_drives_are_not_counted(self):
        m, counts = self.counts(example("four-bar"))
        self.assertEqual(counts, (1, 1, 1))
        self.assertEqual((m["drives"], m["undriven_dof"], m["redundant"]), (1, 0, []))

    def test_open_chains_are_free(self):
        m, counts = self.counts(example("arm-3r"))
        self.assertEqual(counts, (3, 3, 3))
        self.assertEqual((m["rows"], m["singular"], len(m["independent"])), (0, False, 3))

    def test_text(self):
        text = self.good("mobility", example("wheeled-robot"))
        self.assertIn("3 of configuration, 2 of speed", text)
        self.assertIn("wheels: not integrable", text)

    def test_bad_words(self):
        self.assertIn("thh", self.bad(2, "mobility", example("wheeled-robot"), "--q", "thh=1"))
        self.bad(2, "mobility", example("wheeled-robot"), "--qq", "1")
