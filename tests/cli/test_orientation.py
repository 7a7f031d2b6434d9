"""Linkages in random planes of space and random body frames against their planar twins, or against themselves unturned."""
import math
import random

from command import CommandTest

TURNS = 20
TIME, STEP = 0.4, 0.1


# -- rotations as rows of lists


def product(A, B):
    return [[sum(A[i][k] * B[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def transposed(A):
    return [list(column) for column in zip(*A)]


def times(A, x):
    return [sum(a * b for a, b in zip(row, x)) for row in A]


def random_rotation(rng):
    w, x, y, z = (rng.gauss(0, 1) for _ in range(4))
    n = math.sqrt(w * w + x * x + y * y + z * z)
    w, x, y, z = w / n, x / n, y / n, z / n
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def numbers(x):
    return "[" + ", ".join(repr(float(a)) for a in x) + "]"


def matrix(R):
    return "[" + ", ".join(numbers(row) for row in R) + "]"


# -- linkages: bodies (name, mass, centre, inertia about z), joints (name, type, first, second, at, at, further lines)


def four_bar(drive):
    lead = 'motion = "1 + 2*t + 0.3*sin(5*t)"' if drive else "start = 1\nfixed = true"
    return ([("a", 1.0, (0.05, 0.01), 0.01), ("b", 1.5, (0.2, 0.02), 0.02), ("c", 0.7, (0.1, 0.0), 0.015)],
            [("O", "revolute", "ground", "a", (0, 0), (0, 0), lead),
             ("A", "revolute", "a", "b", (0.1, 0), (0, 0), "start = -0.5"),
             ("C", "revolute", "ground", "c", (0.3, 0), (0, 0), 'start = "100 deg"\ndamping = 0.02'),
             ("B", "revolute", "b", "c", (0.35, 0), (0.25, 0), "start = 0.8")])


def slider_crank(drive):
    lead = 'motion = "0.4 + 3*t"' if drive else "start = 0.4\nrate = 2\nfixed = true"
    return ([("crank", 1.0, (0.05, 0.0), 0.002), ("rod", 0.6, (0.2, 0.0), 0.01), ("slider", 0.5, (0.0, 0.0), 0.001)],
            [("A", "revolute", "ground", "crank", (0, 0), (0, 0), lead),
             ("B", "revolute", "crank", "rod", (0.1, 0), (0, 0), "start = -0.5"),
             ("C", "revolute", "rod", "slider", (0.4, 0), (0, 0), "start = 0.1"),
             ("D", "prismatic", "ground", "slider", (0, 0), (0, 0), "start = 0.49\nstiffness = 20\nrest = 0.3")])


def six_bar(drive):
    bodies, joints = four_bar(drive)
    bodies += [("d", 0.4, (0.1, 0.0), 0.004), ("e", 0.5, (0.1, 0.01), 0.006)]
    joints += [("E", "revolute", "c", "d", (0.12, 0.05), (0, 0), "start = -1.2"),
               ("F", "revolute", "ground", "e", (0.65, 0.1), (0, 0), "start = 1.8"),
               ("G", "revolute", "d", "e", (0.3, 0), (0.2, 0), "start = 1")]
    return bodies, joints


def cranks_near_flat(angle):
    """Three parallel cranks of length 1 that carry a bar, all led by the first; at angle 0 they lie along it."""
    bodies = [(f"c{i}", 1.0, (0.5, 0.0), 0.08) for i in range(3)] + [("k", 2.0, (1.0, 0.0), 0.3)]
    joints = [("P0", "revolute", "ground", "c0", (0, 0), (0, 0), f'motion = "{angle} + t"')]
    joints += [(f"P{i}", "revolute", "ground", f"c{i}", (i, 0), (0, 0), f"start = {angle}") for i in (1, 2)]
    joints += [(f"C{i}", "revolute", f"c{i}", "k", (1, 0), (i, 0), f"start = {-angle}") for i in range(3)]
    return bodies, joints


def header(space, gravity):
    return (f'space = "{space}"\ngravity = {numbers(gravity)}\n'
            f"[simulate]\ntime = {TIME}\nstep = {STEP}\ntolerance = 1e-11\n")


def planar(linkage):
    bodies, joints = linkage
    text = header("planar", (1.0, -9.0))
    for name, mass, centre, inertia in bodies:
        text += f"[body.{name}]\nmass = {mass}\ncenter = {numbers(centre)}\ninertia = {inertia}\n"
    for name, kind, first, second, p, q, more in joints:
        axis = "axis = [1, 0]\n" if kind == "prismatic" else ""
        text += (f'[joint.{name}]\ntype = "{kind}"\nbodies = ["{first}", "{second}"]\n'
                 f"at = [{numbers(p)}, {numbers(q)}]\n{axis}{more}\n")
    return text


def in_space(linkage, rng):
    """The linkage in a plane of space, every body in a frame of its own; and the rotation of the plane."""
    bodies, joints = linkage
    world = random_rotation(rng)
    frames = {name: (random_rotation(rng), [rng.uniform(-0.3, 0.3) for _ in range(3)]) for name, *_ in bodies}
    frames["ground"] = (world, [rng.uniform(-1, 1) for _ in range(3)])

    def point(body, p):  # frames: p_new = R p_old + shift
        R, shift = frames[body]
        return [a + b for a, b in zip(times(R, [*p, 0]), shift)]

    text = header("spatial", times(world, (1.0, -9.0, 0.0)))
    for name, mass, centre, zz in bodies:
        R = frames[name][0]
        xx, yy = rng.uniform(0.6, 0.8) * zz, rng.uniform(0.6, 0.8) * zz
        I = product(product(R, [[xx, 0, 0], [0, yy, 0], [0, 0, zz]]), transposed(R))
        six = [I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]]
        text += (f"[body.{name}]\nmass = {mass}\ncenter = {numbers(point(name, centre))}\ninertia = {numbers(six)}\n")
    for name, kind, first, second, p, q, more in joints:
        R1, R2 = frames[first][0], frames[second][0]
        axis = times(R1, (1, 0, 0) if kind == "prismatic" else (0, 0, 1))
        text += (f'[joint.{name}]\ntype = "{kind}"\nbodies = ["{first}", "{second}"]\n'
                 f"at = [{numbers(point(first, p))}, {numbers(point(second, q))}]\naxis = {numbers(axis)}\n"
                 f"rotation = {{ matrix = {matrix(product(R1, transposed(R2)))} }}\n{more}\n")
    return text, world


def sarrus(rng=None):
    """Two arms of three hinges with crossed directions; the plate moves straight. Turned where there is a generator."""
    turn = random_rotation(rng) if rng else [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    l, x, y = 0.4, (1, 0, 0), (0, 1, 0)

    def axis(a):
        return f"axis = {numbers(times(turn, a))}\n"

    def at(p, q):
        return f"at = [{numbers(times(turn, p))}, {numbers(times(turn, q))}]\n"

    text = header("spatial", times(turn, (0.5, 0.2, -9.81)))
    for name, centre in (("p1", (0, 0, l / 2)), ("q1", (0, 0, l / 2)), ("p2", (0, 0, l / 2)), ("q2", (0, 0, l / 2)),
                         ("plate", (0, 0, 0))):
        text += f"[body.{name}]\nmass = 1\ncenter = {numbers(times(turn, centre))}\ninertia = [0.02, 0.02, 0.02]\n"
    # Arm 1 turns about x at y = -1, arm 2 about y at x = -1: each knee folds outwards.
    for arm, a, foot, out in ((1, x, (0, -1, 0), 1), (2, y, (-1, 0, 0), -1)):
        lead = f'motion = "0.7 + 0.5*sin(4*t)"' if arm == 1 else f"start = {-0.7}"
        text += (f'[joint.a{arm}]\ntype = "revolute"\nbodies = ["ground", "p{arm}"]\n'
                 + at(foot, (0, 0, 0)) + axis(a) + lead + "\n"
                 f'[joint.k{arm}]\ntype = "revolute"\nbodies = ["p{arm}", "q{arm}"]\n'
                 + at((0, 0, l), (0, 0, 0)) + axis(a) + f"start = {-1.4 * out}\n"
                 f'[joint.b{arm}]\ntype = "revolute"\nbodies = ["q{arm}", "plate"]\n'
                 + at((0, 0, l), foot) + axis(a) + f"start = {0.7 * out}\n")
    return text, turn


class Orientation(CommandTest):
    def write(self, name, text):
        path = self.folder / f"{name}.toml"
        path.write_text(text)
        return path

    def last(self, verb, model, table):
        out = self.folder / "out"
        options = ("--no-report",) if verb == "run" else ()
        self.good(verb, model, "-o", out, *options)
        names, rows = self.table(out / table)
        return [dict(zip(names, row)) for row in rows]

    def assert_close(self, a, b, size, what):
        self.assertLess(abs(a - b), 1e-8 * max(size, 1e-3), f"{what}: {a} and {b}")

    def assert_motions(self, joints, first, second, columns):
        for name in joints:
            for end in columns:
                size = max(abs(row[name + end]) for row in first)
                for one, other in zip(first, second, strict=True):
                    self.assert_close(one[name + end], other[name + end], 1 + size, name + end)

    def test_planar_linkages_move_as_in_their_plane(self):
        for linkage in (four_bar, slider_crank, six_bar):
            rng = random.Random(linkage.__name__)
            bodies, joints = linkage(False)
            names = [joint[0] for joint in joints]
            twin = self.last("run", self.write("twin", planar((bodies, joints))), "trajectory.csv")
            for turn in range(TURNS):
                with self.subTest(linkage=linkage.__name__, turn=turn):
                    model = self.write("turned", in_space((bodies, joints), rng)[0])
                    self.assert_motions(names, twin, self.last("run", model, "trajectory.csv"), ("", "'"))
                    found = self.json("mobility", model)
                    loops = len(joints) - len(bodies)
                    self.assertEqual((found["dof"], found["velocity_dof"], len(found["redundant"]), found["singular"]),
                                     (1, 1, 3 * loops, False))
                    certificate = self.json("check", model, "--states", 4)
                    self.assertEqual(certificate["verdict"], "passed", certificate["checks"])

    def test_efforts_are_those_of_the_plane(self):
        for linkage in (four_bar, slider_crank, six_bar):
            rng = random.Random(linkage.__name__)
            bodies, joints = linkage(True)
            driver = joints[0][0]
            names = [joint[0] for joint in joints]
            twin = self.last("inverse", self.write("twin", planar((bodies, joints))), "inverse.csv")
            force = max(abs(row[name + end]) for row in twin for name in names for end in (".fx", ".fy"))
            for turn in range(TURNS):
                with self.subTest(linkage=linkage.__name__, turn=turn):
                    text, world = in_space((bodies, joints), rng)
                    rows = self.last("inverse", self.write("turned", text), "inverse.csv")
                    self.assert_motions(names, twin, rows, ("", "'", "''"))
                    self.assert_motions([driver + ".effort"], twin, rows, ("",))
                    # Forces in the plane are unique in all of these; across it they are not.
                    for one, other in zip(twin, rows):
                        for name in names:
                            back = times(transposed(world), [other[f"{name}.f{c}"] for c in "xyz"])
                            for c in (0, 1):
                                self.assert_close(one[f"{name}.f{'xy'[c]}"], back[c], force, name)

    def test_sarrus_turned(self):
        names = ("a1", "k1", "b1", "a2", "k2", "b2")
        rng = random.Random(1)
        straight = self.write("sarrus", sarrus()[0])
        kinematics = self.last("kinematics", straight, "kinematics.csv")
        for row in kinematics:  # the knees fold alike, whatever the direction
            self.assertAlmostEqual(row["k1"], -2 * row["a1"], delta=1e-9)
            self.assertAlmostEqual(row["k2"], 2 * row["a1"], delta=1e-9)
        inverse = self.last("inverse", straight, "inverse.csv")
        for turn in range(TURNS):
            with self.subTest(turn=turn):
                model = self.write("turned", sarrus(rng)[0])
                self.assert_motions(names, kinematics, self.last("kinematics", model, "kinematics.csv"), ("", "'", "''"))
                self.assert_motions(["a1.effort"], inverse, self.last("inverse", model, "inverse.csv"), ("",))
                found = self.json("mobility", model)
                self.assertEqual((found["dof"], len(found["redundant"]), found["undriven_dof"]), (1, 1, 0))
                self.assertEqual(self.json("check", model, "--states", 4)["verdict"], "passed")

    def test_led_cranks_start_close_to_flat(self):
        """Nearer than that to flat, rows say what they say to a few digits."""
        rng = random.Random(4)
        for angle, verb, table in ((1e-5, "kinematics", "kinematics.csv"), (1e-4, "run", "trajectory.csv"),
                                   (1e-2, "inverse", "inverse.csv")):
            for text in (planar(cranks_near_flat(angle)), in_space(cranks_near_flat(angle), rng)[0]):
                with self.subTest(angle=angle, verb=verb):
                    for row in self.last(verb, self.write("cranks", text), table):
                        for name, value in (("P1", angle + row["t"]), ("C0", -angle - row["t"]), ("P2'", 1.0)):
                            self.assertAlmostEqual(row[name], value, delta=1e-7)

    def test_a_wrong_twin_is_noticed(self):
        bodies, joints = four_bar(False)
        first = self.last("run", self.write("one", planar((bodies, joints))), "trajectory.csv")
        heavier = [(bodies[0][0], 1.001 * bodies[0][1], *bodies[0][2:]), *bodies[1:]]
        text, _ = in_space((heavier, joints), random.Random(1))
        second = self.last("run", self.write("two", text), "trajectory.csv")
        with self.assertRaises(AssertionError):
            self.assert_motions([joint[0] for joint in joints], first, second, ("", "'"))


if __name__ == "__main__":
    import unittest

    unittest.main()
