"""`derive --form F`: the classical forms of the equations, rows S09 to S24, S32 and S47."""
import json
import math
import re
import unittest

from command import CommandTest, example

FORMS = ["newton-euler", "dalembert", "variational", "augmented-reactions", "augmented", "eliminated", "embedded",
         "amalgamated", "separate", "subsystem", "recursive", "state-space"]
OF_BODIES = ["newton-euler", "dalembert", "variational", "augmented-reactions", "separate", "subsystem"]


class FormsTest(CommandTest):
    def form(self, name, form, *words):
        return self.json("derive", example(name), "--form", form, *words)

    def test_matrices_of_rod_and_roller(self):
        d = self.form("rod-roller", "augmented-reactions")
        self.assertEqual((len(d["matrix"]), len(d["matrix"][0])), (10, 10))
        self.assertEqual(d["unknowns"][6:], ["A.fx", "A.fy", "B.fx", "B.fy"])
        s, c = "sin(rod.angle)", "cos(rod.angle)"
        self.assertEqual(d["matrix"][2], ["0", "0", "J2", "0", "0", "0", f"-l*{s}/2", f"l*{c}/2", f"-l*{s}/2", f"l*{c}/2"])
        self.assertEqual(d["independent"], ["rod.angle", "roller.angle"])
        self.assertEqual(d["B"], [[f"-l*{s}/2", "0"], [f"l*{c}/2", "0"], ["1", "0"], [f"-l*{s}", "0"], [f"l*{c}", "0"],
                                  ["0", "1"]])
        d = self.form("rod-roller", "embedded")
        self.assertEqual((len(d["matrix"]), d["matrix"][0][1]), (2, "0"))

    def test_every_form_gives_the_same_motion(self):
        # Joint speeds 1.5 and 0 at the start; closed form of S13.
        m2, m3, J2, l, g, th = 1.5, 0.8, 0.05, 0.6, 9.81, math.radians(20)
        alpha = (3.0 - (m2 / 2 + m3) * g * l * math.cos(th)) / (J2 + m2 * l * l / 4 + m3 * l * l)
        for form in FORMS:
            d = self.form("rod-roller", form, "--at", "t=0")
            solution = d["numbers"]["solution"]
            for name in ("rod.angle''", "A''"):
                if name in solution:
                    self.assertAlmostEqual(solution[name], alpha, delta=1e-10 * abs(alpha), msg=form)
            if "M2" in solution:
                self.assertAlmostEqual(solution["M2"], 3.0, delta=1e-10, msg=form)

    def test_subsystems_of_a_four_bar(self):
        separate = self.form("four-bar", "separate", "--at", "t=0.1")["numbers"]["solution"]
        self.assertEqual(len(separate), 9)
        for joint in "OABC":
            d = self.form("four-bar", "subsystem", "--cut", joint, "--at", "t=0.1")
            self.assertEqual(set(d["unknowns"]), {f"{joint}.fx", f"{joint}.fy", "O.effort"})
            for name, value in d["numbers"]["solution"].items():
                self.assertAlmostEqual(value, separate[name], delta=1e-8 * (1 + abs(value)), msg=joint)
        self.assertIn("closed", self.bad(2, "derive", example("four-bar"), "--form", "subsystem", "--cut", "none"))

    def test_moment_about_a_point(self):
        d = self.form("rod-on-moving-base", "dalembert")
        row = d["meanings"].index("moment rod.angle about th")
        self.assertEqual(d["matrix"][row][1:], ["0"] * (len(d["unknowns"]) - 1))

    def test_moments_about_a_point_of_the_world(self):
        # Moving the pole by d adds d x force: rows of moments about two points differ by the rows of forces.
        m = {}
        for point in ("A", "[0.3, l/2]", "[300 mm, 30 cm]"):
            d = self.form("rod-roller", "dalembert", "--about", point, "--at", "t=0")
            m[point] = d["numbers"]
            self.assertIn("moment rod.angle about " + point, d["meanings"])
        at_A, away = m["A"], m["[0.3, l/2]"]
        for first in (0, 3):  # the rod, the roller; A is the world's origin and l = 0.6
            for lines in ("matrix", "right"):
                fx, fy, moment = (at_A[lines][first + k] for k in range(3))
                other = away[lines][first + 2]
                if lines == "right":
                    fx, fy, moment, other = [fx], [fy], [moment], [other]
                for x, y, z, found in zip(fx, fy, moment, other):
                    self.assertAlmostEqual(found, z - 0.3 * y + 0.3 * x, delta=1e-12 * (1 + abs(x) + abs(y) + abs(z)))
        self.assertEqual(away["matrix"], m["[300 mm, 30 cm]"]["matrix"])
        for name, value in at_A["solution"].items():
            self.assertAlmostEqual(away["solution"][name], value, delta=1e-10 * (1 + abs(value)))
        d = self.form("spatial-slider-crank", "dalembert", "--about", "[0.1, 0, 0.2]", "--at", "t=0")
        self.assertTrue(d["numbers"]["unique"])

    def test_points_of_the_world_that_are_none(self):
        for point, said in (("[0.1]", "2 coordinates"), ("[0.1, 2 s]", "lengths"), ("[0.1, 0.2", "']'"),
                            ("[0.1, rod.angle]", "rod.angle"), ("[1/0, 0]", "finite"), ("[0.1, ]", "--about")):
            self.assertIn(said, self.bad(2, "derive", example("rod-roller"), "--form", "dalembert", "--about", point))

    def test_systems_of_energies(self):
        for form in FORMS:
            if form in OF_BODIES + ["recursive"]:
                self.assertIn("energies", self.bad(2, "derive", example("pendulum-xy"), "--form", form))
            else:
                d = self.form("pendulum-xy", form)
                self.assertEqual(d["form"], form)
        d = self.form("pendulum-xy", "augmented")
        self.assertEqual(d["equations"][-1], "x*x'' + y*y'' = -x'^2 - y'^2")

    def test_choices_that_cannot_be(self):
        rod = example("rod-roller")
        self.assertIn("rod.angle", self.bad(2, "derive", rod, "--form", "embedded", "--independent", "rod.angel"))
        self.assertIn("cannot be independent", self.bad(2, "derive", rod, "--form", "embedded", "--independent", "rod.x,rod.y"))
        self.assertIn("--cut", self.bad(2, "derive", rod, "--form", "embedded", "--cut", "A"))
        self.assertIn("--about", self.bad(2, "derive", rod, "--about", "A"))
        self.assertIn("rod.center", self.bad(2, "derive", rod, "--form", "dalembert", "--about", "rod.centre"))
        self.assertIn("--at", self.bad(2, "derive", rod, "--form", "embedded", "--at", "C=1"))

    def test_joints_on_the_ground_stand_for_coordinates_of_bodies(self):
        with open(example("four-bar")) as file:
            free = self.model(file.read().replace('motion = "w*t"', ""))
        for joint, coordinate in (("O", "crank.angle"), ("C", "rocker.angle")):
            d = self.json("derive", free, "--form", "embedded", "--independent", joint)
            self.assertEqual(d["independent"], [coordinate])
        between = self.bad(2, "derive", free, "--form", "embedded", "--independent", "A")
        self.assertIn("coordinates of bodies", between)
        self.assertIn("crank.angle", between)
        self.assertIn("together with crank.angle", self.bad(2, "derive", free, "--form", "embedded", "--independent", "C,O"))
        self.assertIn("twice", self.bad(2, "derive", free, "--form", "embedded", "--independent", "O,crank.angle"))
        self.assertEqual(self.json("derive", free, "--form", "state-space", "--independent", "C")["independent"], ["C"])

    def test_reasons_against_a_choice(self):
        self.assertIn("nothing free", self.bad(2, "derive", example("four-bar"), "--form", "embedded", "--independent", "C"))
        held = self.bad(2, "derive", example("slider-crank"), "--form", "embedded", "--independent", "slider.y")
        self.assertIn("constraints alone decide", held)
        self.assertIn("1 coordinate is free", held)

    def test_rows_of_the_state_space_are_rates_of_states(self):
        d = self.form("rod-roller", "state-space")
        self.assertEqual(d["meanings"], ["d/dt A", "d/dt B", "d/dt A'", "d/dt B'"])
        self.assertEqual(d["equations"][:2], ["A' = A'", "B' = B'"])
        # More freedoms than are solved: mass matrix on the left, the same states.
        d = self.form("cart-with-pendulums", "state-space")
        self.assertEqual(len(d["meanings"]), 10)
        for unknown, row in zip(d["unknowns"], d["meanings"]):
            self.assertEqual("d/dt " + unknown[:-1], row)

    def test_latex_says_what_text_says(self):
        text = self.good("derive", example("rod-roller"), "--form", "augmented", "--format", "latex", "--at", "")
        self.assertIn(r"\text{M: mass matrix (6 x 6, 6 not zero)}", text)
        self.assertIn(r"\text{rows: A.tx, A.ty, B.tx, B.ty}", text)
        # M, and the ten entries of Cq on both sides of the diagonal
        self.assertIn("the system S y = b (10 x 10, 26 not zero)", text)
        solution = self.form("rod-roller", "augmented", "--at", "")["numbers"]["solution"]
        for value in solution.values():
            shown = f"{value:.10g}".split("e")[0]
            self.assertIn(shown, text)
        for left, right in (("{", "}"), (r"\[", r"\]"), (r"\begin", r"\end")):
            self.assertEqual(text.count(left), text.count(right))

    def test_operations_have_one_shape(self):
        for form in ["lagrange"] + FORMS:
            operations = self.form("rod-roller", form)["operations"]
            self.assertEqual(set(operations), {"before", "after"}, form)
            self.assertIsInstance(operations["after"], int)

    def test_text_and_latex(self):
        for form in FORMS:
            for format in ("text", "latex"):
                self.assertTrue(self.good("derive", example("slider-crank"), "--form", form, "--format", format))


class WhatSymbolsMean(CommandTest):
    YOKE = """
space = "planar"
[body.crank]
mass = 2
inertia = 0.02
center = [0.02, 0]
points.pin = [0.1, 0]
[body.block]
mass = 0.1
inertia = 1e-5
[body.yoke]
mass = 1.5
inertia = 0.01
center = [0.2, 0.05]
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
motion = "10*t + 1"
[joint.P]
type = "revolute"
bodies = ["crank", "block"]
at = ["crank.pin", [0, 0]]
[joint.S]
type = "prismatic"
bodies = ["yoke", "block"]
axis = [0, 1]
[joint.Y]
type = "prismatic"
bodies = ["ground", "yoke"]
axis = [1, 0]
stiffness = 200
rest = 0.05
damping = 3
"""

    def test_reactions_follow_from_multipliers(self):
        model = self.model(self.YOKE)
        direct = self.json("derive", model, "--form", "newton-euler", "--at", "")["numbers"]["solution"]
        for form in ("augmented", "eliminated", "variational"):
            d = self.json("derive", model, "--form", form, "--at", "")
            # The ground stands first in A, two moving bodies in P: the rows have the signs of forms.md.
            self.assertEqual((d["reactions"]["A.fx"], d["reactions"]["P.fx"]), ("-lambda[A.tx]", "lambda[P.tx]"), form)
            for name, value in d["numbers"]["reactions"].items():
                self.assertAlmostEqual(value, direct[name], delta=1e-9 * (1 + abs(direct[name])), msg=form + name)
            text = self.good("derive", model, "--form", form)
            self.assertIn("A on crank: A.fx = -lambda[A.tx], A.fy = -lambda[A.ty]", text)
            self.assertIn(r"\text{A.fx} = -\lambda_{\text{A.tx}}", self.good("derive", model, "--form", form, "--format", "latex"))
        self.assertNotIn("reactions", self.json("derive", model, "--form", "newton-euler"))

    def test_coordinates_of_closing_joints(self):
        # The yoke's way is the pin's, 0.1 cos A, whatever P and S are: with P = -A it has not turned.
        model = self.model(self.YOKE)
        for form in ("recursive", "newton-euler", "separate"):
            d = self.json("derive", model, "--form", form)
            meaning = {part["name"]: part["value"] for part in d["closing"]}
            self.assertEqual(set(meaning), {"Y", "Y'"})
            self.assertEqual(meaning["Y"], "sin(A + P)*S + cos(A)/10")
            for format in ("text", "latex"):
                self.assertIn("oordinates of closing joints", self.good("derive", model, "--form", form, "--format", format))
        self.assertNotIn("closing", self.json("derive", example("four-bar"), "--form", "recursive"))


# b hangs on the ground by G and C and is held by the prismatic X: a and b cannot move. c only spins on b, on a planar
# joint that repeats one row of the spherical one. The effort in C pushes against rows alone.
HELD = """
[body.a]
mass = 1.2
center = [0.1, 0.05, -0.02]
inertia = [0.02, 0.03, 0.025, 0.001, 0.002, -0.003]
position = [0.1, 0.2, 0.3]
rotation = {rpy = [0.3, -0.2, 0.5]}
[body.b]
mass = 0.8
center = [-0.05, 0.1, 0.03]
inertia = [0.012, 0.013, 0.02]
position = [0.6, 0.4, 0.5]
rotation = {axis = [1, 2, -1], angle = 0.8}
[body.c]
mass = 0.5
inertia = [0.01, 0.01, 0.008]
center = [0, 0.02, 0.1]
position = [0.2, 0.5, 0.8]
rotation = {quaternion = [1, 0.2, -0.1, 0.4]}
[joint.G]
type = "gimbal"
sequence = "xyz"
bodies = ["ground", "a"]
at = [0.05, 0.1, 0.2]
[joint.C]
type = "cylindrical"
bodies = ["a", "b"]
at = [0.3, 0.3, 0.4]
axis = [1, 0.2, 0.5]
effort = {slide = "3 + C.slide"}
[joint.S]
type = "spherical"
bodies = ["b", "c"]
at = [0.4, 0.5, 0.7]
rate = [0.2, 0.4, -0.3]
[joint.P]
type = "planar"
bodies = ["b", "c"]
at = [0.4, 0.5, 0.75]
axes = [[0, 1, 0], [1, 0, 0.2]]
cut = true
[joint.X]
type = "prismatic"
bodies = ["ground", "b"]
at = [0.7, 0.4, 0.3]
axis = [0.3, 1, 0.2]
cut = true
"""


class EffortsThatMoveNothing(CommandTest):
    def test_a_given_effort_stays_given(self):
        model = self.model(HELD)
        d = self.json("derive", model, "--form", "separate", "--at", "t=0")
        self.assertNotIn("C.slide.effort", d["unknowns"])
        # Reactions of G carry everything that moves: they are unique, and Newton and Euler solve for them directly.
        direct = self.json("derive", model, "--form", "newton-euler", "--at", "t=0")["numbers"]["solution"]
        for name in ("G.fx", "G.fy", "G.fz"):
            self.assertAlmostEqual(d["numbers"]["solution"][name], direct[name], delta=1e-8 * (1 + abs(direct[name])))
        self.good("check", model)


class LongFormulas(CommandTest):
    def test_parts_are_defined_by_those_before(self):
        text = self.good("derive", example("stewart"), "--form", "embedded", "--format", "json", timeout=60)
        self.assertLess(len(text), 5_000_000)
        found = json.loads(text)
        known = set()
        for part in found["definitions"]:
            self.assertLessEqual(set(re.findall(r"\be\d+\b", part["value"])), known)
            known.add(part["name"])
        self.assertGreater(len(known), 100)
        used = set(re.findall(r"\be\d+\b", json.dumps([found["M"], found["Qe"], found["gamma"]])))
        self.assertTrue(used and used <= known)
        self.assertNotIn("definitions", json.loads(self.good("derive", example("four-bar"), "--form", "embedded", "--format", "json")))


if __name__ == "__main__":
    unittest.main()
