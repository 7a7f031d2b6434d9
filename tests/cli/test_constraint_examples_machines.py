"""Planar machines with many bodies, redundant joints and couplings, against closed forms."""
import math
from math import exp, pi

import jets
from command import example
from constrained import ConstrainedTest, data, reference, text_of, turn
from jets import Jet, atan2, triangle, turned, variable
from mechanics import dot, numbers

G = 9.81


class ParallelCranks(ConstrainedTest):
    """V44, S23: a'' = c sin a whatever the number of cranks."""

    def test_motion(self):
        rows, summary = self.simulate(example("parallel-cranks"), "--step", "0.5")
        known = reference(data("parallel_cranks.csv"))
        worst = self.follows(rows, ["alpha"], [(k["t_s"], k["alpha_from_upright"]) for k in known], 1e-6)
        print(f"V44: largest error to t = 5 is {worst:.1e}")
        for row, k in zip(rows, known):
            self.assertAlmostEqual(-row["P[3]'"], k["alpha_dot"], places=5)
            self.assertLess(abs(row["P[4]"] - row["P[0]"]), 1e-8)
        self.assertLess(summary["energy_drift"], 1e-9)

    def test_redundancy(self):
        model = example("parallel-cranks")
        names = self.at(model)["coordinates"]
        q = [-0.3 if name.startswith("P") else 0.3 for name in names]
        found = self.json("mobility", model, "--q", numbers(q))
        self.assertEqual((found["gruebler"], found["dof"], len(found["redundant"])), (-2, 1, 3))
        self.assertTrue(found["undetermined"])
        e = self.at(model, q, [x / 0.3 for x in q])
        growth = G * (2.5 + 4) / (5 / 3 + 4) * math.sin(0.3)
        self.near(e["acceleration"], [growth * (1 if x > 0 else -1) for x in q], 1e-11)
        self.assertEqual(e["rank"], len(e["multipliers"]) - 3)


class Differential(ConstrainedTest):
    """Two couplings: mean and difference of the wheels obey a linear equation each."""
    Js, Jd, engine, brake, c, n = 0.30 + 1.60, 1.60 + 1.6 ** 2 * 0.002, 40.0, 12.0, 0.5, 1.6

    def speeds(self, t):
        """Mean and half difference of the wheels' speeds."""
        rise = lambda J, s: 1 - exp(-2 * self.c * s / J) if s > 0 else 0.0
        mean = self.engine / (2 * self.c) * rise(self.Js, t) - self.brake / (2 * self.c) * rise(self.Js, t - 2)
        return mean, -self.brake / (2 * self.c) * rise(self.Jd, t - 2)

    def test_motion(self):
        rows, _ = self.simulate(example("differential"), "--step", "0.25")
        for row in rows:
            mean, half = self.speeds(row["t"])
            self.near([row["carrier'"], row["left'"], row["right'"], row["pinion'"]],
                      [mean, mean + half, mean - half, self.n * half], 1e-6) if row["t"] else None
            self.assertLess(abs(row["carrier"] - (row["left"] + row["right"]) / 2), 1e-9)

    def test_multipliers(self):
        e = self.at(example("differential"), words=["--t", "3"])
        mean, half = (self.engine - self.brake) / self.Js, -self.brake / self.Jd
        self.near(e["acceleration"], [mean, mean + half, mean - half, self.n * half], 1e-12)
        self.near(e["multipliers"], [self.engine - 0.30 * mean, -0.002 * self.n * half], 1e-12)


class Particles(ConstrainedTest):
    """S03: two particles and a distance. The pair turns uniformly about its mass centre, which falls freely."""

    def test_motion_and_tension(self):
        L, w = 0.5, 2 * math.sqrt(2) / 0.5
        rows, summary = self.simulate(example("particles-on-rod"), "--step", "0.1")
        for row in rows:
            t = row["t"]
            middle = [0.375 + 0.2 * t, -0.5 * t, 3.5 * t - G * t * t / 2]
            s = math.sin(w * t) / math.sqrt(2)
            apart = [L * math.cos(w * t), -L * s, L * s]
            for name, part in [("a", -0.75), ("b", 0.25)]:
                place = [m + part * d for m, d in zip(middle, apart)]
                self.assertLess(math.dist([row[f"{name}.{c}"] for c in "xyz"], place), 1e-7)
            self.assertAlmostEqual(row["tension"], 0.75 * L * w * w, places=6)
        self.assertLess(summary["energy_drift"], 1e-8)

    def test_degrees_of_freedom(self):
        found = self.json("mobility", example("particles-on-rod"))
        self.assertEqual((found["gruebler"], found["dof"], found["velocity_dof"]), (5, 5, 5))

    def test_power_is_force_times_rate(self):
        text = text_of("particles-on-rod") + '\n[force.push]\ntype = "force"\nbody = "b"\nvalue = [3, -2, 5]\n'
        e = self.at(self.model(text))
        self.near(dot(e["passive"], e["v"]), dot([3, -2, 5], [0.2, -1.0, 4.0]), 1e-13)


class Excavator(ConstrainedTest):
    """S31: angles by the law of cosines from the cylinders' lengths, and their forces by virtual work."""
    G1, B1, B2, A = (0.5, -0.3), (1.7, 0.4), (2.6, 0.7), (4.0, 0.0)
    S2, S3, B, K3 = (-0.5, 0.2), (1.1, 0.3), (2.2, 0.0), (-0.1, 0.35)

    def angle(self, first, second, length, sign):
        """Angle of a part that turns about a pin: `first` and `second` are the cylinder's eyes, seen from the pin."""
        between = triangle(math.hypot(*first), math.hypot(*second), length)
        return math.atan2(first[1], first[0]) - math.atan2(second[1], second[0]) + sign * between

    def joints(self, L1, L2, L3):
        boom = self.angle(self.G1, self.B1, L1, 1)
        stick = self.angle((self.B2[0] - self.A[0], self.B2[1] - self.A[1]), self.S2, L2, -1)
        bucket = self.angle((self.S3[0] - self.B[0], self.S3[1] - self.B[1]), self.K3, L3, -1)
        return boom, stick, bucket

    def parts(self, lengths):
        """(mass, mass centre, inertia, angle) of each body, and the bucket's tip."""
        boom, stick, bucket = self.joints(*lengths)
        th2, th3 = boom + stick, boom + stick + bucket
        move = lambda origin, angle, point: [p + q for p, q in zip(origin, turned(angle, *point))]
        A = move((0.0, 0.0), boom, self.A)
        B = move(A, th2, self.B)
        parts = [(900, move((0.0, 0.0), boom, (2.0, 0.3)), 1500, boom), (450, move(A, th2, (0.9, 0.1)), 250, th2),
                 (380, move(B, th3, (0.5, 0.2)), 60, th3)]
        for foot, head, (barrel, Jb), (rod, Jr) in [
                (self.G1, move((0.0, 0.0), boom, self.B1), (60, 4), (30, 2.5)),
                (move((0.0, 0.0), boom, self.B2), move(A, th2, self.S2), (50, 3), (25, 2))]:
            along = atan2(head[1] - foot[1], head[0] - foot[0])
            parts += [(barrel, move(foot, along, (0.4, 0.0)), Jb, along), (rod, move(head, along, (-0.5, 0.0)), Jr, along)]
        return parts, move(B, th3, (1.1, 0.0))

    def lengths(self, time):
        t = variable(time)
        return [1.50 + 0.20 * (1 - jets.cos(pi / 4 * t)), 1.45 + 0.15 * (1 - jets.cos(pi / 3 * t)),
                1.15 + 0.10 * (1 - jets.cos(pi / 2 * t))]

    def forces(self, lengths):
        """F_i = sum of m (a + g) . dr/dL_i + J alpha dtheta/dL_i."""
        moving, _ = self.parts(lengths)
        found = []
        for i in range(3):
            varied, _ = self.parts([variable(L.value) if k == i else Jet(L.value) for k, L in enumerate(lengths)])
            found.append(sum(m * (x.second * dx.first + (y.second + G) * dy.first) + J * q.second * dq.first
                             for (m, (x, y), J, q), (_, (dx, dy), _, dq) in zip(moving, varied)))
        return found

    def test_positions(self):
        for row in self.driven("kinematics", example("excavator"), "--step", "0.25"):
            lengths = self.lengths(row["t"])
            for name, angle in zip(["boom", "stick", "bucket"], self.joints(*lengths)):
                self.assertLess(turn(row[name], angle.value), 1e-9, name)
                self.near([row[name + "'"], row[name + "''"]], [angle.first, angle.second], 1e-7) if row["t"] else None
            _, (x, y) = self.parts(lengths)
            self.near([row["x"], row["y"]], [x.value, y.value], 1e-9)

    def test_cylinder_forces(self):
        for row in self.driven("inverse", example("excavator"), "--step", "0.25"):
            self.near([row["F1"], row["F2"], row["F3"]], self.forces(self.lengths(row["t"])), 1e-7)
