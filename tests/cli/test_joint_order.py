"""Spherical and free joints from either of their bodies: the same mechanism, with inverse poses as coordinates."""
import math
import re

from mechanics import MechanismTest, cross, numbers, plus, rotation, times

BODIES = """
[body.top]
mass = 1.2
center = [0.05, 0.02, 0.3]
inertia = [0.02, 0.03, 0.02, 0.001, 0.002, -0.001]
points.tip = [0, 0, 0.6]
[body.arm]
mass = 0.5
center = [0.1, 0, 0]
inertia = [0.002, 0.003, 0.004]
[body.ball]
mass = 0.3
center = [0, 0.05, 0.1]
inertia = [0.001, 0.0012, 0.0013]
"""

# A top on a ball joint carries an arm, and the arm a ball.
CHAIN = BODIES + """
[joint.S]
type = "spherical"
bodies = ["ground", "top"]
at = [[0.1, 0.2, 0.3], [0, 0, 0.01]]
damping = [0.01, 0.01, 0.01]
[joint.R]
type = "revolute"
bodies = ["top", "arm"]
at = ["top.tip", [0, 0, 0]]
axis = [1, 0, 0]
[joint.B]
type = "{last}"
bodies = ["arm", "ball"]
{last_at}
[outputs]
kinetic = "T"
potential = "V"
qw = "ball.qw"
ax = "ball.center.ax"
ay = "ball.center.ay"
az = "ball.center.az"
wx = "top.wx"
wy = "top.wy'"
[simulate]
time = 0.6
step = 0.1
tolerance = 1e-11
"""
SPHERICAL = {"last": "spherical", "last_at": "at = [[0.2, 0, 0], [0, 0, 0]]"}
FREE = {"last": "free", "last_at": ""}

# The same top, held at its tip by a second body with ball joints at both ends, which the file names first: the tree
# passes joints of the loop from both sides.
LOOP = """
[body.top]
mass = 1.2
center = [0.05, 0.02, 0.3]
inertia = [0.02, 0.03, 0.02, 0.001, 0.002, -0.001]
position = [0.1, 0.2, 0.3]
[body.rod]
mass = 0.4
center = [0.2, 0, 0]
inertia = [0.001, 0.005, 0.005]
position = [0.1, 0.2, 0.9]
[joint.E]
type = "spherical"
bodies = ["rod", "ground"]
at = [[0.4, 0, 0], [0.5, 0.2, 0.9]]
[joint.C]
type = "spherical"
bodies = ["top", "rod"]
at = [[0, 0, 0.6], [0, 0, 0]]
[joint.S]
type = "universal"
bodies = ["ground", "top"]
at = [[0.1, 0.2, 0.3], [0, 0, 0]]
axes = [[1, 0, 0], [0, 1, 0]]
rate = [0.8, 0]
"""


def inverse(pose):
    """Of position and unit quaternion."""
    position, turn = pose
    back = [turn[0], -turn[1], -turn[2], -turn[3]]
    return [-x for x in times(rotation(back), position)], back


def seen_from_second(pose, speed):
    """Velocity of the first body in the second, in the first's frame, from that of the second in the first."""
    position, turn = pose
    angular, linear = (times(rotation(turn), x) for x in speed)
    return [-x for x in angular], [-x for x in plus(linear, cross(position, angular))]


def unit(q):
    return [x / math.sqrt(sum(y * y for y in q)) for x in q]


def swapped(text, *joints):
    """The model with the bodies of some joints in the other order."""
    for joint in joints:
        part = re.search(rf"\[joint\.{joint}\].*?(?=\n\[|\Z)", text, re.S).group()
        turned = re.sub(r"bodies = \[(.*?), (.*?)\]", r"bodies = [\2, \1]", part)
        turned = re.sub(r"at = \[(\[.*?\]), (\[.*?\])\]", r"at = [\2, \1]", turned)
        text = text.replace(part, turned)
    return text


class EitherOrder(MechanismTest):
    TOP = ([0, 0, 0], unit([0.9, 0.1, -0.2, 0.3])), ([1.0, 2.0, 5.0], [0, 0, 0])
    BALL = ([0.2, 0.1, -0.3], unit([1.0, 0.2, 0.3, -0.1])), ([0.3, -0.4, 2.0], [0.1, 0.2, -0.7])

    def state(self, last, backwards):
        """q and v of the chain."""
        q, v = [], []
        for (pose, speed), free in ((self.TOP, False), (self.BALL, last is FREE)):
            if not free:
                pose, speed = ([0, 0, 0], pose[1]), (speed[0], [0, 0, 0])
            if backwards:
                pose, speed = inverse(pose), seen_from_second(pose, speed)
            q += pose[0] + pose[1] if free else pose[1]
            v += speed[0] + speed[1] if free else speed[0]
            if not v[3:]:
                q, v = q + [0.4], v + [0.7]
        return q, v

    def both(self, last):
        """The chain as written and with its ball joints from the other side, each with its state."""
        text = CHAIN.format(**last)
        return [(self.model(t, name), *self.state(last, backwards))
                for t, name, backwards in ((text, "a.toml", False), (swapped(text, "S", "B"), "b.toml", True))]

    def test_evaluate(self):
        for last in (SPHERICAL, FREE):
            found = [self.at(model, q, v) for model, q, v in self.both(last)]
            for body in ("top", "arm", "ball"):
                for part in ("position", "quaternion"):
                    self.near(found[1]["poses"][body][part], found[0]["poses"][body][part], 1e-13, body)
            for quantity in ("kinetic", "potential", "linear_momentum", "angular_momentum"):
                self.near(found[1][quantity], found[0][quantity], 1e-13, quantity)
            # A reaction acts on the second body.
            for joint, sign in (("S", -1), ("R", 1), ("B", -1)):
                for part in ("force", "moment"):
                    expected = [sign * x for x in found[0]["reactions"][joint][part]]
                    self.assertLess(max(abs(a - b) for a, b in zip(found[1]["reactions"][joint][part], expected)), 1e-11)

    def test_motion(self):
        for last in (SPHERICAL, FREE):
            runs = []
            for model, q, v in self.both(last):
                runs.append(self.simulate(model, "--q", numbers(q), "--v", numbers(v))[0])
            for ahead, back in zip(*runs, strict=True):
                for name in ("kinetic", "potential", "R", "R'", "qw", "ax", "ay", "az", "wx", "wy"):
                    self.assertAlmostEqual(back[name], ahead[name], delta=1e-8, msg=name)
                turn = [back[f"S.{c}"] for c in ("qw", "qx", "qy", "qz")]
                expected = [ahead["S.qw"], -ahead["S.qx"], -ahead["S.qy"], -ahead["S.qz"]]
                self.assertLess(max(abs(a - b) for a, b in zip(turn, expected)), 1e-8)

    def test_certificate(self):
        for last in (SPHERICAL, FREE):
            for model, _, _ in self.both(last):
                self.good("check", model, "--states", 5)

    def test_loop(self):
        runs = []
        for joints in ((), ("E",), ("C",), ("E", "C")):
            for cut in ("E", "C"):
                text = swapped(LOOP, *joints).replace(f"[joint.{cut}]", f"[joint.{cut}]\ncut = true")
                model = self.model(text)
                self.good("check", model, "--states", 3)
                rows, _ = self.simulate(model, "--time", 0.4, "--step", 0.1, "--tolerance", 1e-11)
                runs.append([[row["S.first"], row["S.second"], row["S.first'"]] for row in rows])
        for run in runs[1:]:
            self.near(run, runs[0], 1e-8)


class Starts(MechanismTest):
    MODEL = '[parameters]\na = 0.6\n[body.top]\nmass = 1\ninertia = [1, 1, 1]\n{body}\n{joint}\n'
    BALL = '[joint.S]\ntype = "spherical"\nbodies = ["ground", "top"]\nstart = {start}'
    WAYS = ("[0.9, 0.1, -0.2, 0.3]", "{ quaternion = [0.9, 0.1, -0.2, 0.3] }", "{ axis = [1, -2, 3], angle = %r }",
            "{ rpy = [%r, %r, %r] }", "{ matrix = %r }", "{ qw = 0.9, qx = 0.1, qy = -0.2, qz = 0.3 }")

    def ways(self):
        """All ways to write one turn."""
        turn = unit([0.9, 0.1, -0.2, 0.3])
        R = rotation(turn)
        angle = 2 * math.acos(turn[0])
        rpy = math.atan2(R[2][1], R[2][2]), math.asin(-R[2][0]), math.atan2(R[1][0], R[0][0])
        a, b, axis, by_rpy, matrix, parts = self.WAYS
        return turn, (a, b, axis % angle, by_rpy % rpy, matrix % R, parts)

    def test_of_a_ball_joint(self):
        turn, ways = self.ways()
        for way in ways:
            model = self.model(self.MODEL.format(body="", joint=self.BALL.format(start=way)))
            self.near(self.at(model)["q"], turn, 1e-14, way)

    def test_of_free_bodies(self):
        turn, ways = self.ways()
        for way in ways[1:]:
            start = way.replace("{", '{ x = 0.1, z = "2*a",', 1)
            for body, joint in ((f"start = {start}", ""),
                                ("", f'[joint.F]\ntype = "free"\nbodies = ["ground", "top"]\nstart = {start}')):
                model = self.model(self.MODEL.format(body=body, joint=joint))
                self.near(self.at(model)["q"], [0.1, 0, 1.2, *turn], 1e-14, way)

    def test_with_parameters(self):
        for way in ('{ axis = [0, 0, "a"], angle = "a" }', '{ rpy = [0, 0, "a"] }',
                    '{ quaternion = ["cos(a/2)", 0, 0, "sin(a/2)"] }',
                    '{ matrix = [["cos(a)", "-sin(a)", 0], ["sin(a)", "cos(a)", 0], [0, 0, 1]] }'):
            model = self.model(self.MODEL.format(body="", joint=self.BALL.format(start=way)))
            self.near(self.at(model)["q"], [math.cos(0.3), 0, 0, math.sin(0.3)], 1e-15, way)

    def test_written_out_again(self):
        _, ways = self.ways()
        for way in (*ways, '{ axis = ["a", 1, 2], angle = "a" }'):
            model = self.model(self.MODEL.format(body="", joint=self.BALL.format(start=way)))
            again = self.folder / "again.toml"
            self.good("convert", model, "-o", again)
            self.near(self.at(str(again))["q"], self.at(model)["q"], 1e-15, way)

    def test_faults_have_a_place(self):
        for way, column, words in (("{ axis = [0, 0, 1] }", 9, "needs its angle"),
                                   ("{ axis = [0, 0, 0], angle = 1 }", 18, "zero"),
                                   ("{ rpy = [0, 0, 1], qw = 1 }", 28, "gives the turn in several ways"),
                                   ("{ rpy = [0, 0, 1], quaternion = [1, 0, 0, 0] }", 9, "several ways"),
                                   ("{ matrix = [[2, 0, 0], [0, 1, 0], [0, 0, 1]] }", 20, "is no rotation"),
                                   ("{ quaternion = [0, 0, 0, 0] }", 24, "zero"),
                                   ("{ rpz = [0, 0, 1] }", 11, "unknown key")):
            model = self.model(self.MODEL.format(body="", joint=self.BALL.format(start=way)))
            said = self.bad(2, "evaluate", model)
            self.assertIn(f"model.toml:10:{column}", said, way)
            self.assertIn(words, said, way)
