"""Classical forms of the equations of the examples, at a state, against the equilibrium of the free bodies."""
import math

import test_constraint_examples_planar as planar
from command import example
from constrained import ConstrainedTest
from jets import Jet


class FormTest(ConstrainedTest):
    def form(self, model, form, state, *words):
        at = ",".join(f"{name}={value!r}" for name, value in state.items())
        found = self.json("derive", model, "--form", form, "--at", at, *words)
        self.assertEqual(found["form"], form)
        return found["numbers"]


class RodAndRollerForms(FormTest):
    """S13 to S17: one system in five forms."""
    th, v, spin = 0.35, 1.5, -0.4
    state = {"A": th, "B": 0.2, "A'": v, "B'": spin - v}

    def setUp(self):
        super().setUp()
        a, roller, self.F12, self.F23 = planar.RodAndRoller().expected(self.th, self.v, 3.0, 0.0)
        self.l = planar.RodAndRoller.l
        self.s, self.c = math.sin(self.th), math.cos(self.th)
        center = [self.l / 2 * (-a * self.s - self.v ** 2 * self.c), self.l / 2 * (a * self.c - self.v ** 2 * self.s)]
        self.known = {"rod.x''": center[0], "rod.y''": center[1], "rod.angle''": a, "roller.x''": 2 * center[0],
                      "roller.y''": 2 * center[1], "roller.angle''": roller}

    def test_accelerations(self):
        for form in ["newton-euler", "augmented-reactions", "augmented", "amalgamated"]:
            found = self.form(example("rod-roller"), form, self.state)["solution"]
            self.near([found[name] for name in self.known], list(self.known.values()), 1e-12, form)

    def test_reactions_as_unknowns(self):
        # S13: ten equations, six accelerations and four reactions
        numbers = self.form(example("rod-roller"), "augmented-reactions", self.state)
        self.assertEqual((len(numbers["matrix"]), len(numbers["matrix"][0])), (10, 10))
        found = numbers["solution"]
        self.near([found[name] for name in ["A.fx", "A.fy", "B.fx", "B.fy"]], self.F12 + self.F23, 1e-12)

    def test_multipliers(self):
        # S14: lambda = (-F12x, -F12y, F23x, F23y), and Cq, Qd of the textbook
        numbers = self.form(example("rod-roller"), "augmented", self.state)
        multipliers = [value for name, value in numbers["solution"].items() if name.startswith("lambda")]
        self.near(multipliers, [-self.F12[0], -self.F12[1], *self.F23], 1e-12)
        h, s, c = self.l / 2, self.s, self.c
        self.near(numbers["Cq"], [[1, 0, h * s, 0, 0, 0], [0, 1, -h * c, 0, 0, 0], [1, 0, -h * s, -1, 0, 0], [0, 1, h * c, 0, -1, 0]],
                  1e-13)
        self.near(numbers["Qd"], [h * self.v ** 2 * x for x in [-c, -s, c, s]], 1e-12)

    def test_elimination_and_embedding(self):
        # S15, S16: B and gamma, and two equations
        words = ["--independent", "rod.angle,roller.angle"]
        numbers = self.form(example("rod-roller"), "eliminated", self.state, *words)
        h, s, c = self.l / 2, self.s, self.c
        self.near(numbers["B"], [[-h * s, 0], [h * c, 0], [1, 0], [-2 * h * s, 0], [2 * h * c, 0], [0, 1]], 1e-13)
        self.near(numbers["gamma"], [h * self.v ** 2 * x for x in [-c, -s, 0, -2 * c, -2 * s, 0]], 1e-12)
        numbers = self.form(example("rod-roller"), "embedded", self.state, *words)
        r = planar.RodAndRoller
        self.near(numbers["matrix"], [[r.J2 + r.m2 * h * h + 4 * r.m3 * h * h, 0], [0, r.J3]], 1e-13)

    def test_constraint_forces(self):
        # S17: Qc of the amalgamated form
        found = self.form(example("rod-roller"), "amalgamated", self.state)["solution"]
        F12, F23, h, s, c = self.F12, self.F23, self.l / 2, self.s, self.c
        Qc = [F12[0] - F23[0], F12[1] - F23[1], h * (s * (F12[0] + F23[0]) - c * (F12[1] + F23[1])), *F23, 0.0]
        self.near([-value for name, value in found.items() if name.startswith("-Qc")], Qc, 1e-12)


class ManipulatorForms(FormTest):
    """S18, S19: M2, M3, F12, F23 from separate bodies and from subsystems; accelerations are those of the model's moments."""
    state = {"O": 0.4, "A": -0.9, "O'": 1.1, "A'": -0.7}

    def test_separate_and_subsystem(self):
        a = self.at(example("manipulator"), [0.4, -0.9], [1.1, -0.7])["acceleration"]
        F12, F23, M2, M3 = planar.Manipulator().equilibrium(Jet(0.4, 1.1, a[0]), Jet(-0.5, 0.4, a[0] + a[1]))
        self.near([M2, M3], [6.0, 2.0], 1e-11)
        found = self.form(example("manipulator"), "separate", self.state)["solution"]
        self.near([found[name] for name in ["O.fx", "O.fy", "A.fx", "A.fy", "M2", "M3"]], [*F12, *F23, M2, M3], 1e-11)
        found = self.form(example("manipulator"), "subsystem", self.state)["solution"]
        self.near([found["M2"], found["M3"]], [M2, M3], 1e-11)


class FourBarForms(FormTest):
    """S20, S21: nine equations of the separate bodies, or three in the reactions of one joint and the drive moment."""

    def test_at_a_time(self):
        time = 0.1
        crank, coupler, rocker = planar.FourBar().angles(time)
        state = {"t": time, "O": crank.value, "A": coupler.value - crank.value, "C": rocker.value,
                 "O'": crank.first, "A'": coupler.first - crank.first, "C'": rocker.first}
        known = planar.FourBar().separate_bodies(time)
        names = [f"{joint}.f{c}" for joint in "OACB" for c in "xy"]
        found = self.form(example("four-bar"), "separate", state)["solution"]
        self.near([found[name] for name in names], known[:8], 1e-9)
        self.near([value for name, value in found.items() if name not in names], known[8:], 1e-9)
        for joint in "ABC":
            found = self.form(example("four-bar"), "subsystem", state, "--cut", joint)["solution"]
            self.assertEqual(len(found), 3)
            k = names.index(f"{joint}.fx")
            self.near([found[f"{joint}.fx"], found[f"{joint}.fy"]], known[k:k + 2], 1e-9)
            self.near([value for name, value in found.items() if not name.startswith(joint + ".")], known[8:], 1e-9)
