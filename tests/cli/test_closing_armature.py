"""An armature acts on its joint whether the joint closes a loop or not; names of rows and multipliers."""
import json

from mechanics import MechanismTest

FOUR_BAR = """space = "planar"
[body.crank]
mass = 0.5
center = [0.05, 0]
inertia = 4.2e-4
[body.coupler]
mass = 1.2
center = [0.17, 0.04]
inertia = 0.013
[body.rocker]
mass = 0.9
center = [0.12, 0]
inertia = 4.7e-3
[joint.O]
type = "revolute"
bodies = ["ground", "crank"]
start = 0.3
rate = 4
fixed = true
[joint.A]
type = "revolute"
bodies = ["crank", "coupler"]
at = [[0.1, 0], [0, 0]]
start = 1.0
[joint.C]
type = "revolute"
bodies = ["ground", "rocker"]
at = [[0.3, 0], [0, 0]]
start = 1.7
[joint.B]
type = "revolute"
bodies = ["coupler", "rocker"]
at = [[0.35, 0], [0.25, 0]]
armature = 0.05
[outputs]
energy_by_word = "T"
[simulate]
time = 1
step = 0.05
tolerance = 1e-10
"""

SPATIAL = """
[body.crank]
mass = 0.6
center = [0.04, 0.01, 0]
inertia = [0.002, 0.003, 0.004]
[body.rod]
mass = 0.8
center = [0.2, 0.01, -0.02]
inertia = [0.003, 0.02, 0.019]
[body.slider]
mass = 1.1
inertia = [0.004, 0.005, 0.006]
[joint.R]
type = "revolute"
bodies = ["ground", "crank"]
at = [[0, 0.1, 0.12], [0, 0, 0]]
axis = [1, 0.2, 0]
armature = 0.01
start = 0.4
rate = 3
fixed = true
[joint.G]
type = "gimbal"
sequence = "zyx"
bodies = ["crank", "rod"]
at = [[0.02, 0.08, 0], [0, 0, 0]]
start = [-0.4, 0.3, 0.1]
[joint.U]
type = "universal"
bodies = ["rod", "slider"]
at = [[0.4, 0, 0], [0, 0, 0]]
axes = [[0, 0, 1], [0, 1, 0]]
armature = [0.02, 0.03]
start = [0.2, -0.2]
[joint.P]
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0, 0]
armature = 0.7
start = 0.35
[simulate]
time = 0.5
step = 0.05
tolerance = 1e-10
"""


def cut(text, joint):
    return text.replace(f"[joint.{joint}]\n", f"[joint.{joint}]\ncut = true\n")


class ClosingArmature(MechanismTest):
    def test_certificates_pass(self):
        for text, joints in ((FOUR_BAR, "BC"), (SPATIAL, "RUP")):
            for joint in joints:
                report = self.json("check", self.model(cut(text, joint)), "--states", "5")
                self.assertTrue(report["passed"], (joint, [c for c in report["checks"] if c["passed"] is False]))

    def test_matrices_hold_it(self):
        # One angle between coupler and rocker: s = C' - O' - A' here, so M gains a J^T J with J = (-1, -1, 1).
        with_it = self.json("evaluate", self.model(cut(FOUR_BAR, "B")))
        without = self.json("evaluate", self.model(cut(FOUR_BAR, "B").replace("armature = 0.05\n", "")))
        J = dict(zip(with_it["coordinates"], (-1, -1, 1)))
        self.assertEqual(with_it["coordinates"], ["O", "A", "C"])
        for i, a in enumerate(with_it["coordinates"]):
            for k, b in enumerate(with_it["coordinates"]):
                self.near(with_it["M"][i][k] - without["M"][i][k], 0.05 * J[a] * J[b], 1e-12)
        self.near(with_it["C"], without["C"], 1e-12)
        speed = sum(J[c] * v for c, v in zip(with_it["coordinates"], with_it["v"]))
        self.near(with_it["kinetic"] - without["kinetic"], 0.05 * speed**2 / 2, 1e-12)

    def test_runs_are_the_same_wherever_the_loop_is_cut(self):
        for text, joints in ((FOUR_BAR, "BCA"), (SPATIAL, "UPR")):
            ends = []
            for joint in joints:
                out = self.folder / joint
                self.good("run", self.model(cut(text, joint)), "-o", out, "--json")
                summary = json.loads((out / "summary.json").read_text())
                self.assertLess(summary["energy_drift"], 1e-7, joint)
                header, rows = self.table(out / "trajectory.csv")
                ends.append(dict(zip(header, rows[-1])))
                if "energy_by_word" in header:
                    self.near(ends[-1]["energy_by_word"], ends[-1]["kinetic"], 1e-12)
            for other in ends[1:]:
                for name in ("kinetic", "potential", *(n for n in ends[0] if n[:1] in "OCRP" and n[1:] in ("", "'"))):
                    self.near(other[name], ends[0][name], 1e-6)

    def test_formulas_hold_it(self):
        model = self.model(cut(FOUR_BAR, "B"))
        numbers = self.json("evaluate", model)
        self.assertEqual(self.json("prove", model, "--equal", "M[A,C]", "-0.05")["verdict"], "proved")
        derived = self.json("derive", model, "--constants")
        self.assertEqual(derived["rows"], numbers["rows"])
        self.assertEqual(len(derived["A"]), 2)


class Names(MechanismTest):
    GEAR = """space = "planar"
[body.a]
mass = 1
inertia = 0.1
[body.b]
mass = 1
inertia = 0.2
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
effort = 3
[joint.B]
type = "revolute"
bodies = ["ground", "b"]
[constraint.gear]
holonomic = "A + 2*B"
[outputs]
push = "A.fx"
"""

    def test_prove_names_multipliers_but_no_reactions(self):
        model = self.model(self.GEAR)
        found = self.json("prove", model, "--equal", "gear.multiplier", "lambda[gear]")
        self.assertEqual(found["verdict"], "proved")
        for word in ("A.fx", "push"):
            error = self.bad(2, "prove", model, "--equal", word, "0")
            self.assertIn("no formula", error)
            self.assertIn("evaluate", error)
        error = self.bad(2, "prove", model, "--equal", "a.origin.vx", "0")
        self.assertIn("[let]", error)

    def test_evaluate_names_rows(self):
        text = self.good("evaluate", self.model(self.GEAR))
        line = next(line for line in text.splitlines() if line.startswith("  gear"))
        numbers = self.json("evaluate", self.model(self.GEAR))
        self.assertEqual([float(x) for x in line.split()[1:]], [0.0, numbers["multipliers"][0]])
