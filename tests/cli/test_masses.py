"""What needs masses and what does not: questions of geometry are answered without, the others name the body."""
from command import example
from mechanics import MechanismTest

FOUR_BAR = """
space = "planar"
[ground]
points.C = [0.3, 0]
[body.crank]
{crank}
points.tip = [0.1, 0]
[body.coupler]
{coupler}
points.tip = [0.35, 0]
[body.rocker]
{rocker}
points.tip = [0.25, 0]
[joint.O]
type = "revolute"
bodies = ["ground", "crank"]
{drive}
[joint.A]
type = "revolute"
bodies = ["crank", "coupler"]
at = ["crank.tip", [0, 0]]
start = 1
[joint.C]
type = "revolute"
bodies = ["ground", "rocker"]
at = ["ground.C", [0, 0]]
start = 1.7
[joint.B]
type = "revolute"
bodies = ["coupler", "rocker"]
at = ["coupler.tip", "rocker.tip"]
start = 0.7
[outputs]
x = "coupler.tip.x"
ay = "coupler.tip.ay"
[simulate]
time = 0.5
step = 0.05
"""
HEAVY = {"crank": "mass = 1\ninertia = 0.01", "coupler": "mass = 2\ninertia = 0.02", "rocker": "mass = 3\ninertia = 0.03"}
DRIVE = 'motion = "12*t + t^2"'


def four_bar(drive=DRIVE, **heavy):
    return FOUR_BAR.format(drive=drive, **{name: heavy.get(name, "") for name in HEAVY})


class Geometry(MechanismTest):
    def kinematics(self, text, name):
        out = self.folder / name
        self.good("kinematics", self.model(text, f"{name}.toml"), "-o", out)
        return self.table(out / "kinematics.csv")

    def test_kinematics(self):
        names, rows = self.kinematics(four_bar(), "light")
        self.assertEqual(len(rows), 11)
        heavy_names, heavy = self.kinematics(four_bar(**HEAVY), "heavy")
        self.assertEqual(names, heavy_names)
        self.near(rows, heavy, 1e-12)

    def test_mobility_and_branches(self):
        for drive in (DRIVE, ""):
            light, heavy = self.model(four_bar(drive), "light.toml"), self.model(four_bar(drive, **HEAVY), "heavy.toml")
            for verb in ("mobility", "branches"):
                self.assertEqual(self.json(verb, light), self.json(verb, heavy), (verb, drive))

    def test_some_masses_are_enough_for_forces(self):
        model = self.model(four_bar(rocker=HEAVY["rocker"]))
        for verb in ("inverse", "run"):
            self.good(verb, model, "-o", self.folder / verb)

    def test_no_mass_at_all(self):
        model = self.model(four_bar())
        for verb in ("inverse", "run", "check"):
            said = self.bad(2, verb, model)
            self.assertIn("model.toml:5:7: body 'crank' has no mass", said)
            self.assertIn("`mass`", said)


class FreeMotion(MechanismTest):
    def lacks(self, text, place, *words):
        said = self.bad(2, "run", self.model(text), "-o", self.folder / "out")
        for word in (f"model.toml:{place}:", *words):
            self.assertIn(word, said)

    def test_a_mass_without_inertia(self):
        # The mass centre lies off the origin, so that no element of M is zero.
        self.lacks('space = "planar"\n[body.b]\nmass = 380\ncenter = [0.5, 0.2]\n', "2:7", "'b' has a mass but no inertia",
                   "b.angle'", "`inertia`")
        for joint in ("", '[joint.J]\ntype = "free"\nbodies = ["ground", "b"]\nsequence = "zxy"\n',
                      '[joint.J]\ntype = "free"\nbodies = ["b", "ground"]\n',
                      '[joint.J]\ntype = "spherical"\nbodies = ["ground", "b"]\n'):
            self.lacks("[body.b]\nmass = 3.7\ncenter = [0.5, 0.2, 0.7]\n" + joint, "1:7", "'b' has a mass but no inertia")

    def test_the_axis_of_a_rod(self):
        # J (1 - u u^T) about u = (2, -1, 2)/3: no speed of the joint is without inertia, the turn about u is.
        u = (2 / 3, -1 / 3, 2 / 3)
        entry = lambda i, k: 0.1 * ((i == k) - u[i] * u[k])
        inertia = [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)]
        rod = (f"[body.r]\nmass = 1\ncenter = {[x / 2 for x in u]}\ninertia = {inertia}\n"
               '[joint.S]\ntype = "spherical"\nbodies = ["ground", "r"]\n')
        self.lacks(rod, "1:7", "no inertia about one of its principal axes",
                   "turning about the axis (0.6667, -0.3333, 0.6667) of the body's frame (joint 'S')")

    def test_a_particle_that_is_turned(self):
        model = ('[body.a]\nmass = 1\ninertia = [1, 1, 1]\n[body.p]\nkind = "particle"\nmass = 1\n[joint.A]\ntype = "revolute"\n'
                 'bodies = ["ground", "a"]\n[joint.B]\ntype = "{}"\nbodies = ["a", "p"]\nat = [[0, 0, 0.5], [0, 0, 0]]\n')
        self.lacks(model.format("cylindrical"), "4:7", "B.angle'",
                   "a particle does not turn, but joint 'B' leaves B.angle free: choose a joint without it")
        self.good("evaluate", self.model(model.format("prismatic")))

    def test_rows_that_leave_it_free(self):
        disc = ('[body.disc]\nmass = 1.3\ncenter = [0.01, 0, 0.02]\n'
                '[constraint.c]\ntype = "rolling"\nbody = "disc"\nsphere = 0.3\n')
        self.lacks(disc, "1:7", "'disc' has a mass but no inertia")

    def test_a_massless_end_of_a_chain(self):
        arm = ('[body.a]\nmass = 1\ninertia = [1, 1, 1]\n[body.b]\n[joint.A]\ntype = "revolute"\nbodies = ["ground", "a"]\n'
               '[joint.B]\ntype = "revolute"\nbodies = ["a", "b"]\nat = [[1, 0, 0], [0, 0, 0]]\n')
        self.lacks(arm, "4:7", "'b' has no mass", "B'", "joint 'B'", "armature")
        self.lacks(four_bar(drive=""), "5:7", "'crank' has no mass")

    def test_what_has_inertia_is_accepted(self):
        for name in ("puma560-corke", "euler-top", "chaplygin-sleigh", "humanoid"):
            self.good("evaluate", example(name))
