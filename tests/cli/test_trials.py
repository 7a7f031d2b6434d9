"""Models on which the program was once wrong, misleading or silent, against closed forms. Read from ../shared/trials; skipped
where that is not beside the checkout."""
import json
import math
import unittest

from command import SOURCE, CommandTest, call

TRIALS = SOURCE.parent / "shared" / "trials"


def value_of(formula, **names):
    """Of a formula that the program printed."""
    known = {"sin": math.sin, "cos": math.cos, "sqrt": math.sqrt, "exp": math.exp, "abs": abs}
    return eval(formula.replace("^", "**").replace("'", "_v"), {}, {**known, **names})


@unittest.skipUnless(TRIALS.exists(), "no trials beside the checkout")
class TrialTest(CommandTest):
    def path(self, name):
        return str(TRIALS / name)

    def about(self, verb, name, *words):
        """JSON of a call that must succeed, and what it said beside it."""
        result = call(verb, self.path(name), *words, "--json")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return json.loads(result.stdout), result.stderr

    def motion(self, name, *words, verb="run"):
        """Columns by name and the last row of a motion, with what was said."""
        words = [*words, "-o", self.folder / "out"] + (["--no-report"] if verb == "run" else [])
        summary, said = self.about(verb, name, *words)
        names, rows = self.table(self.folder / "out" / ("trajectory.csv" if verb == "run" else f"{verb}.csv"))
        columns = {name: [row[i] for row in rows] for i, name in enumerate(names)}
        return columns, summary, said


class Times(TrialTest):
    """Switches and forces in time, and motions far smaller than one, with every method that holds the tolerance."""

    METHODS = ("auto", "rk5", "rk8", "cvode", "ida", "variational")

    def last(self, name, method, column):
        columns, summary, _ = self.motion(name, *([] if method == "auto" else ["--method", method]))
        return columns[column][-1], summary

    def test_switches_in_time_are_all_met(self):
        for method in self.METHODS:
            place, summary = self.last("pwm-pendulum.toml", method, "A")
            self.assertAlmostEqual(place, 0.29347, delta=5e-6)  # the figure that comes with the model
            self.assertEqual(summary["events"], 1274)
            speed, _ = self.last("square-wave.toml", method, "x'")
            self.assertAlmostEqual(speed, 5.0, delta=1e-6)  # half of ten seconds of 1 N on 1 kg

    def test_smooth_forces_that_come_late_are_met(self):
        for method in self.METHODS:
            self.assertAlmostEqual(self.last("late-kick.toml", method, "A")[0], 0.1308, delta=5e-5)
            speed, _ = self.last("narrow-gauss.toml", method, "x'")
            self.assertAlmostEqual(speed, 1 + math.sqrt(math.pi), delta=1e-6)  # the area of the Gaussian

    def test_motions_far_below_one_are_followed(self):
        w = math.sqrt(0.04 / 1e-9)
        for method in self.METHODS:
            place, summary = self.last("tiny-oscillator.toml", method, "x")
            # A hundred periods: a phase that is off by 1e-6 of a radian a period.
            self.assertAlmostEqual(place, 1e-12 * math.cos(0.1 * w), delta=1e-16)
            self.assertLess(summary["energy_drift"], 1e-4)
            self.assertAlmostEqual(self.last("tiny-pendulum.toml", method, "A")[0], 1e-11 * math.cos(200 * math.sqrt(9.81)),
                                   delta=1e-15)

    def test_an_elastic_wall_supplies(self):
        energy = self.last("elastic-wall.toml", "auto", "t")[1]["energy"]
        self.assertAlmostEqual(energy["supplied"], 0.08, delta=1e-12)
        self.assertAlmostEqual(energy["dissipated"], 0.0, delta=1e-12)


class Orientations(TrialTest):
    def test_tilted_linkages_move_like_their_twins(self):
        tilted, _, _ = self.motion("tilted-four-bar.toml")
        planar, _, _ = self.motion("tilted-four-bar-planar-twin.toml")
        for name in ("A", "C"):
            for a, b in zip(tilted[name], planar[name]):
                self.assertAlmostEqual(abs(a), abs(b), delta=1e-8)
        tilted, _, _ = self.motion("tilted-inverse.toml", verb="inverse")
        planar, _, _ = self.motion("tilted-inverse-planar-twin.toml", verb="inverse")
        efforts = [name for name in planar if name.endswith(".effort")]
        self.assertTrue(efforts)
        for name in efforts:
            for a, b in zip(tilted[name], planar[name]):
                self.assertAlmostEqual(a, b, delta=1e-8 * max(map(abs, planar[name])))
        for name in ("tilted-four-bar.toml", "tilted-slider-crank.toml", "sarrus.toml"):
            self.assertEqual(self.about("mobility", name)[0]["dof"], 1, name)

    def test_certificates_are_complete(self):
        for name in ("tilted-empty-certificate.toml", "parallelogram-left-out.toml", "turntable.urdf", "two-arm-driven.toml",
                     "explicit-time-energy.toml", "narrow-domain.toml"):
            found, _ = self.about("check", name)
            self.assertEqual((found["verdict"], found["passed"]), ("passed", True), name)

    def test_drives(self):
        for name in ("sarrus.toml", "rod-with-idle-spin.toml", "massless-four-bar.toml"):
            _, summary, _ = self.motion(name, verb="kinematics")
            self.assertLess(summary["constraint_max"], 1e-10, name)
        self.assertEqual(self.about("mobility", "dead-centre-driven.toml")[0]["locked"], ["O"])
        self.assertEqual(self.about("mobility", "dead-centre-peaucellier.toml")[0]["singular"], True)

    def test_no_warnings_of_what_is_not_there(self):
        _, summary, _ = self.motion("scissor-20.toml")
        self.assertEqual(summary["warnings"], [])
        _, summary, _ = self.motion("false-jump-warning.toml")
        self.assertEqual(summary["warnings"], [])


class Formulas(TrialTest):
    def test_no_simplification_changes_a_value(self):
        def potential(x, y):
            A = (x ** 0.25 + y) ** 2
            return math.sin(A + math.sqrt(x)) - math.sin(A) + 2

        found, _ = self.about("derive", "false-simplification.toml")
        for x, y in ((1.0, 1.0), (0.3, 0.8), (2.0, -0.4)):
            self.assertAlmostEqual(value_of(found["V"], x=x, y=y), potential(x, y), 12)
            evaluated, _ = self.about("evaluate", "false-simplification.toml", "--q", f"{x},{y}")
            self.assertAlmostEqual(evaluated["potential"], potential(x, y), 12)
        at = ["--q", "1.5,0.7"]
        evaluated, _ = self.about("evaluate", "false-simplification-run.toml", *at)
        change = potential(1.5, 0.7) - 2
        self.assertAlmostEqual(evaluated["M"][0][0], change + 2, 12)
        self.assertAlmostEqual(evaluated["effort"][0], change, 12)

    def test_springs_belong_to_the_potential(self):
        found, _ = self.about("derive", "spring-not-in-V.toml")
        self.assertAlmostEqual(value_of(found["V"], x=0.8, k=100, l0=0.5), 4.5, 12)
        self.assertAlmostEqual(self.about("evaluate", "spring-not-in-V.toml")[0]["potential"], 4.5, 12)
        proved, _ = self.about("prove", "spring-not-in-V.toml", "--equal", "V", "k*(l0 - abs(x))^2/2")
        self.assertEqual(proved["verdict"], "proved")

    def test_a_vortex_is_not_conservative(self):
        field = self.about("derive", "vortex-field.toml")[0]["force_field"]
        self.assertIs(field["conservative"], False)
        self.assertIn("6.28319", field["note"])

    def test_multipliers_hold_at_regular_states(self):
        found, _ = self.about("derive", "multiplier-0-over-0.toml")
        self.assertEqual(found["lambda_where_not_zero"], [])
        for th in (0.0, 0.4):
            numbers = dict(m=2, J=0.11, l=1.2, g=9.81, a=0.3, w=5, M=0.7 * math.sin(0.3), t=0.3, th=th, th_v=1.1)
            at = ["--t", "0.3", "--q", f"z=0.3*sin(1.5),th={th}", "--v", "z'=1.5*cos(1.5),th'=1.1"]
            evaluated, _ = self.about("evaluate", "multiplier-0-over-0.toml", *at)
            # Of a drive, the effort that holds it: -lambda.
            expected = evaluated["efforts"]["z"]
            self.assertAlmostEqual(-value_of(found["lambda"][0], **numbers), expected, delta=1e-10 * abs(expected))


class Answers(TrialTest):
    def test_written_starts_stay_or_are_told(self):
        found, _ = self.about("evaluate", "written-speeds-changed.toml")
        speeds = dict(zip(found["speeds"], found["v"]))
        self.assertEqual((speeds["x'"], speeds["th'"], found["start_changes"]), (0.3, 0.5, []))
        found, _ = self.about("evaluate", "written-rate-changed.toml")
        self.assertAlmostEqual(dict(zip(found["speeds"], found["v"]))["F.wz"], 0.9, 12)

    def test_what_is_not_finite(self):
        self.assertIn("not finite", self.bad(1, "run", self.path("inf-with-exit-0.toml"), "-o", self.folder / "out"))
        _, summary, said = self.motion("nan-output.toml")
        self.assertEqual(len(summary["warnings"]), 2)
        self.assertIn("'o' is infinite at t = 0.01 s", said)
        self.assertIn("error-without-place.toml:2:10", self.bad(2, "evaluate", self.path("error-without-place.toml")))

    def test_a_forgotten_inertia_is_named(self):
        for verb in ("evaluate", "run"):
            self.assertIn("body 'b'", self.bad(2, verb, self.path("forgotten-inertia.toml")))

    def test_explicit_time_is_accounted_for(self):
        columns, summary, _ = self.motion("explicit-time-energy.toml")
        self.assertLess(summary["energy_drift"], 1e-7)
        self.assertAlmostEqual(columns["x"][-1], 20, 8)

    def test_continuous_formulas_of_turns(self):
        columns, _, _ = self.motion("cam-by-formula.toml", verb="kinematics")
        h, rise = 0.01, 2 * math.pi / 3
        for t, f in zip(columns["t"], columns["f"]):
            m = (2 * math.pi * t) % (2 * math.pi)
            if m < rise:
                exact = h * (m / rise - math.sin(3 * m) / (2 * math.pi))
            elif m < math.pi:
                exact = h
            elif m < 5 * math.pi / 3:
                exact = h * (1 - (m - math.pi) / rise + math.sin(3 * (m - math.pi)) / (2 * math.pi))
            else:
                exact = 0
            self.assertAlmostEqual(f, exact, delta=1e-12)
        columns, _, _ = self.motion("geneva-by-formula.toml", verb="kinematics")
        # A quarter turn for each turn of the crank, which begins and ends opposite to the slot.
        self.assertAlmostEqual(columns["g"][-1] - columns["g"][0], -3 * math.pi / 2, 10)
