"""Units beside the numbers of results."""
import json

from command import CommandTest

ARM = """
space = "planar"
[body.cart]
mass = 2
inertia = 1
[body.rod]
mass = 1
inertia = 0.1
center = [0.5, 0]
points.tip = [1, 0]
[joint.x]
type = "prismatic"
bodies = ["ground", "cart"]
axis = [1, 0]
[joint.A]
type = "revolute"
bodies = ["cart", "rod"]
effort = "3"
[ground]
points.top = [0, 2]
[force.s]
type = "spring"
points = ["ground.top", "rod.tip"]
stiffness = 10
[outputs]
effort = "A.effort"
place = "rod.tip.x"
speed = "rod.tip.vx"
rate = "A''"
turn = "rod.angle"
push = "s.force"
long = "s.length"
load = "A.fx"
clock = "t"
twice = "2*x"
[simulate]
time = 0.1
"""
UNITS = {"x": "m", "A": "rad", "x'": "m/s", "A'": "rad/s", "effort": "N m", "place": "m", "speed": "m/s", "rate": "rad/s^2",
         "turn": "rad", "push": "N", "long": "m", "load": "N", "clock": "s", "twice": ""}

FOUR_BAR = """
space = "planar"
[body.a]
mass = 1
inertia = 0.1
points.tip = [0.3, 0]
[body.b]
mass = 1
inertia = 0.1
points.tip = [1, 0]
[body.c]
mass = 1
inertia = 0.1
points.tip = [0.8, 0]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
motion = "1 + t"
[joint.B]
type = "revolute"
bodies = ["a", "b"]
at = ["a.tip", [0, 0]]
start = 0.3
[joint.D]
type = "revolute"
bodies = ["ground", "c"]
at = [[1, 0], [0, 0]]
start = 2
[joint.C]
type = "revolute"
bodies = ["b", "c"]
at = ["b.tip", "c.tip"]
"""


class Units(CommandTest):
    def test_columns_of_outputs(self):
        model = self.model(ARM)
        for verb in ("run", "inverse"):
            found = self.json(verb, model, "-o", self.folder / verb)["units"]
            self.assertEqual({name: found[name] for name in UNITS}, UNITS)

    def test_constraint_column(self):
        loop = FOUR_BAR.replace('motion = "1 + t"\n', "start = 1\n") + "[simulate]\ntime = 0.01\n"
        self.assertEqual(self.json("run", self.model(loop), "-o", self.folder / "run")["units"]["constraint"], "m")
        driven = FOUR_BAR + "[simulate]\ntime = 0.01\n"  # its rows are lengths and an angle
        self.assertEqual(self.json("run", self.model(driven), "-o", self.folder / "run")["units"]["constraint"], "")

    def test_evaluation(self):
        model = self.model(FOUR_BAR)
        text = self.good("evaluate", model)
        for line in ("v [rad/s] = (", "M [kg m^2]:", "C [kg m^2/s]:", "g [N m] = (", "effort [N m] = (", "acceleration [rad/s^2] = ("):
            self.assertIn(line, text)
        rows = {line.split()[0]: line for line in text.split("constraint rows")[1].splitlines()[1:4]}
        for row, units in (("A", "rad N m"), ("C.tx", "m N")):
            words = rows[row].split()
            self.assertEqual(" ".join(w for w in words[1:] if w[0].isalpha()), units)
        units = self.json("evaluate", model)["units"]
        found = self.json("evaluate", model)
        self.assertEqual(dict(zip(found["rows"], zip(units["constraint"], units["multipliers"]))),
                         {"C.tx": ("m", "N"), "C.ty": ("m", "N"), "A": ("rad", "N m")})
        self.assertEqual((units["accelerations"], units["M"]), (["rad/s^2"] * 3, "kg m^2"))

    def test_mixed_coordinates(self):
        # A length and an angle: M's entries are kg, kg m and kg m^2.
        model = self.model('[coordinates]\nx = { unit = "m" }\nth = { unit = "rad" }\ny = 0\n[energy]\n'
                           "kinetic = \"x'^2 + th'^2 + x'*th'*cos(th) + y'^2\"\n")
        text = self.good("evaluate", model)
        self.assertIn("M [kg (m, m), kg m (m, rad), kg m^2 (rad, rad)]:", text)
        self.assertIn("v [m/s, rad/s, ?] = (", text)
        text = self.good("derive", model, "--at", "th'=2")
        for line in ("  th' = 2 rad/s\n", "  t = 0 s\n", "  y = 0\n", "  x = 0 m\n", "kg m (m, rad)"):
            self.assertIn(line, text)

    def test_speeds_that_are_no_rates(self):
        model = self.model('[body.b]\nmass = 1\ninertia = [1, 2, 3]\n[joint.S]\ntype = "spherical"\nbodies = ["ground", "b"]\n')
        self.assertIn("speeds S.wx [rad/s], S.wy [rad/s], S.wz [rad/s]\n", self.good("evaluate", model))
        self.assertIn("  S.wx' = 0 rad/s^2\n", self.good("derive", model, "--at", ""))

    def test_derivation(self):
        model = self.model(FOUR_BAR)
        numbers = self.good("derive", model, "--at", "").split("In numbers")[1]
        for begin, end in (("  t = ", " s"), ("  A = ", " rad"), ("  A' = ", " rad/s"), ("  A'' = ", " rad/s^2"),
                           ("  lambda[C.tx] = ", " N"), ("  lambda[A] = ", " N m"), ("g[A] = ", " N m"), ("c[C.tx] = ", " m/s^2"),
                           ("b[A] = ", " rad/s"), ("b[motion of A] = ", " N m"), ("b[row C.tx] = ", " m/s^2")):
            line = next(line for line in numbers.splitlines() if line.startswith(begin))
            self.assertTrue(line.endswith(end), line)
            self.assertEqual(line.count(" "), begin.count(" ") + end.count(" "), line)  # one number and its unit
        for heading in ("M [kg m^2]:", "A [m (m, rad), 1 (rad, rad)]:"):
            self.assertIn(heading, numbers)
        text = self.good("derive", model, "--form", "newton-euler", "--at", "")
        for begin, end in (("  a.x'' = ", " m/s^2"), ("  b.angle'' = ", " rad/s^2"), ("  B.fx = ", " N"), ("  A.effort = ", " N m")):
            line = next(line for line in text.splitlines() if line.startswith(begin))
            self.assertTrue(line.endswith(end), line)
        units = self.json("derive", model, "--at", "")["numbers"]["units"]
        self.assertEqual((units["t"], units["A''"], units["lambda[C.tx]"]), ("s", "rad/s^2", "N"))
