"""Spatial closed chains, against closed forms."""
import math
from math import pi

from command import example
from constrained import ConstrainedTest, data, reference, turn
from jets import Jet, atan2, cos, jet, one_motion, sin, solve, sqrt, swing, variable

G = 9.81


def times(A, B):
    return [[sum((A[i][k] * B[k][j] for k in range(3)), Jet(0.0)) for j in range(len(B[0]))] for i in range(3)]


def about(axis, angle):
    """Matrix of a turn about x, y or z (0, 1, 2)."""
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R = [[jet(float(a == b)) for b in range(3)] for a in range(3)]
    R[i][i], R[i][j], R[j][i], R[j][j] = cos(angle), -sin(angle), sin(angle), cos(angle)
    return R


def rod(mass, start, end):
    """A thin rod has the kinetic energy of mass/6 at both ends and 2 mass/3 in the middle: (mass, x, y, z) of these points."""
    middle = [(a + b) * 0.5 for a, b in zip(start, end)]
    return [(mass / 6, *start), (mass / 6, *end), (2 * mass / 3, *middle)]


def falling(points):
    """Acceleration of one coordinate of a mechanism of point masses under gravity; `points(q)` lists (mass, x, y, z)."""
    def parts(q):
        return [(m, x) for m, *place in points(q) for x in place]
    def load(q, v, t, terms):
        return -G * sum(m * z.first for m, z in terms[2::3])
    return one_motion(parts, load)


class Bennett(ConstrainedTest):
    """S23: q3 = -q1, q4 = q2 and tan(q1/2) tan(q2/2) = sin((beta + alpha)/2)/sin((beta - alpha)/2)."""
    a, b, alpha = 0.5, 0.8, pi / 6
    beta = math.asin(b * math.sin(alpha) / a)
    ratio = math.sin((beta + alpha) / 2) / math.sin((beta - alpha) / 2)

    def mate(self, q):
        return 2 * atan2(self.ratio * cos(q * 0.5), sin(q * 0.5))

    def points(self, q):
        origin = [Jet(0.0)] * 3
        R1 = about(2, q)
        R2 = times(times(R1, about(0, self.alpha)), about(2, self.mate(q)))
        R3 = times(times(R2, about(0, self.beta)), about(2, -q))
        ends = [origin]
        for R, length in [(R1, self.a), (R2, self.b), (R3, self.a)]:
            ends.append([p + length * row[0] for p, row in zip(ends[-1], R)])
        return rod(1.0, ends[0], ends[1]) + rod(1.6, ends[1], ends[2]) + rod(1.0, ends[2], ends[3])

    def test_the_loop_closes(self):
        # the hinge of link 3 on the ground stays where it is: the closed form itself
        for q in [0.4, 1.3, 2.9, -2.0]:
            *_, (_, x, y, z), _ = self.points(Jet(q))
            self.near([x.value, y.value, z.value], [-self.b, 0.0, 0.0], 1e-14)

    def test_accelerations(self):
        # at q1 = 0 the linkage lies in a line: two rows of its loop vanish there, without harm to the others
        names = self.at(example("bennett"))["coordinates"]
        for q in [1.2, 0.1, 1e-5, 0.0, -0.1]:
            mate = self.mate(variable(q))
            place = {"q1": q, "q2": mate.value, "q3": -q, "q4": mate.value}
            speed = {"q1": -4.4, "q2": -4.4 * mate.first, "q3": 4.4, "q4": -4.4 * mate.first}
            e = self.at(example("bennett"), [place[name] for name in names], [speed[name] for name in names])
            growth = falling(self.points)(0.0, q, -4.4)
            self.near(self.accelerations(e)["q1'"], growth, 1e-8, q)

    def test_angles(self):
        rows, summary = self.simulate(example("bennett"), "--step", "0.05")
        for row in rows:
            self.assertLess(turn(row["q3"], -row["q1"]), 1e-8)
            self.assertLess(turn(row["q2"], self.mate(Jet(row["q1"])).value), 1e-8)
            self.assertLess(turn(row["q4"], row["q2"]), 1e-8)
        self.assertLess(summary["energy_drift"], 1e-8)

    def test_motion(self):
        rows, _ = self.simulate(example("bennett"), "--step", "0.1", "--tolerance", "1e-12")
        known = swing(falling(self.points), math.radians(70), 0.0, [row["t"] for row in rows], 4)
        self.follows(rows, ["q1", "q1'"], known, 1e-6)

    def test_mobility(self):
        found = self.json("mobility", example("bennett"))
        self.assertEqual((found["gruebler"], found["dof"], found["velocity_dof"], len(found["redundant"])), (-2, 1, 1, 3))
        self.assertTrue(found["undetermined"])


class Bricard(ConstrainedTest):
    """S23: one degree of freedom where the count of joints says none; sin q1 - sin q2 = sin q1 sin q2."""
    along = [0, 1, 2, 0, 1]          # direction of each link in the drawing: x, y, z, -x, -y
    hinge = [1, 2, 0, 1, 2]          # axis of the hinge before it
    sign = [1, 1, 1, -1, -1]

    def angles(self, q):
        other = sin(q) / (1 + sin(q))
        mate = atan2(other, sqrt(1 - other * other))
        return [q, mate, -q, -mate, -q, mate]

    def points(self, q):
        R = about(0, 0.0)
        place, found = [Jet(0.0)] * 3, []
        for along, hinge, sign, angle in zip(self.along, self.hinge, self.sign, self.angles(q)):
            R = times(R, about(hinge, angle))
            end = [p + sign * row[along] for p, row in zip(place, R)]
            found += rod(1.0, place, end)
            place = end
        return found

    def test_the_loop_closes(self):
        for q in [0.4, -0.3, 1.2]:
            *_, (_, x, y, z), _ = self.points(Jet(q))
            self.near([x.value, y.value, z.value], [0.0, 0.0, 1.0], 1e-14)

    def test_angles(self):
        rows, summary = self.simulate(example("bricard"), "--step", "0.05")
        for row in rows:
            self.assertLess(abs(math.sin(row["q1"]) - math.sin(row["q2"]) - math.sin(row["q1"]) * math.sin(row["q2"])), 1e-8)
            for name, sign, like in [("q3", -1, "q1"), ("q4", -1, "q2"), ("q5", -1, "q1"), ("q6", 1, "q2")]:
                self.assertLess(turn(row[name], sign * row[like]), 1e-8, name)
        self.assertLess(summary["energy_drift"], 1e-8)

    def test_motion(self):
        rows, _ = self.simulate(example("bricard"), "--step", "0.1", "--tolerance", "1e-12")
        known = swing(falling(self.points), 0.0, 0.0, [row["t"] for row in rows], 8)
        self.follows(rows, ["q1", "q1'"], known, 1e-6)

    def test_mobility(self):
        found = self.json("mobility", example("bricard"))
        self.assertEqual((found["gruebler"], found["dof"], found["velocity_dof"], len(found["redundant"])), (0, 1, 1, 1))


class Stewart(ConstrainedTest):
    """Leg lengths in closed form move the platform as wanted; leg forces by virtual work in height and turn."""
    rb, rp, db, dp, h = 0.8, 0.5, math.radians(12), math.radians(15), 0.9

    def wanted(self, time):
        t = variable(time)
        s = sin(pi / 3 * t)
        return self.h + 0.15 * (1 - cos(2 * pi / 3 * t)), 0.35 * s * s

    def leg(self, z, phi, side):
        """Vector from foot to head; side is 1 for legs a and -1 for legs b."""
        head = phi + side * (pi / 3 - self.dp)
        return [self.rp * cos(head) - self.rb * math.cos(self.db), self.rp * sin(head) - side * self.rb * math.sin(self.db), jet(z)]

    def parts(self, z, phi):
        """(mass or inertia, coordinate, weight's share) of everything that moves, and the lengths of legs a and b."""
        parts, lengths = [(40.0, jet(z), 40.0), (4.0, jet(phi), 0.0)], []
        for side in [1, -1]:
            line = self.leg(z, phi, side)
            length = sqrt(sum((x * x for x in line), Jet(0.0)))
            lengths.append(length)
            for k, x in enumerate(line):
                u = x / length
                parts += 3 * [(3.0, 0.3 * u, 3.0 * (k == 2)), (0.14, u, 0.0), (2.0, (length - 0.35) * u, 2.0 * (k == 2))]
        return parts, lengths

    def forces(self, time):
        z, phi = self.wanted(time)
        moving, _ = self.parts(z, phi)
        A, b = [], []
        for varied, lengths in [self.parts(variable(z.value), Jet(phi.value)), self.parts(Jet(z.value), variable(phi.value))]:
            A.append([3 * length.first for length in lengths])
            b.append(sum((m * x.second + weight * G) * dx.first for (m, x, weight), (_, dx, _) in zip(moving, varied)))
        return solve(A, b)

    def test_platform_moves_as_wanted(self):
        for row in self.driven("kinematics", example("stewart"), "--step", "0.1"):
            z, phi = self.wanted(row["t"])
            _, lengths = self.parts(z, phi)
            self.near([row["height"], row["turn"]], [z.value, phi.value], 1e-9)
            for group, length in zip("ab", lengths):
                for i in range(3):
                    self.near([row[f"leg_{group}[{i}]"]], [length.value], 1e-12)
                    self.assertLess(abs(row[f"leg_{group}[{i}]''"] - length.second), 1e-9)

    def test_leg_forces(self):
        for row in self.driven("inverse", example("stewart"), "--step", "0.1"):
            Fa, Fb = self.forces(row["t"])
            self.near([row["Fa"], row["Fb"]], [Fa, Fb], 1e-8)
            self.near([row[f"leg_{g}[{i}].effort"] for g in "ab" for i in range(3)], 3 * [Fa] + 3 * [Fb], 1e-8)

    def test_mobility(self):
        found = self.json("mobility", example("stewart"))
        self.assertEqual((found["gruebler"], found["dof"], found["redundant"]), (6, 6, []))  # drives are not counted


class SpatialSliderCrank(ConstrainedTest):
    """V06: exact by quadrature."""

    def test_start(self):
        e = self.at(example("spatial-slider-crank"), words=["--frame", "rod"])
        self.near(e["frame_velocity"][:3], [1.92, -0.96, 0.48], 1e-10)
        self.near(e["kinetic"] + e["potential"], 0.76643568, 1e-8)

    def test_motion(self):
        rows, summary = self.simulate(example("spatial-slider-crank"), "--step", "0.05", "--tolerance", "1e-12")
        known = reference(data("spatial_slider_crank.csv"))
        table = [(k["t_s"], k["crank_angle_rad"], k["crank_rate_rad_s"], k["slider_x_m"], k["slider_v_m_s"]) for k in known]
        worst = self.follows(rows, ["crank", "crank'", "x", "x'"], table, 1e-7)
        print(f"V06: largest error to t = 5 is {worst:.1e}")
        self.assertLess(summary["energy_drift"], 1e-9)

    def test_mobility(self):
        found = self.json("mobility", example("spatial-slider-crank"))
        self.assertEqual((found["gruebler"], found["dof"], found["redundant"]), (1, 1, []))


class Flyball(ConstrainedTest):
    """V05: stiff springs with strong dampers; the angular momentum about the shaft stays."""

    def test_motion(self):
        rows, summary = self.simulate(example("flyball"), "--tolerance", "1e-9")
        table = [(k["t_s"], k["slider_s"], k["rod_angle_below_horizontal"], k["rod_angle_below_horizontal"], k["shaft_rate"])
                 for k in reference(data("flyball.csv"))]
        worst = self.follows(rows, ["s", "right", "left", "shaft'"], table, 1e-6)
        print(f"V05: largest error to t = 10 is {worst:.1e}")
        first = self.at(example("flyball"))["angular_momentum"][2]
        e = self.at(example("flyball"), *self.state(example("flyball"), rows[-1]))
        self.near(e["angular_momentum"][2], first, 1e-8)


class DeltaRobot(ConstrainedTest):
    """Three arms that fall, each with two rods between ball joints to a platform: the rods of a pair come close to parallel
    with others on the way, where rows are apart by a hundredth."""

    def model_of(self, turn):
        def line(v):
            return "[" + ", ".join(repr(sum(r * x for r, x in zip(row, v))) for row in turn) + "]"
        text = f"gravity = {line([0, 0, -9.81])}\n"
        bodies, joints = {"platform": ([0, 0, -1.0], 3.0)}, ""
        for k in range(3):
            c, s = math.cos(2 * math.pi * k / 3), math.sin(2 * math.pi * k / 3)
            shoulder, elbow, hip, along = [0.3 * c, 0.3 * s, 0], [0.7 * c, 0.7 * s, -0.1], [0.1 * c, 0.1 * s, -1.0], [-s, c, 0]
            bodies[f"arm{k}"] = ([(a + b) / 2 for a, b in zip(shoulder, elbow)], 1.0)
            joints += (f'[joint.R{k}]\ntype = "revolute"\nbodies = ["ground", "arm{k}"]\nat = {line(shoulder)}\n'
                       f"axis = {line(along)}\n" + ("rate = 0.7\n" if k == 0 else ""))
            for side in (-1, 1):
                rod, top, end = f"rod{k}{'ab'[side > 0]}", *([x + 0.08 * side * y for x, y in zip(p, along)] for p in (elbow, hip))
                bodies[rod] = ([(a + b) / 2 for a, b in zip(top, end)], 0.3)
                for name, pair, at in ((f"S{rod}", (f"arm{k}", rod), top), (f"Z{rod}", (rod, "platform"), end)):
                    joints += f'[joint.{name}]\ntype = "spherical"\nbodies = ["{pair[0]}", "{pair[1]}"]\nat = {line(at)}\n'
        for name, (place, mass) in bodies.items():
            text += f"[body.{name}]\nmass = {mass}\ninertia = [{0.05 * mass}, {0.05 * mass}, {0.05 * mass}]\nposition = {line(place)}\n"
        return self.model(text + joints + "[simulate]\ntime = 1\nstep = 0.25\n")

    def test_the_drawing_does_not_matter(self):
        ends = []
        c, s = math.cos(1.1), math.sin(1.1)
        for turn in ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0.6 * c, -0.6 * s, 0.8], [s, c, 0], [-0.8 * c, 0.8 * s, 0.6]]):
            rows, summary = self.simulate(self.model_of(turn))
            self.assertLess(summary["energy_drift"], 1e-7)
            ends.append([rows[-1][f"R{k}"] for k in range(3)])
        for one, other in zip(*ends):
            self.assertAlmostEqual(one, other, delta=1e-6)  # 100 tolerances
