"""Friction with more at rest than while it slides, and friction that follows the load of its joint."""
import json
import math
import random
import unittest

from command import CommandTest, call, example
from jets import solve, swing


class FrictionTest(CommandTest):
    def go(self, model, *words):
        self.good("run", model, "-o", self.folder / "out", "--no-report", *words)
        names, rows = self.table(self.folder / "out" / "trajectory.csv")
        return {name: [row[i] for row in rows] for i, name in enumerate(names)}, json.loads(
            (self.folder / "out" / "summary.json").read_text())


class Dragged:
    """m x'' = k (v t - x) - friction: dragged by a spring whose end moves at the speed v. Exact, from one change to the next."""

    def __init__(self, chance):
        self.m, self.k, self.v = chance.uniform(0.5, 3), chance.uniform(20, 200), chance.uniform(0.05, 0.5)
        self.sliding = chance.uniform(2, 10)
        self.static = self.sliding * chance.uniform(1.0, 2.0)

    def at(self, end):
        """x, x' and the way slid at the end."""
        w, t, x, way = math.sqrt(self.k / self.m), 0.0, 0.0, 0.0
        while True:
            begin = (self.static / self.k + x) / self.v  # the spring pulls with the static friction
            if end <= begin:
                return x, 0.0, way
            # Sliding: z = x - v t + sliding/k swings, z'' = -w^2 z.
            z, rate = x - self.v * begin + self.sliding / self.k, -self.v
            speed = lambda h: -z * w * math.sin(w * h) + rate * math.cos(w * h) + self.v
            place = lambda h: z * math.cos(w * h) + rate / w * math.sin(w * h) + self.v * (begin + h) - self.sliding / self.k
            # At rest again: z' = -v once more, by symmetry.
            stop = (2 * math.pi - 2 * math.atan2(-z * w, self.v)) / w
            assert abs(speed(stop)) < 1e-9 * self.v
            if end <= begin + stop:
                return place(end - begin), speed(end - begin), way + place(end - begin) - x
            way += place(stop) - x
            x = place(stop)


class MoreAtRest(FrictionTest):
    def test_a_dragged_block_jerks(self):
        chance = random.Random("dragged")
        for trial in range(12):
            block, end = Dragged(chance), chance.uniform(2, 6)
            method = ("rk8", "rk5", "cvode", "ida", "variational", "rk8")[trial % 6]
            model = self.model(f"""space = "planar"
gravity = [0, 0]
[body.b]
mass = {block.m!r}
[joint.x]
type = "prismatic"
bodies = ["ground", "b"]
axis = [{math.cos(trial)!r}, {math.sin(trial)!r}]
friction = {{ static = {block.static!r}, sliding = {block.sliding!r} }}
effort = "{block.k!r}*({block.v!r}*t - x)"
[simulate]
time = {end!r}
step = {end!r}
""")
            with self.subTest(trial=trial, method=method):
                columns, summary = self.go(model, "--method", method)
                x, v, way = block.at(end)
                self.assertAlmostEqual(columns["x"][-1], x, delta=1e-6)
                self.assertAlmostEqual(columns["x'"][-1], v, delta=1e-6)
                self.assertAlmostEqual(summary["energy"]["dissipated"], block.sliding * way, delta=1e-6)

    def test_one_that_gives_way_takes_others_along(self):
        """Two blocks on the ground in a row, joined by a rod: the load is shared until both hold all they can; the first
        that gives way falls to less, so that the other goes too."""
        model = self.model("""space = "planar"
gravity = [0, 0]
[body.a]
mass = 1
[body.b]
mass = 2
[joint.x]
type = "prismatic"
bodies = ["ground", "a"]
friction = { static = [5, 9], sliding = 3 }
effort = "2*t"
[joint.y]
type = "prismatic"
bodies = ["ground", "b"]
friction = { static = 4, sliding = [1, 2] }
[constraint.rod]
holonomic = "x - y"
[simulate]
time = 6
step = 0.5
""")
        for method in ("rk8", "cvode", "ida"):
            columns, _ = self.go(model, "--method", method)
            for t, x in zip(columns["t"], columns["x"]):
                h = max(t - 4.5, 0)  # 3 x'' = 2 t - 4 from where 2 t = 9
                self.assertAlmostEqual(x, (2 * h**3 / 6 + 5 * h**2 / 2) / 3, delta=1e-6)


class FollowsLoad(FrictionTest):
    def test_blocks_on_inclines(self):
        chance = random.Random("incline")
        for trial in range(8):
            a, mu, m = chance.uniform(0.2, 1.0), chance.uniform(0.05, 0.4), chance.uniform(0.5, 5)
            mu0, turn, rate = mu + chance.uniform(0, 0.3), chance.uniform(-3, 3), chance.uniform(1, 4)
            c, s = math.cos(turn), math.sin(turn)
            # Up the incline in a frame that is turned: gravity turns along.
            down = [9.81 * (c * -math.sin(a) - s * -math.cos(a)), 9.81 * (s * -math.sin(a) + c * -math.cos(a)), 0]
            model = self.model(f"""gravity = {down!r}
[body.b]
mass = {m!r}
[joint.x]
type = "prismatic"
bodies = ["ground", "b"]
axis = [{c!r}, {s!r}, 0]
rate = {rate!r}
friction = {{ coefficient = {mu!r}, static_coefficient = {mu0!r} }}
[simulate]
time = 2
step = 2
""")
            with self.subTest(trial=trial):
                columns, summary = self.go(model, "--method", ("rk8", "rk5", "cvode")[trial % 3])
                up, stop = 9.81 * (math.sin(a) + mu * math.cos(a)), 0.0
                stop = rate / up
                x, v = rate * rate / up / 2, 0.0
                way = x
                if math.tan(a) > mu0:
                    back = 9.81 * (math.sin(a) - mu * math.cos(a))
                    x, v, way = x - back * (2 - stop) ** 2 / 2, -back * (2 - stop), x + back * (2 - stop) ** 2 / 2
                self.assertAlmostEqual(columns["x"][-1], x, delta=1e-7)
                self.assertAlmostEqual(columns["x'"][-1], v, delta=1e-7)
                taken = mu * m * 9.81 * math.cos(a) * way
                self.assertAlmostEqual(summary["energy"]["dissipated"], taken, delta=1e-6 * taken)

    def test_pendulum_on_a_dry_pin(self):
        m, l, J, mu, mu0, r, g = 2, 0.3, 0.02, 0.2, 0.25, 0.025, 9.81
        I = J + m * l * l

        def acceleration(side):
            def at(t, A, v):
                # (I a + p)^2 = c^2 ((m l a + q)^2 + n^2), the root on which friction acts against the motion
                p, q, n, c = m * g * l * math.cos(A), m * g * math.cos(A), -m * l * v * v + m * g * math.sin(A), mu * r
                k2, k1, k0 = I * I - c * c * m * m * l * l, I * p - c * c * m * l * q, p * p - c * c * (q * q + n * n)
                return (-k1 - side * math.sqrt(k1 * k1 - k2 * k0)) / k2
            return at

        for method, delta in (("rk8", 1e-7), ("rk5", 1e-7), ("cvode", 1e-6)):
            columns, summary = self.go(example("dry-pin"), "--method", method, "--time", "2")
            side, rows = -1, [(0.0, 0.0, 0.0)]
            exact = {0.0: (0.0, 0.0)}
            t, A, v = 0.0, 0.0, 0.0
            while t < 2 - 1e-9:  # row by row; a step in which it turns round is cut there
                end = round(round(t * 100 + 1) / 100, 9)
                _, A1, v1 = swing(acceleration(side), A, v, [t, end], 1)[-1]
                if v1 * side < 0:
                    low, high = t, end
                    for _ in range(60):
                        middle = (low + high) / 2
                        stopped = swing(acceleration(side), A, v, [t, middle], 1)[-1][2] * side < 0
                        low, high = (low, middle) if stopped else (middle, high)
                    _, A, v = swing(acceleration(side), A, v, [t, high], 1)[-1]
                    side, v = -side, 0.0
                    _, A1, v1 = swing(acceleration(side), A, v, [high, end], 1)[-1]
                t, A, v = end, A1, v1
                exact[end] = (A, v)
            self.assertGreater(len(exact), 190)
            for t, A, v in zip(columns["t"], columns["A"], columns["A'"]):
                self.assertAlmostEqual(A, exact[round(t, 9)][0], delta=delta)
                self.assertAlmostEqual(v, exact[round(t, 9)][1], delta=10 * delta)

        columns, summary = self.go(example("dry-pin"))
        self.assertLess(l * abs(math.cos(columns["A"][-1])), mu0 * r)
        self.assertEqual(columns["A'"][-1], 0.0)
        self.assertAlmostEqual(columns["load"][-1], m * g, delta=1e-9)
        # All the energy that the fall has brought.
        self.assertAlmostEqual(summary["energy"]["dissipated"], -m * g * l * math.sin(columns["A"][-1]), delta=1e-6)

    def test_slider_cranks_cut_anywhere(self):
        """Against forces and accelerations of the three bodies solved for together with friction, by fixed-point
        iteration."""
        chance = random.Random("cranks")
        for trial in range(8):
            crank = Crank(chance)
            with self.subTest(trial=trial):
                columns, summary = self.go(self.model(crank.text("ABCD"[trial % 4])), "--tolerance", "1e-9",
                                           "--method", ("rk8", "rk8", "cvode")[trial % 3])
                rows = swing(lambda t, q, v: crank.solved(q, v)[0], crank.angle, crank.rate, columns["t"], 1)
                for (t, q, v), A, rate, load in zip(rows, columns["A"], columns["A'"], columns["load"]):
                    self.assertAlmostEqual(A, q, delta=1e-7)
                    self.assertAlmostEqual(rate, v, delta=1e-6)
                    self.assertAlmostEqual(load, crank.solved(q, v)[1], delta=1e-4 * crank.size)
                self.assertLess(summary["energy_drift"], 1e-7)

    def test_a_drive_overcomes_it(self):
        model = self.model("""gravity = [0, 0, -9.81]
[body.wheel]
mass = 3
inertia = [0.1, 0.2, 0.1]
[joint.h]
type = "revolute"
axis = [0, 1, 0]
bodies = ["ground", "wheel"]
friction = { coefficient = 0.25, radius = "3 mm" }
motion = "t - 2*t^2"
[simulate]
time = 1
""")
        self.good("inverse", model, "-o", self.folder)
        names, rows = self.table(self.folder / "inverse.csv")
        for row in rows[1:]:
            speed = row[names.index("h'")]
            if abs(speed) > 1e-12:
                expected = -4 * 0.2 + math.copysign(0.25 * 0.003 * 3 * 9.81, speed)
                self.assertAlmostEqual(row[names.index("h.effort")], expected, 12)

    def test_what_jams_is_said(self):
        """A slider led by a rod at 45 degrees from above: with mu above 1 the rod presses it harder than it leads it along, and no
        size of the friction fits."""
        text = """space = "planar"
gravity = [0, 0]
[body.a]
mass = 1
inertia = 0.1
[body.b]
mass = 1e-3
inertia = 1e-4
[body.s]
mass = 1e-3
inertia = 1
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
at = [[0, 1], [0, 0]]
start = 0
fixed = true
rate = %r
effort = -5
[joint.B]
type = "revolute"
bodies = ["a", "b"]
at = [[0.5, 0], [0, 0]]
[joint.C]
type = "revolute"
bodies = ["b", "s"]
at = [[%r, 0], [0, 0]]
cut = true
[joint.D]
type = "prismatic"
bodies = ["ground", "s"]
start = 1.5
friction = { coefficient = %r }
[simulate]
time = 0.05
"""
        for rate, mu, jams in ((-1, 0.3, False), (-1, 0.8, False), (-1, 1.2, True), (-1, 1.5, True)):
            result = call("run", self.model(text % (rate, math.sqrt(2), mu)), "-o", self.folder / str(mu + rate), "--no-report")
            with self.subTest(rate=rate, mu=mu):
                self.assertEqual(result.returncode, 1 if jams else 0, result.stderr)
                if jams:
                    self.assertRegex(result.stderr, r"grows with that load without bound \('D''\); it jams there")

    def test_what_leaves_it_out_says_so(self):
        for verb in ("evaluate", "derive", "check"):
            self.assertIn("follows its load", call(verb, example("dry-pin")).stderr)
        said = self.bad(2, "run", example("dry-pin"), "--method", "ida", "-o", self.folder / "out")
        self.assertIn("does not know friction that follows the load", said)


class Crank:
    """A slider-crank in a plane, with friction of all four joints by their loads."""

    def __init__(self, chance):
        u = chance.uniform
        self.L, self.c, self.m = (u(0.1, 0.3), u(0.5, 0.9)), (u(0.03, 0.1), u(0.1, 0.4)), (u(0.5, 2), u(0.5, 2), u(0.5, 3))
        self.J, self.torque, self.g = (u(0.005, 0.02), u(0.02, 0.1)), u(2, 8), u(1, 10)
        self.mu = [u(0.05, 0.3) * u(0.005, 0.03) for _ in range(3)] + [u(0.02, 0.2)]
        self.radius = 0.01
        self.angle, self.rate = u(0.3, 0.9), u(4, 8)
        self.size = self.torque / self.L[0] + sum(self.m) * (self.g + 10 * self.L[0] * self.rate**2)

    def text(self, cut):
        joints = {"A": ('"ground", "crank"', "[0, 0], [0, 0]"), "B": ('"crank", "rod"', f"[{self.L[0]!r}, 0], [0, 0]"),
                  "C": ('"rod", "slider"', f"[{self.L[1]!r}, 0], [0, 0]")}
        lines = ['space = "planar"', f"gravity = [0, {-self.g!r}]"]
        for k, name in enumerate(("crank", "rod", "slider")):
            lines += [f"[body.{name}]", f"mass = {self.m[k]!r}", f"inertia = {self.J[k] if k < 2 else 0.01!r}"]
            lines += [f"center = [{self.c[k]!r}, 0]"] if k < 2 else []
        for k, (name, (bodies, at)) in enumerate(joints.items()):
            lines += [f"[joint.{name}]", 'type = "revolute"', f"bodies = [{bodies}]", f"at = [{at}]",
                      f"friction = {{ coefficient = {self.mu[k] / self.radius!r}, radius = {self.radius!r} }}"]
            lines += [f"start = {self.angle!r}", f"rate = {self.rate!r}", "fixed = true", f"effort = {self.torque!r}"] if k == 0 else []
            lines += ["cut = true"] if name == cut else []
        lines += ["[joint.D]", 'type = "prismatic"', 'bodies = ["ground", "slider"]', f"friction = {{ coefficient = {self.mu[3]!r} }}"]
        lines += ["cut = true"] if cut == "D" else []
        lines += ["[outputs]", 'load = "sqrt(B.fx^2 + B.fy^2)"', "[simulate]", "time = 0.06", "step = 0.01"]
        return "\n".join(lines) + "\n"

    def solved(self, A, v):
        """The crank's acceleration and the load of its pin to the rod."""
        (L1, L2), (c1, c2), (m1, m2, m3), (J1, J2), g = self.L, self.c, self.m, self.J, self.g
        B = math.asin(-L1 * math.sin(A) / L2)
        w = -L1 * math.cos(A) * v / (L2 * math.cos(B))
        e, f = (math.cos(A), math.sin(A)), (math.cos(B), math.sin(B))
        speeds = (v, w - v, -w, -L1 * e[1] * v - L2 * f[1] * w)
        friction = [0.0] * 4
        for _ in range(100):
            # Unknown: accelerations of crank, rod, slider; what joints A, B, C exert on their second body; the guide.
            a1, a2, ax, Ax, Ay, Bx, By, Cx, Cy, N = range(10)
            M, b = [[0.0] * 10 for _ in range(10)], [0.0] * 10
            for k, normal in ((0, -1), (1, 1)):  # the normal of (x, y) is (-y, x)
                n1, n2 = normal * e[1 - k], normal * f[1 - k]
                weight = g if k == 1 else 0.0
                M[k][a1], M[k][Ax + k], M[k][Bx + k] = m1 * c1 * n1, -1, 1
                b[k] = m1 * (c1 * v * v * e[k] - weight)
                M[2 + k][a1], M[2 + k][a2], M[2 + k][Bx + k], M[2 + k][Cx + k] = m2 * L1 * n1, m2 * c2 * n2, -1, 1
                b[2 + k] = m2 * (L1 * v * v * e[k] + c2 * w * w * f[k] - weight)
                M[8 + k][a1], M[8 + k][a2] = L1 * n1, L2 * n2
                b[8 + k] = L1 * v * v * e[k] + L2 * w * w * f[k]
            M[8][ax] = -1
            M[4][ax], M[4][Cx], b[4] = m3, -1, friction[3]
            M[5][Cy], M[5][N], b[5] = 1, 1, m3 * g
            M[6][a1], M[6][Bx], M[6][By] = J1 + m1 * c1 * c1, -L1 * e[1], L1 * e[0]
            b[6] = self.torque + friction[0] - friction[1] - m1 * g * c1 * e[0]
            M[7][a2], M[7][Bx], M[7][By] = J2, -c2 * f[1], c2 * f[0]
            M[7][Cx], M[7][Cy], b[7] = -(L2 - c2) * f[1], (L2 - c2) * f[0], friction[1] - friction[2]
            x = solve(M, b)
            loads = (math.hypot(x[Ax], x[Ay]), math.hypot(x[Bx], x[By]), math.hypot(x[Cx], x[Cy]), abs(x[N]))
            found = [-math.copysign(mu * load, s) for mu, load, s in zip(self.mu, loads, speeds)]
            change, friction = max(abs(p - q) for p, q in zip(found, friction)), found
            if change < 1e-13 * self.size:
                break
        return x[a1], loads[1]


class Written(CommandTest):
    HEAD = 'space = "planar"\n[body.b]\nmass = 1\ninertia = 1\n[joint.x]\ntype = "%s"\nbodies = ["ground", "b"]\nfriction = %s\n'

    def test_bad_laws(self):
        for kind, law, words in (
                ("prismatic", "{ static = 3, sliding = 4 }", r":8:\d+: .*static is 3, below that of sliding, 4"),
                ("prismatic", "{ static = 3 }", r"sliding"),
                ("prismatic", "{ statics = 3, sliding = 1 }", r"did you mean.*static"),
                ("prismatic", "{ static = -3, sliding = 1 }", r"static is -3"),
                ("prismatic", "{ coefficient = 0.1, radius = 0.1 }", r"radius: a prismatic joint has no pin"),
                ("revolute", "{ coefficient = 0.1 }", r"radius of the pin"),
                ("revolute", "{ coefficient = 0.1, radius = -1 }", r"radius is -1"),
                ("revolute", "{ coefficient = -0.1, radius = 1 }", r"coefficient is -0.1"),
                ("revolute", "{ coefficient = 0.2, static_coefficient = 0.1, radius = 1 }", r"static_coefficient is 0.1, below"),
                ("revolute", "{ coefficient = 0.2, radius = \"3 kg\" }", r"radius"),
                ("revolute", "{ static = 3, sliding = 1 }\nfriction_width = 0.1", r"friction_width: .*sticks and slides")):
            said = self.bad(2, "evaluate", self.model(self.HEAD % (kind, law)))
            self.assertRegex(said.replace("\n", " "), words, law)
            self.assertRegex(said, r"model\.toml:[89]:\d+:", law)

    def test_laws_are_written_as_they_were_read(self):
        for kind, law in (("prismatic", "{ static = [3, 4], sliding = 2 }"),
                          ("prismatic", "{ coefficient = 0.1 }"),
                          ("revolute", "{ coefficient = 0.2, static_coefficient = 0.25, radius = 0.01 }")):
            self.good("convert", self.model(self.HEAD % (kind, law)), "-o", self.folder / "again.toml")
            text = (self.folder / "again.toml").read_text()
            line = next(line for line in text.split("\n") if line.startswith("friction "))
            self.assertEqual(line.split("=", 1)[1].strip().replace("'", ""), law)


class InTurn(FrictionTest):
    def row(self, masses, gaps, impacts, restitution=1):
        lines = ['space = "planar"', "gravity = [0, 0]"]
        for k, m in enumerate(masses):
            lines += [f"[body.b{k}]", f"mass = {m!r}", f"[joint.x{k}]", 'type = "prismatic"']
            lines += ['bodies = ["ground", "b0"]', "rate = 1"] if k == 0 else [
                f'bodies = ["b{k - 1}", "b{k}"]', f"start = {gaps[k - 1]!r}", "rate = -1" if k == 1 else "rate = 0",
                "limits = [0, 10]", f"restitution = {restitution!r}"]
        outputs = [f'v{k} = "b{k}.origin.vx"' for k in range(len(masses))]
        return self.model("\n".join([*lines, "[outputs]", *outputs, "[simulate]", "time = 1", "step = 1", f'impacts = "{impacts}"']) + "\n")

    def speeds(self, model, count):
        columns, summary = self.go(model)
        return [columns[f"v{k}"][-1] for k in range(count)], summary

    def test_rows_of_balls(self):
        """Heavier ones behind lighter ones: each is hit once, by the one before it."""
        chance = random.Random("balls")
        for trial in range(6):
            count, e = chance.randint(2, 6), chance.choice((1, 0.6))
            masses = sorted(chance.uniform(0.5, 4) for _ in range(count))
            v, expected = 1.0, []
            for a, b in zip(masses, masses[1:]):
                expected.append(((a - e * b) * v) / (a + b))
                v = (1 + e) * a * v / (a + b)
            expected.append(v)
            for gap in (0, 1e-9, 1e-7):
                model = self.row(masses, [0.5] + [gap] * (count - 2), "sequential", e)
                found, summary = self.speeds(model, count)
                with self.subTest(trial=trial, gap=gap):
                    if all(a < b for a, b in zip(expected, expected[1:])):  # none catches up with another
                        for a, b in zip(found, expected):
                            self.assertAlmostEqual(a, b, delta=1e-9)
                    momentum = sum(m * a for m, a in zip(masses, found))
                    self.assertAlmostEqual(momentum, masses[0], delta=1e-9)

    def test_equal_balls_that_touch(self):
        found, summary = self.speeds(self.row([1, 1, 1], [0.5, 0], "simultaneous"), 3)
        for a, b in zip(found, (-1 / 3, 2 / 3, 2 / 3)):
            self.assertAlmostEqual(a, b, delta=1e-12)
        self.assertTrue(any('impacts = "sequential"' in warning for warning in summary["warnings"]))
        found, summary = self.speeds(self.row([1, 1, 1], [0.5, 0], "sequential"), 3)
        for a, b in zip(found, (0, 0, 1)):
            self.assertAlmostEqual(a, b, delta=1e-12)
        found, summary = self.speeds(self.row([1, 1], [0.5], "simultaneous"), 2)
        self.assertEqual(summary["warnings"], [])

    def test_words(self):
        said = self.bad(2, "run", self.row([1, 1], [0.5], "together"))
        self.assertRegex(said.replace("\n", " "), r"impacts is 'together'.*simultaneous")


if __name__ == "__main__":
    unittest.main()
