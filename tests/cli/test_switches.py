"""No switch and no pulse is stepped over, by any method: random systems against their exact solutions."""
import json
import math
import random
import unittest

from command import CommandTest
from switched_systems import IN_TIME, bang_bang, chirp, followed, in_time, late_pulse, model, pwm, square_wave

METHODS = {"rk8": 1e-8, "rk5": 1e-7, "cvode": 1e-7, "ida": 1e-7, "variational": 1e-8, "alpha": 1e-6}


class Switches(CommandTest):
    def compare(self, cases, end, method, margin=100, **units):
        tolerance = METHODS[method]
        path = self.model(model(cases, end, **units))
        out = self.folder / "out"
        self.good("run", path, "-o", out, "--method", method, "--tolerance", repr(tolerance), "--no-report")
        names, rows = self.table(out / "trajectory.csv")
        last = dict(zip(names, rows[-1]))
        unit_x, unit_t = units.get("unit_x", 1.0), units.get("unit_t", 1.0)
        for k, case in enumerate(cases):
            # 100 tolerances, as for all motions, of the size of the motion.
            allowed = margin * tolerance * max(case.size, 1.0)
            self.assertLess(abs(last[f"x{k}"] / unit_x - case.x), allowed, (case.force, "place"))
            self.assertLess(abs(last[f"x{k}'"] / unit_x * unit_t - case.v), allowed, (case.force, "speed"))

    def batches(self, seed, make, count, width=4, methods=tuple(METHODS)):
        chance = random.Random(seed)
        for batch in range(count // width):
            end = chance.uniform(1, 10)
            cases = [make(chance, end) for _ in range(width)]
            method = methods[batch % len(methods)]
            with self.subTest(batch=batch, method=method, forces=[case.force for case in cases]):
                self.compare(cases, end, method)

    def test_sizes_from_atoms_to_galaxies(self):
        """The same systems with lengths, times and masses of 1e-15 to 1e15: the numbers differ by the units alone."""
        chance = random.Random("sizes")
        for batch in range(24):
            end, make = chance.uniform(1, 5), chance.choice((pwm, chirp, square_wave))
            cases = [in_time(chance, end, make) for _ in range(3)]
            units = {name: 10 ** chance.uniform(-15, 15) for name in ("unit_x", "unit_t", "mass")}
            method = ("rk8", "rk5", "cvode", "ida", "variational")[batch % 5]
            with self.subTest(batch=batch, method=method, **units):
                # Motions far smaller than 1 are held to thirty times the tolerance of those of size 1.
                self.compare(cases, end, method, margin=3000, **units)

    def test_forces_that_switch_in_time(self):
        for kind in IN_TIME:
            self.batches(f"in time {kind.__name__}", lambda chance, end, k=kind: in_time(chance, end, k), 24)

    def test_smooth_pulses_that_come_late(self):
        self.batches("late", late_pulse, 20, methods=("rk8", "rk5", "cvode", "ida", "alpha"))
        # Equal steps follow the narrowest pulse all the time.
        self.batches("late, equal steps", lambda chance, end: late_pulse(chance, end, 1e-3), 4, methods=("variational",))

    def test_forces_that_switch_with_the_motion(self):
        self.batches("bang-bang", bang_bang, 24)

    def test_forces_that_switch_with_motion_and_time(self):
        self.batches("followed", followed, 48)


class EqualSides(CommandTest):
    """Comparisons whose sides are equal for a while, or jump to it: force and what it adds up to until the end."""

    PI = math.pi
    CASES = [
        ("if(mod(floor({t}),2) < 1, 1, 0)", 10, 5), ("if(floor({t}) >= 5, 1, 0)", 10, 5), ("if(floor({t}) < 5, 1, 0)", 10, 5),
        ("if(floor({t}) == 5, 1, 0)", 10, 1), ("if(round({t}) == 5, 1, 0)", 10, 1), ("if(ceil({t}) == 5, 1, 0)", 10, 1),
        ("if(floor({t}) != 5, 1, 0)", 10, 9), ("if(floor({t}) >= 5 and floor({t}) <= 5, 1, 0)", 10, 1),
        ("if(mod(floor({t}*10),3) == 0, 1, 0)", 9, 3), ("piecewise(floor({t}) == 2, 1, floor({t}) == 7, 2, 0)", 10, 3),
        ("if(sign(sin({t})) == 1, 1, 0)", 4 * PI, 2 * PI), ("if(sign(sin({t})) >= 1, 1, 0)", 4 * PI, 2 * PI),
        ("if(step(sin({t})) > 0, 1, 0)", 4 * PI, 2 * PI), ("if(step({t}-3) == 1, 1, 0)", 10, 7),
        ("if(min({t},3) == 3, 1, 0)", 10, 7), ("if(clamp({t},2,5) > 5, 1, 0)", 10, 0),
        ("if(min(sin({t}),.5) == .5, 1, 0)", 4 * PI, 4 * PI / 3), ("if(round(sin({t})) == 1, 1, 0)", 4 * PI, 4 * PI / 3),
        ("if(abs(sin({t})) == sin({t}), 1, 0)", 4 * PI, 2 * PI), ("if((sin({t})>0) == (cos({t})>0), 1, 0)", 4 * PI, 2 * PI),
        ("if((sin({t})>0) != (cos({t})>0), 1, 0)", 4 * PI, 2 * PI), ("if(ramp({t}) == 1, 1, 0)", 10, 2),
        ("if(u > 0, 1, 0)", 4 * PI, 2 * PI), ("if(u <= 0, 1, 0)", 4 * PI, 2 * PI), ("if(u == 1, 1, 0)", 4 * PI, 2 * PI)]

    def test_in_time_states_and_coordinates(self):
        """In t, in a state that goes like t, and in a coordinate that does: x' is the area below the force."""
        text = """[inputs]
u = "if(sin(t) > 0, 1, 0)"
[table.ramp]
x = [0, 3, 5, 20]
y = [0, 1, 1, 16]
[coordinates]
x = {}
c = {rate = 1}
[energy]
kinetic = "x'^2/2 + c'^2/2"
potential = "0"
[states]
s = {start = 0, rate = "1"}
[work]
x = "%s"
[simulate]
time = %r
step = %r
"""
        for k, (force, end, area) in enumerate(self.CASES):
            for n, name in enumerate(("t", "s", "c")):
                method = ("rk8", "cvode", "rk5", "variational", "ida")[(k + n) % (5 if name == "t" else 3)]
                with self.subTest(force=force, of=name, method=method):
                    path = self.model(text % (force.replace("{t}", name), end, end))
                    self.good("run", path, "-o", self.folder / "out", "--no-report", "--method", method)
                    names, rows = self.table(self.folder / "out" / "trajectory.csv")
                    self.assertAlmostEqual(rows[-1][names.index("x'")], area, delta=1e-6)


class EqualAtTheStart(CommandTest):
    def test_what_comes_next_holds_from_the_beginning(self):
        """A state that leaves the value it is compared with: no event follows, whichever way it goes."""
        for rate, condition, area in ((1, "s > 2", 3), (-1, "s > 2", -3), (1, "s <= 2", -3), (-1, "s <= 2", 3)):
            model = self.model(f"""[coordinates]
x = {{}}
[energy]
kinetic = "x'^2/2"
potential = "0"
[states]
s = {{start = 2, rate = "{rate}"}}
[work]
x = "if({condition}, 1, -1)"
[simulate]
time = 3
step = 3
""")
            with self.subTest(rate=rate, condition=condition):
                self.good("run", model, "-o", self.folder / "out", "--no-report")
                names, rows = self.table(self.folder / "out" / "trajectory.csv")
                self.assertAlmostEqual(rows[-1][names.index("x'")], area, delta=1e-9)
                summary = json.loads((self.folder / "out" / "summary.json").read_text())
                self.assertEqual(summary["events"], 0)


class SmoothSteps(CommandTest):
    """Logistic functions and their pulses, whose parts grow beyond all doubles where they matter least."""

    CASES = [("1/(1+exp(-(t-5)/0.001))", 5), ("1/(1+exp((t-5)/0.001))", 5), ("1/cosh((t-5)/0.005)^2", 0.01),
             ("1/(1+exp(-2*(t-5)/0.001)) - 1/(1+exp(-2*(t-6)/0.001))", 1), ("1e4/cosh((t-3)/1e-4)^2", 2),
             ("1e3/(2+exp(-(t-4)/1e-3)+exp((t-4)/1e-3))", 1), ("exp(-exp(-(t-5)/0.01)*0)*tanh(t/1e-2)", 10 - 1e-2 * math.log(2))]

    def test_what_they_add_up_to(self):
        for k, (force, area) in enumerate(self.CASES):
            for method in ("rk8", ("rk5", "cvode", "ida")[k % 3]):
                path = self.model(f"""[coordinates]
x = {{}}
[energy]
kinetic = "x'^2/2"
potential = "0"
[work]
x = "{force}"
[simulate]
time = 10
step = 10
""")
                with self.subTest(force=force, method=method):
                    self.good("run", path, "-o", self.folder / "out", "--no-report", "--method", method)
                    names, rows = self.table(self.folder / "out" / "trajectory.csv")
                    self.assertAlmostEqual(rows[-1][names.index("x'")], area, delta=1e-6 * max(area, 1))


class Steps(CommandTest):
    """What a user says of steps and of single tolerances."""

    PULSE = """[coordinates]
x = {start = 0, rate = 1, unit = "m"}
[energy]
kinetic = "x'^2/2"
potential = "0"
[work]
x = "100*exp(-((t - 3.3)/1e-2)^2)"
[simulate]
time = 5
"""
    # A heavy and a light oscillator that it hardly moves: the light one has a billionth of the energy.
    PAIR = """[coordinates]
x = {start = 1}
y = {start = 1e-12}
[energy]
kinetic = "x'^2/2 + y'^2/2"
potential = "x^2/2 + 2*y^2"
[simulate]
time = 20
step = 20
"""

    def test_equal_steps_may_not_pass_over_a_pulse(self):
        path = self.model(self.PULSE)
        for method in ("variational", "semi-implicit-euler", "alpha"):
            said = self.bad(1, "run", path, "-o", self.folder / "out", "--method", method, "--step-size", "0.05")
            self.assertRegex(said, r"at t = 3\.\d+ s a force, an input or a motion changes faster than the steps")
            self.good("run", path, "-o", self.folder / "out", "--method", method, "--step-size", "0.001", "--no-report")
        names, rows = self.table(self.folder / "out" / "trajectory.csv")
        self.assertAlmostEqual(rows[-1][names.index("x'")], 1 + math.sqrt(math.pi), delta=2e-4)

    def test_the_largest_step(self):
        text = "[coordinates]\nx = {rate = 1}\n[energy]\nkinetic = \"x'^2/2\"\npotential = \"0\"\n[simulate]\ntime = 1\n"
        for words, least in (("", 1), ("largest_step = 0.01\n", 100), ("largest_step = \"5 ms\"\n", 200)):
            self.good("run", self.model(text + words), "-o", self.folder / "out", "--no-report")
            summary = json.loads((self.folder / "out" / "summary.json").read_text())
            self.assertGreaterEqual(summary["steps"], least)
            self.assertLess(summary["steps"], least + 20)
        self.assertIn("largest_step", self.bad(2, "run", self.model(text + "largest_step = -1\n")))

    def test_a_tolerance_of_its_own(self):
        for words, far, warns in (("", 1e-12, True), ("absolute = { y = 1e-22, \"y'\" = 1e-22 }\n", 1e-20, False)):
            self.good("run", self.model(self.PAIR + words), "-o", self.folder / "out", "--no-report")
            names, rows = self.table(self.folder / "out" / "trajectory.csv")
            self.assertAlmostEqual(rows[-1][names.index("y")], 1e-12 * math.cos(40), delta=far)
            warnings = json.loads((self.folder / "out" / "summary.json").read_text())["warnings"]
            self.assertEqual(any("y moves by" in w and "[simulate] absolute" in w for w in warnings), warns)
        said = self.bad(2, "run", self.model(self.PAIR + "absolute = { z = 1 }\n"))
        self.assertRegex(said, r"model.toml:\d+:\d+: .*there is no coordinate, speed or state 'z'")


if __name__ == "__main__":
    unittest.main()
