"""Freedoms that move nothing else, and drives that are locked: named, held, reported."""
import math

from command import CommandTest

RSSR = """
    gravity = [0, 0, -9.81]
    [body.crank]
    mass = 1
    inertia = [0.01, 0.01, 0.01]
    [body.rod]
    mass = 0.8
    center = [0.3, 0.01, 0]
    inertia = [0.011, 0.03, 0.04]
    [body.rocker]
    mass = 1
    inertia = [0.02, 0.02, 0.02]
    [joint.A]
    type = "revolute"
    bodies = ["ground", "crank"]
    at = [[0, 0, 0], [0, 0, 0]]
    axis = [0, 0, 1]
    motion = "0.4*sin(2*t)"
    [joint.B]
    type = "spherical"
    bodies = [%s]
    at = %s
    [joint.D]
    type = "revolute"
    bodies = ["ground", "rocker"]
    at = [[0.5, 0.3, 0], [0, 0, 0]]
    axis = [1, 0.2, 0]
    start = 0.5
    [joint.C]
    type = "spherical"
    bodies = ["rod", "rocker"]
    at = [[0.6, 0, 0], [0, 0.3, 0]]
    [outputs]
    spin = "rod.wx"
    cx = "rod.center.x"
    cz = "rod.center.z"
    [simulate]
    time = 1
    step = 0.02
    tolerance = 1e-10
"""
FORWARD = RSSR % ('"crank", "rod"', "[[0.1, 0, 0], [0, 0, 0]]")
BACKWARD = RSSR % ('"rod", "crank"', "[[0, 0, 0], [0.1, 0, 0]]")


class IdleSpins(CommandTest):
    def rows(self, verb, model):
        self.good(verb, model, "-o", self.folder / "out")
        names, rows = self.table(self.folder / "out" / f"{verb}.csv")
        return [dict(zip(names, row)) for row in rows]

    def test_mobility_names_it(self):
        found = self.json("mobility", self.model(FORWARD))
        self.assertEqual((found["dof"], found["undriven_dof"]), (2, 1))
        self.assertIn("'rod' about the line through B and C", found["idle_spins"])
        self.assertLess(found["rank_evidence"]["first_dropped"], 1e-12)
        self.assertGreater(found["rank_evidence"]["last_kept"], 1e-3)

    def test_kinematics_hold_it(self):
        rows = self.rows("kinematics", self.model(FORWARD))
        self.assertEqual(len(rows), 51)
        for row in rows:
            self.assertAlmostEqual(row["spin"], 0, delta=1e-8)  # the line is the rod's x axis
            # The rod reaches from the crank's tip to the rocker's, whatever its spin.
            tip = (0.1 * math.cos(row["A"]), 0.1 * math.sin(row["A"]), 0)
            n = math.hypot(1, 0.2)
            c, s = math.cos(row["D"]), math.sin(row["D"])
            a = (1 / n, 0.2 / n, 0)
            arm = (0, 0.3, 0)
            along = sum(x * y for x, y in zip(a, arm))
            across = (a[1] * arm[2] - a[2] * arm[1], a[2] * arm[0] - a[0] * arm[2], a[0] * arm[1] - a[1] * arm[0])
            end = [p + arm[i] * c + across[i] * s + a[i] * along * (1 - c) for i, p in enumerate((0.5, 0.3, 0))]
            self.assertAlmostEqual(math.dist(tip, end), 0.6, delta=1e-9)

    def test_the_holding_moment_is_the_rods_own(self):
        # About its own axis only the rod's inertia and weight act: I_x' w' and the arm of its mass centre.
        rows = self.rows("inverse", self.model(FORWARD))
        moments = [row["rod.spin_moment"] for row in rows]
        self.assertGreater(max(map(abs, moments)), 1e-3)
        light = FORWARD.replace("center = [0.3, 0.01, 0]", "center = [0.3, 0, 0]").replace("0.03, 0.04", "0.03, 0.03")
        for row in self.rows("inverse", self.model(light)):  # symmetric about the line: nothing to hold
            self.assertAlmostEqual(row["rod.spin_moment"], 0, delta=1e-9)

    def test_either_order_of_the_bodies_gives_the_same(self):
        forward, backward = (self.rows("inverse", self.model(text)) for text in (FORWARD, BACKWARD))
        for one, other in zip(forward, backward, strict=True):
            for name in ("A", "D", "D'", "D''", "A.effort", "cx", "cz", "rod.spin_moment"):
                self.assertAlmostEqual(one[name], other[name], delta=2e-7, msg=name)

    def test_run_keeps_it_as_a_freedom(self):
        self.good("run", self.model(FORWARD), "-o", self.folder / "out", "--no-report")
        names, rows = self.table(self.folder / "out" / "trajectory.csv")
        spin = names.index("spin")
        self.assertGreater(max(abs(row[spin]) for row in rows), 1e-2)  # its weight beside the line turns it

    def test_branches_find_both_sides(self):
        found = self.json("branches", self.model(FORWARD))
        self.assertEqual(len(found["branches"]), 2)

    def test_a_shaft_in_hinges_is_a_freedom(self):
        text = """
            [body.shaft]
            mass = 1
            inertia = [1, 1, 1]
            [joint.left]
            type = "revolute"
            bodies = ["ground", "shaft"]
            at = [[0, 0, 0], [0, 0, 0]]
            axis = [1, 0, 0]
            [joint.right]
            type = "cylindrical"
            bodies = ["ground", "shaft"]
            at = [[1, 0, 0], [1, 0, 0]]
            axis = [1, 0, 0]
        """
        self.assertEqual(self.json("mobility", self.model(text))["idle_spins"], "")
        self.assertIn("leave 1 motions free", self.bad(2, "kinematics", self.model(text), "-o", self.folder / "out"))


JOINTS = {"S": "spherical", "G": "gimbal", "U": "universal", "C": "cylindrical", "R": "revolute", "P": "prismatic"}
PLACES = [(0, 0, 0), (0.5, 0.1, 0), (0.9, 0.4, 0.1), (1.6, 0.5, 0.5)]
AXES = [(0.3, 0.2, 1), (0.5, -0.7, 0.4), (0.1, 0.9, 0.3)]


def joint(name, letter, bodies, at, axis):
    """A joint drawn at a place, about an axis and, of universal joints, one at a right angle to it."""
    text = f'[joint.{name}]\ntype = "{JOINTS[letter]}"\nbodies = {bodies}\nat = {list(at)}\n'
    if letter in "RCP":
        text += f"axis = {list(axis)}\n"
    if letter == "G":
        text += 'sequence = "zxy"\n'
    if letter == "U":
        text += f"axes = [{list(axis)}, {[axis[1], -axis[0], 0]}]\n"
    return text


def chain(letters, wheel):
    """Links drawn one after the other from the ground on, with a driven wheel beside them or without."""
    text = "gravity = [0, 0, -9.81]\n"
    for k, letter in enumerate(letters, 1):
        centre = [(a + b) / 2 + 0.03 * k for a, b in zip(PLACES[k - 1], PLACES[k])]
        text += f"[body.b{k}]\nmass = 1\ninertia = [0.02, 0.03, 0.04]\ncenter = {centre}\n"
        text += joint(f"J{k}", letter, ["ground" if k == 1 else f"b{k - 1}", f"b{k}"], PLACES[k - 1], AXES[k - 1])
    if wheel:
        text += "[body.w]\nmass = 1\ninertia = [1, 1, 1]\n" + joint("W", "R", ["ground", "w"], (0, 0, 0), (0, 0, 1))
        text += 'motion = "t"\n'
    outputs = [f'b{k + 1}{c} = "b{k + 1}.center.a{c}"\n' for k in range(len(letters)) for c in "xyz"]
    return text + "[outputs]\n" + "".join(outputs) + "[simulate]\ntime = 0.1\nstep = 0.1\n"


class OpenChains(CommandTest):
    """What hangs freely moves in `inverse` as in `run`; a wheel that is driven elsewhere changes nothing."""

    SPINS = {"SS": ["b1"], "SRS": ["b1"], "SPS": ["b1"], "USS": ["b2"], "SSS": ["b1", "b2"], "GSC": ["b1"]}
    NONE = ["SU", "US", "UUS", "SUU", "SCC", "SCU", "UCS", "CUS", "CCS", "SUS", "RSU", "SUC", "CSC"]

    def start(self, verb, model, *options):
        self.good(verb, model, "-o", self.folder / "out", *options)
        name = "trajectory" if verb == "run" else verb
        names, rows = self.table(self.folder / "out" / f"{name}.csv")
        return dict(zip(names, rows[0]))

    def test_only_rods_that_turn_as_one_spin(self):
        for letters in [*self.SPINS, *self.NONE]:
            found = [self.json("mobility", self.model(chain(letters, wheel)))["idle_spins"] for wheel in (True, False)]
            self.assertEqual(found[0], found[1], letters)
            bodies = [part.split("'")[1] for part in found[0].split(", ") if part]
            self.assertEqual(bodies, self.SPINS.get(letters, []), letters)

    def test_accelerations_are_those_of_run(self):
        for letters in ["SS", "SRS", "UUS", "SCC", "CCS"]:
            model = self.model(chain(letters, True))
            inverse, run = self.start("inverse", model), self.start("run", model, "--no-report")
            for k in range(len(letters)):
                for c in "xyz":
                    self.assertAlmostEqual(inverse[f"b{k + 1}{c}"], run[f"b{k + 1}{c}"], delta=1e-9, msg=letters)

    def rod(self, letter, axis):
        """A rod along x between a ball joint of the ground and another joint of it."""
        text = "[body.rod]\nmass = 1\ninertia = [0.02, 0.03, 0.04]\n" + joint("A", "S", ["ground", "rod"], (0, 0, 0), axis)
        return text + joint("B", letter, ["ground", "rod"], (1, 0, 0), axis)

    def test_joints_at_the_other_end_must_turn_by_any_angle(self):
        def spins(letter, axis):
            return self.json("mobility", self.model(self.rod(letter, axis)))["idle_spins"]

        for letter in "SRCU":
            self.assertIn("'rod'", spins(letter, (1, 0, 0)), letter)
        # In the plane of its axes but along neither: the first bit of a turn alone.
        self.assertEqual(spins("U", (1, 1, 0)), "")
        self.assertEqual(spins("R", (0, 0, 1)), "")

    def test_a_rod_between_driven_bodies_is_held_whatever_swings_elsewhere(self):
        swing = "[body.bob]\nmass = 1\ninertia = [1, 1, 1]\ncenter = [1, 0, 0]\n"
        swing += joint("H", "R", ["ground", "bob"], (0, 0, 0), (0, 1, 0))
        alone, both = (self.start("inverse", self.model(text)) for text in (FORWARD, FORWARD + swing))
        self.assertAlmostEqual(both["rod.spin_moment"], alone["rod.spin_moment"], delta=1e-7)
        self.assertAlmostEqual(both["A.effort"], alone["A.effort"], delta=1e-7)


TOGGLE = """
    space = "planar"
    [body.a]
    mass = 1
    inertia = 0.01
    [body.b]
    mass = 1
    inertia = 0.01
    [body.c]
    mass = 1
    inertia = 0.01
    [joint.O]
    type = "revolute"
    bodies = ["ground", "a"]
    motion = "{start} + t"
    [joint.A]
    type = "revolute"
    bodies = ["a", "b"]
    at = [[0.3, 0], [0, 0]]
    start = -1
    [joint.C]
    type = "revolute"
    bodies = ["ground", "c"]
    at = [[0.4, 0], [0, 0]]
    start = 1.5
    [joint.B]
    type = "revolute"
    bodies = ["b", "c"]
    at = [[0.3, 0], [0.2, 0]]
"""


class LockedDrives(CommandTest):
    # The crank's pin is farthest from C where coupler and rocker are in line: 0.25 = 0.09 + 0.16 - 0.24 cos O.
    DEAD = math.pi / 2

    def test_mobility_names_the_drive(self):
        found = self.json("mobility", self.model(TOGGLE.format(start=self.DEAD)))
        self.assertEqual((found["dof"], found["singular"], found["locked"]), (1, True, ["O"]))

    def test_beside_it_nothing_is_locked(self):
        found = self.json("mobility", self.model(TOGGLE.format(start=1.2)))
        self.assertEqual((found["dof"], found["singular"], found["locked"]), (1, False, []))

    def test_the_start_is_named(self):
        for verb in ("kinematics", "inverse", "run"):
            message = self.bad(1, verb, self.model(TOGGLE.format(start=self.DEAD)), "-o", self.folder / "out")
            self.assertIn("dead centre", message)
            self.assertIn("the drive of 'O' cannot move", message)

    def test_decimals_cut_short_are_a_note(self):
        text = """
            [body.a]
            mass = 1
            inertia = [1, 1, 1]
            [joint.left]
            type = "revolute"
            bodies = ["ground", "a"]
            at = [[0, 0, 0], [0, 0, 0]]
            axis = [0.70710678, 0.70710678, 0]
            [joint.right]
            type = "revolute"
            bodies = ["ground", "a"]
            at = [[1, 1, 0], [1, 1, 0]]
            axis = [0.707106, 0.707107, 0]
            cut = true
        """
        notes = " ".join(self.json("mobility", self.model(text))["notes"])
        self.assertIn("digits", notes)


if __name__ == "__main__":
    import unittest

    unittest.main()
