"""Multipliers as formulas hold wherever the equations are regular (S44, S10)."""
import math
import re

from command import CommandTest

# S10: a rod on a base that is moved; lambda is regular where the rod lies along the base's way.
ROD = """
space = "planar"
gravity = [0, "-g"]
[parameters]
m = 2
J = 0.11
l = 1.2
g = 9.81
a = 0.3
w = 5
[inputs]
M = "0.7*sin(t)"
[body.base]
[body.rod]
mass = "m"
inertia = "J"
points.O = ["-l/2", 0]
[joint.z]
type = "prismatic"
bodies = ["ground", "base"]
axis = [1, 0]
motion = "a*sin(w*t)"
[joint.th]
type = "revolute"
bodies = ["base", "rod"]
at = [[0, 0], "rod.O"]
start = 0.7
rate = 1.1
[force.M]
type = "torque"
body = "rod"
value = "M"
"""

# Energies with full mass matrices and rows whose shortest entries vanish at regular states.
SYSTEMS = {
    "two rods": ("x y a b", "x'^2 + y'^2 + a'^2/3 + b'^2/4 + cos(a - b)*a'*b'/9", "y + cos(a)",
                 {"c1": "holonomic = \"x - sin(a) - sin(b)\""}),
    "slope": ("x y a", "x'^2 + y'^2/2 + a'^2/3 + sin(a)*x'*a'/4", "9.81*y", {"c1": "pfaffian = \"sin(a)*x' - cos(a)*y'\""}),
    "two rows": ("x y a b", "x'^2/2 + y'^2/2 + a'^2 + b'^2 + 0.3*cos(b)*a'*b'", "y",
                 {"c1": "holonomic = \"x^2 + y^2 - 4\"", "c2": "pfaffian = \"sin(a)*x' + b*y' + a'\""}),
    "massless coordinate": ("x y a", "x'^2/2 + (1 + cos(a)^2)*a'^2/2", "x + y + a", {"c1": "holonomic = \"y - sin(a) - x\""}),
}


class MultiplierFormulas(CommandTest):
    def test_rod_on_a_moving_base(self):
        model = self.model(ROD)
        found = self.json("derive", model)
        self.assertEqual(found["lambda_where_not_zero"], [])
        # m z'' - m l/2 (sin th th')' + lambda = 0, with th'' from the rod's moment about the pivot.
        turn = "(M - m*g*l*cos(th)/2 - m*l*sin(th)*a*w^2*sin(w*t)/2)/(J + m*l^2/4)"
        verdict = self.json("prove", model, "--equal", "lambda[z]",
                            f"m*a*w^2*sin(w*t) + m*l/2*(cos(th)*th'^2 + sin(th)*{turn})")
        self.assertEqual(verdict["verdict"], "proved")

    def value(self, formula, place):
        formula = re.sub(r"\b([a-z]\w*)'", r"\1_rate", formula).replace("^", "**")
        names = {**place, **{name: getattr(math, name) for name in ("sin", "cos", "tan", "sqrt", "exp", "pi")}}
        return eval(formula, {}, names)

    def test_formulas_are_right_where_entries_vanish(self):
        for name, (coordinates, kinetic, potential, rows) in SYSTEMS.items():
            words = coordinates.split()
            text = "[coordinates]\n" + "\n".join(f"{c} = 0.1" for c in words)
            text += f'\n[energy]\nkinetic = "{kinetic}"\npotential = "{potential}"\n'
            text += "".join(f"[constraint.{row}]\n{formula}\n" for row, formula in rows.items())
            model = self.model(text)
            found = self.json("derive", model)
            self.assertIsNotNone(found["lambda"], name)
            self.assertEqual(found["lambda_where_not_zero"], [], name)
            # Angles at which sines or cosines are zero, places where coordinates are.
            for place in ((0.0, 0.0), (math.pi / 2, 0.0), (0.0, math.pi / 2), (math.pi / 2, math.pi / 2), (0.3, 0.4)):
                q = dict(zip(words, (0.6, 0.8, *place)))
                v = {c: 0.3 + 0.2 * k for k, c in enumerate(words)}
                e = self.json("evaluate", model, "--q", ",".join(repr(x) for x in q.values()), "--v",
                              ",".join(repr(x) for x in v.values()))
                values = {**q, **{f"{c}_rate": x for c, x in v.items()}}
                for formula, number in zip(found["lambda"], e["multipliers"]):
                    self.assertAlmostEqual(self.value(formula, values), number, delta=1e-9 * (1 + abs(number)), msg=(name, place))

    def test_what_they_are_divided_by_is_said(self):
        # y and a have no inertia: nothing but the rows' entries sin(a) and cos(a) gives their accelerations.
        model = self.model("""
            [coordinates]
            x = 0.1
            y = 0.2
            a = 0.7
            [energy]
            kinetic = "x'^2/2"
            potential = "x + y + a^2"
            [constraint.c1]
            pfaffian = "x' + sin(a)*y' + cos(a)*a'"
            [constraint.c2]
            pfaffian = "y' - a*a' + x'"
            """)
        found = self.json("derive", model)
        text = self.good("derive", model)
        for formula in found["lambda_where_not_zero"]:
            self.assertIn(f"divided by {formula}", text)
        # Where nothing is said, they are right wherever the equations are regular, also where an entry is zero.
        for a in (0.0, math.pi / 2, 0.7) if not found["lambda_where_not_zero"] else (0.7,):
            e = self.json("evaluate", model, "--q", f"0.1,0.2,{a!r}", "--v", "0.3,0.4,0.5")
            place = {"x": 0.1, "y": 0.2, "a": a, "x_rate": 0.3, "y_rate": 0.4, "a_rate": 0.5}
            for formula, number in zip(found["lambda"], e["multipliers"]):
                self.assertAlmostEqual(self.value(formula, place), number, delta=1e-9 * (1 + abs(number)), msg=a)

    def test_masses_that_vanish_at_a_regular_state(self):
        model = self.model("""
            [coordinates]
            x = 0
            y = 0
            [energy]
            kinetic = "x'^2/2 + x*x'*y'/3 + x^2*y'^2/2"
            potential = "9.81*y"
            [constraint.c]
            pfaffian = "y' - x'"
            """)
        found = self.json("derive", model)
        self.assertEqual(found["lambda_where_not_zero"], [])
        # At x = 0: x'' = lambda and x'^2/3 + 9.81 + lambda = 0.
        for v in (0.0, 0.7):
            value = self.value(found["lambda"][0], {"x": 0.0, "y": 0.2, "x_rate": v, "y_rate": v})
            self.assertAlmostEqual(value, -(9.81 + v * v / 3), 12)
        # Too large for determinants of the whole: what it is divided by is said. M of y is zero where x is.
        more = "".join(f"u{k} = 0\n" for k in range(4))
        kinetic = "x'^2/2 + x*x'*y'/3 + x^2*y'^2/2" + "".join(f" + (1 + x^2)*u{k}'^2/2 + u{k}'*x'/9" for k in range(4))
        text = f'[coordinates]\nx = 0\ny = 0\n{more}[energy]\nkinetic = "{kinetic}"\npotential = "9.81*y"\n'
        found = self.json("derive", self.model(text + '[constraint.c]\npfaffian = "y\' - x\'"\n'))
        self.assertTrue(found["lambda"] is None or "x" in " ".join(found["lambda_where_not_zero"]), found["lambda_where_not_zero"])
