"""What the tests of constrained motions share."""
import csv
import math

from command import SOURCE, example
from mechanics import MechanismTest


def text_of(name):
    """The file of an example, for tests that change a line of it."""
    with open(example(name)) as file:
        return file.read()


def data(name):
    return SOURCE / "tests" / "data" / name


def reference(path):
    with open(path, newline="") as table:
        rows = list(csv.reader(table))
    return [dict(zip(rows[0], map(float, row), strict=True)) for row in rows[1:]]


def turn(a, b):
    """Difference of two angles, less whole turns."""
    return abs(math.remainder(a - b, 2 * math.pi))


class ConstrainedTest(MechanismTest):
    def driven(self, verb, model, *words):
        """Rows of `kinematics` or `inverse` as dictionaries."""
        out = self.folder / verb
        self.good(verb, model, "-o", out, *words, timeout=300)
        names, rows = self.table(out / f"{verb}.csv")
        return [dict(zip(names, row, strict=True)) for row in rows]

    def accelerations(self, state):
        """Of `evaluate`, by the names of the speeds."""
        return dict(zip(state["speeds"], state["acceleration"], strict=True))

    def state(self, model, row):
        """--q and --v of a row of a trajectory."""
        start = self.at(model)
        return [row[name] for name in start["coordinates"]], [row[name] for name in start["speeds"]]

    def follows(self, rows, columns, known, tolerance):
        """Columns of rows against (t, value, ...) of an independent motion; returns the largest difference."""
        self.assertEqual(len(rows), len(known))
        worst = 0.0
        for row, (t, *values) in zip(rows, known):
            self.assertAlmostEqual(row["t"], t, places=12)
            worst = max(worst, *(abs(row[name] - value) for name, value in zip(columns, values)))
        self.assertLess(worst, tolerance, columns)
        return worst
