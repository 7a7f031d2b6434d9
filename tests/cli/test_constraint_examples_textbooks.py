"""Textbook problems and single cases of other programs: kinematics, equilibrium, distances."""
import json
import math
from math import pi

import jets
from command import SOURCE
from constrained import ConstrainedTest, data, reference
from jets import Jet, atan2, sqrt, triangle, turned
from mechanics import dot

TABLES = SOURCE.parent / "shared" / "validation" / "data" / "chrono_adams_joints"


class Nikravesh(ConstrainedTest):
    """V25: positions, speeds and accelerations of driven mechanisms."""
    four_bar = """space = "planar"
[body.one]
mass = 1
inertia = 1
[body.two]
mass = 1
inertia = 1
[body.three]
mass = 1
inertia = 1
[joint.A]
type = "revolute"
bodies = ["ground", "one"]
motion = "{start} + {rate}*t"
[joint.B]
type = "revolute"
bodies = ["one", "two"]
at = [[{l1}, 0], [0, 0]]
start = "0.5 - {start}"
[joint.D]
type = "revolute"
bodies = ["ground", "three"]
at = [{pin}, [0, 0]]
start = 1
[joint.C]
type = "revolute"
bodies = ["two", "three"]
at = [[{l2}, 0], [{l3}, 0]]
start = 0.5
[outputs]
theta2 = "two.angle"
omega2 = "two.angle'"
alpha2 = "two.angle''"
theta3 = "three.angle"
omega3 = "three.angle'"
alpha3 = "three.angle''"
[simulate]
time = 0.01
step = 0.01
"""

    def check(self, model, result, tolerance=1e-10):
        row = self.driven("kinematics", model)[0]
        for name, value in result.items():
            self.near([row[name]], [float(value)], tolerance, name)

    def test_four_bars(self):
        known = json.loads(data("nikravesh.json").read_text())
        first, second = known["fourbar_ch4"], known["fourbar_ex5_2"]
        text = self.four_bar.format(start="pi/2", rate="2*pi", l1=1, l2=3, l3=2.2, pin=[2, 0.5])
        self.check(self.model(text), first["result"])
        text = self.four_bar.format(start="pi/4", rate="1.5", l1=0.1, l2=0.3, l3=0.22, pin=[0.2, 0])
        self.check(self.model(text), second["result"])

    def test_slider_crank(self):
        model = self.model("""space = "planar"
[body.crank]
mass = 1
inertia = 1
[body.rod]
mass = 1
inertia = 1
[body.slider]
mass = 1
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
motion = "65*pi/180 + 2*pi*t"
[joint.B]
type = "revolute"
bodies = ["crank", "rod"]
at = [[0.12, 0], [0, 0]]
start = "-90 deg"
[joint.C]
type = "revolute"
bodies = ["rod", "slider"]
at = [[0.26, 0], [0, 0]]
start = "25 deg"
[joint.S]
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]
start = 0.3
[outputs]
theta2 = "rod.angle"
omega2 = "rod.angle'"
alpha2 = "rod.angle''"
x = "slider.origin.x"
xdot = "slider.origin.vx"
xddot = "slider.origin.ax"
[simulate]
time = 0.01
step = 0.01
""")
        self.check(model, json.loads(data("nikravesh.json").read_text())["slidercrank_ex12_1"]["result"])

    def test_course_examples(self):
        # V19: two bars of half-lengths 1 and 3 from a pin at (0.2, 0.5), tip on y = 0, phi1 = sin 10t; closed form
        model = self.model("""space = "planar"
[body.one]
mass = 1
inertia = 1
[body.two]
mass = 1
inertia = 1
points.tip = [6, 0]
[joint.A]
type = "revolute"
bodies = ["ground", "one"]
at = [[0.2, 0.5], [0, 0]]
motion = "sin(10*t)"
[joint.B]
type = "revolute"
bodies = ["one", "two"]
at = [[2, 0], [0, 0]]
[constraint.floor]
holonomic = "two.tip.y"
[outputs]
phi2 = "two.angle"
x = "two.tip.x"
[simulate]
time = 1
step = 0.05
""")
        for row in self.driven("kinematics", model):
            t = jets.variable(row["t"])
            phi1 = jets.sin(10 * t)
            x, y = turned(phi1, 2.0, 0)
            drop = (y + 0.5) / -6.0
            phi2 = atan2(drop, sqrt(1 - drop * drop))
            tip = x + 0.2 + 6.0 * jets.cos(phi2)
            self.near([row["phi2"], row["x"]], [phi2.value, tip.value], 1e-9)
            self.near([row["B'"], row["B''"]], [phi2.first - phi1.first, phi2.second - phi1.second], 1e-8)


class LightCart(ConstrainedTest):
    """V43: a cart of a millionth of the bob's mass; the pole passes the vertical at 4429 rad/s."""
    quarter, peak = 0.4515245356816588751, 4429.44913279292553
    tree = """space = "planar"
[body.cart]
mass = 1e-6
[body.bob]
mass = 1
center = [0, -1]
[joint.x]
type = "prismatic"
bodies = ["ground", "cart"]
axis = [1, 0]
[joint.th]
type = "revolute"
bodies = ["cart", "bob"]
start = "90 deg"
[simulate]
time = 1
step = 0.01
tolerance = 1e-11
until = "th"
"""
    distance = """space = "planar"
[body.cart]
mass = 1e-6
[body.bob]
kind = "particle"
mass = 1
position = [1, 0]
[joint.x]
type = "prismatic"
bodies = ["ground", "cart"]
axis = [1, 0]
[constraint.pole]
type = "distance"
points = ["cart.origin", "bob.origin"]
length = 1
[simulate]
time = 1
step = 0.01
tolerance = 1e-11
until = "bob.x - x"
"""

    def test_as_a_chain(self):
        rows, _ = self.simulate(self.model(self.tree))
        last = rows[-1]
        self.assertAlmostEqual(last["t"], self.quarter, places=9)
        self.near(abs(last["th'"]), self.peak, 1e-6)
        for row in rows:
            self.assertAlmostEqual(row["x"], (1 - math.sin(row["th"])) / (1 + 1e-6), places=8)

    def test_with_a_distance(self):
        rows, _ = self.simulate(self.model(self.distance))
        last = rows[-1]
        self.assertAlmostEqual(last["t"], self.quarter, places=8)
        self.near(abs(last["x'"] - last["bob.x'"]), self.peak, 1e-5)


class HangingFourBar(ConstrainedTest):
    """V46: equilibrium of an isosceles trapezoid, its inertia 520 kg m^2 and frequency 1.73693831768 rad/s."""
    rest = math.atan(math.sqrt(15)) - pi

    def places(self, q):
        """Mass centres and angles over the angle of the left link."""
        x, y = turned(q, 4.0, 0)
        x = x - 1
        f = sqrt((1 - x) * (1 - x) + y * y)
        middle = atan2(-y, 1 - x) - triangle(4.0, f, 4.0)
        mx, my = turned(middle, 2.0, 0)
        ex, ey = x + 2 * mx, y + 2 * my
        return [((x - 1) * 0.5, y * 0.5, q), (x + mx, y + my, middle), ((ex + 1) * 0.5, ey * 0.5, atan2(ey, ex - 1))]

    def energies(self, q):
        """Twice the kinetic energy at unit rate, and the potential energy as a jet."""
        links = self.places(jets.variable(q))
        inertia = sum(20 * (x.first ** 2 + y.first ** 2) + 20 * 16 / 12 * a.first ** 2 for x, y, a in links)
        height = sum((y for _, y, _ in links), Jet(0.0))
        return inertia, 20 * 9.8 * height

    def test_closed_form(self):
        inertia, V = self.energies(self.rest)
        self.near([inertia, V.second, math.sqrt(V.second / inertia)], [520.0, 1568.8164541, 1.73693831768], 1e-9)
        self.assertLess(abs(V.first), 1e-10)

    def test_equilibrium(self):
        e = self.at(data("drake_four_bar.toml"))
        self.assertLess(max(map(abs, e["acceleration"])), 1e-12)
        self.near(e["potential"], self.energies(self.rest)[1].value, 1e-12)

    def test_frequency(self):
        # restoring acceleration on both sides of the equilibrium; the cubic term cancels to 1e-8
        small = 1e-4
        found = []
        for sign in [1, -1]:
            text = data("drake_four_bar.toml").read_text().replace('start  = "phi - pi"', f'start  = "phi - pi + {sign * small!r}"')
            e = self.at(self.model(text))
            found.append(self.accelerations(e)["A'"])
        self.near(math.sqrt((found[1] - found[0]) / (2 * small)), 1.73693831768, 1e-7)


class AdamsDistances(ConstrainedTest):
    """V50: one body on a rod between two points, and on a driven slide; tables of ADAMS to six digits."""

    def setUp(self):
        super().setUp()
        if not TABLES.exists():
            print(f"skipped: no tables at {TABLES}")
            self.skipTest("no tables beside the checkout")

    def compare(self, case, text, tolerance=2e-5):
        text += "[simulate]\ntime = 5\nstep = 0.01\ntolerance = 1e-10\n"
        rows, _ = self.simulate(self.model(text, f"{case}.toml"), "--bodies")
        table = reference(TABLES / f"{case}.csv")
        self.assertEqual(len(rows), len(table))
        worst = 0.0
        for row, k in zip(rows, table):
            q = [row[f"b.q{c}"] for c in "wxyz"]
            known = [k[f"Quat_e{i}"] for i in range(4)]
            sign = 1 if dot(q, known) > 0 else -1
            pairs = [(row[f"b.origin.{c}"], k[f"Pos_{c.upper()}_Pos"]) for c in "xyz"]
            pairs += [(sign * a, b) for a, b in zip(q, known)]
            worst = max(worst, *(abs(a - b) / (1 + abs(b)) for a, b in pairs))
        print(f"V50 {case}: largest difference {worst:.1e}")
        self.assertLess(worst, tolerance)
        return rows, table

    def rod(self, case, ground, center, point, rotation=""):
        text = f"""gravity = [0, 0, -9.80665]
[body.b]
mass = 1
inertia = [0.04, 0.1, 0.1]
position = {center}
{rotation}
points.p = {point}
[constraint.rod]
type = "distance"
points = [["ground", {ground}], "b.p"]
length = 2
[outputs]
tension = "rod.force"
"""
        rows, table = self.compare(case, text)
        for row, k in zip(rows, table):  # the size of the table's reaction
            force = math.hypot(*(k[f"Rforce_{c}_Force"] for c in "XYZ"))
            self.assertLess(abs(abs(row["tension"]) - force), 2e-3 * (1 + force))

    def test_distance(self):
        self.rod("Distance_Case01", [0, 0, 0], [0, 2, 0], [0, 0, 0])
        self.rod("Distance_Case02", [1, 2, 3], [-1, 4, 3], [2, 0, 0])
        self.rod("Distance_Case03", [0, 0, 0], [0, 4, 0], [2, 0, 0], 'rotation = { axis = [0, 0, 1], angle = "-90 deg" }')

    def test_linear_actuator(self):
        for case, axis, speed, lift in [("LinActuator_Case01", [0, 0, 1], 1.0, 9.80665),
                                        ("LinActuator_Case02", [1, 0, 1], 0.5, 9.80665 / math.sqrt(2))]:
            angle = 0 if axis[0] == 0 else 45
            rows, table = self.compare(case, f"""gravity = [0, 0, -9.80665]
[body.b]
mass = 1
inertia = [1, 1, 1]
rotation = {{ axis = [0, 1, 0], angle = "{angle} deg" }}
[joint.J]
type = "prismatic"
bodies = ["ground", "b"]
at = [0, 0, 0]
axis = {axis}
motion = "{speed}*t"
[outputs]
lift = "J.effort"
""")
            for row, k in zip(rows, table):
                self.assertLess(abs(row["lift"] - lift), 1e-5)
                self.assertLess(abs(math.hypot(*(k[f"RforceA_{c}_Force"] for c in "XYZ")) - lift), 1e-4)
