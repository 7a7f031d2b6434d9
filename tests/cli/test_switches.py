"""No switch and no pulse is stepped over, by any method: random systems against their exact solutions."""
import json
import random
import unittest

from command import CommandTest
from switched_systems import IN_TIME, bang_bang, chirp, followed, in_time, late_pulse, model, pwm, square_wave

METHODS = {"rk8": 1e-8, "rk5": 1e-7, "cvode": 1e-7, "ida": 1e-7, "variational": 1e-8, "alpha": 1e-4}


class Switches(CommandTest):
    def compare(self, cases, end, method, margin=100, **units):
        tolerance = METHODS[method]
        path = self.model(model(cases, end, **units))
        out = self.folder / "out"
        self.good("run", path, "-o", out, "--method", method, "--tolerance", repr(tolerance), "--no-report")
        names, rows = self.table(out / "trajectory.csv")
        last = dict(zip(names, rows[-1]))
        unit_x, unit_t = units.get("unit_x", 1.0), units.get("unit_t", 1.0)
        for k, case in enumerate(cases):
            # 100 tolerances, as for all motions, of the size of the motion.
            allowed = margin * tolerance * max(case.size, 1.0)
            self.assertLess(abs(last[f"x{k}"] / unit_x - case.x), allowed, (case.force, "place"))
            self.assertLess(abs(last[f"x{k}'"] / unit_x * unit_t - case.v), allowed, (case.force, "speed"))

    def batches(self, seed, make, count, width=4, methods=tuple(METHODS)):
        chance = random.Random(seed)
        for batch in range(count // width):
            end = chance.uniform(1, 10)
            cases = [make(chance, end) for _ in range(width)]
            method = methods[batch % len(methods)]
            with self.subTest(batch=batch, method=method, forces=[case.force for case in cases]):
                self.compare(cases, end, method)

    def test_sizes_from_atoms_to_galaxies(self):
        """The same systems with lengths, times and masses of 1e-15 to 1e15: the numbers differ by the units alone."""
        chance = random.Random("sizes")
        for batch in range(24):
            end, make = chance.uniform(1, 5), chance.choice((pwm, chirp, square_wave))
            cases = [in_time(chance, end, make) for _ in range(3)]
            units = {name: 10 ** chance.uniform(-15, 15) for name in ("unit_x", "unit_t", "mass")}
            method = ("rk8", "rk5", "cvode", "ida", "variational")[batch % 5]
            with self.subTest(batch=batch, method=method, **units):
                # Motions far smaller than 1 are held to thirty times the tolerance of those of size 1.
                self.compare(cases, end, method, margin=3000, **units)

    def test_forces_that_switch_in_time(self):
        for kind in IN_TIME:
            self.batches(f"in time {kind.__name__}", lambda chance, end, k=kind: in_time(chance, end, k), 24)

    def test_smooth_pulses_that_come_late(self):
        self.batches("late", late_pulse, 20, methods=("rk8", "rk5", "cvode", "ida", "alpha"))
        # Equal steps follow the narrowest pulse all the time.
        self.batches("late, equal steps", lambda chance, end: late_pulse(chance, end, 1e-3), 4, methods=("variational",))

    def test_forces_that_switch_with_the_motion(self):
        self.batches("bang-bang", bang_bang, 24)

    def test_forces_that_switch_with_motion_and_time(self):
        self.batches("followed", followed, 48)


if __name__ == "__main__":
    unittest.main()
