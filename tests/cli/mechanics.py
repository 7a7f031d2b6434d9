"""What the tests of mechanisms share: small matrices, rotations, and comparisons relative to the size of things."""
import json
import math

from command import CommandTest


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def transpose(A):
    return [list(column) for column in zip(*A)]


def times(A, x):
    """A x, for a vector or a matrix x."""
    if isinstance(x[0], list):
        return [[dot(row, column) for column in transpose(x)] for row in A]
    return [dot(row, x) for row in A]


def plus(a, b, factor=1.0):
    return [x + factor * y for x, y in zip(a, b, strict=True)]


def rotation(q):
    """Matrix of the unit quaternion (w, x, y, z)."""
    w, x, y, z = q
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def size(x):
    """Largest number in a list of lists."""
    return max((size(y) for y in x), default=0.0) if isinstance(x, list) else abs(x)


def difference(a, b):
    """Largest difference of two lists of lists."""
    if isinstance(b, list):
        assert len(a) == len(b), (a, b)
        return max((difference(x, y) for x, y in zip(a, b)), default=0.0)
    return math.inf if math.isnan(a - b) else abs(a - b)


def numbers(values):
    """As a LIST of the command line."""
    return ",".join(repr(float(x)) for x in values)


class MechanismTest(CommandTest):
    def near(self, found, expected, tolerance=1e-12, words=""):
        """Equal, relative to the largest number of `expected`."""
        error = difference(found, expected)
        self.assertLessEqual(error, tolerance * max(size(expected), 1e-300), f"{words}\n{found}\n{expected}")

    def digits(self, found, printed, places, words=""):
        """Equal to what is printed with so many decimals."""
        self.assertLessEqual(difference(found, printed), 0.5000001 * 10 ** -places, f"{words}\n{found}\n{printed}")

    def at(self, model, q=None, v=None, a=None, tau=None, words=()):
        """`evaluate` at a state."""
        line = ["evaluate", model, *words]
        for option, values in (("--q", q), ("--v", v), ("--a", a), ("--tau", tau)):
            if values is not None:
                line += [option, values if isinstance(values, str) else numbers(values)]
        return self.json(*line)

    def simulate(self, model, *words):
        """Rows of `run` as dictionaries, and the summary."""
        out = self.folder / "out"
        self.good("run", model, "-o", out, *words, timeout=300)
        names, rows = self.table(out / "trajectory.csv")
        return [dict(zip(names, row, strict=True)) for row in rows], json.loads((out / "summary.json").read_text())

    def proved(self, model, left, right):
        found = self.json("prove", model, "--equal", left, right)
        self.assertIs(found["proved"], True, (left, right, found))
