"""Joints that slide in every direction and do not turn: where they begin, from either side, and closing a loop."""
from math import cos, sin

from mechanics import MechanismTest

SPATIAL = """
[body.a]
mass = 1
inertia = [0.1, 0.1, 0.1]
{drawn}
[joint.J]
type = "translation"
{joint}
"""

DRAWN = """position = [1, 2, 3]
rotation = { axis = [0, 0, 1], angle = 0.5 }
"""

# The arm a turns by th, b hangs at its tip and keeps its direction because of X.
ARM = """
space = "planar"
[body.a]
mass = 1
inertia = 0.1
angle = 0.3
points.tip = [0.5, 0]
[body.b]
mass = 2
inertia = 0.2
position = [{x}, {y}]
angle = 0.4
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
at = [0, 0]
[joint.B]
type = "revolute"
bodies = ["a", "b"]
at = "a.tip"
[joint.X]
type = "translation"
bodies = {bodies}
at = [0.1, 0.2]
cut = true
"""


class Translations(MechanismTest):
    def test_it_begins_where_it_is_placed(self):
        placed = 'at = [[1, 2, 3], [0, 0, 0]]\nrotation = { axis = [0, 0, 1], angle = 0.5 }'
        for drawn, joint in (("", placed), (DRAWN, "at = [1, 2, 3]"), (DRAWN, "at = [0, 0, 0]"), (DRAWN, "")):
            text = SPATIAL.format(drawn=drawn, joint='bodies = ["ground", "a"]\n' + joint)
            pose = self.at(self.model(text))["poses"]["a"]
            self.near(pose["position"], [1, 2, 3], 1e-15, joint)
            self.near(pose["quaternion"], [cos(0.25), 0, 0, sin(0.25)], 1e-15, joint)

    def test_in_the_plane(self):
        body = 'space = "planar"\n[body.a]\nmass = 1\ninertia = 0.1\nposition = [1, 2]\nangle = 0.5\n'
        joint = '[joint.J]\ntype = "translation"\nbodies = ["ground", "a"]\n'
        for at, position, angle in (("at = [1, 2]", [1, 2], 0.5), ("at = [0, 0]", [1, 2], 0.5), ("", [1, 2], 0.5),
                                    ("at = [[3, 4], [0, 0]]\nrotation = 0.7", [3, 4], 0.7)):
            pose = self.at(self.model(body + joint + at))["poses"]["a"]
            self.near(pose["position"], position, 1e-15, at)
            self.assertAlmostEqual(pose["angle"], angle, delta=1e-15, msg=at)

    def test_from_the_other_side_the_body_moves_against_its_own_axes(self):
        text = SPATIAL.format(drawn=DRAWN, joint='bodies = ["a", "ground"]\nat = [1, 2, 3]')
        pose = self.at(self.model(text), q=[0.1, 0, 0.3])["poses"]["a"]
        self.near(pose["position"], [1 - 0.1 * cos(0.5), 2 - 0.1 * sin(0.5), 2.7], 1e-15)
        self.near(pose["quaternion"], [cos(0.25), 0, 0, sin(0.25)], 1e-15)

    def test_it_closes_a_loop_in_the_drawn_direction(self):
        start = [0.5 * cos(0.3), 0.5 * sin(0.3)]
        for bodies in ('["ground", "b"]', '["b", "ground"]'):
            model = self.model(ARM.format(x=start[0], y=start[1], bodies=bodies))
            self.assertLess(max(map(abs, self.at(model)["q"])), 1e-14)
            turned = self.at(model, q="A=0.7,B=-0.7")
            self.assertAlmostEqual(turned["poses"]["b"]["angle"], 0.4, delta=1e-15)
            self.assertLess(max(map(abs, turned["constraint"])), 1e-15)
            way = [0.5 * cos(1.0) - start[0], 0.5 * sin(1.0) - start[1]]
            if bodies.startswith('["b"'):  # where the ground's point is, along the axes of b
                way = [-cos(0.4) * way[0] - sin(0.4) * way[1], sin(0.4) * way[0] - cos(0.4) * way[1]]
            self.near([turned["dependent"]["X.x"], turned["dependent"]["X.y"]], way, 1e-14)
            self.good("check", model, timeout=300)

    def test_models_are_written_with_their_places(self):
        for joint in ("at = [1, 2, 3]", "at = [0, 0, 0]", "at = [[0, 0, 0], [0, 0, 0]]", ""):
            model = self.model(SPATIAL.format(drawn=DRAWN, joint='bodies = ["ground", "a"]\n' + joint))
            again = str(self.folder / "again.toml")
            self.good("convert", model, "-o", again)
            self.assertEqual(self.at(again)["poses"], self.at(model)["poses"], joint)
            self.assertEqual(self.at(again)["q"], self.at(model)["q"], joint)
