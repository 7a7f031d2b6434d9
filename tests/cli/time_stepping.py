"""Planar linkages with dry friction in their pins by time stepping (J. J. Moreau 1988; D. Stewart, J. Trinkle 1996).

Independent of the program: coordinates of all bodies, no choice of which pins stick, no events, no reduction to joints. Of all
speeds that the pins allow after a step the one is taken that minimises

    1/2 (v - v*)^T M (v - v*) + h sum of c_j |w_j|        (v* without friction, w_j the speed in pin j, c_j its friction),

which is the condition of sticking and sliding at once. A minimum is found through the friction moments, each within its bounds.
"""
import math


def solve_linear(A, b):
    """Gauss with pivots; A and b are changed."""
    n = len(b)
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(A[i][k]))
        A[k], A[p], b[k], b[p] = A[p], A[k], b[p], b[k]
        for i in range(k + 1, n):
            f = A[i][k] / A[k][k]
            if f != 0.0:
                row, pivot = A[i], A[k]
                for j in range(k, n):
                    row[j] -= f * pivot[j]
                b[i] -= f * b[k]
    for k in reversed(range(n)):
        b[k] = (b[k] - sum(A[k][j] * b[j] for j in range(k + 1, n))) / A[k][k]
    return b


def null_space(G):
    """Vectors that all rows are zero on: rows that depend on others leave their columns free."""
    A, n, pivots = [row[:] for row in G], len(G[0]), []
    rows = list(range(len(A)))
    for r in range(len(A)):
        i, j = max(((i, j) for i in range(r, len(A)) for j in range(n) if j not in pivots), key=lambda ij: abs(A[ij[0]][ij[1]]))
        if abs(A[i][j]) < 1e-6:
            break
        A[r], A[i] = A[i], A[r]
        f = A[r][j]
        A[r] = [x / f for x in A[r]]
        for k in rows:
            if k != r and A[k][j] != 0.0:
                f = A[k][j]
                A[k] = [x - f * y for x, y in zip(A[k], A[r])]
        pivots.append(j)
    basis = []
    for free in (j for j in range(n) if j not in pivots):
        z = [0.0] * n
        z[free] = 1.0
        for r, j in enumerate(pivots):
            z[j] = -A[r][free]
        basis.append(z)
    return basis


class Linkage:
    """bodies: (mass, inertia, start (x, y, angle) of its centre); pins: (first, second, point in each), of bodies by their
    number and of the ground as -1, points from the centres; friction [N m] of each pin; moment(t) about the first pin."""

    def __init__(self, bodies, pins, friction, moment, gravity=(0.0, 0.0)):
        self.mass = [x for m, inertia, _ in bodies for x in (m, m, inertia)]
        self.start = [x for _, _, place in bodies for x in place]
        self.pins, self.friction, self.moment, self.gravity = pins, friction, moment, gravity

    def ends(self, q, pin):
        """Of each end: its body, the arm from its centre, and its place."""
        first, second, a, b = self.pins[pin]
        for body, point, side in ((first, a, -1.0), (second, b, 1.0)):
            if body < 0:
                yield body, point, point, side
            else:
                x, y, angle = q[3 * body:3 * body + 3]
                c, s = math.cos(angle), math.sin(angle)
                arm = (c * point[0] - s * point[1], s * point[0] + c * point[1])
                yield body, arm, (x + arm[0], y + arm[1]), side

    def rows(self, q):
        """How far pins are apart, and the rows of their speeds."""
        gaps, G = [], []
        for pin in range(len(self.pins)):
            gap, along = [0.0, 0.0], [[0.0] * len(q), [0.0] * len(q)]
            for body, arm, place, side in self.ends(q, pin):
                for c in (0, 1):
                    gap[c] += side * place[c]
                    if body >= 0:
                        along[c][3 * body + c] = side
                        along[c][3 * body + 2] = side * (-arm[1], arm[0])[c]
            gaps += gap
            G += along
        return gaps, G

    def turn(self, v, pin):
        first, second, _, _ = self.pins[pin]
        return (v[3 * second + 2] if second >= 0 else 0.0) - (v[3 * first + 2] if first >= 0 else 0.0)

    def push(self, t):
        """Applied forces."""
        f = [m * g for m, g in zip(self.mass, [*self.gravity, 0.0] * (len(self.mass) // 3))]
        first, second, _, _ = self.pins[0]
        for body, side in ((first, -1.0), (second, 1.0)):
            if body >= 0:
                f[3 * body + 2] += side * self.moment(t)
        return f

    def loads(self, step, after, impulses):
        """[N] in each pin, where they are determined: G^T p = M (v - v*) - friction."""
        rest = [m * (y - x) for m, x, y in zip(self.mass, step.free, after)]
        for (first, second, _, _), impulse in zip(self.pins, impulses):
            for body, side in ((first, -1.0), (second, 1.0)):
                if body >= 0:
                    rest[3 * body + 2] -= side * impulse
        p = [sum(x * y for x, y in zip(row, rest)) for row in step.pushes()]
        return [math.hypot(p[2 * j], p[2 * j + 1]) / step.h for j in range(len(self.pins))]

    def assembled(self, q):
        """The nearest place in which the pins hold together, by least changes."""
        for _ in range(20):
            gaps, G = self.rows(q)
            if max(map(abs, gaps)) < 1e-13:
                break
            A = [[sum(x * y for x, y in zip(a, b)) + (1e-12 if a is b else 0.0) for b in G] for a in G]
            p = solve_linear(A, gaps)
            q = [x - sum(row[i] * y for row, y in zip(G, p)) for i, x in enumerate(q)]
        return q

    def run(self, end, steps, radius=None):
        """Angles of all bodies at the end and the energy that friction took. With `radius` the friction of a pin is its number
        of `friction` times radius times its load."""
        h, q, v, taken = end / steps, self.assembled(self.start), [0.0] * len(self.start), 0.0
        limits = list(self.friction) if radius is None else [0.0] * len(self.friction)
        for k in range(steps):
            step = Step(self, k * h, h, q, v)
            after, impulses = step.solve(limits)
            for _ in range(0 if radius is None else 50):
                before = limits
                limits = [mu * radius * load for mu, load in zip(self.friction, self.loads(step, after, impulses))]
                after, impulses = step.solve(limits)
                if max(abs(x - y) for x, y in zip(before, limits)) <= 1e-8 * max(limits):
                    break
            taken -= sum(p * (self.turn(v, j) + self.turn(after, j)) / 2 for j, p in enumerate(impulses))
            q, v = self.assembled([x + h / 2 * y for x, y in zip(step.middle, after)]), after
        return q[2::3], taken


class Step:
    """What a step needs before friction is known."""

    def __init__(self, linkage, t, h, q, v):
        self.h, self.impulses = h, [0.0] * len(linkage.pins)
        # Assembled: there rows that depend on others do so exactly.
        self.middle = linkage.assembled([x + h / 2 * y for x, y in zip(q, v)])
        _, self.G = linkage.rows(self.middle)
        self.free = [y + h * f / m for y, f, m in zip(v, linkage.push(t + h / 2), linkage.mass)]
        self.basis = null_space(self.G)
        self.turns = [[linkage.turn(z, pin) for z in self.basis] for pin in range(len(linkage.pins))]
        H = [[sum(m * a * b for m, a, b in zip(linkage.mass, y, z)) for z in self.basis] for y in self.basis]
        b = [sum(m * a * y for m, a, y in zip(linkage.mass, z, self.free)) for z in self.basis]
        inverse = [solve_linear([row[:] for row in H], [float(i == k) for i in range(len(b))]) for k in range(len(b))]
        times = lambda x: [sum(a * y for a, y in zip(row, x)) for row in inverse]
        self.frictionless, self.reach = times(b), [times(d) for d in self.turns]
        self.stiffness = [sum(x * y for x, y in zip(d, r)) for d, r in zip(self.turns, self.reach)]
        self._pushes = None

    def solve(self, limits):
        """Speeds at its end and the friction impulses, by projected Gauss-Seidel from those found before."""
        impulses = self.impulses = [min(max(p, -self.h * c), self.h * c) for p, c in zip(self.impulses, limits)]
        s = [x + sum(p * r[i] for p, r in zip(impulses, self.reach)) for i, x in enumerate(self.frictionless)]
        for _ in range(10000):
            change = 0.0
            for j, d in enumerate(self.turns):
                if self.stiffness[j] <= 0.0:
                    continue
                new = impulses[j] - sum(x * y for x, y in zip(d, s)) / self.stiffness[j]
                new = min(max(new, -self.h * limits[j]), self.h * limits[j])
                by, impulses[j] = new - impulses[j], new
                s = [x + by * y for x, y in zip(s, self.reach[j])]
                change = max(change, abs(by))
            if change <= 1e-13 * self.h * max(limits):
                break
        return [sum(z[i] * x for z, x in zip(self.basis, s)) for i in range(len(self.free))], impulses

    def pushes(self):
        """Impulses of rows from those of all coordinates: (G G^T)^-1 G."""
        if self._pushes is None:
            A, n = [[sum(x * y for x, y in zip(a, b)) for b in self.G] for a in self.G], len(self.G)
            columns = [solve_linear([row[:] for row in A], [float(i == k) for i in range(n)]) for k in range(n)]
            self._pushes = [[sum(columns[k][i] * self.G[k][j] for k in range(n)) for j in range(len(self.free))] for i in range(n)]
        return self._pushes


def extrapolated(linkage, end, steps, radius=None):
    """Angles and energy to the second order in the step, and what the last halving changed."""
    (rough, lost), (fine, less) = (linkage.run(end, n, radius) for n in (steps, 2 * steps))
    change = max(abs(x - y) for x, y in zip((*rough, lost), (*fine, less)))
    return [2 * y - x for x, y in zip(rough, fine)], 2 * less - lost, change
