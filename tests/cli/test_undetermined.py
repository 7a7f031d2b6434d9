"""`undetermined`: reactions, efforts and multipliers that the motion leaves open, the same in every verb (S12, S23)."""
from command import CommandTest, example

# A parallelogram whose cranks are 1 m long, its coupler 2 m; {a} and {b} stand on its cranks.
PARALLELOGRAM = """
space = "planar"
[body.a]
mass = 1
center = [0, 0.5]
inertia = 0.1
[body.b]
mass = 1
center = [0, 0.5]
inertia = 0.1
[body.c]
mass = 4
center = [1, 0]
inertia = 0.1
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
{a}
[joint.B]
type = "revolute"
bodies = ["ground", "b"]
at = [[2, 0], [0, 0]]
{b}
[joint.C]
type = "revolute"
bodies = ["a", "c"]
at = [[0, 1], [0, 0]]
start = -0.5
[joint.D]
type = "revolute"
bodies = ["b", "c"]
at = [[0, 1], [2, 0]]
[simulate]
time = 0.1
step = 0.05
"""
DRIVEN = 'motion = "0.5 + 0.3*sin(t)"'

BEAM = """
space = "planar"
[body.beam]
mass = 10
center = [1, 0]
inertia = 3
points.a = [1, 0]
points.b = [2, 0]
[joint.H]
type = "revolute"
bodies = ["ground", "beam"]
[constraint.r1]
type = "distance"
points = [["ground", [1, -1]], "beam.a"]
length = 1
[constraint.r2]
type = "distance"
points = [["ground", [2, -1]], "beam.b"]
length = 1
"""

DEPENDENT = """
[coordinates]
x = { start = 1 }
y = { start = 0.1 }
z = { start = 0 }
[energy]
kinetic = "(x'^2 + y'^2 + z'^2)/2"
potential = "9.81*y"
[constraint.a]
holonomic = "x^2 + y^2 - 1"
[constraint.b]
holonomic = "2*x^2 + 2*y^2 - 2"
[constraint.c]
pfaffian = "x*x' + y*y'"
[constraint.alone]
holonomic = "z - x"
"""

FREE = """
space = "planar"
[body.b]
mass = 1
inertia = 1
[joint.P]
type = "free"
bodies = ["ground", "b"]
[constraint.one]
holonomic = "P.x"
[constraint.two]
holonomic = "2*P.x"
[constraint.other]
holonomic = "P.angle - P.y"
"""

# A door on two hinges in one line: five rows of the second are all redundant. Its weight is along the hinges' line, and
# what hinges bear across it together is known, but not how they share it. The arm in front of it hangs on one hinge.
DOOR = """
[body.door]
mass = 20
center = [0.5, 0, 0]
inertia = [1, 1, 1]
[body.arm]
mass = 2
center = [0.2, 0, 0]
inertia = [0.1, 0.1, 0.1]
[joint.low]
type = "revolute"
bodies = ["ground", "door"]
axis = [0, 0, 1]
[joint.high]
type = "revolute"
bodies = ["ground", "door"]
at = [[0, 0, 2], [0, 0, 2]]
axis = [0, 0, 1]
[joint.free]
type = "revolute"
bodies = ["door", "arm"]
at = [[1, 0, 0], [0, 0, 0]]
axis = [0, 0, 1]
rate = 1
"""


def tower(floors):
    """Parallelograms in space on top of each other, all axes parallel: three redundant rows in each."""
    lines = []
    for i in range(floors):
        for body, center in (("a", "[0, 0.5, 0]"), ("b", "[0, 0.5, 0]"), ("c", "[1, 0, 0]")):
            lines += [f"[body.{body}{i}]", "mass = 1", "inertia = [0.1, 0.1, 0.1]", f"center = {center}"]
        below, turn = ("ground" if i == 0 else f"c{i - 1}"), 0.3 * (-1) ** i
        for joint, bodies, at, start in (
            ("A", (below, f"a{i}"), "[[0, 0, 0], [0, 0, 0]]", turn),
            ("B", (below, f"b{i}"), "[[2, 0, 0], [0, 0, 0]]", turn),
            ("C", (f"a{i}", f"c{i}"), "[[0, 1, 0], [0, 0, 0]]", -turn),
            ("D", (f"b{i}", f"c{i}"), "[[0, 1, 0], [2, 0, 0]]", -turn),
        ):
            lines += [f"[joint.{joint}{i}]", 'type = "revolute"', f'bodies = ["{bodies[0]}", "{bodies[1]}"]',
                      f"at = {at}", "axis = [0, 0, 1]", f"start = {start}"]
    return "\n".join(lines)


class Undetermined(CommandTest):
    def everywhere(self, model, names):
        """All verbs say the same."""
        self.assertEqual(self.json("evaluate", model)["undetermined"], names)
        self.assertEqual(self.json("mobility", model)["undetermined"], names)

    def inverse(self, model):
        return self.json("inverse", model, "-o", self.folder / "inverse")["undetermined"]

    def test_two_drives_of_a_parallelogram_share_everything(self):
        model = self.model(PARALLELOGRAM.format(a=DRIVEN, b=DRIVEN))
        self.everywhere(model, ["A", "B", "C", "D"])
        self.assertEqual(self.inverse(model), ["A", "B", "C", "D"])
        # The proof: the same motion by other efforts of the same sum, with other forces in the coupler's joints.
        total = sum(self.json("evaluate", model)["efforts"].values())
        forces = []
        for share in (0.5, 1.0):
            pushed = PARALLELOGRAM.format(a=f"start = 0.5\nrate = 0.3\nfixed = true\neffort = {share * total!r}",
                                          b=f"start = 0.5\neffort = {(1 - share) * total!r}")
            e = self.json("evaluate", self.model(pushed, "pushed.toml"))
            self.assertEqual(e["undetermined"], [])
            # sin''(0) = 0 and the crank's acceleration is that of the drive: rounding of a 3 x 3 solution.
            self.assertAlmostEqual(e["acceleration"][0], 0.0, delta=1e-12)
            forces.append(e["reactions"]["C"]["force"][0])
        self.assertGreater(abs(forces[0] - forces[1]), 1.0)

    def test_one_drive_is_unique(self):
        model = self.model(PARALLELOGRAM.format(a=DRIVEN, b=""))
        self.everywhere(model, [])
        self.assertEqual(self.inverse(model), [])

    def test_rods_beside_a_hinge(self):
        self.everywhere(self.model(BEAM), ["H", "r1", "r2"])

    def test_multipliers_of_energies(self):
        self.everywhere(self.model(DEPENDENT), ["a", "b", "c"])

    def test_a_joint_without_reaction_is_not_named(self):
        self.everywhere(self.model(FREE), ["one", "two"])
        e = self.json("evaluate", self.model(FREE))
        # x + 2 y = 0 whatever the multipliers: nothing pushes along x.
        self.assertAlmostEqual(e["multipliers"][0] + 2 * e["multipliers"][1], 0.0, delta=1e-12)

    def test_a_joint_beside_redundant_ones_is_unique(self):
        model = self.model(DOOR)
        self.everywhere(model, ["low", "high"])
        e = self.json("evaluate", model)["reactions"]
        self.assertAlmostEqual(e["free"]["force"][2], 2 * 9.81, delta=1e-12)  # what the arm weighs
        # The least sum of squares shares the weight equally.
        for hinge in ("low", "high"):
            self.assertAlmostEqual(e[hinge]["force"][2], 11 * 9.81, delta=1e-9)

    def test_many_bodies(self):
        floors = 110  # 330 bodies, 550 rows: the sparse way
        e = self.json("evaluate", self.model(tower(floors)))
        self.assertEqual(len(e["undetermined"]), 4 * floors)
        # What both columns of a floor bear is known, their shares are open.
        for i in (0, 50, floors - 1):
            weight = 9.81 * (3 * (floors - i) - 2)
            both = e["reactions"][f"C{i}"]["force"][2] + e["reactions"][f"D{i}"]["force"][2]
            self.assertAlmostEqual(both / weight, 1.0, delta=1e-9)

    def test_examples_agree_between_verbs(self):
        for name in ("bennett", "bricard", "four-bar"):
            self.assertEqual(self.json("evaluate", example(name))["undetermined"],
                             self.json("mobility", example(name))["undetermined"], name)

    def test_the_choice_turns_with_the_mechanism(self):
        """A door on two hinges: which of all possible reactions are given does not depend on the axes of the world."""
        def door(turn):
            """x to y, y to z, z to x, so many times."""
            def vector(*parts):
                return str([parts[(k - turn) % 3] for k in range(3)])
            hinge = f"""
                type = "revolute"
                bodies = ["ground", "door"]
                axes = [{vector(0.6, 0, 0.8)}, {vector(0.6, 0, 0.8)}]
            """
            return self.json("evaluate", self.model(f"""
                gravity = {vector(1, 2, -9)}
                [body.door]
                mass = 20
                center = {vector(0.4, 0.1, 0.7)}
                inertia = {vector(2, 3, 2.5)}
                [joint.low]
                {hinge}
                rate = 1.5
                [joint.high]
                {hinge}
                at = [{vector(0.9, 0, 1.2)}, {vector(0.9, 0, 1.2)}]
            """))["reactions"]
        first = door(0)
        self.assertGreater(abs(first["low"]["moment"][2]), 0.1)
        for turn in (1, 2):
            for name, reaction in door(turn).items():
                for kind, parts in reaction.items():
                    for k in range(3):
                        self.assertAlmostEqual(parts[(k + turn) % 3], first[name][kind][k], delta=1e-9, msg=f"{turn} {name} {kind}")
