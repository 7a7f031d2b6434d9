"""SymPy's side of bench_derive.cc: M, C (Christoffel symbols) and g of the planar n-pendulum on a cart.

Reads one request a line and answers each by one line, both JSON:
  {"about": true}                                  -> {"sympy": "1.11.1", "python": "3.11.2"}
  {"derive": n, "route": R}                        -> {"seconds": CPU time}
  {"evaluate": [[value, ...], ...]}                -> [{"M": [...], "C": [...], "g": [...]}, ...] of the last derived
Values: m0..mn, l1..ln, g, coordinates, rates. Nothing is simplified, expanded or searched for common parts; symbols
are plain Symbols (faster than dynamicsymbols); derivatives that are zero are not asked for; the cache is emptied and
the collector of garbage rests during the measurement, as in timeit. Routes:
  jacobian  M = sum m_k J_k^T J_k from the Jacobians of the positions: the fastest way found
  energy    M = d2T/dq'dq' from the energy, the way alembert goes
LagrangesMethod of sympy.physics.mechanics is 3 to 5 times slower than `energy`, and has no C.
"""

import gc
import json
import platform
import sys
import time

import sympy
from sympy import Add, Mul, Rational, Symbol, cos, lambdify, sin
from sympy.core.cache import clear_cache

HALF = Rational(1, 2)


class Pendulum:
    """Symbols and the positions x_k, y_k of the masses."""

    def __init__(self, n):
        self.n = n
        self.m = [Symbol(f"m{k}") for k in range(n + 1)]
        self.l = [Symbol(f"l{k}") for k in range(1, n + 1)]
        self.gravity = Symbol("g")
        self.q = [Symbol("x")] + [Symbol(f"th{k}") for k in range(1, n + 1)]
        self.v = [Symbol("x_rate")] + [Symbol(f"th{k}_rate") for k in range(1, n + 1)]
        xs = [self.q[0]] + [l * sin(th) for l, th in zip(self.l, self.q[1:])]
        ys = [-l * cos(th) for l, th in zip(self.l, self.q[1:])]
        self.x = [Add(*xs[: k + 1]) for k in range(1, n + 1)]
        self.y = [Add(*ys[:k]) for k in range(1, n + 1)]

    def potential(self):
        return Add(*[m * self.gravity * y for m, y in zip(self.m[1:], self.y)])

    def jacobians(self):
        """For each mass the derivatives of x_k and of y_k by those coordinates that they hold."""
        for k in range(self.n):
            held = self.q[: k + 2]
            yield [self.x[k].diff(s) for s in held], [self.y[k].diff(s) for s in held]


def mass_by_jacobians(p):
    size = p.n + 1
    terms = [[[] for _ in range(size)] for _ in range(size)]
    terms[0][0].append(p.m[0])
    for m, (jx, jy) in zip(p.m[1:], p.jacobians()):
        for i in range(len(jx)):
            for j in range(i, len(jx)):
                terms[i][j].append(m * (jx[i] * jx[j] + jy[i] * jy[j]))
    return mirrored(size, lambda i, j: Add(*terms[i][j]))


def mass_by_energy(p):
    kinetic = [p.m[0] * p.v[0] ** 2 / 2]
    for m, (jx, jy) in zip(p.m[1:], p.jacobians()):
        vx = Add(*[j * v for j, v in zip(jx, p.v)])
        vy = Add(*[j * v for j, v in zip(jy, p.v)])
        kinetic.append(m * (vx**2 + vy**2) / 2)
    kinetic = Add(*kinetic)
    momenta = [kinetic.diff(v) for v in p.v]
    return mirrored(p.n + 1, lambda i, j: momenta[i].diff(p.v[j]))


def mirrored(size, entry):
    matrix = [[None] * size for _ in range(size)]
    for i in range(size):
        for j in range(i, size):
            matrix[i][j] = matrix[j][i] = entry(i, j)
    return matrix


def coriolis(mass, q, v):
    """C_ij = sum_k (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) q'_k / 2."""
    size = len(q)
    index = {s: i for i, s in enumerate(q)}
    slope = {}
    for i in range(size):
        for j in range(i, size):
            for s in mass[i][j].free_symbols:
                if s in index:
                    d = mass[i][j].diff(s)
                    if d != 0:
                        slope[i, j, index[s]] = slope[j, i, index[s]] = d

    def entry(i, j):
        terms = []
        for k in range(size):
            parts = [slope[ijk] for ijk in ((i, j, k), (i, k, j)) if ijk in slope]
            if (j, k, i) in slope:
                parts.append(-slope[j, k, i])
            if parts:
                terms.append(Mul(HALF, Add(*parts), v[k]))
        return Add(*terms)

    return [[entry(i, j) for j in range(size)] for i in range(size)]


ROUTES = {"jacobian": mass_by_jacobians, "energy": mass_by_energy}


def derive(n, route):
    p = Pendulum(n)
    mass = ROUTES[route](p)
    potential = p.potential()
    return p, mass, coriolis(mass, p.q, p.v), [potential.diff(s) for s in p.q]


def timed(n, route):
    clear_cache()
    gc.collect()
    gc.disable()
    began = time.process_time()
    result = derive(n, route)
    seconds = time.process_time() - began
    gc.enable()
    return seconds, result


def evaluate(result, states):
    p, mass, c, g = result
    size = p.n + 1
    flat = [e for row in mass for e in row] + [e for row in c for e in row] + g
    function = lambdify([p.m + p.l + [p.gravity] + p.q + p.v], flat, modules="math")
    answers = []
    for state in states:
        out = [float(x) for x in function(state)]
        answers.append({"M": out[: size**2], "C": out[size**2 : 2 * size**2], "g": out[2 * size**2 :]})
    return answers


def main():
    result = None
    for line in sys.stdin:
        request = json.loads(line)
        if "about" in request:
            answer = {"sympy": sympy.__version__, "python": platform.python_version()}
        elif "derive" in request:
            result = None
            seconds, result = timed(request["derive"], request["route"])
            answer = {"seconds": seconds}
        else:
            answer = evaluate(result, request["evaluate"])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
