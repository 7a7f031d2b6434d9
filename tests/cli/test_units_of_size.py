"""Mechanisms of micrometres and of kilometres: with gravity that grows with the length the motion is the same."""
from command import CommandTest

FOUR_BAR = """space = "planar"
gravity = [0, "-9.81*L"]
[parameters]
L = {L}
m = {m}
[body.crank]
mass = "m"
center = ["L/2", 0]
inertia = "m*L^2/10"
[body.coupler]
mass = "2*m"
center = ["1.5*L", 0]
inertia = "1.5*m*L^2"
[body.rocker]
mass = "1.5*m"
center = ["L", 0]
inertia = "m*L^2/2"
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
start = 0.5
rate = 1
fixed = true
[joint.B]
type = "revolute"
bodies = ["crank", "coupler"]
at = [["L", 0], [0, 0]]
[joint.C]
type = "revolute"
bodies = ["coupler", "rocker"]
at = [["3*L", 0], ["2*L", 0]]
[joint.D]
type = "revolute"
bodies = ["ground", "rocker"]
at = [["2.5*L", 0], [0, 0]]
[simulate]
time = 2
step = 0.1
"""
IN_SPACE = """gravity = [0, 0, "-9.81*L"]
[parameters]
L = {L}
m = {m}
[body.crank]
mass = "m"
center = ["L/2", 0, 0]
inertia = ["m*L^2/10", "m*L^2/5", "m*L^2/4"]
[body.rod]
mass = "2*m"
center = ["1.5*L", 0, 0]
inertia = ["m*L^2/10", "1.2*m*L^2", "1.2*m*L^2"]
[body.slider]
mass = "3*m"
inertia = ["m*L^2/10", "m*L^2/5", "m*L^2/4"]
[joint.A]
type = "revolute"
axis = [0, 1, 0]
bodies = ["ground", "crank"]
start = 0.5
rate = 1
fixed = true
[joint.B]
type = "universal"
axes = [[0, 1, 0], [0, 0, 1]]
bodies = ["crank", "rod"]
at = [["L", 0, 0], [0, 0, 0]]
[joint.C]
type = "spherical"
bodies = ["rod", "slider"]
at = [["3*L", 0, 0], [0, 0, 0]]
[joint.D]
type = "prismatic"
axis = [1, 0, 0]
bodies = ["ground", "slider"]
start = "3.3*L"
[simulate]
time = 2
step = 0.1
"""
# A four-bar in space: three of five rows of its loop say nothing new. Of steel, and any way from the origin.
REDUNDANT = """gravity = [0, -9.81, 0]
[parameters]
L = {L}
m = "1000*L^3"
far = {far}
[body.crank]
mass = "m"
center = ["L/2", 0, 0]
inertia = ["m*L^2/12", "m*L^2/12", "m*L^2/12"]
[body.coupler]
mass = "2*m"
center = ["L", 0, 0]
inertia = ["m*L^2", "m*L^2", "m*L^2"]
[body.rocker]
mass = "1.5*m"
center = ["0.75*L", 0, 0]
inertia = ["m*L^2/2", "m*L^2/2", "m*L^2/2"]
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
at = [["far", "-far", "far/2"], [0, 0, 0]]
axis = [0, 0, 1]
start = 1
fixed = true
[joint.B]
type = "revolute"
bodies = ["crank", "coupler"]
at = [["L", 0, 0], [0, 0, 0]]
axis = [0, 0, 1]
start = -0.8
[joint.C]
type = "revolute"
bodies = ["coupler", "rocker"]
at = [["2*L", 0, 0], ["1.5*L", 0, 0]]
axis = [0, 0, 1]
[joint.D]
type = "revolute"
bodies = ["ground", "rocker"]
at = [["far + 2*L", "-far", "far/2"], [0, 0, 0]]
axis = [0, 0, 1]
start = 1.5
[simulate]
time = 0.2
"""
SIZES = [(1e-6, 1e-15), (1e-4, 1e-3), (1e3, 1e-6), (1e6, 1e12)]


class UnitsOfSize(CommandTest):
    def crank(self, text, L, m):
        out = self.folder / "out"
        self.good("run", self.model(text.format(L=L, m=m)), "-o", out, "--tolerance", "1e-10")
        names, rows = self.table(out / "trajectory.csv")
        return [row[names.index("A")] for row in rows]

    def test_check_passes(self):
        for text in (FOUR_BAR, IN_SPACE):
            for L, m in SIZES:
                with self.subTest(L=L, m=m):
                    self.good("check", self.model(text.format(L=L, m=m)))

    def test_check_passes_with_redundant_rows(self):
        for L, far in [(1e-7, 0), (1e-6, 0), (1e-6, 1), (1e6, 0), (1, 1e6), (1e3, 1e9)]:
            with self.subTest(L=L, far=far):
                self.good("check", self.model(REDUNDANT.format(L=L, far=far)))

    def test_motion_is_the_same(self):
        # All runs are held to 1e-10, and each may be off by as much.
        for text in (FOUR_BAR, IN_SPACE):
            expected = self.crank(text, 1, 1)
            for L, m in SIZES:
                with self.subTest(L=L, m=m):
                    for a, b in zip(self.crank(text, L, m), expected, strict=True):
                        self.assertLess(abs(a - b), 2e-10)



class BreakAway(CommandTest):
    """A block under a force that grows breaks away from dry friction where it has just reached it, with no acceleration:
    m x'' = r t - F, so that x = r (t - F/r)^3 / (6 m)."""

    def test_any_method_in_any_units(self):
        cases = [(1, 1, 1), (1e-12, 1, 1), (1e12, 1, 1), (1, 1e-15, 1), (1, 1, 1e9), (1, 1, 1e-9), (1e-10, 1e-12, 1e-8),
                 (1e-12, 1e9, 1e9), (1e-15, 1e-15, 1e-15), (1e9, 1e-6, 1e6)]
        for k, (L, M, T) in enumerate(cases):
            F, r = 0.5 * M * L / T**2, M * L / T**3
            model = self.model(f"""space = "planar"
                gravity = [0, 0]
                [body.b]
                mass = {M!r}
                [joint.A]
                type = "prismatic"
                bodies = ["ground", "b"]
                friction = {F!r}
                friction_width = 0
                effort = "{r!r}*t"
                [simulate]
                time = {5 * T!r}
                step = {T!r}
                """)
            for method in ("rk5", "rk8", "cvode", "ida") + (("alpha",) if k in (0, 1, 4) else ()):
                tolerance, delta = ("1e-5", 1e-3) if method == "alpha" else ("1e-7", 1e-5)
                with self.subTest(L=L, M=M, T=T, method=method):
                    self.good("run", model, "-o", self.folder / "out", "--no-report", "--method", method, "--tolerance", tolerance)
                    names, rows = self.table(self.folder / "out" / "trajectory.csv")
                    self.assertAlmostEqual(rows[-1][names.index("A")] / L, 4.5**3 / 6, delta=delta)
                    self.assertAlmostEqual(rows[-1][names.index("A'")] / L * T, 4.5**2 / 2, delta=delta)
