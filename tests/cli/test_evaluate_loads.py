"""`evaluate`: efforts that are the ones used, and a text that tells as much as JSON."""
import math
import re

from command import example
from constrained import ConstrainedTest, text_of

BEAD = """
[parameters]
m = 1.5
[coordinates]
x = 1
y = 0
[energy]
kinetic = "m*(x'^2 + y'^2)/2"
potential = "9.81*m*y"
[work]
x = 7
[constraint.rod]
holonomic = "x^2 + y^2 - (1 + t)^2"
"""

# A door with two hinges.
DOOR = """
[body.door]
mass = 10
center = [1, 0, 0]
inertia = [1, 1, 1]
[joint.low]
type = "revolute"
bodies = ["ground", "door"]
at = [[0, 0, 0], [0, 0, 0]]
axis = [0, 0, 1]
[joint.high]
type = "revolute"
bodies = ["ground", "door"]
at = [[0, 0, 2], [0, 0, 2]]
axis = [0, 0, 1]
"""

CHAIN = """
space = "planar"
[body.link]
count = 60
mass = 1
inertia = 0.1
points.tip = [1, 0]
[joint.J]
count = 60
type = "revolute"
bodies = ["link[#-1]", "link[#]"]
at = ["link[#-1].tip", [0, 0]]
[ground]
points.tip = [0, 0]
"""


PENDULUM = """
space = "planar"
[body.b]
mass = 2
inertia = 0.3
center = [0.5, 0]
[joint.J]
type = "revolute"
bodies = ["ground", "b"]
"""


class EvaluateLoads(ConstrainedTest):
    def balance(self, e):
        """M a + bias + A^T lambda - effort - passive, and the largest term of it."""
        n = len(e["speeds"])
        rest, largest = [], 0.0
        for i in range(n):
            terms = [e["M"][i][j] * e["acceleration"][j] for j in range(n)]
            terms += [row[i] * m for row, m in zip(e["jacobian"], e["multipliers"])]
            terms += [e["bias"][i], -e["effort"][i], -e["passive"][i]]
            rest.append(sum(terms))
            largest = max(largest, *map(abs, terms))
        return rest, largest

    def test_effort_is_the_one_used(self):
        # also where the model has efforts of its own, on the tree and on a joint that closes the loop
        on_slider = self.model(text_of("slider-crank").replace("[joint.D]", '[joint.D]\neffort = "30"'))
        bead = self.model(BEAD, "bead.toml")
        for model, t, v, tau in [(example("slider-crank"), 0.4, "A'=3", [1, 2, 3]), (on_slider, 0.4, "A'=3", [1, 2, 3]),
                                 (example("four-bar"), 0.1, "", [1, 2, 3]), (bead, 0.2, "y'=2", [4, -5])]:
            words = ["--t", str(t), "--v", v] if v else ["--t", str(t)]
            e = self.at(model, tau=tau, words=[*words, "--assemble"])
            self.assertEqual(e["effort"], tau)
            rest, largest = self.balance(e)
            self.assertLess(max(map(abs, rest)), 1e-11 * largest, model)
            own = self.at(model, words=[*words, "--assemble"])
            self.assertNotEqual(own["effort"], tau)

    def test_power_of_given_efforts(self):
        # d/dt(T + V) is what the efforts do, and what a growing circle does: -lambda db/dt
        found = self.at(self.model(BEAD), v=[1, 0.5], tau=[4, -5], words=["--t", "0", "--q", "1,0"])
        self.near([found["power"]], [4 * 1 - 5 * 0.5 - found["multipliers"][0] * 2], 1e-13)
        found = self.at(example("slider-crank"), tau=[1, 2, 3], v="A'=3", words=["--assemble"])
        own = self.at(example("slider-crank"), v="A'=3", words=["--assemble"])
        difference = sum((a - b) * v for a, b, v in zip([1, 2, 3], own["effort"], own["v"]))
        self.near([found["power"]], [own["power"] + difference], 1e-12)

    def test_reactions_without_given_efforts(self):
        """What --tau gives in place of a model's own efforts is no part of reactions, which do no work along joints."""
        arm = PENDULUM + 'effort = 3\nfriction = [0, 4]\nfriction_width = 0.1\n'
        for tau in ([], ["--tau", "5"], ["--tau", "-7"]):
            e = self.at(self.model(arm), v=[1.5], words=["--q", "0.4", *tau])
            self.assertAlmostEqual(e["reactions"]["J"]["moment"], 0.0, delta=1e-12)
            # 2 kg at half a metre turn about the joint: m (a - g) is what the joint exerts.
            c, s, acceleration = math.cos(0.4), math.sin(0.4), e["acceleration"][0]
            force = [2 * 0.5 * (-s * acceleration - c * 2.25), 2 * (0.5 * (c * acceleration - s * 2.25) + 9.81)]
            self.near(e["reactions"]["J"]["force"], force, 1e-12)
            given = float(tau[1]) if tau else 3.0
            self.assertAlmostEqual(acceleration, (given - 2 * 9.81 * 0.5 * c) / (0.3 + 2 * 0.25), delta=1e-12)

    def numbers_after(self, text, heading):
        """The lines of a table below its column names: name to numbers."""
        lines = text[text.index(heading):].splitlines()
        rows = {}
        for line in lines[1:]:
            if not line.startswith("  "):
                break
            words = line.split()
            values = [word for word in words[1:] if re.fullmatch(r"[-+0-9.e]+", word)]
            if values:
                rows[words[0]] = [float(value) for value in values]
        return rows

    def test_text_tells_the_same(self):
        text, e = self.good("evaluate", example("four-bar")), self.json("evaluate", example("four-bar"))
        self.assertIn("loops are closed by: B (cut)", text)
        self.assertEqual(e["closed_by"], ["B"])
        self.assertIn("what the constraint of a joint makes its first body exert on its second", text)
        self.assertRegex(text, r"O +-2\.8827\d+ +N m")
        found = self.numbers_after(text, "reactions [N, N m]")
        self.assertEqual(list(found), list(e["reactions"]))
        for joint, load in e["reactions"].items():
            self.near(found[joint], [*load["force"], load["moment"]], 1e-9)
        found = self.numbers_after(text, "poses of the bodies' frames")
        for body, pose in e["poses"].items():
            self.near(found[body], [*pose["position"], pose["angle"]], 1e-9)
        self.assertEqual(list(self.numbers_after(text, "loops are closed by")), ["B"])

    def test_reactions_that_are_not_unique(self):
        # both hinges can take the weight and hold the door in all directions; they are 2 m apart
        model = self.model(DOOR)
        text, e = self.good("evaluate", model), self.json("evaluate", model)
        self.assertEqual(e["undetermined"], ["low", "high"])
        self.assertAlmostEqual(e["reaction_length"], 2, delta=1e-12)
        self.assertIn("not unique: forces of low, high", text)
        self.assertIn("L = 2 m", text)
        self.assertEqual(len(self.numbers_after(text, "reactions [N, N m]")["low"]), 6)

    def test_lagrangians_have_no_bodies(self):
        text, e = self.good("evaluate", self.model(BEAD)), self.json("evaluate", self.model(BEAD))
        self.assertIsNone(e["reaction_length"])
        self.assertEqual(e["closed_by"], [])
        self.assertNotIn("reactions", text)

    def test_long_lists_are_cut_short(self):
        text = self.good("evaluate", self.model(CHAIN))
        self.assertEqual(text.count("  … 20 more, see --json\n"), 2)  # poses and reactions
        self.assertIn("J[39] [rad], … 20 more, see --json at t", text)
        self.assertLess(max(map(len, text.splitlines())), 1200)

    def test_mobility_names_the_cut(self):
        self.assertEqual(self.json("mobility", example("four-bar"))["closed_by"], ["B"])
        self.assertRegex(self.good("mobility", example("four-bar")), r"loops are closed by +B \(cut\)")
        self.assertNotIn("closed by", self.good("mobility", self.model(CHAIN)))
