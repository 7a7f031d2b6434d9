"""Blades, wheels and discs: constraints on speeds, against closed forms and reference motions."""
import math

from command import example
from constrained import ConstrainedTest, data, reference, text_of
from jets import integrate
from mechanics import cross, plus, rotation, times, transpose

G = 9.81


class ChaplyginSleigh(ConstrainedTest):
    """V33: exact motion and side force of the blade."""

    def test_motion(self):
        rows, summary = self.simulate(example("chaplygin-sleigh"))
        worst = 0.0
        for row, k in zip(rows, reference(data("chaplygin_sleigh.csv")), strict=True):
            worst = max(worst, abs(row["sled.x"] - k["blade_x"]), abs(row["sled.y"] - k["blade_y"]),
                        abs(row["sled.angle"] - k["theta"]), abs(row["v"] - k["v_forward"]), abs(row["sled.angle'"] - k["omega"]))
            self.assertAlmostEqual(row["side"], k["lateral_force_on_blade"], places=7)
        print(f"V33: largest error to t = 5 is {worst:.1e}")
        self.assertLess(worst, 1e-8)
        self.assertLess(summary["energy_drift"], 1e-10)

    def test_mobility(self):
        found = self.json("mobility", example("chaplygin-sleigh"))
        self.assertEqual((found["dof"], found["velocity_dof"], found["redundant"]), (3, 2, []))
        self.assertIs(found["integrable"]["blade"], False)

    def test_reduced_equations(self):
        # v' = a w^2, w' = -m a v w/(I + m a^2)
        m, I, a, v, w, th = 2.0, 0.5, 0.3, 1.7, -0.9, 0.6
        e = self.at(example("chaplygin-sleigh"), [1.0, 2.0, th], [v * math.cos(th), v * math.sin(th), w])
        forward, spin = a * w * w, -m * a * v * w / (I + m * a * a)
        s, c = math.sin(th), math.cos(th)
        self.near(e["acceleration"], [forward * c - v * w * s, forward * s + v * w * c, spin], 1e-13)


class KnifeEdge(ConstrainedTest):
    """V32: x = (g sin a/2 w^2) sin^2 wt, y = (g sin a/2 w^2)(wt - sin(2wt)/2)."""

    def test_motion(self):
        rows, _ = self.simulate(example("knife-edge"), "--step", "0.25")
        for row, k in zip(rows, reference(data("knife_edge.csv")), strict=True):
            self.assertLess(math.dist([row["skate.x"], row["skate.y"], row["skate.angle"]],
                                      [k["x_downslope"], k["y_cross"], k["phi"]]), 1e-8)

    def test_drift_per_turn(self):
        rows, _ = self.simulate(example("knife-edge"), "--time", repr(math.pi), "--step", repr(math.pi))
        self.assertAlmostEqual(rows[-1]["skate.y"], 3.85237799146448396, places=8)
        self.assertAlmostEqual(rows[-1]["skate.x"], 0.0, places=8)


class RollingDisc(ConstrainedTest):
    """V30, V31, S46: a thin disc on a plane."""
    m, r = 2.0, 0.3

    def test_reference(self):
        rows, summary = self.simulate(example("rolling-disc"), "--step", "0.1")
        worst = 0.0
        for row, k in zip(rows, reference(data("rolling_disc.csv")), strict=True):
            self.assertAlmostEqual(row["t"], k["t_s"], places=12)
            q = [row[f"disc.q{c}"] for c in "wxyz"]
            sign = 1 if sum(a * k[f"e{i}"] for i, a in enumerate(q)) > 0 else -1
            worst = max(worst, *(abs(sign * a - k[f"e{i}"]) for i, a in enumerate(q)),
                        *(abs(row[f"disc.{c}"] - k[f"com_{c}"]) for c in "xyz"),
                        *(abs(row[f"disc.w{c}"] - k[f"w{c}_body"]) for c in "xyz"))
        print(f"V31: largest error to t = 5 is {worst:.1e}")
        self.assertLess(worst, 1e-8)
        self.assertAlmostEqual(rows[0]["energy"], 14.5504525207562, places=11)
        self.assertLess(summary["energy_drift"], 1e-10)

    def disc(self, lean, u):
        """--q and --v of a disc at the origin: u is its angular velocity along the line of travel, its axis, and across both."""
        s, c, r = math.sin(lean), math.cos(lean), self.r
        half = (lean - math.pi / 2) / 2
        q = [0, -r * s, r * c, math.cos(half), math.sin(half), 0, 0]
        return q, [u[0], -u[2], u[1], r * u[1], 0, -r * u[0]]  # the body's y is the third direction, backwards

    def test_closed_form(self):
        steady = [0.0, -3.606696150827722, 2.0]  # a turn at a lean of 20 degrees
        for lean, u in [(math.radians(20), [0.1, 8.1, 0.4]), (-0.5, [0.7, -3.0, 1.1]), (math.radians(20), steady)]:
            q, v = self.disc(lean, u)
            e = self.at(example("rolling-disc"), q, v)
            tan = math.tan(lean)
            rates = [(4 * G * math.sin(lean) + 6 * self.r * u[1] * u[2] - self.r * u[2] ** 2 * tan) / (5 * self.r),
                     -2 * u[0] * u[2] / 3, (-2 * u[1] + u[2] * tan) * u[0]]
            turning = plus(rates, cross([u[0], u[2] * tan, u[2]], u))  # the leaning frame turns too
            self.near(e["acceleration"][:3], [turning[0], -turning[2], turning[1]], 1e-12)
            self.assertLess(max(map(abs, e["constraint"])), 1e-12)

    def test_contact_force(self):
        # force on the disc = m (a - g), a from the motion of its centre
        q, v = self.disc(0.3, [0.4, 5.0, -0.8])
        e = self.at(example("rolling-disc"), q, v)
        R = rotation(q[3:])
        a = times(R, plus(e["acceleration"][3:], cross(v[:3], v[3:])))
        self.near(times(transpose(e["jacobian"]), e["multipliers"])[3:],
                  times(transpose(R), [-self.m * x for x in plus(a, [0, 0, G])]), 1e-12)

    def test_mobility(self):
        found = self.json("mobility", example("rolling-disc"))
        self.assertEqual((found["dof"], found["velocity_dof"]), (5, 3))
        self.assertIs(found["integrable"]["contact"], False)


class CartOnTwoWheels(ConstrainedTest):
    """V49: inertia coefficients of Kane and Levinson's problem 10.12, and the equations of motion."""
    mA, IA, a, mB, R, b = 12.0, 0.6, 0.2, 1.5, 0.25, 0.3
    M1 = IA + mA * a ** 2 + mB * (R ** 2 / 2 + 3 * b ** 2)
    M2 = mA + 3 * mB

    def rates(self, u1, u2, push, turn):
        return (turn - self.mA * self.a * u1 * u2) / self.M1, (push + self.mA * self.a * u1 ** 2) / self.M2

    def speeds(self, angle, u1, u2):
        return {"P.x'": u2 * math.cos(angle), "P.y'": u2 * math.sin(angle), "P.angle'": u1, "spin[0]'": (u2 - self.b * u1) / self.R,
                "spin[1]'": (u2 + self.b * u1) / self.R}

    def test_inertia_coefficients(self):
        model = example("two-wheeled-cart")
        start = self.at(model)
        angle = 0.7
        q = [angle if name == "P.angle" else 0.4 for name in start["coordinates"]]
        for u1, u2 in [(1.0, 0.0), (0.0, 1.0), (1.3, -0.8)]:
            v = [self.speeds(angle, u1, u2)[name] for name in start["speeds"]]
            e = self.at(model, q, v)
            self.near(e["kinetic"], (self.M1 * u1 ** 2 + self.M2 * u2 ** 2) / 2, 1e-13)
            a1, a2 = self.rates(u1, u2, 6.0, 0.8)
            s, c = math.sin(angle), math.cos(angle)
            known = {"P.x'": a2 * c - u1 * u2 * s, "P.y'": a2 * s + u1 * u2 * c, "P.angle'": a1,
                     "spin[0]'": (a2 - self.b * a1) / self.R, "spin[1]'": (a2 + self.b * a1) / self.R}
            self.near(e["acceleration"], [known[name] for name in start["speeds"]], 1e-12)

    def test_motion(self):
        rows, summary = self.simulate(example("two-wheeled-cart"), "--step", "0.25", "--tolerance", "1e-12")
        def rates(t, y):
            a1, a2 = self.rates(y[3], y[4], 6.0, 0.8)
            return [y[4] * math.cos(y[2]), y[4] * math.sin(y[2]), y[3], a1, a2]
        known = integrate(rates, [0.0, 0.0, 0.0, 0.4, 0.5], [row["t"] for row in rows], 5)
        self.follows(rows, ["P.x", "P.y", "P.angle", "u1", "u2"], [(t, *y) for t, y in known], 1e-7)
        self.assertLess(summary["energy_drift"], 1e-9)

    def test_all_rows_of_both_contacts(self):
        # the cart's plane already holds the wheels at their height, and one wheel that does not slip sideways is enough
        text = text_of("two-wheeled-cart").replace('rows   = "forward"\n', "")
        text = text[:text.index("[constraint.axle]")] + text[text.index("[force.push]"):]
        found = self.json("mobility", self.model(text))
        self.assertEqual((found["velocity_dof"], len(found["redundant"])), (2, 3))
        rows, _ = self.simulate(self.model(text), "--step", "0.5", "--tolerance", "1e-11")
        plain, _ = self.simulate(example("two-wheeled-cart"), "--step", "0.5", "--tolerance", "1e-11")
        for row, k in zip(rows, plain, strict=True):
            self.assertLess(math.dist([row["P.x"], row["P.y"], row["P.angle"]], [k["P.x"], k["P.y"], k["P.angle"]]), 1e-7)

    def test_mobility(self):
        found = self.json("mobility", example("two-wheeled-cart"))
        # of the three rows one combination is integrable: the wheels' turns and the heading are coupled
        self.assertEqual((found["dof"], found["velocity_dof"]), (4, 2))
