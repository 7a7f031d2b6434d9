"""What is written of the start stays, or is said to have moved."""
import math

from command import CommandTest, call

# A pendulum in x, y and th: px and py follow from the others.
WAGON = """
[parameters]
L = 0.8
[coordinates]
x = {{ start = 0, unit = "m", rate = {rate} }}
px = {{ start = "L*sin(0.2)", unit = "m" }}
py = {{ start = "L*cos(0.2)", unit = "m" }}
th = {{ start = 0.2, rate = 0.5 }}
[energy]
kinetic = "3*x'^2/2 + 0.5*(px'^2 + py'^2)/2 + 0.02*th'^2/2"
potential = "9.81*0.5*py"
[constraint.c1]
holonomic = "px - x - L*sin(th)"
[constraint.c2]
holonomic = "py - L*cos(th)"
{more}
"""

# Joints A to D of a parallelogram crank 1, coupler 2, rocker 1.5; `order` of the joints in the file.
FOUR_BAR = {
    "head": """
space = "planar"
[body.crank]
mass = 1
inertia = 0.1
points.tip = [1, 0]
[body.coupler]
mass = 1
inertia = 0.1
points.tip = [2, 0]
[body.rocker]
mass = 1
inertia = 0.1
points.tip = [1.5, 0]
[ground]
points.D = [2, 0]
""",
    "A": '[joint.A]\ntype = "revolute"\nbodies = ["ground", "crank"]\nat = [[0, 0], [0, 0]]\n',
    "B": '[joint.B]\ntype = "revolute"\nbodies = ["crank", "coupler"]\nat = ["crank.tip", [0, 0]]\n',
    "C": '[joint.C]\ntype = "revolute"\nbodies = ["coupler", "rocker"]\nat = ["coupler.tip", "rocker.tip"]\n',
    "D": '[joint.D]\ntype = "revolute"\nbodies = ["ground", "rocker"]\nat = ["ground.D", [0, 0]]\n',
}


class Start(CommandTest):
    def four_bar(self, order="ABCD", **written):
        text = FOUR_BAR["head"]
        for joint in order:
            text += FOUR_BAR[joint] + written.get(joint, "") + "\n"
        return self.model(text, f"{order}.toml")

    def coordinates(self, model):
        e = self.json("evaluate", model)
        return {**dict(zip(e["coordinates"], e["q"])), **e["dependent"]}, e["start_changes"]

    def test_written_rates_stay_while_others_can_move(self):
        e = self.json("evaluate", self.model(WAGON.format(rate=0.3, more="")))
        x, px, py, th = e["v"]
        self.assertEqual((x, th), (0.3, 0.5))
        self.assertAlmostEqual(px, 0.3 + 0.8 * math.cos(0.2) * 0.5, 14)
        self.assertAlmostEqual(py, -0.8 * math.sin(0.2) * 0.5, 14)
        self.assertEqual(e["start_changes"], [])

    def test_rates_that_cannot_stay_are_told(self):
        model = self.model(WAGON.format(rate=0.3, more='[constraint.c3]\npfaffian = "x\' - th\'"'))
        result = call("evaluate", model)
        self.assertIn("the constraints move what is written of the start", result.stderr)
        self.assertIn("fixed = true", result.stderr)
        e = self.json("evaluate", model)
        changes = {c["name"]: c for c in e["start_changes"]}
        self.assertEqual(set(changes), {"x'", "th'"})
        self.assertEqual((changes["x'"]["written"], changes["th'"]["written"]), (0.3, 0.5))
        self.assertEqual(changes["x'"]["assembled"], e["v"][0])
        self.assertAlmostEqual(e["v"][0], e["v"][3], 14)
        self.assertTrue(0.3 < e["v"][0] < 0.5)

    def test_the_unwritten_joints_close_the_loop(self):
        q, changes = self.coordinates(self.four_bar(A="start = 1.2", B="", C="", D=""))
        self.assertEqual(q["A"], 1.2)
        self.assertEqual(changes, [])
        # The same whichever joint is written, and in whichever order the joints stand.
        for order in ("DCBA", "BADC", "CADB"):
            again, changes = self.coordinates(self.four_bar(order, A="start = 1.2"))
            self.assertAlmostEqual(again["A"], 1.2, 13)
            self.assertEqual(changes, [])
            for joint in "BCD":
                self.assertAlmostEqual(math.remainder(again[joint] - q[joint], 2 * math.pi), 0.0, 9, (order, joint))

    def test_what_is_written_stays_where_the_others_are_far(self):
        """Crank 1.5, rod 2, rocker 1 on a ground of 0.5: it closes at the crank's -1.2, with the other joints at 2.3 and 0.4."""
        model = self.model("""space = "planar"
gravity = [0, 0]
[body.crank]
mass = 1
[body.rod]
mass = 1
[body.rocker]
mass = 1
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
at = [[0, 0], [0, 0]]
start = -1.2
[joint.B]
type = "revolute"
bodies = ["crank", "rod"]
at = [[1.5, 0], [0, 0]]
[joint.D]
type = "revolute"
bodies = ["ground", "rocker"]
at = [[0.5, 0], [0, 0]]
[joint.C]
type = "revolute"
bodies = ["rod", "rocker"]
at = [[2, 0], [1, 0]]
""")
        q, changes = self.coordinates(model)
        self.assertEqual(q["A"], -1.2)
        self.assertEqual(changes, [])
        tip = [1.5 * math.cos(-1.2) - 0.5 - math.cos(q["D"]), 1.5 * math.sin(-1.2) - math.sin(q["D"])]
        self.assertAlmostEqual(math.hypot(*tip), 2.0, 12)

    def test_written_values_give_way_last_and_are_told(self):
        # A and D cannot both be: crank and rocker close by the coupler, whose joints nobody has written.
        q, changes = self.coordinates(self.four_bar(A="start = 1.2", D="start = 1.3"))
        told = {c["name"]: c for c in changes}
        self.assertEqual(set(told), {"A", "D"})
        for joint, written in (("A", 1.2), ("D", 1.3)):
            self.assertEqual(told[joint]["written"], written)
            self.assertAlmostEqual(told[joint]["assembled"], q[joint], 12)
            self.assertEqual(told[joint]["unit"], "rad")
        # On the constraint |tip - tip| = 2, as near to what is written as possible: both moves along its gradient.
        def gap(a, d):
            return math.hypot(2 + 1.5 * math.cos(d) - math.cos(a), 1.5 * math.sin(d) - math.sin(a)) - 2.0
        self.assertAlmostEqual(gap(q["A"], q["D"]), 0.0, 12)
        h = 1e-6
        slope = [(gap(q["A"] + h, q["D"]) - gap(q["A"] - h, q["D"])) / (2 * h),
                 (gap(q["A"], q["D"] + h) - gap(q["A"], q["D"] - h)) / (2 * h)]
        move = [q["A"] - 1.2, q["D"] - 1.3]
        across = move[0] * slope[1] - move[1] * slope[0]
        # Not quite: the way of B counts too, 1e-4 of what another counts.
        self.assertLess(abs(across), 1e-2 * math.hypot(*move) * math.hypot(*slope))

    def test_the_cut_does_not_matter(self):
        for written in (dict(A="start = 1.2"), dict(A="start = 1.2", D="start = 1.3"),
                        dict(A="start = 1.2\nrate = 1", B="start = 0.4", D="start = 1.3\nrate = 1")):
            found = []
            for cut in "ABCD":
                lines = {joint: written.get(joint, "") + ("\ncut = true" if joint == cut else "") for joint in "ABCD"}
                q, changes = self.coordinates(self.four_bar(**lines))
                found.append(([math.remainder(q[joint], 2 * math.pi) for joint in "ABCD"],
                              sorted((c["name"], round(c["assembled"], 6)) for c in changes)))
            for q, changes in found[1:]:
                self.assertLess(max(abs(math.remainder(a - b, 2 * math.pi)) for a, b in zip(q, found[0][0])), 1e-6, written)
                self.assertEqual(changes, found[0][1], written)

    def test_fixed_values_stay(self):
        q, changes = self.coordinates(self.four_bar(A="start = 1.2\nfixed = true", D="start = 1.3"))
        self.assertEqual(q["A"], 1.2)
        self.assertEqual([c["name"] for c in changes], ["D"])

    def test_bodies_that_are_placed_stay_where_they_are(self):
        text = """
            [body.a]
            mass = 1
            inertia = [1, 1, 1]
            {place}
            [body.b]
            mass = 1
            inertia = [1, 1, 1]
            [constraint.rod]
            type = "distance"
            points = ["a.origin", "b.origin"]
            length = 2
            """
        e = self.json("evaluate", self.model(text.format(place="position = [1, 0, 0]")))
        self.assertEqual(e["poses"]["a"]["position"], [1.0, 0.0, 0.0])
        b = e["poses"]["b"]["position"]
        self.assertAlmostEqual(math.dist([1, 0, 0], b), 2.0, 12)
        self.assertEqual(e["start_changes"], [])
        # Where both are placed, both move, and both are told.
        both = text.format(place="position = [1, 0, 0]").replace("[body.b]", "[body.b]\nposition = [0, 0, 0]")
        e = self.json("evaluate", self.model(both))
        self.assertEqual([c["name"] for c in e["start_changes"]], ["a.x", "b.x"])
        self.assertAlmostEqual(e["poses"]["a"]["position"][0], 1.5, 12)
        self.assertAlmostEqual(e["poses"]["b"]["position"][0], -0.5, 12)

    def test_run_and_tables_tell_it_too(self):
        model = self.four_bar(A="start = 1.2", D="start = 1.3")
        summary = self.json("run", model, "--time", "0.01", "-o", self.folder / "run")
        self.assertEqual({c["name"] for c in summary["start_changes"]}, {"A", "D"})
        driven = self.four_bar(A='motion = "1.2 + t"', D="start = 1.3")
        table = self.json("inverse", driven, "--time", "0.01", "-o", self.folder / "table")
        self.assertEqual([c["name"] for c in table["start_changes"]], ["D"])
        self.assertEqual([c["name"] for c in self.json("mobility", driven)["start_changes"]], ["D"])

    def test_small_moves_are_told(self):
        # A point on the unit circle, written too far out along y by a little: the shortest way back moves it by d along
        # the radius, so y by d y^2 of it. From some hundred rounding errors on that is no rounding.
        text = ("[coordinates]\nx = {{ start = 0.6, rate = 0.8 }}\ny = {{ start = {y!r}, rate = -0.6 }}\n[energy]\n"
                "kinetic = \"(x'^2 + y'^2)/2\"\n[constraint.c]\nholonomic = \"x^2 + y^2 - 1\"\n")
        for off in (1e-6, 1e-10, 1e-11, 1e-12):
            changes = {c["name"]: c for c in self.json("evaluate", self.model(text.format(y=0.8 + off)))["start_changes"]}
            self.assertEqual(changes["y"]["written"], 0.8 + off)
            self.assertAlmostEqual(changes["y"]["assembled"] / 1.0, 0.8 + 0.36 * off, delta=1e-6 * off + 2e-16 + off * off)
        for off in (0.0, 1e-16):
            self.assertEqual(self.json("evaluate", self.model(text.format(y=0.8 + off)))["start_changes"], [])

    def test_a_start_on_the_rows_is_not_touched(self):
        q, _ = self.coordinates(self.four_bar(A="start = 1.2"))
        model = self.four_bar(A=f"start = {q['A']!r}", B=f"start = {q['B']!r}", C=f"start = {q['C']!r}")
        again, changes = self.coordinates(model)
        self.assertEqual(changes, [])
        self.assertEqual((again["A"], again["B"]), (q["A"], q["B"]))
