"""Dry friction in all pins of loops with more joints than needed: it holds together, and gives way together."""
import json
import math
import random
import unittest

from command import CommandTest


TOLERANCE = {"alpha": ("--tolerance", "1e-6")}  # its order is 2: more takes long


class Cranks:
    """Parallel cranks that carry a bar. All pins turn at the same rate, so friction of all adds up; the load is the effort on
    the first crank. Without gravity: J q'' = effort - friction while it moves."""

    def __init__(self, chance, effort):
        self.count, self.effort = chance.randint(2, 5), effort
        self.radius, self.angle, self.along = chance.uniform(0.1, 0.4), chance.uniform(0.5, 1.2), chance.uniform(-3, 3)
        self.friction = [chance.uniform(0.05, 0.6) for _ in range(2 * self.count)]
        self.mass, self.inertia, self.bar = chance.uniform(0.5, 2), chance.uniform(0.01, 0.1), chance.uniform(1, 4)
        self.order = list(range(self.count))
        chance.shuffle(self.order)

    @property
    def total(self):
        return sum(self.friction)

    @property
    def J(self):
        return self.count * (self.inertia + self.mass * (self.radius / 2) ** 2) + self.bar * self.radius**2

    def text(self, end):
        lines = ['space = "planar"', "gravity = [0, 0]", "[body.bar]", f"mass = {self.bar!r}", "inertia = 0.3", "center = [0.4, 0.1]"]
        for k in self.order:
            lines += [f"[body.c{k}]", f"mass = {self.mass!r}", f"inertia = {self.inertia!r}", f"center = [{self.radius / 2!r}, 0]"]
        c, s = math.cos(self.along), math.sin(self.along)
        for k in self.order:
            place = 0.5 * k
            lines += [f"[joint.G{k}]", 'type = "revolute"', f'bodies = ["ground", "c{k}"]', f"at = [[{place * c!r}, {place * s!r}], [0, 0]]",
                      f"friction = {self.friction[2 * k]!r}", "friction_width = 0", f"start = {self.along + self.angle!r}"]
            lines += [f'effort = "{self.effort}"'] if k == 0 else []
            lines += [f"[joint.B{k}]", 'type = "revolute"', f'bodies = ["c{k}", "bar"]', f"at = [[{self.radius!r}, 0], [{place!r}, 0]]",
                      f"friction = {self.friction[2 * k + 1]!r}", "friction_width = 0", f"start = {-self.angle!r}"]
        return "\n".join([*lines, "[simulate]", f"time = {end!r}", f"step = {end / 200!r}"]) + "\n"


class FrictionInLoops(CommandTest):
    def go(self, cranks, end, *words):
        self.good("run", self.model(cranks.text(end)), "-o", self.folder / "out", "--no-report", *words)
        names, rows = self.table(self.folder / "out" / "trajectory.csv")
        summary = json.loads((self.folder / "out" / "summary.json").read_text())
        return [row[0] for row in rows], [row[names.index("G0")] - cranks.along - cranks.angle for row in rows], summary

    def test_a_load_that_grows_breaks_all_pins_at_once(self):
        chance = random.Random("ramp")
        for trial in range(12):
            side, rate = chance.choice((-1, 1)), chance.uniform(0.5, 3)
            cranks = Cranks(chance, "")
            cranks.effort = f"{side * rate!r}*t"
            method = ("rk8", "rk5", "cvode", "ida", "alpha")[trial % 5]
            begin = cranks.total / rate
            # J q'' = rate (t - begin), up to 0.3 rad: not to where the cranks lie along the line of their pins.
            end = begin + (6 * cranks.J * 0.3 / rate) ** (1 / 3)
            with self.subTest(trial=trial, method=method):
                times, angles, summary = self.go(cranks, end, "--method", method, *TOLERANCE.get(method, ()))
                for t, q in zip(times, angles):
                    expected = side * rate * max(t - begin, 0) ** 3 / (6 * cranks.J)
                    self.assertAlmostEqual(q, expected, delta=1e-6)
                self.assertAlmostEqual(summary["energy"]["dissipated"], cranks.total * 0.3, delta=1e-5)

    def test_a_load_that_swings_stops_and_breaks_again(self):
        chance = random.Random("swing")
        for trial in range(8):
            cranks = Cranks(chance, "")
            largest = cranks.total * chance.uniform(1.2, 2)
            slow = chance.uniform(0.5, 1) * math.sqrt(largest / cranks.J / 0.15)  # swings of about 0.15 rad
            cranks.effort = f"{largest!r}*sin({slow!r}*t)"
            with self.subTest(trial=trial):
                end = 3 * 2 * math.pi / slow
                times, angles, summary = self.go(cranks, end)
                told = [(h["what"].split()[0], round(h["time"], 12)) for h in summary["happenings"]]
                self.assertEqual(len(told), len(set(told)), "what holds after an instant is noted once")
                motion = Swing(largest, slow, cranks.total, cranks.J)
                for t, q in zip(times, angles):
                    self.assertAlmostEqual(q, motion.at(t), delta=1e-6)


    def test_a_swing_that_turns_close_to_where_the_cranks_lie_flat(self):
        # There rows depend on each other, and the motion hardly moves while its load goes on.
        chance = random.Random("flat")
        for count, short in ((5, 0.03), (5, -0.014), (3, 0.014), (4, -0.003), (5, 0.003), (3, 3e-4)):
            cranks = Cranks(chance, "")
            cranks.count, cranks.order = count, list(range(count))
            cranks.friction = [chance.uniform(0.05, 0.6) for _ in range(2 * count)]
            largest = cranks.total * chance.uniform(1.2, 2)
            slow = chance.uniform(0.5, 1) * math.sqrt(largest / cranks.J / 0.15)
            cranks.effort = f"{largest!r}*sin({slow!r}*t)"
            motion = Swing(largest, slow, cranks.total, cranks.J)
            end = 3 * 2 * math.pi / slow
            cranks.angle = math.pi - max(motion.at(end * k / 3000) for k in range(1000)) - short
            with self.subTest(count=count, short=short):
                times, angles, summary = self.go(cranks, end)
                for t, q in zip(times, angles):
                    self.assertAlmostEqual(q, motion.at(t), delta=1e-6)
                self.assertLess(summary["energy_drift"], 1e-6)
                if summary["rank_changes"] > 0:
                    self.assertTrue(any("compare it with that at another tolerance" in text for text in summary["warnings"]))


class Swing:
    """J q'' = F sin(w t) - R sign(q'), at rest while the load is below R."""

    def __init__(self, load, w, friction, J):
        self.load, self.w, self.friction, self.J = load, w, friction, J

    def speed(self, t, begin, side):
        return (self.load / self.w * (math.cos(self.w * begin) - math.cos(self.w * t)) - side * self.friction * (t - begin)) / self.J

    def place(self, t, begin, side):
        h = t - begin
        waves = math.cos(self.w * begin) * h - (math.sin(self.w * t) - math.sin(self.w * begin)) / self.w
        return (self.load / self.w * waves - side * self.friction * h * h / 2) / self.J

    def at(self, t):
        """From one rest to the next."""
        q, begin, angle = 0.0, 0.0, math.asin(self.friction / self.load)
        while True:
            # The next time at which the load reaches the friction, unless it is above already.
            phase = self.w * begin
            if abs(math.sin(phase)) < math.sin(angle) * (1 - 1e-12):
                k = math.floor(phase / math.pi)
                phase = min(p for p in (k * math.pi + angle, (k + 1) * math.pi + angle) if p > phase)
            begin, side = phase / self.w, 1 if math.sin(phase) > 0 else -1
            if t <= begin:
                return q
            # At rest again: the speed crosses zero after the load has fallen below the friction.
            low, high = begin + 1e-6 / self.w, begin + 2 * math.pi / self.w
            steps = [low + (high - low) * n / 4000 for n in range(4001)]
            stop = next((b for a, b in zip(steps, steps[1:]) if self.speed(b, begin, side) * side <= 0), None)
            assert stop is not None
            low = stop - (high - low) / 4000
            for _ in range(80):
                middle = (low + stop) / 2
                low, stop = (middle, stop) if self.speed(middle, begin, side) * side > 0 else (low, middle)
            if t <= stop:
                return q + self.place(t, begin, side)
            q, begin = q + self.place(stop, begin, side), stop


if __name__ == "__main__":
    unittest.main()
