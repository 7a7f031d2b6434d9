"""Tables: functions given by points, from a few to a hundred thousand of them."""
import bisect
import json
import math
import random
import unittest

from command import call
from mechanics import MechanismTest

MASS = """
[parameters]
m = 2
[table.push]
file = "push.csv"
[body.block]
mass = "m"
[joint.x]
type = "prismatic"
bodies = ["ground", "block"]
at = [[0, 0, 0], [0, 0, 0]]
axis = [1, 0, 0]
start = 0.5
rate = -0.25
effort = "push(t)"
[simulate]
time = 10
step = 0.01
"""

LAGRANGIAN = """
[parameters]
m = 2
[table.push]
file = "push.csv"
[inputs]
F = "push(t)"
[coordinates]
x = { start = 0.5, rate = -0.25 }
[energy]
kinetic = "m*x'^2/2"
[work]
x = "F"
[simulate]
time = 10
step = 0.01
"""


class PiecewiseCubic:
    """Place and speed of a mass under a force that is straight between its points."""

    def __init__(self, mass, points, x, v):
        self.mass, self.t, self.f = mass, [t for t, _ in points], [f for _, f in points]
        self.x, self.v = [x], [v]
        for i in range(1, len(points)):
            x, v = self.go_on(i - 1, self.t[i] - self.t[i - 1])
            self.x.append(x)
            self.v.append(v)

    def go_on(self, i, h):
        slope = 0.0 if i + 1 == len(self.t) else (self.f[i + 1] - self.f[i]) / (self.t[i + 1] - self.t[i])
        v = self.v[i] + h * (self.f[i] + slope * h / 2) / self.mass
        return self.x[i] + h * (self.v[i] + h * (self.f[i] / 2 + slope * h / 6) / self.mass), v

    def at(self, t):
        i = bisect.bisect_right(self.t, t) - 1
        return self.go_on(i, t - self.t[i])


class Tables(MechanismTest):
    def points(self, n, end):
        """Uneven times from 0 on, with a rough force."""
        chance = random.Random(n)
        places = sorted({0.0, end, *(round(chance.uniform(0, end), 9) for _ in range(n - 2))})
        return [(t, round(math.sin(t) + chance.uniform(-1, 1), 6)) for t in places]

    def with_points(self, text, points, name="model.toml"):
        (self.folder / "push.csv").write_text("t,F\n" + "".join(f"{t!r}, {f!r}\n" for t, f in points))
        return self.model(text, name)

    def test_mass_under_a_measured_force(self):
        for n, end, text in [(2, 7, MASS), (5, 20, LAGRANGIAN), (20_000, 10, MASS), (20_000, 4, LAGRANGIAN)]:
            points = self.points(n, end)
            motion = PiecewiseCubic(2.0, points, 0.5, -0.25)
            rows, summary = self.simulate(self.with_points(text, points), "--no-report", "--tolerance", "1e-7")
            worst = max(abs(a - b) for row in rows for a, b in zip((row["x"], row["x'"]), motion.at(row["t"])))
            print(f"{len(points)} points: {worst:.1e}, {summary['steps']} steps, {summary['wall_seconds']:.2f} s")
            # No step crosses a point, so that steps of any order from 4 on are exact: what is left are roundings of
            # places up to 100, one for each step. Stepping over a single point would show at 1e-7.
            self.assertEqual(len(rows), 1001)
            self.assertLess(worst, 1e-11)
            self.assertEqual(summary["events"], sum(0 < t < 10 for t, _ in points))
            self.assertLess(summary["steps"], len(points) + 60)
            self.assertLess(summary["rejected"], 5)

    def test_arguments_that_run_with_time(self):
        # Backwards at twice the pace: the point at x is passed at t = (8 - x)/2.
        points = self.points(300, 7)
        model = self.with_points(LAGRANGIAN, points)
        rows, summary = self.simulate(model, "--no-report", "--set", "F=push(m*(4 - t))")
        motion = PiecewiseCubic(2.0, [(0, points[-1][1])] + [((8 - x) / 2, f) for x, f in reversed(points)], 0.5, -0.25)
        worst = max(abs(a - b) for row in rows for a, b in zip((row["x"], row["x'"]), motion.at(row["t"])))
        self.assertLess(worst, 1e-11)
        self.assertEqual(summary["events"], len(points))
        self.assertEqual(summary["rejected"], 0)

    def test_methods_with_a_history(self):
        points = self.points(200, 10)
        model = self.with_points(MASS, points)
        motion = PiecewiseCubic(2.0, points, 0.5, -0.25)
        for method in ("rk5", "cvode", "ida"):
            rows, summary = self.simulate(model, "--no-report", "--method", method, "--tolerance", "1e-9")
            worst = max(abs(a - b) for row in rows for a, b in zip((row["x"], row["x'"]), motion.at(row["t"])))
            print(f"200 points by {method}: {worst:.1e}, {summary['steps']} steps")
            self.assertLess(worst, 60 * 1e-9)  # what docs/simulation.md promises
            self.assertEqual(summary["events"], 198)

    def test_methods_with_equal_steps(self):
        points = self.points(200, 10)
        model = self.with_points(MASS, points)
        motion = PiecewiseCubic(2.0, points, 0.5, -0.25)
        for method, order in (("variational", 2), ("semi-implicit-euler", 1)):
            errors = []
            for h in (0.01, 0.005):
                rows, summary = self.simulate(model, "--no-report", "--method", method, "--step-size", h)
                self.assertEqual(summary["events"], 198)
                errors.append(max(abs(a - b) for row in rows for a, b in zip((row["x"], row["x'"]), motion.at(row["t"]))))
            print(f"200 points by {method}: {errors[0]:.1e}, {errors[1]:.1e}")
            self.assertLess(errors[0], 2 * 10 * 0.01 ** order)  # forces below 2 N for 10 s
            self.assertLess(errors[1], errors[0])

    def test_points_along_the_way(self):
        # A spring F = -4 x for x < 0, -x for x > 0 with a thousand points on its two lines: half a period of sin t, then half a
        # period of -sin(2 t)/2, however many points are passed on the way.
        places = [k / 400 for k in range(-500, 501)]
        lists = f"x = {places}\ny = {[-4 * x if x < 0 else -x for x in places]}\n"
        model = self.model(f"[table.spring]\n{lists}[coordinates]\nx = {{ start = 0, rate = 1 }}\n[energy]\nkinetic = \"x'^2/2\"\n"
                           "[work]\nx = \"spring(x)\"\n[simulate]\ntime = 6\n")
        rows, summary = self.simulate(model, "--no-report", "--tolerance", "1e-10")
        for row in rows:
            t = math.fmod(row["t"], 1.5 * math.pi)
            x = math.sin(t) if t < math.pi else -math.sin(2 * (t - math.pi)) / 2
            self.assertLess(abs(row["x"] - x), 1e-8)
        # sin t passes 399 points on its way up and as many back, -sin(2 t)/2 199 each; zero itself twice; then up again until t = 6.
        again = math.floor(400 * math.sin(6 - 1.5 * math.pi))
        self.assertAlmostEqual(summary["events"], 2 * 399 + 2 * 199 + 2 + again, delta=4)  # turning points touch one

    def test_formulas_call_tables_by_name(self):
        for n in (3, 100_000):
            points = [(10 * k / (n - 1), math.sin(k)) for k in range(n)]
            model = self.with_points(LAGRANGIAN.replace('"F"', '"F - push(x)*x\'"'), points)
            text = self.good("derive", model)
            self.assertIn("m*x'' = F - push(x)*x'", text)
            self.assertIn("push", self.good("derive", model, "--format", "latex"))
            self.assertIn("push(x)", self.good("derive", model, "--format", "json"))
            self.proved(model, "equation[x]", "m*x'' + push(x)*x' - F")
            self.proved(model, "(push(x) + m)^2 - push(x)^2", "m*(2*push(x) + m)")
            self.assertTrue(self.json("check", model)["passed"])
            found = call("prove", model, "--equal", "push(x)", "push(2*x)", "--json")
            self.assertEqual((found.returncode, json.loads(found.stdout)["verdict"]), (1, "refuted"))
        self.assertIn("push", self.bad(2, "prove", model, "--equal", "pusch(x)", "0"))

    def test_slopes_of_tables(self):
        # A potential given by points: its force is minus the slope.
        model = self.model("[table.W]\nx = [-2, 0, 1]\ny = [4, 0, 5]\n[coordinates]\nx = { start = -1 }\n[energy]\n"
                           "kinetic = \"x'^2/2\"\npotential = \"W(x)\"\n[simulate]\ntime = 2\n[outputs]\nforce = \"-W'(x)\"\n")
        self.assertIn("W'(x)", self.good("derive", model))
        rows, _ = self.simulate(model, "--no-report", "--tolerance", "1e-10")
        # From x = -1 with the force 2 to x = 0 at t = 1 with the speed 2, then with the force -5.
        for row in rows:
            t = row["t"]
            x = -1 + t * t if t <= 1 else 2 * (t - 1) - 2.5 * (t - 1) ** 2
            if x > 0 or t <= 1:
                self.assertLess(abs(row["x"] - x), 1e-9)
                if abs(t - 1) > 1e-6:
                    self.assertEqual(row["force"], 2.0 if t < 1 else -5.0)

    def test_driven_joint(self):
        # A drive whose speed is given by points: its course is the integral, a parabola between points.
        model = self.model("""
            [table.lift]
            x = [0, 1, 3]
            y = [0, 2, 2]
            [body.block]
            mass = 3
            [joint.z]
            type = "prismatic"
            bodies = ["ground", "block"]
            at = [[0, 0, 0], [0, 0, 0]]
            axis = [0, 0, 1]
            motion = "lift(t)^2"
            [simulate]
            time = 2
            step = 0.25
            """.replace("            ", ""))
        out = self.folder / "out"
        self.good("kinematics", model, "-o", out)
        self.good("inverse", model, "-o", out)
        names, rows = self.table(out / "inverse.csv")
        for row in (dict(zip(names, row)) for row in rows):
            t = row["t"]
            place, speed, rate = (4 * t * t, 8 * t, 8) if t < 1 else (4, 0, 0)
            self.near([row["z"], row["z'"], row["z''"], row["z.effort"]], [place, speed, rate, 3 * (9.81 + rate)], 1e-12)

    def test_a_converted_model_keeps_its_tables(self):
        points = self.points(50, 10)
        model = self.with_points(MASS, points)
        other = self.folder / "other.toml"
        self.good("convert", model, "-o", other)
        self.assertIn("[table.push]", other.read_text())
        self.assertEqual(self.simulate(model, "--no-report")[0], self.simulate(str(other), "--no-report")[0])

    def test_points_in_parameters(self):
        model = self.model("[parameters]\na = 1\n[table.f]\nx = [0, \"a\"]\ny = [0, \"3*a\"]\n[coordinates]\nx = 0\n[energy]\n"
                           "kinetic = \"x'^2/2\"\n[work]\nx = \"f(t)\"\n[simulate]\ntime = 4\n")
        for a in (1.0, 2.5):  # the force is 3 t up to t = a, then 3 a
            rows, summary = self.simulate(model, "--no-report", "--set", f"a={a}")
            self.assertEqual(summary["events"], 1)
            for row in rows:
                t = row["t"]
                x = t ** 3 / 2 if t < a else a ** 3 / 2 + 1.5 * a * a * (t - a) + 1.5 * a * (t - a) ** 2
                self.assertLess(abs(row["x"] - x), 1e-11 * 60)
        self.assertIn("rise", self.bad(2, "run", model, "-o", self.folder / "none", "--set", "a=-1"))

    def test_a_signal_given_on_the_command_line(self):
        points = self.points(4, 10)
        model = self.with_points(LAGRANGIAN, points)
        rows, _ = self.simulate(model, "--no-report", "--set", "F=-push(t)")
        motion = PiecewiseCubic(-2.0, points, 0.5, -0.25)
        self.assertLess(max(abs(row["x"] - motion.at(row["t"])[0]) for row in rows), 1e-11)


if __name__ == "__main__":
    unittest.main()
