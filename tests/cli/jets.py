"""What tests of mechanisms with one free motion need: numbers with their first two derivatives, and a step-by-step integration. Everything
here is independent of the program that is tested."""
import math


class Jet:
    """A quantity with its first and second derivative with respect to one variable."""

    def __init__(self, value, first=0.0, second=0.0):
        self.value, self.first, self.second = value, first, second

    def through(self, f, df, ddf):
        """f of this, given f, f' and f'' at its value."""
        return Jet(f, df * self.first, df * self.second + ddf * self.first ** 2)

    def __neg__(self):
        return Jet(-self.value, -self.first, -self.second)

    def __add__(self, other):
        other = jet(other)
        return Jet(self.value + other.value, self.first + other.first, self.second + other.second)

    def __sub__(self, other):
        return self + -jet(other)

    def __mul__(self, other):
        other = jet(other)
        return Jet(self.value * other.value, self.first * other.value + self.value * other.first,
                   self.second * other.value + 2 * self.first * other.first + self.value * other.second)

    def __truediv__(self, other):
        other = jet(other)
        x = other.value
        return self * other.through(1 / x, -1 / x ** 2, 2 / x ** 3)

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return jet(other) / self

    __radd__, __rmul__ = __add__, __mul__


def jet(x):
    return x if isinstance(x, Jet) else Jet(x)


def variable(x):
    return Jet(x, 1.0)


def sin(x):
    x = jet(x)
    return x.through(math.sin(x.value), math.cos(x.value), -math.sin(x.value))


def cos(x):
    x = jet(x)
    return x.through(math.cos(x.value), -math.sin(x.value), -math.cos(x.value))


def sqrt(x):
    x = jet(x)
    root = math.sqrt(x.value)
    return x.through(root, 0.5 / root, -0.25 / root ** 3)


def acos(x):
    x = jet(x)
    rest = 1 - x.value ** 2
    return x.through(math.acos(x.value), -rest ** -0.5, -x.value * rest ** -1.5)


def atan2(y, x):
    """Angle of (x, y), by d(angle) = (x dy - y dx)/r^2."""
    y, x = jet(y), jet(x)
    r2 = x * x + y * y
    turn, growth = x.value * y.first - y.value * x.first, x.value * y.second - y.value * x.second
    return Jet(math.atan2(y.value, x.value), turn / r2.value, growth / r2.value - turn * r2.first / r2.value ** 2)


def turned(angle, x, y):
    """(x, y), turned."""
    return cos(angle) * x - sin(angle) * y, sin(angle) * x + cos(angle) * y


def triangle(a, b, c):
    """Angle between the sides a and b, opposite to c."""
    return acos((jet(a) * a + jet(b) * b - jet(c) * c) / (2 * jet(a) * b))


def one_motion(parts, load):
    """Acceleration of the only coordinate q:  sum m x' (x' q'' + x'' v^2) = load.
    `parts(q)` lists (mass or inertia, place or angle as a jet in q); `load(q, v, t, parts)` is the generalized force."""
    def acceleration(t, q, v):
        terms = parts(variable(q))
        inertia = sum(m * x.first ** 2 for m, x in terms)
        change = sum(m * x.first * x.second for m, x in terms)
        return (load(q, v, t, terms) - change * v * v) / inertia
    return acceleration


def integrate(f, y, times, steps):
    """y' = f(t, y) by Gragg's rule, extrapolated to order 12 over `steps` steps between two times: rows (t, y)."""
    counts = [2, 4, 6, 8, 10, 12]

    def midpoint(t, y, h, n):
        small = h / n
        before, now = y, [a + small * b for a, b in zip(y, f(t, y))]
        for i in range(1, n):
            before, now = now, [a + 2 * small * b for a, b in zip(before, f(t + i * small, now))]
        return [(a + b + small * c) / 2 for a, b, c in zip(before, now, f(t + h, now))]

    rows = [(times[0], list(y))]
    for start, end in zip(times, times[1:]):
        h = (end - start) / steps
        for i in range(steps):
            t = start + i * h
            table = [midpoint(t, y, h, n) for n in counts]
            for order in range(1, len(counts)):
                for k in range(len(counts) - 1, order - 1, -1):
                    ratio = (counts[k] / counts[k - order]) ** 2
                    table[k] = [a + (a - b) / (ratio - 1) for a, b in zip(table[k], table[k - 1])]
            y = table[-1]
        rows.append((end, y))
    return rows


def swing(acceleration, q, v, times, steps):
    """Rows (t, q, v) of a motion with one coordinate."""
    rows = integrate(lambda t, y: [y[1], acceleration(t, y[0], y[1])], [q, v], times, steps)
    return [(t, *y) for t, y in rows]


def solve(A, b):
    """x of A x = b, by elimination with pivots."""
    rows = [list(row) + [y] for row, y in zip(A, b, strict=True)]
    n = len(rows)
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(i + 1, n):
            factor = rows[k][i] / rows[i][i]
            rows[k] = [x - factor * y for x, y in zip(rows[k], rows[i])]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (rows[i][n] - sum(rows[i][j] * x[j] for j in range(i + 1, n))) / rows[i][i]
    return x
