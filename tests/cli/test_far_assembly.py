"""Configurations much farther away than the mechanism is large are found, and not called contradictions."""
import math

from command import CommandTest

# A slides along x, C along a line that falls by `slope`; B joins them at y = 0.2.
SLIDES = """
space = "planar"
[body.s]
[body.q]
[joint.A]
type = "prismatic"
bodies = ["ground", "s"]
[joint.B]
type = "revolute"
bodies = ["s", "q"]
at = [[0.1, 0.2], [0, 0]]
[joint.C]
type = "prismatic"
bodies = ["ground", "q"]
at = [[0, 0.7], [0, 0]]
axis = [1, {slope!r}]
rotation = 0.4
"""


class FarAssembly(CommandTest):
    def test_lines_that_meet_far_away(self):
        for slope in (-0.5, -1e-2, -1e-3, 1e-3, -1e-5):
            result = self.json("branches", self.model(SLIDES.format(slope=slope)))
            branch = result["branches"][0]
            x = -0.5 / slope  # where 0.7 + slope x = 0.2
            self.assertLess(abs(branch["q"]["A"] - (x - 0.1)), 1e-8 * abs(x), slope)
            self.assertLess(abs(branch["dependent"]["C"] - x * math.hypot(1, slope)), 1e-8 * abs(x), slope)

    def test_parallel_lines_do_not_meet(self):
        error = self.bad(1, "branches", self.model(SLIDES.format(slope=0.0)))
        self.assertIn("cannot be assembled: row 'C.t", error)
        self.assertIn("is off by", error)
