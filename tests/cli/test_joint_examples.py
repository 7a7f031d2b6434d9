"""Examples of joints, constraints and forces that few machines need, against closed forms."""
import math
from math import cos, exp, pi, sin, sqrt

from command import example
from constrained import ConstrainedTest

G = 9.81


class JointTest(ConstrainedTest):
    def simulate(self, model, *words):
        return super().simulate(model, *words, "--no-report")


class FlyPress(JointTest):
    """A screw joint: constant acceleration down to the blank, then half an oscillation, then the same way back."""

    def test_motion(self):
        Js, M, p, tau, gap, k = 0.9, 50.0, 0.012, 15.0, 0.06, 4e6
        J = Js + M * p * p  # of the whole, in terms of the spindle's angle
        down = (tau + M * G * p) / J
        touch = sqrt(2 * gap / p / down)
        speed, w = down * touch, sqrt(k * p * p / J)
        rest = M * G / k  # m, where the blank carries the weight
        swing, phase = math.hypot(speed * p / w, rest), math.atan2(rest, speed * p / w)
        leave = touch + (pi + 2 * phase) / w

        def height(t):
            if t < touch:
                return -p * down * t * t / 2
            if t < leave:
                return -gap - rest - swing * sin(w * (t - touch) - phase)
            return height(touch + leave - t)  # nothing is lost: the same way back

        rows, summary = self.simulate(example("fly-press"))
        for row in rows:
            self.assertAlmostEqual(row["z"], height(row["t"]), delta=1e-9)
            self.assertAlmostEqual(row["thread"], height(row["t"]) / p, delta=1e-7)
            self.assertAlmostEqual(row["collar"], -row["thread"], delta=1e-12)  # the ram does not turn
        self.assertEqual(summary["events"], 2)
        self.assertAlmostEqual(max(row["push"] for row in rows), k * (rest + swing), delta=1e-3 * k * swing)


class SwashPlate(JointTest):
    """Cylindrical joints and in-plane: with three pistons the shaft feels a constant inertia."""
    J, m, R, slant, tau, c = 0.004, 0.3, 0.04, math.radians(15), 0.5, 0.02

    def test_motion(self):
        reach = self.R * math.tan(self.slant)
        J = self.J + 1.5 * self.m * reach**2  # the sum of sin^2 over three pistons is 3/2 at every angle
        end, slow = self.tau / self.c, J / self.c
        rows, _ = self.simulate(example("swash-plate"))
        for row in rows:
            t, rise = row["t"], 1 - exp(-row["t"] / slow)
            turned = end * t + (10 - end) * slow * rise
            self.assertAlmostEqual(row["shaft'"], 10 + (end - 10) * rise, delta=1e-8)
            self.assertAlmostEqual(row["shaft"], turned, delta=1e-8)
            for k in range(3):
                away = turned - 2 * pi * k / 3
                self.assertAlmostEqual(row[f"bore[{k}].slide"], reach * cos(away), delta=1e-9)
                self.assertAlmostEqual(row[f"bore[{k}].angle"], 2 * k * t, delta=1e-12)
            rate, growth = row["shaft'"], (self.tau - self.c * row["shaft'"]) / J
            sliding = -reach * (cos(turned) * rate**2 + sin(turned) * growth)
            self.assertAlmostEqual(row["push"] * cos(self.slant), -self.m * sliding, delta=1e-6)

    def test_counts(self):
        found = self.json("mobility", example("swash-plate"))
        self.assertEqual((found["gruebler"], found["dof"]), (4, 4))  # the shaft, and each piston about its bore


class RackSteering(JointTest):
    """Rack, gears put together at any angle, and a cylinder: one linear equation with a sine on its right side."""
    m, Jp, Jc, r, n, k, c, h = 6.0, 0.0004, 0.03, 0.008, 1.2, 40000, 4000, 150

    def test_motion(self):
        mass = self.m + (self.Jp + self.n**2 * self.Jc) / self.r**2
        force, w = -3 * (self.n / self.r + self.h), 4.0
        # x = Re(X e^iwt) + decaying part, from rest
        X = -1j * force / (self.k - mass * w * w + 1j * w * self.c)
        s = (-self.c + complex(self.c**2 - 4 * mass * self.k) ** 0.5) / (2 * mass)
        B = -X.real  # Re and Im of the decaying part: x(0) = x'(0) = 0
        D = ((1j * w * X).real + B * s.real) / s.imag
        rows, _ = self.simulate(example("rack-steering"), "--step", "0.05")
        for row in rows:
            t = row["t"]
            x = (X * complex(cos(w * t), sin(w * t))).real + exp(s.real * t) * (B * cos(s.imag * t) - D * sin(s.imag * t))
            self.assertAlmostEqual(row["rack"], x, delta=1e-10)
            self.assertAlmostEqual(row["pinion"], math.radians(20) + x / self.r, delta=1e-8)
            self.assertAlmostEqual(row["column"], math.radians(-70) - self.n * x / self.r, delta=1e-8)

    def test_forces(self):
        """At rest at t = 0.3: what the gears and the teeth pass on."""
        found = self.at(example("rack-steering"), words=["--t", "0.3"])
        mass = self.m + (self.Jp + self.n**2 * self.Jc) / self.r**2
        hands = 3 * sin(4 * 0.3)
        a = -(self.n / self.r + self.h) * hands / mass
        self.near(found["acceleration"], [a, a / self.r, -self.n * a / self.r], 1e-12)
        self.near(found["multipliers"], [hands + self.Jc * self.n * a / self.r, -self.h * hands - self.m * a], 1e-11)


class GimbalTop(JointTest):
    """The heavy symmetric top in Euler's angles."""
    m, d, A, C, tilt, spin = 0.5, 0.08, 0.004, 0.0012, math.radians(30), 150

    def test_steady_precession(self):
        """(A - C) cos(tilt) turn^2 - C spin turn + m g d = 0."""
        a, b, c = (self.A - self.C) * cos(self.tilt), -self.C * self.spin, self.m * G * self.d
        turn = (-b - sqrt(b * b - 4 * a * c)) / (2 * a)
        rows, _ = self.simulate(example("gimbal-top"))
        for row in rows:
            expected = [turn * row["t"], self.tilt, self.spin * row["t"]]
            for name, value in zip(("G.1", "G.2", "G.3"), expected):
                self.assertAlmostEqual(row[name], value, delta=1e-9)

    def test_let_go(self):
        """Without precession at first it nods down to the root of beta (1 - u^2) = alpha^2 (u0 - u), u = cos(tilt), and back."""
        rows, _ = self.simulate(example("gimbal-top"), "--set", "turn=0", "--step", "0.0005")
        alpha, beta, u0 = self.C * self.spin / self.A, 2 * self.m * G * self.d / self.A, cos(self.tilt)
        half = alpha**2 / (2 * beta)
        lowest = half - sqrt(half**2 - 2 * half * u0 + 1)
        tilts = [row["G.2"] for row in rows]
        self.assertAlmostEqual(min(tilts), self.tilt, delta=1e-10)
        # between rows, half a millisecond apart, the tilt is a parabola about its largest value
        self.assertAlmostEqual(max(tilts), math.acos(lowest), delta=(alpha * 0.00025) ** 2)
        for name in ("vertical", "axis"):
            values = [row[name] for row in rows]
            self.assertLess(max(values) - min(values), 1e-11 * abs(values[0]))


class Rattleback(JointTest):
    """An ellipsoid rolls on a plane."""

    def test_turns_back(self):
        rows, summary = self.simulate(example("rattleback"))
        spins = [row["spin_now"] for row in rows]
        self.assertLess(spins[0], -4.99)
        self.assertGreater(max(spins), 4.5)
        self.assertLess(summary["energy_drift"], 1e-9)
        self.assertLess(summary["constraint_max"], 1e-12)
        # spun the other way, it goes on for longer
        rows, _ = self.simulate(example("rattleback"), "--set", "spin=5", "--time", "5")
        self.assertGreater(min(row["spin_now"] for row in rows), 4.5)

    def test_rocking(self):
        """Small rocking on a belly of radius rho: w^2 = m g (rho - z)/(I + m z^2), z the height of the mass centre."""
        m, z, c = 0.1, 0.008, 0.02
        for length, inertia, words in ((0.10, 2.4e-4, []), (0.02, 3.0e-5, ["--q", "celt.qx=4e-5,celt.qy=0,celt.z=0.02"])):
            w = sqrt(m * G * (length**2 / c - z) / (inertia + m * z * z))
            rows, _ = self.simulate(example("rattleback"), "--set", "skew=0", "--set", "spin=0", "--set", "tip=0.005 deg",
                                    "--time", "1", "--step", "0.001", *words)
            name = "celt.qy" if length == 0.10 else "celt.qx"
            start = rows[0][name]
            for row in rows:
                # the shape changes the period by about (length/c)^2 (tilt)^2, 2e-7 here, and w t is 44 at the end
                self.assertAlmostEqual(row[name], start * cos(w * row["t"]), delta=3e-5 * abs(start), msg=(name, row["t"]))


class Trammel(JointTest):
    """In-line: a bar in two grooves, one motion."""
    m, a, l = 0.8, 0.30, 0.50

    def test_motion(self):
        I, e = self.m * self.l**2 / 12, self.a - self.l / 2
        mass = lambda angle: I + self.m * ((self.l / 2 * sin(angle)) ** 2 + (e * cos(angle)) ** 2)
        rate = lambda angle: sqrt(2 * self.m * G * e * max(sin(angle) - 0.5, 0) / mass(angle))
        rows, summary = self.simulate(example("trammel"))
        for row in rows:
            angle = row["bar.angle"]
            self.assertAlmostEqual(abs(row["bar.angle'"]), rate(angle), delta=1e-5)  # a root of the error near rest
            self.assertAlmostEqual((row["x"] / self.l) ** 2 + (row["y"] / (self.l - self.a)) ** 2, 1, delta=1e-12)
            self.assertAlmostEqual(row["bar.x"], 0, delta=1e-14)
            self.assertAlmostEqual(row["bar.y"], -self.a * sin(angle), delta=1e-12)
        # Time for a swing from 30 to 150 degrees: the trapezoidal rule is exact for periodic integrands, in s with
        # angle = pi/2 - pi/3 cos(s).
        n, swing = 200, 0.0
        for k in range(n):
            s = pi * (k + 0.5) / n
            angle = pi / 2 - pi / 3 * cos(s)
            swing += pi / 3 * sin(s) / rate(angle) * pi / n
        self.assertLess(swing, 2)
        nearest = min(rows, key=lambda row: abs(row["t"] - swing))
        away = nearest["t"] - swing
        torque = self.m * G * e * cos(5 * pi / 6) / mass(5 * pi / 6)
        self.assertAlmostEqual(nearest["bar.angle"], 5 * pi / 6 + torque * away**2 / 2, delta=1e-7)
        self.assertLess(summary["energy_drift"], 1e-9)


class DoorCloser(JointTest):
    """A rotational spring: two exponentials until the door is shut, then rest at the stop."""

    def test_motion(self):
        J, k, c, wind, start = 25 * 0.81 / 3, 12.0, 20.0, math.radians(15), math.radians(80)
        root = sqrt(c * c - 4 * J * k)
        s1, s2 = (-c + root) / (2 * J), (-c - root) / (2 * J)
        angle = lambda t: (start + wind) * (s1 * exp(s2 * t) - s2 * exp(s1 * t)) / (s1 - s2) - wind
        low, high = 0.0, 6.0
        for _ in range(60):
            low, high = ((low + high) / 2, high) if angle((low + high) / 2) > 0 else (low, (low + high) / 2)
        rows, summary = self.simulate(example("door-closer"))
        for row in rows:
            self.assertAlmostEqual(row["hinge"], max(angle(row["t"]), 0) if row["t"] < low else 0, delta=1e-9)
        self.assertAlmostEqual(summary["happenings"][0]["time"], low, delta=1e-8)
