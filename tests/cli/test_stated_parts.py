"""Parts of a start and of an inertia: what is written and what is missing is told part by part."""
from command import CommandTest, call

# `top` is held in the ground's plane z = 0 by its point e, and by a rod of length 0.8 to a point of the ground.
TOP = """
[body.top]
mass = 1.3
inertia = [0.1, 0.2, 0.25]
points.e = [0.3, -0.1, 0.4]
[joint.top]
type = "free"
bodies = ["ground", "top"]
start = {start}
{more}
[ground]
points.a = [0.2, 0.5, 0.3]
[constraint.plane]
type = "in-plane"
point = "top.e"
[constraint.rod]
type = "distance"
points = ["top.e", "ground.a"]
length = 0.8
"""


class StatedParts(CommandTest):
    def told(self, start, more=""):
        e = self.json("evaluate", self.model(TOP.format(start=start, more=more)))
        return {c["name"] for c in e["start_changes"]}, dict(zip(e["coordinates"], e["q"]))

    def test_unwritten_places_of_a_free_body_are_not_told(self):
        for start, written in (("{ x = 0.2, z = 1.1 }", {"top.x", "top.z"}),
                               ("{ y = 0.3 }", {"top.y"}),
                               ("{ z = 1.1, rpy = [0.3, -0.2, 1] }", {"top.z", "top.qw", "top.qx", "top.qy", "top.qz"})):
            told, _ = self.told(start)
            self.assertLessEqual(told, written, start)

    def test_unwritten_places_move_before_written_ones(self):
        # The rest closes the rod and reaches the plane: x and the turn stay.
        told, q = self.told("{ x = 0.2, rpy = [0, 0, 0] }")
        self.assertEqual((told, q["top.x"], q["top.qw"]), (set(), 0.2, 1.0))
        self.assertAlmostEqual(q["top.z"], -0.4, 12)

    def test_fixed_keeps_the_place_that_is_written(self):
        told, q = self.told("{ x = 0.2, z = -0.35 }", "fixed = true")
        self.assertEqual((told, q["top.x"], q["top.z"]), (set(), 0.2, -0.35))

    def test_the_axis_that_lacks_inertia_is_named(self):
        for inertia, lack in (("[1, 1, 0]", "no inertia about its z axis"), ("[0, 1, 1]", "no inertia about its x axis"),
                              ("[0, 0, 0]", "a mass but no inertia"), ("[1, 1, 1, 1, 0, 0]", "no inertia about one of its principal axes")):
            model = self.model(f"[body.b]\nmass = 1\ninertia = {inertia}\n")
            result = call("evaluate", model)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn(f"body 'b' has {lack}", result.stderr)
