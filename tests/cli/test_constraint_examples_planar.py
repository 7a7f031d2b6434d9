"""Planar examples with reactions, closed chains and drives, against closed forms."""
import math
from math import pi

import jets
from command import example
from constrained import ConstrainedTest, text_of, turn
from jets import Jet, atan2, one_motion, solve, sqrt, swing, triangle, turned, variable

G = 9.81


class RodOnMovingBase(ConstrainedTest):
    """S10: (J + m l^2/4) th'' = M - m g (l/2) cos th + m z'' (l/2) sin th, and both reactions of the pin."""
    m, l, a, w = 2.0, 0.6, 0.05, 12.0

    def base(self, t):
        return -self.a * self.w ** 2 * math.sin(self.w * t)

    def acceleration(self, t, th, rate):
        m, l = self.m, self.l
        load = 0.4 * math.sin(3 * t) - m * G * l / 2 * math.cos(th) + m * self.base(t) * l / 2 * math.sin(th)
        return load / (m * l * l / 12 + m * l * l / 4)

    def test_motion_and_reactions(self):
        rows, summary = self.simulate(example("rod-on-moving-base"), "--tolerance", "1e-11", "--step", "0.05")
        known = swing(self.acceleration, -pi / 3, 0.0, [row["t"] for row in rows], 4)
        self.follows(rows, ["th", "th'"], known, 1e-7)
        self.assertLess(summary["energy_drift"], 1e-8)  # with the work of the drive
        m, l = self.m, self.l
        for row in rows:
            t, th, v = row["t"], row["th"], row["th'"]
            self.assertAlmostEqual(row["z"], self.a * math.sin(self.w * t), places=9)
            alpha = self.acceleration(t, th, v)
            fx = m * (self.base(t) - l / 2 * (alpha * math.sin(th) + v * v * math.cos(th)))
            fy = m * (G + l / 2 * (alpha * math.cos(th) - v * v * math.sin(th)))
            self.near([row["fx"], row["fy"], row["drive"]], [fx, fy, fx], 1e-8)  # the base has no mass: the drive is fx


class RodAndRoller(ConstrainedTest):
    """S12, S14: rod and roller; accelerations and reactions from the free bodies."""
    m2, m3, J2, J3, l = 1.5, 0.8, 0.05, 0.002, 0.6

    def expected(self, th, v, M2, M3):
        """th2'', th3'', F12, F23 of the free bodies."""
        m2, m3, l = self.m2, self.m3, self.l
        s, c = math.sin(th), math.cos(th)
        a = (M2 - (m2 / 2 + m3) * G * l * c) / (self.J2 + m2 * l * l / 4 + m3 * l * l)
        center = [l / 2 * (-a * s - v * v * c), l / 2 * (a * c - v * v * s)]
        F23 = [2 * m3 * center[0], 2 * m3 * center[1] + m3 * G]
        F12 = [m2 * center[0] + F23[0], m2 * (center[1] + G) + F23[1]]
        return a, M3 / self.J3, F12, F23

    def test_accelerations_and_reactions(self):
        for th, v, t in [(0.35, 1.5, 0.0), (-2.0, -3.0, 0.4), (1.2, 0.0, 1.0)]:
            e = self.at(example("rod-roller"), [th, 0.7 - th], [v, 2 - v], words=["--t", str(t)])
            a, roller, F12, F23 = self.expected(th, v, 3.0, 0.02 * math.sin(5 * t))
            self.near(e["acceleration"], [a, roller - a], 1e-12)
            self.near(e["reactions"]["A"]["force"], F12, 1e-12)
            self.near(e["reactions"]["B"]["force"], F23, 1e-12)
            self.assertLess(max(abs(e["reactions"][joint]["moment"]) for joint in "AB"), 1e-12)

    def test_motion(self):
        rows, summary = self.simulate(example("rod-roller"), "--tolerance", "1e-11", "--step", "0.1")
        rod = swing(lambda t, q, v: self.expected(q, v, 3.0, 0.0)[0], pi / 9, 1.5, [row["t"] for row in rows], 8)
        self.follows(rows, ["th2", "A'"], rod, 1e-7)
        for row in rows:  # J3 th3'' = 0.02 sin 5t from th3' = A' + B' = 1.5
            t = row["t"]
            roller = pi / 9 + 1.5 * t + 0.02 / self.J3 * (t / 5 - math.sin(5 * t) / 25)
            self.assertAlmostEqual(row["th3"], roller, places=7)
            _, _, F12, F23 = self.expected(row["th2"], row["A'"], 3.0, 0.0)
            self.near([row["F12x"], row["F12y"], row["F23x"], row["F23y"]], F12 + F23, 1e-8)
        self.assertLess(summary["energy_drift"], 1e-9)


class Manipulator(ConstrainedTest):
    """S18, S19: two links led along a motion; the moments on the links and both reactions from their equilibrium."""
    m2, m3, lO2, lA2, lA3, J2, J3 = 3.0, 2.0, 0.25, 0.25, 0.2, 0.06, 0.03

    def equilibrium(self, th2, th3):
        """F12, F23, M2, M3 for angles given as jets in time."""
        x2, y2 = turned(th2, self.lO2, 0)
        xA, yA = turned(th2, self.lO2 + self.lA2, 0)
        dx, dy = turned(th3, self.lA3, 0)
        x3, y3 = xA + dx, yA + dy
        F23 = [self.m3 * x3.second, self.m3 * (y3.second + G)]
        F12 = [self.m2 * x2.second + F23[0], self.m2 * (y2.second + G) + F23[1]]
        M3 = self.J3 * th3.second + dx.value * F23[1] - dy.value * F23[0]
        ax, ay = xA.value - x2.value, yA.value - y2.value  # lever of F23 on link 2 about its mass centre
        M2 = self.J2 * th2.second + x2.value * F12[1] - y2.value * F12[0] + ax * F23[1] - ay * F23[0]
        return F12, F23, M2, M3

    def test_at_a_state(self):
        th2, th3 = Jet(0.4, 1.1, 2.0), Jet(-0.5, 0.4, 5.0)
        F12, F23, M2, M3 = self.equilibrium(th2, th3)
        e = self.at(example("manipulator"), [0.4, -0.9], [1.1, -0.7], [2.0, 3.0], words=["--set", "M2=0", "--set", "M3=0"])
        self.near(e["inverse_dynamics"], [M2 + M3, M3], 1e-13)  # S19: equilibrium of both links about O, of link 3 about A
        self.near(e["reactions"]["O"]["force"], F12, 1e-12)
        self.near(e["reactions"]["A"]["force"], F23, 1e-12)
        # the same moments, as inputs on the links, give these accelerations
        e = self.at(example("manipulator"), [0.4, -0.9], [1.1, -0.7], words=["--set", f"M2={M2!r}", "--set", f"M3={M3!r}"])
        self.near(e["acceleration"], [2.0, 3.0], 1e-12)

    def test_led_along_a_motion(self):
        text = text_of("manipulator").replace("start  = -1.2", 'motion = "0.3 + 0.8*sin(2*t)"')
        text = text.replace("start  = 0.3", 'motion = "0.8 - 0.5*cos(3*t) - 0.8*sin(2*t)"')
        text = text.replace('M2 = "6*cos(2*t)"', "M2 = 0").replace('M3 = "2*cos(3*t)"', "M3 = 0")
        for row in self.driven("inverse", self.model(text), "--step", "0.1"):
            t = variable(row["t"])
            th2, th3 = 0.3 + 0.8 * jets.sin(2 * t), 1.1 - 0.5 * jets.cos(3 * t)
            F12, F23, M2, M3 = self.equilibrium(th2, th3)
            self.near([row["O.effort"], row["A.effort"]], [M2 + M3, M3], 1e-10)
            self.near([row["O.fx"], row["O.fy"], row["A.fx"], row["A.fy"]], F12 + F23, 1e-10)
            self.near([row["O''"], row["A''"]], [th2.second, th3.second - th2.second], 1e-10)


class FourBar(ConstrainedTest):
    """S20, S22, S24: positions in closed form, then nine equations for eight reactions and the drive moment."""
    a, b, c, d, w = 0.10, 0.35, 0.25, 0.30, 4 * pi

    def angles(self, time):
        """Crank, coupler, rocker over time."""
        crank = self.w * variable(time)
        x, y = turned(crank, self.a, 0)
        f = sqrt((self.d - x) * (self.d - x) + y * y)
        coupler = atan2(-y, self.d - x) + triangle(self.b, f, self.c)
        dx, dy = turned(coupler, self.b, 0)
        return crank, coupler, atan2(y + dy, x + dx - self.d)

    def bodies(self, time):
        """(mass, inertia, angle, mass centre) of crank, coupler, rocker, and the pins O, A, B, C."""
        crank, coupler, rocker = self.angles(time)
        A = turned(crank, self.a, 0)
        B = [p + q for p, q in zip(A, turned(coupler, self.b, 0))]
        middle = [p + q for p, q in zip(A, turned(coupler, self.b / 2, 0.04))]
        right = turned(rocker, self.c / 2, 0)
        pins = {"O": (0.0, 0.0), "A": (A[0].value, A[1].value), "B": (B[0].value, B[1].value), "C": (self.d, 0.0)}
        return [(0.5, 4.2e-4, crank, turned(crank, self.a / 2, 0)), (1.2, 0.013, coupler, middle),
                (0.9, 4.7e-3, rocker, (right[0] + self.d, right[1]))], pins

    def separate_bodies(self, time):
        """Reactions (on each joint's second body) of O, A, C, B and the drive moment."""
        bodies, pins = self.bodies(time)
        acts = [{"O": 1, "A": -1}, {"A": 1, "B": -1}, {"C": 1, "B": 1}]
        column = {"O": 0, "A": 2, "C": 4, "B": 6}
        rows, right = [], []
        for (m, J, angle, (x, y)), pulls in zip(bodies, acts):
            fx, fy, moment = [0.0] * 9, [0.0] * 9, [0.0] * 9
            for pin, sign in pulls.items():
                k, (px, py) = column[pin], pins[pin]
                fx[k], fy[k + 1] = sign, sign
                moment[k], moment[k + 1] = -sign * (py - y.value), sign * (px - x.value)
            rows += [fx, fy, moment]
            right += [m * x.second, m * (y.second + G), J * angle.second]
        rows[2][8] = 1.0
        return solve(rows, right)

    def test_kinematics(self):
        for row in self.driven("kinematics", example("four-bar"), "--step", "0.02"):
            crank, coupler, rocker = self.angles(row["t"])
            for name, angle in [("O", crank), ("A", coupler - crank), ("C", rocker), ("B", rocker - coupler)]:
                self.assertLess(turn(row[name], angle.value), 1e-10, name)
                self.near([row[name + "'"], row[name + "''"]], [angle.first, angle.second], 1e-8, name)

    def test_drive_and_reactions(self):
        for row in self.driven("inverse", example("four-bar"), "--step", "0.02"):
            expected = self.separate_bodies(row["t"])
            found = [row[f"{joint}.f{c}"] for joint in "OACB" for c in "xy"] + [row["O.effort"]]
            self.near(found, expected, 1e-8)
            power = sum(m * (x.first * x.second + y.first * (y.second + G)) + J * q.first * q.second
                        for m, J, q, (x, y) in self.bodies(row["t"])[0])
            self.assertAlmostEqual(row["O.effort"] * self.w, power, places=6)

    def test_drive_forces_reproduce_the_motion(self):
        # S24: what `inverse` finds, applied as an effort of a free joint, gives the accelerations of `kinematics`
        text = text_of("four-bar").replace('motion = "w*t"', 'start  = 0\nrate   = "w"\nfixed  = true\neffort = "drive"')
        model = self.model(text + "\n[inputs]\ndrive = 0\n")
        for row in self.driven("inverse", example("four-bar"), "--step", "0.1"):
            e = self.at(model, *self.state(model, row), words=["--set", f"drive={row['O.effort']!r}"])
            scale = max(abs(row[name + "''"]) for name in "OABC")
            for name, value in self.accelerations(e).items():
                self.assertLess(abs(value - row[name + "'"]), 1e-8 * scale, name)

    def test_mobility(self):
        found = self.json("mobility", example("four-bar"))
        self.assertEqual((found["gruebler"], found["dof"], found["redundant"]), (1, 1, []))  # the drive is not counted


class SliderCrank(ConstrainedTest):
    """One equation for the crank's angle; the guide's force from the free bodies."""
    r, l = 0.1, 0.4
    bar, hole = 7850 * 0.4 * 0.02 * 0.01, 7850 * pi * 0.004 ** 2 * 0.01
    mass = bar - hole + 0.1
    center = (bar * 0.2 - hole * 0.05 + 0.1 * 0.4) / mass
    inertia = (bar * ((0.4 ** 2 + 0.02 ** 2) / 12 + 0.2 ** 2) - hole * (0.004 ** 2 / 2 + 0.05 ** 2) + 0.1 * 0.4 ** 2
               - mass * center ** 2)

    def places(self, q):
        """Rod's angle, mass centre, slider, over the crank's angle."""
        x, y = turned(q, self.r, 0)
        rod = atan2(-y, sqrt(self.l * self.l - y * y))
        cx, cy = turned(rod, self.center, 0)
        return rod, x + cx, y + cy, x + turned(rod, self.l, 0)[0]

    def parts(self, q):
        rod, x, y, slider = self.places(q)
        return [(0.002 + (self.r / 2) ** 2, q), (self.inertia, rod), (self.mass, x), (self.mass, y), (0.5, slider)]

    def pull(self, slider, rate):
        """Force of the spring on the slider."""
        return 400 * (0.9 - slider - 0.5) - 5 * rate

    def load(self, q, v, t, terms):
        crank_height = self.r / 2 * math.cos(q)
        (_, _), (_, _), (_, _), (_, y), (_, slider) = terms
        return (2 * math.sin(3 * t) - G * (crank_height + self.mass * y.first)
                + self.pull(slider.value, slider.first * v) * slider.first)

    def side(self, t, q, v, alpha):
        """Force of the guide on the slider."""
        rod, x, y, slider = self.places(Jet(q, v, alpha))
        along = 0.5 * slider.second - self.pull(slider.value, slider.first)  # of the rod on the slider
        Bx, By = turned(rod.value, -self.center, 0)
        Cx, Cy = turned(rod.value, self.l - self.center, 0)
        # F_B = m a + m g + F_C, and the moment about the mass centre, for F_C = (along, up)
        fx, fy = self.mass * x.second + along, self.mass * (y.second + G)
        up = ((self.inertia * rod.second - Bx.value * fy + By.value * fx - Cy.value * along)
              / (Bx.value - Cx.value))
        return 0.5 * G - up

    def test_motion(self):
        rows, summary = self.simulate(example("slider-crank"), "--tolerance", "1e-11", "--step", "0.1", "--time", "2")
        acceleration = one_motion(self.parts, self.load)
        known = swing(acceleration, pi / 6, 0.0, [row["t"] for row in rows], 30)
        self.follows(rows, ["A", "A'"], known, 1e-6)
        self.assertLess(summary["energy_drift"], 1e-8)
        for row in rows:
            rod, _, y, slider = self.places(variable(row["A"]))
            self.near([row["D"], row["D'"], row["height"]], [slider.value, slider.first * row["A'"], y.value], 1e-8)
            self.assertLess(turn(row["B"], rod.value - row["A"]), 1e-8)
            self.assertLess(turn(row["C"], -rod.value), 1e-8)
            alpha = acceleration(row["t"], row["A"], row["A'"])
            self.assertLess(abs(row["side"] - self.side(row["t"], row["A"], row["A'"], alpha)), 1e-5)
            self.assertLess(row["constraint"], 1e-9)
