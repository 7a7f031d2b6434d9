"""Motions of mechanisms, against reference trajectories and closed forms."""
import cmath
import csv
import math
from math import cos, sin

from command import SOURCE, example
from mechanics import MechanismTest, cross, dot, plus, rotation, times

ADAMS = SOURCE.parent / "shared" / "validation" / "data" / "chrono_adams_joints"


def reference(path):
    with open(path, newline="") as data:
        rows = list(csv.reader(data))
    return [dict(zip(rows[0], map(float, row), strict=True)) for row in rows[1:]]


class FreeTop(MechanismTest):
    def test_intermediate_axis(self):
        # V36, every second to t = 50. Nearby motions separate e-fold about every 1.7 s near the flip: errors grow.
        rows, summary = self.simulate(example("euler-top"), "--step", "1")
        known = reference(SOURCE / "tests" / "data" / "euler_top.csv")
        self.assertEqual(len(rows), len(known))
        worst = 0.0
        for row, k in zip(rows, known):
            self.assertEqual(row["t"], k["t_s"])
            q, w = [row[f"top.q{c}"] for c in "wxyz"], [row[f"top.w{c}"] for c in "xyz"]
            worst = max(worst, *(abs(a - k[f"e{i}"]) for i, a in enumerate(q)), *(abs(a - k[f"w{i + 1}"]) for i, a in enumerate(w)))
            # S01: energy and momentum in the world
            L = times(rotation(q), [i * x for i, x in zip([1, 2, 3], w)])
            self.assertLess(math.dist(L, [0.01, 2, 0.03]), 1e-10)
            self.assertLess(abs(row["kinetic"] - 1.0002), 1e-11)
            self.assertLess(abs(dot(q, q) - 1), 1e-12)
        print(f"V36: largest error to t = 50 is {worst:.1e}")
        self.assertLess(worst, 1e-9)
        self.assertLess(summary["energy_drift"], 1e-9)

    def test_full_period(self):
        # V36: exact period of the angular velocity
        rows, _ = self.simulate(example("euler-top"), "--time", "39.105734197268720854", "--step", "39.105734197268720854")
        self.assertLess(math.dist([rows[-1][f"top.w{c}"] for c in "xyz"], [0.01, 1, 0.01]), 1e-9)

    def test_symmetric_body(self):
        # V39, S01: the angular velocity turns about the axis at (I - J) wz / I, the axis about H at |H| / I.
        I, J, w0, v0 = 0.04, 0.02, [3.0, -1.0, 10.0], [1.0, 2.0, 3.0]
        model = self.model(f"""gravity = [0, 0, -9.81]
[body.b]
mass = 2
inertia = [{I}, {I}, {J}]
rate = {{ wx = 3, wy = -1, wz = 10, vx = 1, vy = 2, vz = 3 }}
[simulate]
time = 4
step = 0.25
tolerance = 1e-12
""")
        rows, _ = self.simulate(model)
        H = [I * w0[0], I * w0[1], J * w0[2]]
        h = math.hypot(*H)
        n = [x / h for x in H]
        for row in rows:
            t = row["t"]
            turned = complex(w0[0], w0[1]) * cmath.exp(-1j * (I - J) / I * w0[2] * t)
            self.assertLess(math.dist([row["b.wx"], row["b.wy"], row["b.wz"]], [turned.real, turned.imag, w0[2]]), 1e-9)
            a = h / I * t  # the axis, turned about H
            k = [0, 0, 1]
            axis = plus(plus([cos(a) * x for x in k], cross(n, k), sin(a)), n, (1 - cos(a)) * dot(n, k))
            R = rotation([row[f"b.q{c}"] for c in "wxyz"])
            self.assertLess(math.dist([r[2] for r in R], axis), 1e-9)
            place = [v0[0] * t, v0[1] * t, v0[2] * t - 9.81 * t * t / 2]
            self.assertLess(math.dist([row["b.x"], row["b.y"], row["b.z"]], place), 1e-8)


class HeavyTop(MechanismTest):
    def test_reference(self):
        # V37 every 0.1 s to t = 2, at 48 turns a second
        rows, _ = self.simulate(example("heavy-top"), "--step", "0.1")
        known = reference(SOURCE / "tests" / "data" / "heavy_top.csv")
        self.assertEqual(len(rows), len(known))
        worst = 0.0
        for row, k in zip(rows, known):
            self.assertAlmostEqual(row["t"], k["t_s"], places=12)
            for name, column in [("x", "com_x"), ("y", "com_y"), ("z", "com_z"), ("S.qw", "e0"), ("S.qx", "e1"), ("S.qy", "e2"),
                                 ("S.qz", "e3"), ("S.wx", "wx_body"), ("S.wz", "wz_body")]:
                worst = max(worst, abs(row[name] - k[column]))
            self.assertLess(abs(row["S.wy"] - 150), 1e-9)
        print(f"V37: largest error to t = 2 is {worst:.1e}")
        self.assertLess(worst, 1e-8)


class Pendulums(MechanismTest):
    def test_double_pendulum_of_point_masses(self):
        # V40 with bodies that are points; the second joint's angle is relative to the first
        for file, first, second in [("horizontal", "pi/2", "pi/2"), ("mild", "0.5", "-0.3")]:
            model = self.model(f"""space = "planar"
gravity = [0, -9.81]
[body.a]
mass = 1
center = [0, -1]
[body.b]
mass = 1
center = [0, -1]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
at = [[0, 0], [0, 0]]
start = "{first}"
[joint.B]
type = "revolute"
bodies = ["a", "b"]
at = [[0, -1], [0, 0]]
start = "{second} - ({first})"
[outputs]
angle = "b.angle"
[simulate]
time = 10
step = 0.5
tolerance = 1e-12
""")
            rows, summary = self.simulate(model)
            worst = 0.0
            for row, k in zip(rows, reference(SOURCE / "tests" / "data" / f"double_pendulum_{file}.csv")):
                self.assertEqual(row["t"], k["t_s"])
                worst = max(worst, abs(row["A"] - k["theta1"]), abs(row["angle"] - k["theta2"]), abs(row["A'"] - k["theta1dot"]),
                            abs(row["A'"] + row["B'"] - k["theta2dot"]))
            print(f"V40 as a mechanism, {file}: largest error to t = 10 is {worst:.1e}")
            self.assertLess(worst, 1e-9)
            self.assertLess(summary["energy_drift"], 1e-11)

    def test_simple_pendulum(self):
        # V01 as a mechanism: x(10), y(10) in closed form
        model = self.model("""space = "planar"
[body.bob]
mass = 1
center = [0, -1]
[joint.A]
type = "revolute"
bodies = ["ground", "bob"]
at = [[0, 0], [0, 0]]
start = "-90 deg"
[outputs]
x = "bob.center.x"
y = "bob.center.y"
""")
        rows, _ = self.simulate(model, "--tolerance", "1e-11")
        self.assertAlmostEqual(rows[-1]["x"], -0.275087462576, places=9)
        self.assertAlmostEqual(rows[-1]["y"], -0.961419205099, places=9)

    def test_gyroscope_precesses(self):
        # m g d / (Ia spin) for a fast spin, from the mean of the motion
        rows, _ = self.simulate(example("gyroscope"))
        rate = (rows[-1]["precession"] - rows[0]["precession"]) / rows[-1]["t"]
        self.assertLess(abs(rate / (0.1 * 9.81 * 0.15 / (0.002 * 200)) - 1), 0.02)


class AdamsJoints(MechanismTest):
    """V50: one body on one joint, tables of ADAMS to six digits."""

    def setUp(self):
        super().setUp()
        if not ADAMS.exists():
            print(f"skipped: no tables at {ADAMS}")
            self.skipTest("no tables beside the checkout")

    def compare(self, case, joint, place, turn, extra="", axis=True, tolerance=2e-5):
        angle = math.radians(turn)
        direction = f"axis = [0, {-sin(angle)!r}, {cos(angle)!r}]\n" if axis else ""
        model = self.model(f"""gravity = [0, 0, -9.80665]
[body.b]
mass = 1
center = [2, 0, 0]
inertia = [0.04, 0.1, 0.1]
position = {place}
rotation = {{ axis = [1, 0, 0], angle = "{turn} deg" }}
[joint.J]
type = "{joint}"
bodies = ["ground", "b"]
at = {place}
{direction}{extra}
[outputs]
""" + "".join(f"x{c} = \"b.center.{c}\"\nv{c} = \"b.center.v{c}\"\n" for c in "xyz")
            + "".join(f"e{i} = \"b.q{c}\"\n" for i, c in enumerate("wxyz"))
            + "".join(f"w{c} = \"b.w{c}\"\n" for c in "xyz") + "[simulate]\ntime = 5\nstep = 0.01\ntolerance = 1e-10\n")
        rows, _ = self.simulate(model)
        table = reference(ADAMS / f"{case}.csv")
        self.assertEqual(len(rows), len(table))
        worst = 0.0
        for row, k in zip(rows, table):
            self.assertAlmostEqual(row["t"], k["t_s"], places=9)
            R = rotation([row[f"e{i}"] for i in range(4)])
            turning = times(R, [row[f"w{c}"] for c in "xyz"])
            sign = 1 if dot([row[f"e{i}"] for i in range(4)], [k[f"Quat_e{i}"] for i in range(4)]) > 0 else -1
            pairs = [(row[f"x{c}"], k[f"Pos_{c.upper()}_Pos"]) for c in "xyz"]
            pairs += [(row[f"v{c}"], k[f"Vel_{c.upper()}_Vel"]) for c in "xyz"]
            pairs += [(sign * row[f"e{i}"], k[f"Quat_e{i}"]) for i in range(4)]
            pairs += [(w, k[f"Avel_{c.upper()}_AngVel"]) for w, c in zip(turning, "xyz")]
            worst = max(worst, *(abs(a - b) / (1 + abs(b)) for a, b in pairs))
        print(f"V50 {case}: largest difference {worst:.1e}")
        self.assertLess(worst, tolerance)

    def test_revolute(self):
        self.compare("Revolute_Case01", "revolute", [0, 0, 0], -90)
        self.compare("Revolute_Case02", "revolute", [1, 2, 3], -45)

    def test_spherical(self):
        # The first is the same plane motion as Revolute_Case01, from which its table differs by 3e-3 itself.
        self.compare("Spherical_Case01", "spherical", [0, 0, 0], 0, axis=False, tolerance=4e-3)
        self.compare("Spherical_Case02", "spherical", [1, 2, 3], -45, axis=False)

    def test_cylindrical(self):
        self.compare("Cylindrical_Case01", "cylindrical", [0, 0, 0], 0)
        self.compare("Cylindrical_Case02", "cylindrical", [0, 0, 0], -90)
        self.compare("Cylindrical_Case03", "cylindrical", [1, 2, 3], -45)

    def test_prismatic(self):
        self.compare("Prismatic_Case01", "prismatic", [0, 0, 0], 0)
        self.compare("Prismatic_Case02", "prismatic", [1, 2, 3], -45)
        self.compare("Prismatic_Case03", "prismatic", [1, 2, 3], -90)

    def test_rotational_spring(self):
        self.compare("RotSpring_Case01", "revolute", [0, 0, 0], -90, "stiffness = 200\ndamping = 10\n")
        spring = "[force.s]\ntype = \"rotational-spring\"\njoint = \"J\"\nstiffness = 200\ndamping = 10\n"
        self.compare("RotSpring_Case01", "revolute", [0, 0, 0], -90, spring)
        self.compare("RotSpring_Case02", "revolute", [0, 0, 0], -90, "effort = \"-(50 + 10*abs(J))*J\"\ndamping = 10\n")

    def test_translational_spring(self):
        # a free body hung from the ground: joint and spring at the start's length
        for case, place, k, c in [("TranSpring_Case02", [0, 2, 0], 100, 5)]:
            model = self.model(f"""gravity = [0, 0, -9.80665]
[body.b]
mass = 1
inertia = [0.04, 0.1, 0.1]
position = {place}
[force.s]
type = "spring"
points = [["ground", [0, 0, 0]], "b.center"]
stiffness = {k}
damping = {c}
[simulate]
time = 5
step = 0.01
""")
            rows, _ = self.simulate(model)
            for row, known in zip(rows, reference(ADAMS / f"{case}.csv"), strict=True):
                self.assertLess(math.dist([row["b.x"], row["b.y"], row["b.z"]],
                                          [known[f"Pos_{c}_Pos"] for c in "XYZ"]), 5e-5)


class Stopping(MechanismTest):
    def test_friction_brings_a_block_to_rest(self):
        # a block on a rough table stops: v0/mu g seconds later; friction is smoothed below 1 mm/s
        model = self.model("""space = "planar"
[body.block]
mass = 2
[joint.S]
type = "prismatic"
bodies = ["ground", "block"]
at = [[0, 0], [0, 0]]
axis = [1, 0]
rate = 3
friction = 4
[simulate]
time = 2
step = 0.1
""")
        rows, summary = self.simulate(model)
        for row in rows:
            t = min(row["t"], 1.5)
            self.assertAlmostEqual(row["S"], 3 * t - t * t, places=2)
        self.assertLess(abs(rows[-1]["S'"]), 1e-6)
        self.assertLess(summary["energy_drift"], 1e-6)


class Recording(MechanismTest):
    def test_places_of_bodies(self):
        model = self.model("""[body.arm]
mass = 1
inertia = [1, 1, 1]
[body.top]
mass = 1
inertia = [1, 1, 1]
[joint.A]
type = "revolute"
bodies = ["ground", "arm"]
at = [[1, 0, 0.5], [0, 2, 0]]
axis = [0, 0, 1]
rate = 4
[outputs]
w = "arm.qw"
[simulate]
time = 4
step = 0.25
tolerance = 1e-12
""")
        rows, _ = self.simulate(model, "--bodies")
        for row in rows:
            angle = row["A"]
            self.near([row[f"arm.origin.{c}"] for c in "xyz"], [1 + 2 * sin(angle), -2 * cos(angle), 0.5])
            # The quaternion follows the angle through many turns without a jump.
            self.near([row[f"arm.q{c}"] for c in "wxyz"], [cos(angle / 2), 0, 0, sin(angle / 2)])
            self.assertEqual(row["w"], row["arm.qw"])
            self.near([row["top.origin.z"]], [row["top.z"]])
        self.assertEqual(rows[0]["A"] == 0, rows[-1]["A"] > 15)

    def test_planar_places(self):
        model = self.model("""space = "planar"
[body.a]
mass = 1
inertia = 0.1
angle = 0.5
position = [1, 0]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
at = [0, 0]
rate = 3
[simulate]
time = 1
step = 0.1
""")
        rows, _ = self.simulate(model, "--bodies")
        for row in rows:
            self.near([row["a.origin.x"], row["a.origin.y"], row["a.angle"]], [cos(row["A"]), sin(row["A"]), 0.5 + row["A"]])

    def test_exceeded_limits_are_said(self):
        model = self.model("""[body.a]
mass = 1
inertia = [1, 1, 1]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
limits = [-0.1, 0.1]
rate = 1
[simulate]
time = 1
step = 0.05
""")
        rows, summary = self.simulate(model)
        self.assertEqual(len(summary["warnings"]), 1)
        self.assertIn("A leaves its limits [-0.1, 0.1] at t = 0.1", summary["warnings"][0])
