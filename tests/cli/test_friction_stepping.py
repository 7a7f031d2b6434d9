"""Friction in the pins of random linkages against time stepping, which knows neither events nor which pins stick."""
import json
import math
import random
import unittest

from command import CommandTest
from time_stepping import Linkage, extrapolated

STEPS = 800  # and twice as many


class Drawn:
    """A linkage drawn by the points of its bodies: {name: points} and pins (first, second, point), points by their names."""

    def __init__(self, points, bodies, pins, chance):
        self.points, self.bodies, self.pins = points, bodies, pins
        self.names = list(bodies)
        self.mass = {name: chance.uniform(0.5, 2) for name in bodies}
        self.inertia = {name: chance.uniform(0.01, 0.1) for name in bodies}
        self.center = {name: (sum(points[p][0] for p in ps) / len(ps) + chance.uniform(-0.05, 0.05),
                              sum(points[p][1] for p in ps) / len(ps) + chance.uniform(-0.05, 0.05)) for name, ps in bodies.items()}
        self.angle = {name: chance.uniform(-3, 3) for name in bodies}  # of body frames, which mean nothing
        self.friction = [chance.uniform(0.05, 0.5) for _ in pins]
        self.gravity = chance.choice(((0.0, 0.0), (chance.uniform(-3, 3), -9.0)))
        self.first, self.second, self.rate = chance.uniform(2, 5), chance.uniform(-3, 3), chance.uniform(3, 9)

    def moment(self, t):
        return self.first * math.sin(self.rate * t) + self.second * t

    def stepped(self, friction):
        number = {"ground": -1, **{name: k for k, name in enumerate(self.names)}}
        bodies = [(self.mass[n], self.inertia[n], (*self.center[n], 0.0)) for n in self.names]
        arm = lambda name, p: self.points[p] if name == "ground" else tuple(x - c for x, c in zip(self.points[p], self.center[name]))
        pins = [(number[a], number[b], arm(a, p), arm(b, p)) for a, b, p in self.pins]
        return Linkage(bodies, pins, friction, self.moment, self.gravity)

    def local(self, name, place):
        """In the frame of a body: its origin is the first of its points."""
        if name == "ground":
            return place
        x, y = (a - b for a, b in zip(place, self.points[self.bodies[name][0]]))
        c, s = math.cos(self.angle[name]), math.sin(self.angle[name])
        return (c * x + s * y, c * y - s * x)

    def text(self, end, friction, order):
        lines = ['space = "planar"', f"gravity = {list(self.gravity)!r}"]
        for n in self.names:
            lines += [f"[body.{n}]", f"mass = {self.mass[n]!r}", f"inertia = {self.inertia[n]!r}",
                      f"center = {list(self.local(n, self.center[n]))!r}"]
        angle = {"ground": 0.0, **self.angle}
        for k in order:
            a, b, p = self.pins[k]
            start = angle[b] - angle[a]
            at = [list(self.local(n, self.points[p])) for n in (a, b)]
            lines += [f"[joint.J{k}]", 'type = "revolute"', f'bodies = ["{a}", "{b}"]', f"at = {at!r}", f"start = {start!r}",
                      "friction_width = 0", f"friction = {friction[k]}"]
            lines += [f'effort = "{self.first!r}*sin({self.rate!r}*t) + {self.second!r}*t"'] if k == 0 else []
        return "\n".join([*lines, "[simulate]", f"time = {end!r}", f"step = {end / 10!r}"]) + "\n"


def moved(chance, *places):
    return [(x + chance.uniform(-0.05, 0.05), y + chance.uniform(-0.05, 0.05)) for x, y in places]


def four_bar(chance):
    a, b, c, d = moved(chance, (0, 0), (0.1, 0.25), (0.5, 0.45), (0.55, 0))
    return Drawn(dict(a=a, b=b, c=c, d=d), dict(crank="ab", rod="bc", rocker="cd"),
                 [("ground", "crank", "a"), ("crank", "rod", "b"), ("rod", "rocker", "c"), ("rocker", "ground", "d")], chance)


def five_bar(chance):
    a, b, c, d, e = moved(chance, (0, 0), (-0.1, 0.3), (0.25, 0.55), (0.6, 0.3), (0.5, 0))
    return Drawn(dict(a=a, b=b, c=c, d=d, e=e), dict(left="ab", up="bc", down="cd", right="de"),
                 [("ground", "left", "a"), ("left", "up", "b"), ("up", "down", "c"), ("right", "down", "d"), ("ground", "right", "e")],
                 chance)


def six_bar(chance):
    a, b, c, d, e, f, g = moved(chance, (0, 0), (0.1, 0.25), (0.5, 0.45), (0.55, 0), (0.75, 0.3), (1.0, 0.55), (1.1, 0.0))
    return Drawn(dict(a=a, b=b, c=c, d=d, e=e, f=f, g=g), dict(crank="ab", rod="bc", plate="cde", link="ef", rocker="fg"),
                 [("ground", "crank", "a"), ("crank", "rod", "b"), ("rod", "plate", "c"), ("ground", "plate", "d"),
                  ("plate", "link", "e"), ("link", "rocker", "f"), ("ground", "rocker", "g")], chance)


def cranks(chance):
    """Three parallel ones: one more than the bar needs."""
    (x, y), grounds = moved(chance, (0.1, 0.25))[0], dict(a=(0.0, 0.0), b=(0.4, 0.1), c=(0.9, 0.0))
    points = {**grounds, **{p.upper(): (q[0] + x, q[1] + y) for p, q in grounds.items()}}
    return Drawn(points, dict(bar="ABC", one="aA", two="bB", three="cC"),
                 [("ground", "one", "a"), ("ground", "two", "b"), ("three", "ground", "c"), ("one", "bar", "A"), ("bar", "two", "B"),
                  ("three", "bar", "C")], chance)


class AgainstTimeStepping(CommandTest):
    def compare(self, drawn, end, chance, radius=None):
        laws = [repr(c) if radius is None else f'{{ coefficient = {c!r}, radius = {radius!r} }}' for c in drawn.friction]
        order = list(range(len(drawn.pins)))
        chance.shuffle(order)
        self.good("run", self.model(drawn.text(end, laws, order)), "-o", self.folder / "out", "--no-report")
        names, rows = self.table(self.folder / "out" / "trajectory.csv")
        summary = json.loads((self.folder / "out" / "summary.json").read_text())
        angles, taken, change = extrapolated(drawn.stepped(drawn.friction), end, STEPS, radius)
        turn = dict(zip(drawn.names, angles))
        self.assertLess(change, 0.01)  # the comparison says something
        for k, (a, b, _) in enumerate(drawn.pins):
            column = names.index(f"J{k}")
            self.assertAlmostEqual(rows[-1][column] - rows[0][column], turn.get(b, 0.0) - turn.get(a, 0.0), delta=change)
        self.assertAlmostEqual(summary["energy"]["dissipated"], taken, delta=change)
        return summary

    def test_random_linkages(self):
        chance, happened = random.Random("stepping"), 0
        for trial in range(8):
            linkage = (four_bar, five_bar, six_bar, cranks)[trial % 4]
            with self.subTest(trial=trial, linkage=linkage.__name__):
                happened += len(self.compare(linkage(chance), chance.uniform(0.4, 0.7), chance)["happenings"])
        self.assertGreater(happened, 40)

    def test_friction_that_follows_loads(self):
        chance, happened = random.Random("loads"), 0
        for trial in range(6):
            drawn = (four_bar, five_bar, six_bar)[trial % 3](chance)
            drawn.gravity = (chance.uniform(-3, 3), -9.0)
            with self.subTest(trial=trial):
                happened += len(self.compare(drawn, chance.uniform(0.3, 0.5), chance, 0.04)["happenings"])
        self.assertGreater(happened, 10)

    def test_other_friction_is_noticed(self):
        chance = random.Random("other")
        drawn = four_bar(chance)
        step, drawn.stepped = drawn.stepped, lambda friction: step([1.1 * c for c in friction])
        with self.assertRaises(AssertionError):
            self.compare(drawn, 0.5, chance)


if __name__ == "__main__":
    unittest.main()
