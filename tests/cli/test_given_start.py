"""A motion begins on the constraints, also from a state on the command line, and what was moved is told by every verb."""
import csv
import math

from command import CommandTest, call

# A unit mass on a circle of radius 1.
RING = """
[coordinates]
x = {{ start = {x!r}, rate = {vx!r} }}
y = {{ start = {y!r}, rate = {vy!r} }}
[energy]
kinetic = "(x'^2 + y'^2)/2"
potential = "9.81*y"
[constraint.ring]
holonomic = "x^2 + y^2 - 1"
"""

FOUR_BAR = """
space = "planar"
[body.a]
mass = 1.1
inertia = 0.02
points.t = [0.31, 0]
[body.b]
mass = 0.7
inertia = 0.03
points.t = [0.83, 0]
[body.c]
mass = 0.9
inertia = 0.01
points.t = [0.62, 0]
[joint.O]
type = "revolute"
bodies = ["ground", "a"]
{O}
[joint.A]
type = "revolute"
bodies = ["a", "b"]
at = ["a.t", [0, 0]]
[joint.C]
type = "revolute"
bodies = ["ground", "c"]
at = [[0.77, 0], [0, 0]]
{C}
[joint.B]
type = "revolute"
bodies = ["b", "c"]
at = ["b.t", "c.t"]
"""


class GivenStart(CommandTest):
    def ring(self, name="ring.toml", x=0.6, y=-0.8, vx=0.8, vy=0.6):
        return self.model(RING.format(x=x, y=y, vx=vx, vy=vy), name)

    def bar(self, O="start = 0.9\nrate = 2.2", C="start = 1.9"):
        return self.model(FOUR_BAR.format(O=O, C=C), "bar.toml")

    def rows(self, verb, model, *options):
        folder = self.folder / verb
        summary = self.json(verb, model, "--time", "0.5", "-o", folder, *options)
        name = {"run": "trajectory.csv"}.get(verb, verb + ".csv")
        with open(folder / name, newline="") as file:
            return [{k: float(x) for k, x in row.items()} for row in csv.DictReader(file)], summary

    def test_a_run_begins_at_the_state_of_its_first_row(self):
        for q in ("0.61,-0.8", "0.9,-0.2"):
            rows, summary = self.rows("run", self.ring(), "--q", q)
            # The nearest point of the circle.
            x, y = map(float, q.split(","))
            r = math.hypot(x, y)
            self.assertAlmostEqual(rows[0]["x"], x / r, 12)
            self.assertAlmostEqual(rows[0]["y"], y / r, 12)
            self.assertLess(summary["energy_drift"], 1e-8)
            again, _ = self.rows("run", self.ring("again.toml", rows[0]["x"], rows[0]["y"], rows[0]["x'"], rows[0]["y'"]))
            for name in ("x", "y", "x'", "y'"):
                self.assertAlmostEqual(rows[-1][name], again[-1][name], 9)

    def test_what_was_moved_is_told_as_for_a_written_start(self):
        _, summary = self.rows("run", self.ring(), "--q", "0.61,-0.8", "--v", "0,0")
        told = {c["name"]: c["written"] for c in summary["start_changes"]}
        self.assertEqual(told, {"x": 0.61, "y": -0.8})
        result = call("run", self.ring(), "--q", "0.61,-0.8", "--time", "0.1", "-o", self.folder / "told")
        self.assertIn("the constraints move what is written of the start: 'x' from 0.61 to", result.stderr)
        _, summary = self.rows("run", self.ring(), "--q", "0.8,-0.6", "--v", "0.6,0.8")
        self.assertEqual(summary["start_changes"], [])

    def test_given_values_stay_before_written_ones(self):
        rows, summary = self.rows("run", self.ring(), "--q", "x=0.28")
        self.assertEqual(rows[0]["x"], 0.28)
        self.assertAlmostEqual(rows[0]["y"], -0.96, 12)
        self.assertEqual({c["name"] for c in summary["start_changes"]}, {"y", "x'", "y'"})
        e = self.json("evaluate", self.ring(), "--q", "x=0.28", "--assemble")
        self.assertEqual(e["q"], [rows[0]["x"], rows[0]["y"]])

    def test_a_state_that_is_used_as_given_was_not_moved(self):
        e = self.json("evaluate", self.ring(), "--q", "0.61,-0.8")
        self.assertEqual((e["q"], e["start_changes"]), ([0.61, -0.8], []))

    def test_run_and_tables_begin_at_the_same_state(self):
        model = self.bar()
        starts = [self.rows(verb, model, "--q", "O=1.3", "--v", "O=0.5")[0][0] for verb in ("run", "inverse")]
        for name in ("O", "A", "C", "O'", "A'", "C'"):
            self.assertEqual(starts[0][name], starts[1][name], name)
        self.assertEqual((starts[0]["O"], starts[0]["O'"]), (1.3, 0.5))
        driven = self.bar(O='motion = "0.9 + 2*t"', C="start = 1.4")
        starts = [self.rows(verb, driven, "--q", "A=-1.2,C=1.3") for verb in ("run", "kinematics", "inverse")]
        for rows, summary in starts[1:]:
            self.assertEqual(rows[0]["A"], starts[0][0][0]["A"])
            self.assertEqual(summary["start_changes"], starts[0][1]["start_changes"])

    def test_a_branch_tells_what_it_moved_itself(self):
        model = self.bar()
        for branch in (1, 2):
            e = self.json("evaluate", model, "--branch", str(branch))
            q = dict(zip(e["coordinates"], e["q"]))
            told = {c["name"]: c["assembled"] for c in e["start_changes"]}
            self.assertEqual(told["C"], q["C"])
            self.assertIn(f"to {q['C']!r} rad", call("evaluate", model, "--branch", str(branch)).stderr)

    def test_every_verb_tells_it(self):
        model = self.bar()
        told = {c["name"] for c in self.json("evaluate", model)["start_changes"]}
        self.assertLessEqual({"O", "C"}, told)
        for verb, more in (("branches", ()), ("check", ("--states", "2")), ("derive", ("--at", "")),
                           ("derive", ("--form", "augmented", "--at", ""))):
            self.assertLessEqual({"O", "C"}, {c["name"] for c in self.json(verb, model, *more)["start_changes"]}, verb)
            self.assertIn("the constraints move what is written", call(verb, model, *more).stderr, verb)

    def test_derive_prints_the_state_of_its_numbers(self):
        for form in ("lagrange", "augmented"):
            text = call("derive", self.ring(), "--form", form, "--at", "x=0.28").stdout
            self.assertIn("  x = 0.28\n", text)
            numbers = self.json("derive", self.ring(), "--form", form, "--at", "x=0.28")["numbers"]
            self.assertEqual((numbers["state"]["t"], numbers["state"]["x"]), (0.0, 0.28))
            self.assertAlmostEqual(numbers["state"]["y"], -0.96, 12)
