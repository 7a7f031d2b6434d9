"""Examples given by energies, with constraints that are kept by multipliers."""
import math

from command import example
from constrained import ConstrainedTest, data, reference, text_of
from jets import integrate, solve

G = 9.81


class PendulumInXandY(ConstrainedTest):
    """S45, V01: lambda = m (x'^2 + y'^2 - g y)/r^2; the tension is lambda r."""

    def test_multiplier(self):
        for x, y, vx, vy in [(0.6, -0.8, 1.6, 1.2), (-0.8, 0.6, 0.3, 0.4), (0.0, -1.0, 2.0, 0.0)]:
            e = self.at(example("pendulum-xy"), [x, y], [vx, vy])
            known = vx * vx + vy * vy - G * y
            self.near(e["multipliers"], [known], 1e-13)
            self.near(e["acceleration"], [-known * x, -G - known * y], 1e-13)

    def test_other_mass_and_length(self):
        e = self.at(example("pendulum-xy"), [1.2, -1.6], [0.8, 0.6], words=["--set", "m=3", "--set", "r=2"])
        self.near(e["multipliers"], [3 * (1 + G * 1.6) / 4], 1e-13)

    def test_motion(self):
        rows, summary = self.simulate(example("pendulum-xy"), "--step", "0.1", "--tolerance", "1e-12")
        worst = 0.0
        for row, k in zip(rows, reference(data("pendulum.csv")), strict=True):
            worst = max(worst, math.dist([row["x"], row["y"]], [k["x_m"], k["y_m"]]))
            self.assertAlmostEqual(row["tension"], k["rod_tension_N"], places=6)
            self.assertLess(row["constraint"], 1e-9)
        print(f"V01 in x and y: largest error to t = 10 is {worst:.1e}")
        self.assertLess(worst, 1e-8)
        self.assertLess(summary["energy_drift"], 1e-9)

    def test_mobility(self):
        found = self.json("mobility", example("pendulum-xy"))
        self.assertEqual((found["dof"], found["velocity_dof"], found["redundant"]), (1, 1, []))


class WheeledRobot(ConstrainedTest):
    """S46: lambda = m (x' cos th + y' sin th) th'."""

    def test_equations(self):
        m, I, f, tau, th, v, w = 8.0, 0.4, 3.0, -0.7, 0.9, 1.3, -0.6
        e = self.at(example("wheeled-robot"), [2.0, 3.0, th], [v * math.cos(th), v * math.sin(th), w],
                    words=["--set", f"f={f}", "--set", f"tau={tau}"])
        side = m * v * w
        self.near(e["multipliers"], [side], 1e-13)
        self.near(e["acceleration"], [(f * math.cos(th) - side * math.sin(th)) / m, (f * math.sin(th) + side * math.cos(th)) / m,
                                      tau / I], 1e-13)

    def test_spiral(self):
        # v = 1 + a t along the heading w t: integrals of t cos(w t) and t sin(w t)
        a, w = 2.0 / 8.0, 0.8
        rows, summary = self.simulate(example("wheeled-robot"), "--step", "0.5", "--tolerance", "1e-12")
        for row in rows:
            t = row["t"]
            s, c, v = math.sin(w * t), math.cos(w * t), 1 + a * t
            x = v * s / w + a * (c - 1) / w ** 2
            y = (1 - v * c) / w + a * s / w ** 2
            self.assertLess(math.dist([row["x"], row["y"], row["th"]], [x, y, w * t]), 1e-8)
            self.assertAlmostEqual(row["side"], 8.0 * v * w, places=7)
        self.assertLess(summary["energy_drift"], 1e-9)

    def test_not_integrable(self):
        found = self.json("mobility", example("wheeled-robot"))
        self.assertEqual((found["dof"], found["velocity_dof"]), (3, 2))
        self.assertIs(found["integrable"]["wheels"], False)
        # held at one angle the robot moves along a line: the same row is integrable on that manifold
        text = text_of("wheeled-robot").replace("rate = 0.8, ", "") + '\n[constraint.held]\nholonomic = "th"\n'
        found = self.json("mobility", self.model(text))
        self.assertEqual((found["dof"], found["velocity_dof"]), (1, 1))
        self.assertIs(found["integrable"]["wheels"], True)

    def test_as_a_mechanism(self):
        model = self.model("""space = "planar"
gravity = [0, 0]
[body.robot]
mass = 8
inertia = 0.4
rate = { x = 1, y = 0, angle = 0.8 }
[constraint.wheels]
type = "no-slip"
body = "robot"
direction = [0, 1]
[force.drive]
type = "force"
body = "robot"
value = [2, 0]
frame = "body"
[simulate]
time = 10
step = 0.5
tolerance = 1e-12
""")
        rows, _ = self.simulate(model)
        energies, _ = self.simulate(example("wheeled-robot"), "--step", "0.5", "--tolerance", "1e-12")
        for row, k in zip(rows, energies, strict=True):
            self.assertLess(math.dist([row["robot.x"], row["robot.y"], row["robot.angle"]], [k["x"], k["y"], k["th"]]), 1e-8)


class WagonWithPendulum(ConstrainedTest):
    """S29, S30: four coordinates and two equations against two coordinates that satisfy them."""
    m1, m2, J, l = 2.0, 0.5, 0.01, 0.4

    def minimal(self, th, w, F):
        """x'', th''."""
        s, c = math.sin(th), math.cos(th)
        couple = self.m2 * self.l * c
        return solve([[self.m1 + self.m2, couple], [couple, self.J + self.m2 * self.l ** 2]],
                     [F + self.m2 * self.l * s * w * w, self.m2 * G * self.l * s])

    def test_accelerations_and_multipliers(self):
        l, th, w, F = self.l, 0.7, -1.9, 3.0
        s, c = math.sin(th), math.cos(th)
        v = 0.4
        e = self.at(example("wagon-pendulum"), [0.3, th, 0.3 + l * s, l * c], [v, w, v + l * c * w, -l * s * w],
                    words=["--set", f"F={F}"])
        x2, th2 = self.minimal(th, w, F)
        xp, yp = x2 + l * (c * th2 - s * w * w), -l * (s * th2 + c * w * w)
        self.near(e["acceleration"], [x2, th2, xp, yp], 1e-12)
        self.near(e["multipliers"], [-self.m2 * xp, -self.m2 * (yp + G)], 1e-12)

    def test_motion(self):
        rows, summary = self.simulate(example("wagon-pendulum"), "--step", "0.1", "--tolerance", "1e-12")
        def rates(t, y):
            x2, th2 = self.minimal(y[1], y[3], 3 * math.sin(4 * t))
            return [y[2], y[3], x2, th2]
        known = integrate(rates, [0.0, 0.1, 0.0, 0.0], [row["t"] for row in rows], 6)
        self.follows(rows, ["x", "th", "x'", "th'"], [(t, *y) for t, y in known], 1e-7)
        for row in rows:
            self.assertLess(abs(row["xp"] - row["x"] - self.l * math.sin(row["th"])), 1e-9)
        self.assertLess(summary["energy_drift"], 1e-9)

    def test_mobility(self):
        found = self.json("mobility", example("wagon-pendulum"))
        self.assertEqual((found["dof"], found["velocity_dof"]), (2, 2))


class CarAxis(ConstrainedTest):
    """V09: constraints that depend on time, stiff springs, multipliers with the sign of A^T lambda on the left."""

    def test_reference(self):
        rows, _ = self.simulate(example("car-axis"))
        worst = 0.0
        for row, k in zip(rows, reference(data("car_axis.csv")), strict=True):
            self.assertAlmostEqual(row["t"], k["t_s"], places=12)
            for name in ["xl", "yl", "xr", "yr"]:
                worst = max(worst, abs(row[name] - k[name]), abs(row[name + "'"] - k[name + "_dot"]))
        print(f"V09: largest error to t = 3 is {worst:.1e}")
        self.assertLess(worst, 1e-8)
        published = [0.0493455784275402809, 0.496989460230171154, 1.04174252488542152, 0.373911027265361257, -0.0770583684040972358,
                     0.00744686658723778553, 0.0175568157537232222, 0.770341043779251976]
        found = [rows[-1][name + dot] for dot in ["", "'"] for name in ["xl", "yl", "xr", "yr"]]
        self.assertLess(max(abs(a - b) for a, b in zip(found, published)), 1e-8)

    def test_multipliers(self):
        k = reference(data("car_axis.csv"))[-1]
        names = ["xl", "yl", "xr", "yr"]
        e = self.at(example("car-axis"), [k[n] for n in names], [k[n + "_dot"] for n in names], words=["--t", "3"])
        self.near(e["multipliers"], [-k["lambda1"], -k["lambda2"]], 1e-8)


class AndrewsByEnergies(ConstrainedTest):
    """V03 by its mass matrix and loop equations."""
    text = """
[parameters]
xa = -0.06934
ya = -0.00227
xb = -0.03635
yb = 0.03273
d = 0.028
da = 0.0115
e = 0.02
ea = 0.01421
rr = 0.007
ra = 0.00092
ss = 0.035
sa = 0.01874
sb = 0.01043
u = 0.04
zf = 0.02
zt = 0.04
fa = 0.01421
m1 = 0.04325
m2 = 0.00365
m3 = 0.02373
m4 = 0.00706
m5 = 0.0705
m6 = 0.00706
m7 = 0.05498
I2 = 4.410e-7
I4 = 5.667e-7
I6 = 5.667e-7
[coordinates]
beta = { start = "-0.0617138900142764496358948458001", unit = "rad" }
Theta = { start = 0, unit = "rad" }
gamma = { start = "0.455279819163070380255912382449", unit = "rad" }
Phi = { start = "0.222668390165885884674473185609", unit = "rad" }
delta = { start = "0.487364979543842550225598953530", unit = "rad" }
Omega = { start = "-0.222668390165885884674473185609", unit = "rad" }
epsilon = { start = "1.23054744454982119249735015568", unit = "rad" }
[let]
X = "rr*cos(beta) - d*cos(beta + Theta)"
Y = "rr*sin(beta) - d*sin(beta + Theta)"
M11 = "m1*ra^2 + m2*(rr^2 - 2*da*rr*cos(Theta) + da^2) + 2.194e-6 + I2"
M21 = "m2*(da^2 - da*rr*cos(Theta)) + I2"
M54 = "m4*((e - ea)^2 + zt*(e - ea)*sin(Phi)) + I4"
M55 = "m4*(zt^2 + 2*zt*(e - ea)*sin(Phi) + (e - ea)^2) + m5*(0.02308^2 + 0.00916^2) + I4 + 1.169e-5"
M76 = "m6*((zf - fa)^2 - u*(zf - fa)*sin(Omega)) + I6"
M77 = "m6*((zf - fa)^2 - 2*u*(zf - fa)*sin(Omega) + u^2) + m7*(0.01228^2 + 0.00449^2) + I6 + 1.912e-5"
L = "sqrt((0.02*cos(gamma) + 0.018*sin(gamma) + xb - 0.014)^2 + (0.02*sin(gamma) - 0.018*cos(gamma) + yb - 0.072)^2)"
T1 = "M11*beta'^2 + 2*M21*beta'*Theta' + (m2*da^2 + I2)*Theta'^2 + (m3*(sa^2 + sb^2) + 5.255e-6)*gamma'^2"
T2 = "(m4*(e - ea)^2 + I4)*Phi'^2 + 2*M54*Phi'*delta' + M55*delta'^2"
T3 = "(m6*(zf - fa)^2 + I6)*Omega'^2 + 2*M76*Omega'*epsilon' + M77*epsilon'^2"
[energy]
kinetic = "(T1 + T2 + T3)/2"
potential = "4530*(L - 0.07785)^2/2"
[work]
beta = 0.033
[constraint.c1]
holonomic = "X - ss*sin(gamma) - xb"
[constraint.c2]
holonomic = "Y + ss*cos(gamma) - yb"
[constraint.c3]
holonomic = "X - e*sin(Phi + delta) - zt*cos(delta) - xa"
[constraint.c4]
holonomic = "Y + e*cos(Phi + delta) - zt*sin(delta) - ya"
[constraint.c5]
holonomic = "X - zf*cos(Omega + epsilon) - u*sin(epsilon) - xa"
[constraint.c6]
holonomic = "Y - zf*sin(Omega + epsilon) + u*cos(epsilon) - ya"
[simulate]
time = 0.03
step = 0.001
tolerance = 1e-11
"""
    names = ["beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"]

    def test_start(self):
        e = self.at(self.model(self.text))
        self.near(e["acceleration"][:2], [14222.4439199541138705911625887, -10666.8329399655854029433719415], 1e-9)
        self.near(e["multipliers"], [98.5668703962410896, -6.12268834425566265, 0, 0, 0, 0], 1e-9)

    def test_end(self):
        rows, summary = self.simulate(self.model(self.text))
        k = next(k for k in reference(data("andrews.csv")) if abs(k["t_s"] - 0.03) < 1e-9)
        error = max(abs(rows[-1][name] - k[name]) for name in self.names)
        print(f"V03 by energies: largest error at t = 0.03 is {error:.1e}")
        self.assertLess(error, 1e-8)
        for name in self.names:
            self.assertLess(abs(rows[-1][name + "'"] - k[name + "_dot"]), 1e-7 * (1 + abs(k[name + "_dot"])), name)
        self.assertLess(summary["energy_drift"], 1e-9)
