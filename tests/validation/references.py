"""Reference motions: tables in tests/data, tables beside the checkout, and closed forms."""
import csv
import math
import pathlib

SOURCE = pathlib.Path(__file__).resolve().parents[2]
DATA = SOURCE / "tests" / "data"
SHARED = SOURCE.parent / "shared" / "validation" / "data"


class Missing(Exception):
    """A table that is not on this machine."""


def rows_of(path):
    """Rows of a CSV file as dictionaries of numbers."""
    if not path.exists():
        raise Missing(f"no table {path.name} beside the checkout")
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return [dict(zip(rows[0], map(float, row), strict=True)) for row in rows[1:]]


def table(name):
    return lambda: rows_of(DATA / name)


def shared_table(name):
    """A table that is not ours to hand on: read where it lies, or the row is skipped."""
    return lambda: rows_of(SHARED / name)


def amplitude(u, k):
    """Jacobi's amplitude am(u, k), by the arithmetic-geometric mean (Abramowitz and Stegun 16.4)."""
    a, b, c = [1.0], math.sqrt(1 - k * k), [k]
    while abs(c[-1]) > 1e-17:
        c.append((a[-1] - b) / 2)
        a.append((a[-1] + b) / 2)
        b = math.sqrt((a[-1] + c[-1]) * (a[-1] - c[-1]))
    phi = 2.0 ** (len(a) - 1) * a[-1] * u
    for an, cn in zip(a[:0:-1], c[:0:-1]):
        phi = (phi + math.asin(cn / an * math.sin(phi))) / 2
    return phi


def pendulum(end, step, g=9.81):
    """Released level to the left: sin(th/2) = -k cd(sqrt(g) t, k) with k^2 = 1/2."""
    k, w = math.sqrt(0.5), math.sqrt(g)
    period = 2.367841947576237449303295

    def at(t):
        # Whole periods are taken off first: a double holds 2000 s to 2e-13 s, and sn loses nothing more.
        phi = amplitude(w * math.remainder(t, period), k)
        sn, cn = math.sin(phi), math.cos(phi)
        dn = math.sqrt(1 - (k * sn) ** 2)
        cd, rate = cn / dn, -(1 - k * k) * w * sn / (dn * dn)
        half = -k * cd
        c = math.sqrt(1 - half * half)
        x, y = 2 * half * c, 2 * half * half - 1
        turn = 2 * -k * rate / c
        return {"t_s": t, "x_m": x, "y_m": y, "thetadot_rad_s": turn}

    return lambda: [at(i * step) for i in range(round(end / step) + 1)]


def moment(**values):
    """One row."""
    return lambda: [values]
