"""A mechanism that stands at a dead centre in every configuration it has."""
import json

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


class DeadCentre(CommandTest):
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
