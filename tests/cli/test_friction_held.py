"""Dry friction in joints that something else holds or leads too: drives through loops, stops."""
import json
import math
import random
import unittest

from command import CommandTest


class HeldTest(CommandTest):
    def go(self, text, *words):
        self.good("run", self.model(text), "-o", self.folder / "out", "--no-report", *words)
        names, rows = self.table(self.folder / "out" / "trajectory.csv")
        summary = json.loads((self.folder / "out" / "summary.json").read_text())
        return {name: [row[i] for row in rows] for i, name in enumerate(names)}, summary


class FourBar:
    """A crank that swings as asked for; angles of the others by the triangle over rod and rocker."""

    def __init__(self, chance):
        self.crank, self.rod, self.rocker = chance.uniform(0.1, 0.2), chance.uniform(0.4, 0.5), chance.uniform(0.35, 0.45)
        self.ground = chance.uniform(0.45, 0.55)
        self.begin, self.swing, self.pace = chance.uniform(-3, 3), chance.uniform(0.3, 2), chance.uniform(2, 6)
        self.friction = [chance.uniform(0.1, 1) for _ in range(4)]
        self.mass = [chance.uniform(0.5, 2) for _ in range(3)]

    def turns(self, t):
        """Of the four pins."""
        a = self.begin + self.swing * math.sin(self.pace * t)
        x, y = self.crank * math.cos(a) - self.ground, self.crank * math.sin(a)
        far, side = math.hypot(x, y), math.atan2(y, x)
        c = side - math.acos((far**2 + self.rocker**2 - self.rod**2) / (2 * far * self.rocker))
        b = math.atan2(self.rocker * math.sin(c) - y, self.rocker * math.cos(c) - x)
        return a, b - a, c - b, c

    def text(self, end):
        a, ba, cb, c = self.turns(0)
        lines = ['space = "planar"', "gravity = [1, -9]"]
        for name, mass, length in zip(("crank", "rod", "rocker"), self.mass, (self.crank, self.rod, self.rocker)):
            lines += [f"[body.{name}]", f"mass = {mass!r}", f"inertia = {mass * length**2 / 12!r}", f"center = [{length / 2!r}, 0]"]
        pins = (("A", "ground", "crank", (0, 0), (0, 0), f'motion = "{self.begin!r} + {self.swing!r}*sin({self.pace!r}*t)"'),
                ("B", "crank", "rod", (self.crank, 0), (0, 0), f"start = {ba!r}"),
                ("C", "rod", "rocker", (self.rod, 0), (self.rocker, 0), f"start = {cb!r}"),
                ("D", "ground", "rocker", (self.ground, 0), (0, 0), f"start = {c!r}"))
        for (name, first, second, p, q, line), friction in zip(pins, self.friction):
            lines += [f"[joint.{name}]", 'type = "revolute"', f'bodies = ["{first}", "{second}"]', f"at = [{list(p)!r}, {list(q)!r}]",
                      line, f"friction = {friction!r}", "friction_width = 0"]
        return "\n".join([*lines, "[simulate]", f"time = {end!r}", f"step = {end / 20!r}"]) + "\n"


class LedByDrives(HeldTest):
    def test_friction_takes_its_part_of_all_turns(self):
        """Where the drive turns round all joints are at rest at once, and nothing may stick."""
        chance = random.Random("led")
        for trial in range(24):
            four_bar = FourBar(chance)
            end = chance.uniform(1.2, 2.5) * 2 * math.pi / four_bar.pace
            method = ("rk8", "rk5", "cvode", "ida")[trial % 4]
            fine = [four_bar.turns(end * k / 20000) for k in range(20001)]
            ways = [sum(abs(math.remainder(x[j] - y[j], 2 * math.pi)) for x, y in zip(fine, fine[1:])) for j in range(4)]
            expected = sum(c * way for c, way in zip(four_bar.friction, ways))
            with self.subTest(trial=trial, method=method):
                _, summary = self.go(four_bar.text(end), "--method", method)
                # Pieces of the ways miss what lies beyond them where a joint turns round: 1e-7 of a swing each.
                self.assertAlmostEqual(summary["energy"]["dissipated"], expected, delta=2e-6 * expected)

    def test_a_pin_under_its_own_load(self):
        """The drive moves it whatever the friction, which cannot jam: its load is that of a turning body."""
        chance = random.Random("pin")
        for trial in range(20):
            mass, arm, speed = chance.uniform(0.5, 5), chance.uniform(0.05, 0.5), chance.uniform(-9, 9)
            coefficient, radius = chance.uniform(0.05, 0.9), chance.uniform(0.01, 0.2)
            text = f"""space = "planar"
gravity = [0, -9.81]
[body.b]
mass = {mass!r}
inertia = {mass * arm**2!r}
center = [{arm!r}, 0]
[joint.J]
type = "revolute"
bodies = ["ground", "b"]
motion = "{speed!r}*t"
friction = {{ coefficient = {coefficient!r}, radius = {radius!r} }}
[simulate]
time = 1
step = 0.1
"""
            with self.subTest(trial=trial):
                _, summary = self.go(text)
                load = lambda a: mass * math.hypot(arm * speed**2 * math.cos(a), 9.81 - arm * speed**2 * math.sin(a))
                steps = 2000  # Simpson's rule
                sums = [load(speed * k / steps) * (1 if k in (0, steps) else 4 if k % 2 else 2) for k in range(steps + 1)]
                expected = coefficient * radius * abs(speed) * sum(sums) / (3 * steps)
                self.assertAlmostEqual(summary["energy"]["dissipated"], expected, delta=1e-6 * expected)


class BesideStops(HeldTest):
    def test_a_load_that_falls_leaves_a_stop_to_friction(self):
        """Pressed on a stop, then held by friction as the load falls below zero, then pulled away: three instants."""
        chance = random.Random("stop")
        for trial in range(16):
            mass, friction, side = chance.uniform(0.5, 3), chance.uniform(0.5, 3), chance.choice((-1, 1))
            load = friction * chance.uniform(1.2, 3)
            pace = chance.uniform(1, 5)
            below = chance.random() < 0.5  # on another block that friction holds for good
            lower = f"""[body.low]
mass = 2
inertia = 1
[joint.G]
type = "prismatic"
bodies = ["ground", "low"]
friction = {10 * load!r}
friction_width = 0
""" if below else ""
            away = math.acos(-friction / load) / pace
            end = away + 0.5 / pace
            text = f"""space = "planar"
gravity = [0, 0]
{lower}[body.b]
mass = {mass!r}
inertia = 1
[joint.x]
type = "prismatic"
bodies = ["{'low' if below else 'ground'}", "b"]
limits = [-0.3, 0.3]
restitution = {chance.choice((0, 0.5))}
start = {0.3 * side}
friction = {friction!r}
friction_width = 0
effort = "{side * load!r}*cos({pace!r}*t)"
[simulate]
time = {end!r}
step = {end / 50!r}
"""
            method = ("rk8", "rk5", "cvode", "ida")[trial % 4]
            with self.subTest(trial=trial, method=method):
                columns, summary = self.go(text, "--method", method)
                for t, x in zip(columns["t"], columns["x"]):
                    h = max(t - away, 0.0)
                    pushed = load / pace**2 * (math.cos(pace * away) - math.cos(pace * (away + h))) - load / pace * math.sin(pace * away) * h
                    self.assertAlmostEqual(x, side * (0.3 + (pushed + friction * h * h / 2) / mass), delta=1e-6)
                self.assertLessEqual(summary["events"], 5)

    def test_bounces_end_with_every_method(self):
        """A mass that a spring or a force drives onto its stop: each rebound has e times the speed before."""
        for law in ('effort = "5 + 0*t"', "stiffness = 50\nrest = 1"):
            for friction in ("", "friction = 1\nfriction_width = 0\n"):
                text = f"""space = "planar"
gravity = [0, 0]
[body.a]
mass = 1
[joint.x]
type = "prismatic"
bodies = ["ground", "a"]
{law}
{friction}limits = [-0.3, 0.5]
restitution = 0.3
[simulate]
time = 3
step = 0.1
"""
                for method in ("rk8", "rk5", "cvode", "ida", "alpha"):
                    for tolerance in ("1e-5", "1e-6", "1e-8"):
                        with self.subTest(law=law, friction=friction, method=method, tolerance=tolerance):
                            columns, summary = self.go(text, "--method", method, "--tolerance", tolerance)
                            self.assertAlmostEqual(columns["x"][-1], 0.5, delta=1e-12)
                            self.assertEqual(columns["x'"][-1], 0)
                            self.assertLess(summary["events"], 60)

    def test_stops_that_feel_each_other_come_to_rest(self):
        """Two links on stops of which one bounces while the other presses: all methods find the same end of it."""
        text = """space = "planar"
[body.b0]
mass = 2.3
inertia = 0.18
center = [0.35, 0]
[body.b1]
mass = 1.8
inertia = 0.025
center = [0.2, 0]
[joint.J0]
type = "revolute"
bodies = ["ground", "b0"]
start = 0.96
effort = "1.2*sin(7.5*t + 0.57)"
limits = [0.76, 1.33]
restitution = 0.7
[joint.J1]
type = "revolute"
bodies = ["b0", "b1"]
at = [[0.7, 0], [0, 0]]
start = 0.4
friction = { static = 3.06, sliding = 2.58 }
effort = "7*sin(6.2*t + 1.12)"
damping = 0.33
limits = [-0.05, 0.49]
restitution = 0.3
[simulate]
time = 1
step = 0.1
"""
        ends = []
        for method, tolerance in (("rk8", "1e-8"), ("rk8", "1e-6"), ("cvode", "1e-6"), ("ida", "1e-6"), ("cvode", "1e-8")):
            with self.subTest(method=method, tolerance=tolerance):
                columns, summary = self.go(text, "--method", method, "--tolerance", tolerance)
                self.assertLess(summary["events"], 300)
                ends.append((columns["J0"][-1], columns["J1"][-1]))
        for end in ends:
            for one, other in zip(end, ends[0]):
                self.assertAlmostEqual(one, other, delta=1e-6)


if __name__ == "__main__":
    unittest.main()
