"""Control laws, states of their own and inputs from tables: motions against closed forms."""
import csv
import math

from command import SOURCE, example
from mechanics import MechanismTest


def piecewise_oscillation(m, c, k, knots, x, v):
    """m x'' + c x' + k x = F(t), F straight between the knots (t, F) and constant behind them, from x, v at the first
    knot; underdamped. Gives the function t -> (x, x')."""
    decay, w = c / (2 * m), math.sqrt(k / m - (c / (2 * m)) ** 2)
    pieces = []
    for (t0, f0), (t1, f1) in zip(knots, knots[1:] + [(math.inf, knots[-1][1])]):
        slope = (f1 - f0) / (t1 - t0)
        # x = p + s tau + exp(-decay tau) (A cos + B sin) with tau = t - t0
        s, p = slope / k, f0 / k - slope * c / k**2
        A = x - p
        B = (v - s + decay * A) / w

        def at(t, t0=t0, s=s, p=p, A=A, B=B):
            tau = t - t0
            e, co, si = math.exp(-decay * tau), math.cos(w * tau), math.sin(w * tau)
            return p + s * tau + e * (A * co + B * si), s + e * ((w * B - decay * A) * co - (w * A + decay * B) * si)

        pieces.append((t0, at))
        if t1 < math.inf:
            x, v = at(t1)

    def motion(t):
        return next(at for t0, at in reversed(pieces) if t >= t0 or t0 == pieces[0][0])(t)

    return motion


class Pid(MechanismTest):
    m, c, l, g, r = 4.0, 0.3, 0.6, 9.81, math.radians(30)
    poles = 3.0, 5.0, 8.0
    inertia = m * l**2 / 12 + m * c**2

    def gains(self):
        p, q, s = self.poles
        return (self.inertia * (p * q + p * s + q * s) + self.m * self.g * self.c * math.sin(self.r), self.inertia * p * q * s,
                self.inertia * (p + q + s))

    def test_no_error_is_left(self):
        # At rest A = r, and the integral alone carries the weight: ki e = (m g c + load l) cos r.
        ki = self.gains()[1]
        for load in (0, 20):
            rows, summary = self.simulate(example("pid-arm"), "--set", f"load={load}", "--time", "15")
            last = rows[-1]
            weight = (self.m * self.g * self.c + load * self.l) * math.cos(self.r)
            # exp(-p t) is 1e-14 and less of the way; with the load the slowest pole is at -2.6. What is left is the tolerance.
            self.near(last["A"], self.r, 1e-7)
            self.near(last["e"], weight / ki, 1e-7)
            self.near(last["torque"], weight, 1e-7)
            self.assertLess(summary["energy_drift"], 1e-7)

    def test_small_steps_follow_the_linear_loop(self):
        # I x''' + kd x'' + (kp - m g c sin r) x' + ki x = 0 for x = A - r. From x = d at rest, the integral carrying the weight:
        # x = sum C_i exp(-p_i t) with sum C_i = d, sum p_i C_i = 0, sum C_i/p_i = 0. With s = sum p_i that is
        # C_i = d p_i (p_i - s)/prod (p_i - p_j).
        text = (SOURCE / "examples" / "pid-arm.toml").read_text()
        text = text.replace("e = { start = 0,", 'e = { start = "m*g*c*cos(r)/ki",')
        d, motions = 1e-3, []
        for sign in (1, -1):
            model = self.model(text.replace('"-90 deg"', f'"r + {sign * d}"'))
            motions.append(self.simulate(model, "--tolerance", "1e-13", "--time", "3")[0])
        share = [d * p * (p - sum(self.poles)) / math.prod(p - q for q in self.poles if q != p) for p in self.poles]
        for up, down in zip(*motions, strict=True):
            x = sum(C * math.exp(-p * up["t"]) for C, p in zip(share, self.poles))
            v = sum(-p * C * math.exp(-p * up["t"]) for C, p in zip(share, self.poles))
            # Terms of second order cancel in the half difference; those of third order are d^3.
            self.assertLess(abs((up["A"] - down["A"]) / 2 - x), 2 * d**3)
            self.assertLess(abs((up["A'"] - down["A'"]) / 2 - v), 20 * d**3)

    def test_law_as_a_formula(self):
        self.proved(example("pid-arm"), "Q[A]", "kp*(r - A) + ki*e - kd*A' - load*l*cos(A)")


class ComputedTorque(MechanismTest):
    def test_errors_obey_the_linear_equation(self):
        # e'' + kd e' + kp e = 0 with kp = 25, kd = 6: e = exp(-3 t) (e0 cos 4t + (e0' + 3 e0)/4 sin 4t).
        rows, _ = self.simulate(example("computed-torque"), "--tolerance", "1e-11")
        starts = {"1": (-math.pi / 2 + 0.5, -1.6), "2": (0.0, -3.6)}
        for row in rows:
            t = row["t"]
            for joint, (e, v) in starts.items():
                expected = math.exp(-3 * t) * (e * math.cos(4 * t) + (v + 3 * e) / 4 * math.sin(4 * t))
                self.assertLess(abs(row["error" + joint] - expected), 1e-9)
            self.assertLess(abs(row["wanted1"] - (0.8 * math.sin(2 * t) - 0.5)), 1e-14)
            self.assertLess(abs(row["A"] - row["wanted1"] - row["error1"]), 1e-14)

    def test_law_is_inverse_dynamics(self):
        model = example("computed-torque")
        for i in ("A", "B"):
            self.proved(model, f"Q[{i}]", f"M[{i},A]*a1 + M[{i},B]*a2 + C[{i},A]*A' + C[{i},B]*B' + g[{i}]")

    def test_torque_is_that_of_the_motion(self):
        # `evaluate` with the accelerations of the law at a state of the run.
        model = example("computed-torque")
        rows, _ = self.simulate(model)
        row = rows[len(rows) // 3]
        t = row["t"]
        wanted = [(0.8 * math.sin(2 * t) - 0.5, 1.6 * math.cos(2 * t), -3.2 * math.sin(2 * t)),
                  (1.2 * math.sin(3 * t), 3.6 * math.cos(3 * t), -10.8 * math.sin(3 * t))]
        a = [rdd - 6 * (row[n + "'"] - rd) - 25 * (row[n] - r) for n, (r, rd, rdd) in zip("AB", wanted)]
        found = self.at(model, [row["A"], row["B"]], [row["A'"], row["B'"]], a)["inverse_dynamics"]
        self.near([row["torque1"], row["torque2"]], found, 1e-12)


class Tables(MechanismTest):
    def gusts(self):
        with open(SOURCE / "examples" / "gust.csv", newline="") as file:
            lines = [line for line in csv.reader(file) if not line[0].startswith("#")]
        return [(float(t), float(f)) for t, f in lines[1:]]

    def test_oscillator_in_gusts(self):
        knots = self.gusts()
        motion = piecewise_oscillation(2.0, 4.0, 80.0, knots, 0.0, 0.0)
        for method, tolerance in [("auto", 1e-6), ("auto", 1e-8), ("auto", 1e-11), ("rk5", 1e-8), ("cvode", 1e-8), ("ida", 1e-8),
                                  ("alpha", 1e-5)]:
            rows, summary = self.simulate(example("table-input"), "--method", method, "--tolerance", tolerance)
            worst = max(abs(a - b) for row in rows for a, b in zip((row["x"], row["x'"]), motion(row["t"])))
            print(f"gusts by {method} at {tolerance:g}: {worst:.1e}, {summary['steps']} steps, {summary['rejected']} rejected")
            # The factors of tightening make results good to some ten tolerances (docs/simulation.md).
            self.assertLess(worst, 40 * tolerance)
            # Each knot is met exactly, once, and costs no cascade of refused steps.
            self.assertEqual(summary["events"], len(knots) - 1)
            if method == "auto":
                self.assertLess(summary["rejected"], len(knots))

    def test_force_between_the_points(self):
        rows, _ = self.simulate(example("table-input"), "--step", "0.05")
        knots = self.gusts()
        for row in rows:
            pair = [(p, q) for p, q in zip(knots, knots[1:]) if p[0] <= row["t"] < q[0]]
            force = knots[-1][1]
            if pair:
                (t0, f0), (t1, f1) = pair[0]
                force = f0 + (f1 - f0) * (row["t"] - t0) / (t1 - t0)
            self.assertLess(abs(row["force"] - force), 1e-12 * 60)

    def test_lists_and_files_are_the_same(self):
        # The same oscillator by its energies, with the points in the model, and with a file of another shape.
        knots = self.gusts()
        text = ("[parameters]\nm = 2\nk = 80\nc = 4\n[table.gust]\n{table}\n[inputs]\nF = \"gust(t)\"\n[coordinates]\nx = 0\n[energy]\n"
                "kinetic = \"m*x'^2/2\"\npotential = \"k*x^2/2\"\ndissipation = \"c*x'^2/2\"\n[work]\nx = \"F\"\n[simulate]\ntime = 6\n")
        (self.folder / "wind.txt").write_text("seconds;newton\n" + "".join(f"{t};{f}\n" for t, f in knots))
        lists = f"x = {[t for t, _ in knots]}\ny = {[f for _, f in knots]}"
        motion = piecewise_oscillation(2.0, 4.0, 80.0, knots, 0.0, 0.0)
        runs = [self.simulate(self.model(text.format(table=table)))[0] for table in (lists, 'file = "wind.txt"')]
        self.assertEqual(runs[0], runs[1])
        for row in runs[0]:
            self.assertLess(abs(row["x"] - motion(row["t"])[0]), 1e-7)

    def test_points_along_the_way(self):
        # A spring with the stiffness 9 for x < 0 and 1 for x > 0, as a table in x: from x = 0 with the speed 1 the motion is half a
        # period of sin t, then half a period of -sin(3 t)/3.
        model = self.model("[table.spring]\nx = [-10, 0, 10]\ny = [90, 0, -10]\n[coordinates]\nx = { start = 0, rate = 1 }\n[energy]\n"
                           "kinetic = \"x'^2/2\"\n[work]\nx = \"spring(x)\"\n[simulate]\ntime = 12\n")
        rows, summary = self.simulate(model, "--tolerance", "1e-11")
        period = math.pi + math.pi / 3
        for row in rows:
            t = math.fmod(row["t"], period)
            x = math.sin(t) if t < math.pi else -math.sin(3 * (t - math.pi)) / 3
            self.assertLess(abs(row["x"] - x), 1e-9)
        self.assertEqual(summary["events"], 5)  # zeros up to t = 12: pi, period, period + pi, 2 period, 2 period + pi

    def test_files_of_tables(self):
        # Twice the integral of F = 2 t up to t = 1: x = t^3/3, whatever program wrote the table.
        model = self.model("[table.f]\nfile = \"f.csv\"\n[coordinates]\nx = 0\n[energy]\nkinetic = \"x'^2/2\"\n[work]\nx = \"f(t)\"\n"
                           "[simulate]\ntime = 1\n")
        file = self.folder / "f.csv"
        for text in ["0,0\n1,2\n", "\ufeff0,0\r\n1,2\r\n", "\ufeff\"t\";\"f\"\n0;0\n1;2",
                     "# remark\n-1 -2\n+1\t2.0\n", "t f\n.0  0\n# x\n\n1e0 2e0\n"]:
            file.write_text(text)
            rows, _ = self.simulate(model)
            self.assertLess(abs(rows[-1]["x"] - 1 / 3), 1e-10, repr(text))
        for text, line in [("-1,2x\n0,1\n", 1), ("t,f\nu,g\n0,1\n", 2), ("0,1\n1,nan\n", 2), ("0,1,2\n", 1), ("0,1\n\n0,2\n", 3),
                           ("0,1\n1e400,2\n", 2), ("1e999,2\n", 1)]:
            file.write_text(text)
            self.assertIn(f"f.csv:{line}:1: ", self.bad(2, "run", model, "-o", self.folder / "none"), repr(text))
        file.write_text("t,f\n")
        self.assertIn("no points", self.bad(2, "run", model, "-o", self.folder / "none"))
