"""floor, ceil, round, mod, clamp, and atan2 beyond half a turn: values, formulas that are continuous, forces that switch."""
import math

from command import CommandTest, call

CAM = """
space = "planar"
gravity = [0, 0]
[parameters]
h = 0.01
{parameter}
[let]
m = "{turn}"
s = "piecewise(m < 2*pi/3, h*(m/(2*pi/3) - sin(3*m)/(2*pi)), m < pi, h, m < 5*pi/3, h*(1 - (m - pi)/(2*pi/3) + sin(3*(m - pi))/(2*pi)), 0)"
[body.cam]
mass = 1
inertia = 0.001
[body.follower]
mass = 0.5
[joint.cam]
type = "revolute"
bodies = ["ground", "cam"]
motion = "{motion}"
[joint.f]
type = "prismatic"
bodies = ["ground", "follower"]
axis = [0, 1]
[constraint.contact]
holonomic = "f - s"
[outputs]
N = "contact.multiplier"
[simulate]
time = {time}
step = 0.005
"""

GENEVA = """
space = "planar"
gravity = [0, 0]
[parameters]
a = 0.1
r = "a*sin(pi/4)"
[let]
m = "atan2(sin(w), cos(w))"
n = "(w - m)/(2*pi)"
beta = "atan2(r*sin(m), a - r*cos(m))"
G = "-n*pi/2 - if(abs(m) < pi/4, beta, if(m > 0, pi/4, -pi/4))"
[body.crank]
mass = 1
inertia = 0.01
[body.wheel]
mass = 1
inertia = 0.01
[joint.w]
type = "revolute"
bodies = ["ground", "crank"]
motion = "{motion}"
[joint.g]
type = "revolute"
bodies = ["ground", "wheel"]
at = [["a", 0], [0, 0]]
[constraint.slot]
holonomic = "g - G"
[simulate]
time = 3
step = 0.002
"""


def lift(angle, h=0.01):
    m = angle % (2 * math.pi)
    third = 2 * math.pi / 3
    if m < third:
        return h * (m / third - math.sin(3 * m) / (2 * math.pi))
    if m < math.pi:
        return h
    if m < 5 * math.pi / 3:
        return h * (1 - (m - math.pi) / third + math.sin(3 * (m - math.pi)) / (2 * math.pi))
    return 0.0


def indexed(w):
    n, m = math.floor((w + math.pi) / (2 * math.pi)), 0.0
    m = w - 2 * math.pi * n
    a = 0.1
    r = a * math.sin(math.pi / 4)
    beta = math.atan2(r * math.sin(m), a - r * math.cos(m)) if abs(m) < math.pi / 4 else math.copysign(math.pi / 4, m)
    return -n * math.pi / 2 - beta


class WholeParts(CommandTest):
    def test_values(self):
        names = [("floor(x)", math.floor), ("ceil(x)", math.ceil), ("round(x)", lambda x: math.floor(x + 0.5)),
                 ("mod(x, 0.7)", lambda x: x - 0.7 * math.floor(x / 0.7)), ("mod(x, -2)", lambda x: x + 2 * math.floor(x / -2)),
                 ("clamp(x, -1, 0.5)", lambda x: min(max(x, -1), 0.5))]
        outputs = "".join(f'o{k} = "{text}"\n' for k, (text, _) in enumerate(names))
        model = self.model(f'[coordinates]\nx = 0\n[energy]\nkinetic = "x\'^2/2"\n[outputs]\n{outputs}')
        for x in (-2.75, -1.0, -0.3, 0.0, 0.3, 0.5, 1.2, 3.0):
            folder = self.folder / "run"
            self.good("run", model, "--q", repr(x), "--v", "0", "--time", "1e-6", "--step", "1e-6", "--no-report", "-o", folder)
            header, rows = self.table(folder / "trajectory.csv")
            for k, (text, value) in enumerate(names):
                self.assertAlmostEqual(rows[0][header.index(f"o{k}")], value(x), 14, (text, x))

    def test_formulas_read_back_and_are_proved(self):
        model = self.model('[coordinates]\nx = 0.3\n[energy]\nkinetic = "x\'^2/2"\npotential = "clamp(x, -1, 1) + mod(x, 2)"')
        for left, right in (("mod(x, 2)", "x - 2*floor(x/2)"), ("ceil(x)", "-floor(-x)"), ("round(x)", "floor(x + 1/2)"),
                            ("floor(5/2)", "2"), ("mod(-1, 3)", "2"), ("V", "min(max(x, -1), 1) + x - 2*floor(x/2)")):
            self.assertEqual(self.json("prove", model, "--equal", left, right)["verdict"], "proved", left)
        self.assertIn("refuted", call("prove", model, "--equal", "floor(x + 1/2)", "floor(x)").stdout)
        self.assertIn("floor", self.json("derive", model)["V"])
        self.assertIn(r"\operatorname{floor}", self.good("derive", model, "--format", "latex"))

    def test_names_of_the_model_go_first(self):
        model = self.model('[parameters]\nmod = 2\nfloor = 3\n[coordinates]\nx = 1\n[energy]\nkinetic = "x\'^2/2"\npotential = "mod*floor*x"')
        self.assertEqual(self.json("evaluate", model)["g"], [6.0])

    def test_wrong_numbers_of_arguments(self):
        model = '[coordinates]\nx = 1\n[energy]\nkinetic = "x\'^2/2"\npotential = "{}"'
        self.assertIn("write clamp(x, lowest, highest)", self.bad(2, "evaluate", self.model(model.format("clamp(x)"))))
        self.assertIn("mod takes 2 arguments", self.bad(2, "evaluate", self.model(model.format("mod(x)"))))

    def follow(self, text, verb, *words):
        self.good(verb, self.model(text), "-o", self.folder / verb, *words)
        file = "trajectory" if verb == "run" else verb
        names, rows = self.table(self.folder / verb / f"{file}.csv")
        return {name: [row[k] for row in rows] for k, name in enumerate(names)}

    def test_a_cam_by_its_angle_within_a_turn(self):
        turns = ("atan2(-sin(cam), -cos(cam)) + pi", "mod(cam, 2*pi)", "cam - 2*pi*floor(cam/(2*pi))",
                 "atan2(sin(cam - pi), cos(cam - pi)) + pi")
        for turn in turns:
            for motion, angle in (("2*pi*t", lambda t: 2 * math.pi * t), ("0.3 - 2*pi*t", lambda t: 0.3 - 2 * math.pi * t),
                                  ("5*sin(2*t)", lambda t: 5 * math.sin(2 * t))):
                for verb in ("kinematics", "inverse"):
                    columns = self.follow(CAM.format(turn=turn, motion=motion, time=3.2, parameter=""), verb)
                    self.assertEqual(len(columns["t"]), 641, (turn, motion))
                    for t, f in zip(columns["t"], columns["f"]):
                        self.assertAlmostEqual(f, lift(angle(t)), 11, (turn, motion, t))

    def test_a_geneva_wheel(self):
        for motion, angle in (("2*pi*t - pi", lambda t: 2 * math.pi * t - math.pi), ("1 - 7*t", lambda t: 1 - 7 * t)):
            for verb in ("kinematics", "inverse"):
                columns = self.follow(GENEVA.format(motion=motion), verb)
                self.assertEqual(len(columns["t"]), 1501)
                for t, g in zip(columns["t"], columns["g"]):
                    self.assertAlmostEqual(g, indexed(angle(t)), 9, (motion, t))

    def test_a_cam_that_a_moment_turns(self):
        # The same as a motion: the follower is where the cam says, and energy is kept over every turn.
        text = CAM.format(turn="mod(cam, 2*pi)", motion="0", time=3, parameter="").replace('motion = "0"', "rate = 9")
        summary = self.json("run", self.model(text), "-o", self.folder / "run")
        self.assertLess(summary["energy_drift"], 1e-7)
        names, rows = self.table(self.folder / "run" / "trajectory.csv")
        for row in rows:
            self.assertAlmostEqual(row[names.index("f")], lift(row[names.index("cam")]), 9)
        self.assertGreater(rows[-1][names.index("cam")], 4 * math.pi)

    def test_forces_that_jump_with_whole_parts(self):
        # A staircase of thrust in time and a sawtooth of force in place, against their integrals.
        for method in ("auto", "rk5", "cvode", "ida"):
            columns = self.follow("""
                [coordinates]
                x = 0
                y = { start = 0, rate = 1 }
                [energy]
                kinetic = "x'^2/2 + y'^2/2"
                [work]
                x = "floor(3*t)"
                y = "mod(y, 1) - 0.5"
                [simulate]
                time = 3
                step = 0.1
                tolerance = 1e-10
                """, "run", "--method", method)
            for t, speed in zip(columns["t"], columns["x'"]):
                n = math.floor(3 * t + 1e-9)
                self.assertAlmostEqual(speed, n * (n - 1) / 6 + n * (t - n / 3), 7, (method, t))
            # Over each unit of y the force does no work, and between y'^2 - 1 = u^2 - u with u = mod(y, 1).
            for y, speed in zip(columns["y"], columns["y'"]):
                u = y - math.floor(y)
                self.assertAlmostEqual(speed**2, 1 + u * u - u, 7, (method, y))
