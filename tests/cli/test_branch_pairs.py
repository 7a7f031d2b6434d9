"""Two ways to close a dyad are two branches unless they coincide, however flat the angle between its circles is."""
import math

from command import CommandTest

# Crank r on O, coupler and rocker of length l; the rocker's joint is at (d, 0).
DYAD = """
space = "planar"
[body.a]
[body.b]
[body.c]
[joint.O]
type = "revolute"
bodies = ["ground", "a"]
start = {angle!r}
fixed = true
[joint.A]
type = "revolute"
bodies = ["a", "b"]
at = [[{r!r}, 0], [0, 0]]
[joint.C]
type = "revolute"
bodies = ["ground", "c"]
at = [[{d!r}, 0], [0, 0]]
[joint.B]
type = "revolute"
bodies = ["b", "c"]
at = [[{b!r}, 0], [{c!r}, 0]]
"""


def meetings(r, d, b, c, angle):
    """Where the circle of radius b about the crank's tip and that of radius c about (d, 0) meet."""
    x, y = r * math.cos(angle), r * math.sin(angle)
    # d - x without cancellation where r = d.
    dx, dy = (d - r) + 2 * r * math.sin(angle / 2) ** 2, -y
    apart = math.hypot(dx, dy)
    along = (apart * apart + b * b - c * c) / (2 * apart)
    across = math.sqrt(max(b * b - along * along, 0.0))
    ends = [(x + (along * dx - s * across * dy) / apart, y + (along * dy + s * across * dx) / apart) for s in (1, -1)]
    return ends, 2 * across


class BranchPairs(CommandTest):
    def found(self, r, d, b, c, angle):
        result = self.json("branches", self.model(DYAD.format(r=r, d=d, b=b, c=c, angle=angle)))
        tips = []
        for branch in result["branches"]:
            turn = angle + branch["q"]["A"]
            tips.append((r * math.cos(angle) + b * math.cos(turn), r * math.sin(angle) + b * math.sin(turn)))
        return result, tips

    def test_nearly_equal_circles_meet_far_apart(self):
        for angle in (1e-3, 1e-5, 1e-6):
            ends, apart = meetings(0.5, 0.5, 0.8, 0.8, angle)
            self.assertAlmostEqual(apart, 1.6, 6)
            result, tips = self.found(0.5, 0.5, 0.8, 0.8, angle)
            self.assertEqual((len(tips), result["complete"]), (2, True), (angle, result["note"]))
            self.assertFalse(any(branch["singular"] for branch in result["branches"]))
            for end in ends:
                self.assertLess(min(math.dist(end, tip) for tip in tips), 1e-4 * 1e-6 / angle + 1e-6)

    def test_circles_that_touch_have_one_meeting(self):
        # 0.5 + 0.4 reaches just as far as the tip is from C.
        result, tips = self.found(0.3, 1.2, 0.5, 0.4, 0.0)
        self.assertEqual((len(tips), result["branches"][0]["singular"]), (1, True))
        # A little less far: two meetings, millimetres apart.
        self.assertAlmostEqual(meetings(0.3, 1.19999, 0.5, 0.4, 0.0)[1], 4.2e-3, 4)
        result, tips = self.found(0.3, 1.19999, 0.5, 0.4, 0.0)
        self.assertEqual((len(tips), result["branches"][0]["singular"]), (2, False))
