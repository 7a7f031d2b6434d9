"""Rows that cannot hold together, and what is written on joints that close loops."""
import math

from command import SOURCE, CommandTest

PINNED = """space = "planar"
[body.b]
mass = 1
inertia = 1
[joint.P]
type = "free"
bodies = ["ground", "b"]
[constraint.one]
holonomic = "P.x"
[constraint.two]
holonomic = "2*P.x - %s"
"""

SLIDER = """space = "planar"
[body.a]
mass = 1
[body.b]
mass = 1
[body.s]
mass = 2
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
motion = "0.5 + t"
[joint.B]
type = "revolute"
bodies = ["a", "b"]
at = [[0.5, 0], [0, 0]]
start = -1.0
[joint.C]
type = "revolute"
bodies = ["b", "s"]
at = [[0.5, 0], [0, 0]]
start = 0.5
[joint.D]
type = "prismatic"
bodies = ["ground", "s"]
axis = [1, 0]
motion = "cos(0.5 + t)"
[simulate]
time = 1
step = 0.1
"""

# A parallelogram whose second crank is driven by the first one's motion and %s.
CRANKS = """space = "planar"
[body.a]
mass = 1
inertia = 0.1
[body.b]
mass = 1
inertia = 0.1
[body.c]
mass = 4
inertia = 0.1
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
motion = "0.5 + 0.3*sin(t)"
[joint.B]
type = "revolute"
bodies = ["ground", "b"]
at = [[2, 0], [0, 0]]
motion = "0.5 + 0.3*sin(t) + %s"
[joint.C]
type = "revolute"
bodies = ["a", "c"]
at = [[0, 1], [0, 0]]
start = -0.5
[joint.D]
type = "revolute"
bodies = ["b", "c"]
at = [[0, 1], [2, 0]]
"""

UNDEFINED = """space = "planar"
[body.a]
mass = 1
inertia = 0.1
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
[constraint.c]
holonomic = "sqrt(A - 5)"
"""

HELD = """[body.b]
mass = 1
inertia = [0.1, 0.2, 0.15]
center = [0.1, 0, 0]
[joint.F]
type = "free"
bodies = ["ground", "b"]
[joint.D]
bodies = ["ground", "b"]
cut = true
"""


class Contradictions(CommandTest):
    def test_accelerations_that_contradict_each_other(self):
        model = self.model(PINNED % "t^2")  # positions and speeds agree at t = 0, x'' = 0 and x'' = 1 do not
        for words in [["evaluate", model], ["run", model, "-o", self.folder / "out", "--time", "1"]]:
            self.assertIn("contradict each other", self.bad(1, *words))

    def test_a_contradiction_on_the_way_names_the_row(self):
        model = self.model(PINNED % "if(t < 0.5, 0, (t - 0.5)^2)")
        error = self.bad(1, "run", model, "-o", self.folder / "out", "--time", "1")
        self.assertRegex(error, "'(one|two)'")
        self.assertIn("at t = 0.5", error)

    def test_drives_that_contradict_each_other_are_named(self):
        for miss in ("0.1*sin(t)", "1.5"):  # speeds; positions
            error = self.bad(1, "run", self.model(CRANKS % miss), "-o", self.folder / "out")
            self.assertIn("the drives 'A' and 'B' contradict each other", error)
            self.assertIn("model.toml:", error)
        for verb in ("run", "inverse", "kinematics"):
            model = self.model(CRANKS % "if(t < 0.5, 0, (t - 0.5)^2)")
            error = self.bad(1, verb, model, "-o", self.folder / "out", "--time", "1", "--step", "0.1")
            for drive in ("'A'", "'B'"):
                self.assertIn(drive, error)

    def test_a_formula_without_value_at_the_start_is_named(self):
        for verb in (["run", "-o", self.folder / "out"], ["mobility"], ["evaluate"]):
            error = self.bad(1, verb[0], self.model(UNDEFINED), *verb[1:])
            self.assertIn("model.toml:9:14: row 'c' has no value at the start (A = 0)", error)
            self.assertIn("root", error)
        lagrangian = '[coordinates]\nx = 0.5\n[energy]\nkinetic = "x\'^2"\n[constraint.c]\nholonomic = "log(-1 - x^2)"\n'
        error = self.bad(1, "run", self.model(lagrangian), "-o", self.folder / "out")
        self.assertIn("model.toml:6:14: row 'c' has no value at the start (x = 0.5)", error)

    def test_constraints_hold_no_inputs_and_no_states(self):
        declared = '[inputs]\nu = "sin(t)"\n[states]\ne = { start = 0, rate = "A" }\n'
        for kind, row in (("holonomic", "A - %s"), ("pfaffian", "A' - %s")):
            for word in "ue":
                model = UNDEFINED.replace('holonomic = "sqrt(A - 5)"', f'{kind} = "{row % word}"') + declared
                self.assertIn(f"'{word}'", self.bad(2, "run", self.model(model), "-o", self.folder / "out"))
            reference = (SOURCE / "docs" / "model-format.md").read_text()
            allowed = [line for line in reference.splitlines() if line.startswith(f"| `{kind}` | `t`")
                       or line.startswith(f"| `{kind}` | the same")]
            self.assertEqual(len(allowed), 1, kind)
            self.assertNotRegex(allowed[0], "inputs|states")

    def test_drives_that_agree_are_followed(self):
        # Crank and rod of 0.5 m: the slider is at cos A, and all accelerations of joints are zero.
        model = self.model(SLIDER)
        self.good("kinematics", model, "-o", self.folder / "out")
        names, rows = self.table(self.folder / "out" / "kinematics.csv")
        self.assertEqual(len(rows), 11)
        for numbers in rows:
            row = dict(zip(names, numbers))
            self.assertAlmostEqual(row["D"], math.cos(0.5 + row["t"]), delta=1e-9)
            self.assertAlmostEqual(row["B"], -1 - 2 * row["t"], delta=1e-9)


class ClosingJoints(CommandTest):
    def test_efforts_are_among_the_efforts_of_the_tree(self):
        model = self.model(HELD + 'type = "cylindrical"\neffort = [1, 2]\n')
        e = self.json("evaluate", model)
        n = len(e["speeds"])
        for i in range(n):
            constraint = sum(e["jacobian"][k][i] * e["multipliers"][k] for k in range(len(e["multipliers"])))
            moved = sum(e["M"][i][j] * e["acceleration"][j] for j in range(n))
            # Sums of a dozen terms of order ten.
            self.assertAlmostEqual(moved + e["bias"][i] + constraint, e["passive"][i] + e["effort"][i], delta=1e-12)
        self.good("check", model)

    def test_rates_of_a_ball_joint_are_kept(self):
        e = self.json("evaluate", self.model(HELD + 'type = "spherical"\nrate = [1, 2, 3]\nfixed = true\n'))
        for value, expected in zip(e["v"], [1, 2, 3, 0, 0, 0]):
            self.assertAlmostEqual(value, expected, delta=1e-12)

    def test_a_fixed_orientation_is_refused(self):
        model = self.model(HELD + 'type = "spherical"\nstart = [0, 1, 0, 0]\nfixed = true\n')
        self.assertIn("cut = true", self.bad(2, "evaluate", model))
