"""A mechanism that stands at a dead centre in every configuration it has."""
import json
import math

from command import CommandTest, call

# The ball K of a can only move along x, at right angles to the arm that holds it: to first order it may, and cannot.
BALLS_AND_SLIDE = """[body.a]
mass = 1
center = [0.1, 0.2, 0.3]
inertia = [0.1, 0.2, 0.15, 0.01, 0.02, 0.03]
[body.b]
mass = 2
center = [0.1, 0, 0.1]
position = [0.2, 0.1, 0.3]
rotation = { rpy = [0.1, 0.2, 0.3] }
inertia = [0.1, 0.2, 0.15, 0.01, 0.02, 0.03]
[joint.J]
type = "spherical"
bodies = ["ground", "a"]
at = [0.3, 0.1, 0]
[joint.K]
type = "spherical"
bodies = ["a", "b"]
at = [0.3, 0.4, 0.2]
[joint.L]
type = "prismatic"
bodies = ["ground", "b"]
at = [0.6, 0.1, 0.5]
cut = true
axis = [1, 0, 0]
[simulate]
time = 1e-4
step = 1e-5
"""

# A slider-crank that is stretched out; the motion of its slider is to be added.
STRETCHED = """space = "planar"
[body.crank]
mass = 1
inertia = 0.01
points.tip = [0.1, 0]
[body.rod]
mass = 1
inertia = 0.01
points.tip = [0.3, 0]
[body.slider]
mass = 1
inertia = 0.01
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
[joint.B]
type = "revolute"
bodies = ["crank", "rod"]
at = ["crank.tip", [0, 0]]
[joint.C]
type = "revolute"
bodies = ["rod", "slider"]
at = ["rod.tip", [0, 0]]
[joint.D]
type = "prismatic"
bodies = ["ground", "slider"]
motion = """

# Two links in line between hinges on the ground.
IN_LINE = """space = "planar"
[body.a]
mass = 1
center = [0.5, 0]
inertia = 0.1
[body.b]
mass = 1
center = [0.5, 0]
inertia = 0.1
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
[joint.B]
type = "revolute"
bodies = ["a", "b"]
at = [[1, 0], [0, 0]]
[joint.C]
type = "revolute"
bodies = ["ground", "b"]
at = [[2, 0], [1, 0]]
"""


class DeadCentre(CommandTest):
    def refusal(self, verb, text):
        result = call(verb, self.model(text), "-o", self.folder / verb, timeout=10)
        self.assertEqual(result.returncode, 1)
        return result.stderr

    def test_a_drive_that_leads_away_from_it_is_named(self):
        for verb in ("run", "inverse", "kinematics"):
            said = self.refusal(verb, STRETCHED + '"0.4 - 0.1*t"\n')
            self.assertIn("the start is a dead centre", said)
            self.assertIn("the drive of 'D' cannot move the mechanism; start beside it, or drive another joint", said)

    def test_every_drawing_and_verb_says_so(self):
        """A coefficient that vanishes is an exact zero along the axes and rounding across them."""
        for angle in (0, 0.7373, 2.5):
            def at(x, angle=angle):
                return [x * math.cos(angle), x * math.sin(angle)]
            text = 'space = "planar"\n'
            for name, x in (("crank", 0.05), ("rod", 0.25), ("piston", 0.4)):
                text += f"[body.{name}]\nmass = 1\ninertia = 0.01\ncenter = {at(x)}\n"
            for name, bodies, x in (("O", ["ground", "crank"], 0), ("A", ["crank", "rod"], 0.1), ("B", ["rod", "piston"], 0.4)):
                text += f'[joint.{name}]\ntype = "revolute"\nbodies = {bodies}\nat = {at(x)}\n'
            text += f'[joint.D]\ntype = "prismatic"\nbodies = ["ground", "piston"]\nat = {at(0.4)}\naxis = {at(1)}\n'
            for verb in ("run", "inverse", "kinematics"):
                said = self.refusal(verb, text + 'motion = "0.2*t"\n')
                self.assertIn("the start is a dead centre", said)
                self.assertIn("the drive of 'D' cannot move the mechanism", said)
                self.assertNotIn("shaky", said)
            result = call("check", self.model(text + 'motion = "0.2*t"\n'), timeout=10)
            self.assertEqual(result.returncode, 1)
            self.assertIn("the start is a dead centre", result.stderr)
            self.good("kinematics", self.model(text.replace("[joint.A]", 'motion = "0.2*t"\n[joint.A]')), "-o", self.folder / "passes")

    def test_a_drive_that_holds_it_under_a_load_across_is_named_at_once(self):
        for verb in ("run", "inverse"):
            said = self.refusal(verb, STRETCHED + '"0.4"\n')
            self.assertIn("the drive of 'D' holds the mechanism at a dead centre", said)
            self.assertIn("shaky and cannot move", said)

    def test_without_a_load_across_it_stands(self):
        self.good("run", self.model("gravity = [0, 0]\n" + STRETCHED + '"0.4"\n'), "-o", self.folder / "still", "--time", "0.1")

    def test_links_in_line_cannot_carry_a_load_across(self):
        self.assertIn("speeds (B') that positions forbid: it is shaky and cannot move", self.refusal("run", IN_LINE))
        self.good("run", self.model("gravity = [-9.81, 0]\n" + IN_LINE), "-o", self.folder / "along", "--time", "0.1")

    def test_a_drive_may_pass_it_with_speed(self):
        text = STRETCHED.replace('bodies = ["ground", "crank"]', 'bodies = ["ground", "crank"]\nmotion = "2*t"')
        self.good("kinematics", self.model(text.replace("motion = \n", "").removesuffix("motion = ")), "-o",
             self.folder / "pass", "--time", "0.1")

    def test_states_without_accelerations_are_left_out(self):
        result = call("check", self.model(BALLS_AND_SLIDE), "--states", "5", "--json")
        checks = {c["name"]: c for c in json.loads(result.stdout)["checks"]}
        self.assertIn("left out", checks["regular configurations"]["note"])
        for name in ("A vdot = c", "joint coordinates = body coordinates", "forms agree: accelerations",
                     "forms agree: constraint forces"):
            self.assertTrue(checks[name]["passed"], checks[name])

    def test_a_run_there_says_that_digits_are_few(self):
        folder = self.folder / "run"
        call("run", self.model(BALLS_AND_SLIDE), "-o", folder, "--no-report", "--time", "0.5", "--step", "0.001")
        summary = json.loads((folder / "summary.json").read_text())
        self.assertTrue(any("matrix of the constraints is nearly singular" in w for w in summary["warnings"]), summary)
        self.assertIn("singular configuration", summary["trouble"])
