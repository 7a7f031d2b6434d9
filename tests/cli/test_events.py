"""Runs with stops, dry friction and formulas that switch, against closed forms."""
import json
import math

from command import CommandTest, call, example

SLIDER = """space = "planar"
gravity = [0, {g}]
[body.b]
mass = {m}
[joint.x]
type = "prismatic"
bodies = ["ground", "b"]
axis = [0, 1]
"""


class EventsTest(CommandTest):
    def go(self, model, *words):
        """Rows by column name, and the summary."""
        self.good("run", model, "-o", self.folder / "out", *words)
        names, rows = self.table(self.folder / "out" / "trajectory.csv")
        summary = json.loads((self.folder / "out" / "summary.json").read_text())
        return {name: [row[i] for row in rows] for i, name in enumerate(names)}, summary

    def slider(self, more, g=0, m=1):
        return self.model(SLIDER.format(g=g, m=m) + more)


class StepsAndPieces(EventsTest):
    """Notation for if(): their switches are found like those of any comparison."""

    def test_a_step_of_a_force(self):
        # From t = 0.3337 on a force of 2 N on 1 kg: x = (t - 0.3337)^2, and nothing before; no row falls on the instant.
        columns, summary = self.go(self.slider('effort = "2*step(t - 0.3337)"\n[simulate]\ntime = 1\nstep = 0.01\n'))
        for t, x, v in zip(columns["t"], columns["x"], columns["x'"]):
            since = max(t - 0.3337, 0)
            self.assertAlmostEqual(x, since**2, delta=1e-13)  # the method is exact on parabolas
            self.assertAlmostEqual(v, 2 * since, delta=1e-13)
        self.assertEqual(summary["events"], 1)

    def test_pieces_of_a_place(self):
        # 1 N up to x = 0.5, then -1 N up to x = 0.75, then none: v^2 = 2 x, 1 - 2 (x - 0.5), 0.5.
        columns, summary = self.go(self.slider(
            'effort = "piecewise(x < 0.5, 1, x < 0.75, -1, 0)"\n[simulate]\ntime = 2\nstep = 0.01\n'))
        first = 1.0  # x = t^2/2 reaches 0.5
        second = first + 1 - math.sqrt(0.5)  # v falls from 1 to sqrt(0.5) at -1 m/s^2
        for t, x, v in zip(columns["t"], columns["x"], columns["x'"]):
            if t <= first:
                place, speed = t * t / 2, t
            elif t <= second:
                place, speed = 0.5 + (t - first) - (t - first) ** 2 / 2, 1 - (t - first)
            else:
                place, speed = 0.75 + math.sqrt(0.5) * (t - second), math.sqrt(0.5)
            self.assertAlmostEqual(x, place, delta=1e-12)
            self.assertAlmostEqual(v, speed, delta=1e-12)
        self.assertEqual(summary["events"], 2)

    def test_names_of_models_come_first(self):
        # Neither word is taken from models that have a parameter or a table of this name.
        model = self.slider("""effort = "step*steps(t) + piecewise"
[parameters]
step = 3
piecewise = 1
[table.steps]
x = [0, 1]
y = [2, 2]
[simulate]
time = 1
""")
        columns, _ = self.go(model)
        self.assertAlmostEqual(columns["x'"][-1], 7.0, delta=1e-12)
        model = self.slider('effort = "step(t)"\n[table.step]\nx = [0, 1]\ny = [2, 2]\n[simulate]\ntime = 1\n')
        columns, _ = self.go(model)
        self.assertAlmostEqual(columns["x'"][-1], 2.0, delta=1e-12)


class Stops(EventsTest):
    def test_bouncing_ball(self):
        g, h, e = 9.81, 1.0, 0.8
        first = math.sqrt(2 * h / g)

        def height(t):
            if t < first:
                return h - g * t * t / 2
            begin, v = first, e * g * first
            while v > 1e-10 and t > begin + 2 * v / g:
                begin, v = begin + 2 * v / g, e * v
            return v * (t - begin) - g * (t - begin) ** 2 / 2 if v > 1e-10 else 0.0

        columns, summary = self.go(example("bouncing-ball"))
        for t, y in zip(columns["t"], columns["y"]):
            self.assertAlmostEqual(y, height(t), delta=1e-12)  # flights are parabolas, which the method has exactly
        self.assertEqual(columns["y"][-1], 0.0)
        self.assertEqual(columns["y'"][-1], 0.0)
        # approaches above ten tolerances of 1e-8 m/s, which is more than 1e-8 of the first
        bounces = math.log(1e-7 / (g * first)) / math.log(e)
        self.assertAlmostEqual(summary["events"], bounces, delta=1)
        self.assertAlmostEqual(summary["energy"]["dissipated"], 0.2 * g * h, delta=1e-10)
        self.assertLess(summary["energy_drift"], 1e-12)
        impacts = [happening for happening in summary["happenings"] if "hits" in happening["what"]]
        for n, impact in enumerate(impacts[:30]):
            self.assertAlmostEqual(impact["time"], first * (1 + 2 * sum(e**i for i in range(1, n + 1))), delta=1e-11)
            self.assertAlmostEqual(impact["energy"], -0.2 * g * h * e ** (2 * n) * (1 - e * e), delta=1e-11)
        self.assertEqual(summary["happenings"][-1]["what"], "y rests at its lower stop")
        self.assertAlmostEqual(summary["happenings"][-1]["time"], first * (1 + e) / (1 - e), delta=1e-6)

    def test_a_ball_lifts_off_a_shaken_table_and_lands(self):
        # y = A sin(w t + p): it leaves where A w^2 sin = g, as slowly as t^3, and falls freely until it meets the table.
        # Methods that begin anew there err by more than it has moved.
        for A, w, p, shift in ((0.05, 20, -math.pi / 2, 0.05), (0.02, 31, 0.0, 0.0)):
            table = lambda t: A * math.sin(w * t + p)
            speed = lambda t: A * w * math.cos(w * t + p)
            leaves = next(t for k in range(3) for t in [(math.asin(9.81 / (A * w * w)) - p + 2 * math.pi * k) / w] if t > 0)
            gap = lambda t: table(leaves) + speed(leaves) * (t - leaves) - 9.81 / 2 * (t - leaves) ** 2 - table(t)
            low = leaves + 0.01
            while gap(low + 1e-3) > 0:
                low += 1e-3
            high = low + 1e-3
            for _ in range(60):
                middle = (low + high) / 2
                low, high = (middle, high) if gap(middle) > 0 else (low, middle)
            hits = speed(high) - speed(leaves) + 9.81 * (high - leaves)
            model = self.model(f"""space = "planar"
                [body.table]
                mass = 1
                [body.ball]
                mass = 0.3
                [joint.tb]
                type = "prismatic"
                bodies = ["ground", "table"]
                axis = [0, 1]
                motion = "{A}*sin({w}*t + {p!r}) + {shift}"
                [joint.gap]
                type = "prismatic"
                bodies = ["table", "ball"]
                axis = [0, 1]
                limits = [0, 10]
                restitution = 0
                [simulate]
                time = {high + 0.01!r}
                """)
            for method in ("cvode", "ida", "alpha", "rk5", "rk8"):
                with self.subTest(w=w, method=method):
                    _, summary = self.go(model, "--method", method, "--no-report")
                    told = [(h["what"].split(" stop")[0], h["time"]) for h in summary["happenings"]]
                    self.assertEqual([what for what, _ in told], ["gap rests at its lower", "gap leaves its lower",
                                                                  "gap hits its lower", "gap rests at its lower"])
                    self.assertAlmostEqual(told[1][1], leaves, delta=1e-9)
                    self.assertAlmostEqual(told[2][1], high, delta=1e-7)
                    self.assertAlmostEqual(float(summary["happenings"][2]["what"].split()[-1]), hits, delta=1e-6)
                    self.assertEqual(summary["events"], 2)

    def test_a_slide_between_two_walls(self):
        # constant speed between bounces: 4 m/s, 4 e, 4 e^2 ... over 2 m
        model = self.slider("rate = 4\nlimits = [-1, 1]\nrestitution = 0.5\n[simulate]\ntime = 3\nstep = 0.125\n")
        columns, summary = self.go(model)
        for t, x in zip(columns["t"], columns["x"]):
            exact = 4 * t if t <= 0.25 else 1 - 2 * (t - 0.25) if t <= 1.25 else -1 + (t - 1.25)
            self.assertAlmostEqual(x, exact, delta=1e-12)
        self.assertEqual(summary["events"], 2)

    def test_every_happening_has_its_own_energy(self):
        # 1 J goes into the stop, which keeps the block
        model = self.slider("rate = 2\nlimits = [-1, 1]\nrestitution = 0\neffort = 1\n[simulate]\ntime = 2\n", m=0.5)
        _, summary = self.go(model)
        energies = {h["what"].split(" at ")[0]: h["energy"] for h in summary["happenings"]}
        self.assertAlmostEqual(energies["x hits its upper stop"], -2.0, delta=1e-12)  # 1 J at first, and 1 N along 1 m
        self.assertEqual(energies["x rests"], 0.0)
        # 1 kg loses three quarters of its energy, 2 kg nothing, in the same instant
        _, summary = self.go(self.model("""space = "planar"
gravity = [0, 0]
[body.a]
mass = 1
[body.b]
mass = 2
[joint.a]
type = "prismatic"
bodies = ["ground", "a"]
rate = 1
limits = [-1, 1]
restitution = 0.5
[joint.b]
type = "prismatic"
bodies = ["ground", "b"]
rate = 1
limits = [-1, 1]
restitution = 1
[simulate]
time = 1.5
"""))
        found = [(h["what"].split()[0], h["energy"]) for h in summary["happenings"]]
        self.assertEqual([name for name, _ in found], ["a", "b"])
        for (_, energy), expected in zip(found, (-0.375, 0.0)):
            self.assertAlmostEqual(energy, expected, delta=1e-12)
        self.assertAlmostEqual(summary["energy"]["dissipated"], 0.375, delta=1e-12)

    def test_a_start_into_a_stop_is_an_impact_behind_the_first_row(self):
        columns, summary = self.go(self.slider("rate = -2\nlimits = [0, 1]\nrestitution = 0.5\n[simulate]\ntime = 4\n",
                                               g=-9.81))
        self.assertEqual(columns["x'"][0], -2.0)
        self.assertAlmostEqual(columns["x'"][1], 1 - 9.81 * columns["t"][1], delta=1e-12)
        self.assertEqual(summary["happenings"][0]["time"], 0.0)
        self.assertAlmostEqual(summary["happenings"][0]["energy"], -1.5, delta=1e-12)
        self.assertEqual(summary["energy"]["kinetic_start"], 2.0)
        self.assertAlmostEqual(summary["energy"]["dissipated"], 2.0, delta=1e-12)
        self.assertAlmostEqual(sum(h["energy"] for h in summary["happenings"]), -2.0, delta=1e-12)
        self.assertEqual(summary["happenings"][-1]["what"], "x rests at its lower stop")

    def test_limits_alone_are_only_watched(self):
        columns, summary = self.go(self.slider("rate = 1\nlimits = [-1, 0.55]\n[simulate]\ntime = 1\nstep = 0.1\n"))
        self.assertAlmostEqual(columns["x"][-1], 1.0, delta=1e-12)
        self.assertIn("restitution", summary["warnings"][0])
        self.assertAlmostEqual(self.left_at(summary, "x", "[-1, 0.55]"), 0.55, delta=1e-9)
        self.assertEqual(summary["events"], 0)

    def left_at(self, summary, name, limits):
        """[s] when the only warning says that a joint has left its limits."""
        [warning] = summary["warnings"]
        self.assertTrue(warning.startswith(f"{name} leaves its limits {limits} at t = "), warning)
        return float(warning.split(" at t = ")[1].split(" s;")[0])

    def test_limits_are_watched_between_rows(self):
        # x = t - t^2 turns at 0.25 between the only two rows; it is above 0.24 from 0.4 to 0.6, and above 0.25 never.
        for method in ["rk8", "rk5", "cvode", "alpha"]:
            model = self.slider("rate = 1\neffort = -2\nlimits = [-1, 0.24]\n[simulate]\ntime = 1\nstep = 1\n")
            _, summary = self.go(model, "--method", method)
            self.assertAlmostEqual(self.left_at(summary, "x", "[-1, 0.24]"), 0.4, delta=1e-6)
        _, summary = self.go(self.slider("rate = 1\neffort = -2\nlimits = [-1, 0.2501]\n[simulate]\ntime = 1\nstep = 1\n"))
        self.assertEqual(summary["warnings"], [])

    def test_limits_of_driven_and_closing_joints_are_watched(self):
        drive = 'motion = "sin(t)"\n[simulate]\ntime = 3\nstep = 3\n'
        _, summary = self.go(self.slider("limits = [-1, 0.5]\n" + drive))
        self.assertAlmostEqual(self.left_at(summary, "x", "[-1, 0.5]"), math.pi / 6, delta=1e-9)
        self.assertIn("a driven joint has no stop", summary["warnings"][0])
        _, summary = self.go(self.slider("limits = [-1, 1]\n" + drive))  # exactly to its limit
        self.assertEqual(summary["warnings"], [])
        door = self.model("gravity = [0, 0, 0]\n[body.d]\nmass = 3\ninertia = [0.5, 0.5, 1]\ncenter = [0.4, 0, 0]\n"
                          '[joint.H1]\ntype = "revolute"\nbodies = ["ground", "d"]\nrate = 3\n[joint.H2]\ntype = "revolute"\n'
                          'bodies = ["ground", "d"]\nat = [[0, 0, 1], [0, 0, 1]]\nlimits = [-1, 2]\n[simulate]\ntime = 2\n')
        _, summary = self.go(door)
        self.assertAlmostEqual(self.left_at(summary, "H2", "[-1, 2]"), 2 / 3, delta=1e-9)

    def test_restitution_where_there_is_no_stop(self):
        error = self.bad(2, "run", self.slider("rate = 1\nrestitution = 0.5\n"), "-o", self.folder / "out")
        self.assertIn("[joint.x] restitution: there is no stop without limits", error)
        self.assertIn("limits = [lowest, highest]", error)
        model = self.slider('motion = "t"\nlimits = [-1, 1]\nrestitution = 0.5\n')
        self.assertIn("[joint.x] restitution: a driven joint has no stop", call("evaluate", model).stderr)

    def test_a_start_outside_is_said_and_survived(self):
        model = self.slider("start = -1\nrate = 2\nlimits = [0, 1]\nrestitution = 0.5\n[simulate]\ntime = 1.5\nstep = 0.25\n")
        columns, summary = self.go(model)
        # 2 m/s through the lower stop from outside, 1 m/s back from the upper one at t = 1
        for t, x in zip(columns["t"], columns["x"]):
            self.assertAlmostEqual(x, -1 + 2 * t if t <= 1 else 1 - (t - 1), delta=1e-12)
        self.assertIn("x starts beyond its lower limit 0", summary["warnings"][0])

    def test_a_loop_hits_the_stop_of_its_closing_joint(self):
        # parallelogram: B turns like A; a stop on either gives the same motion
        def text(on_a, on_b):
            crank = "[body.{0}]\nmass = 1\ninertia = 0.1\ncenter = [0.5, 0]\n"
            return (
                'space = "planar"\n' + crank.format("a") + crank.format("b") +
                "[body.c]\nmass = 2\ninertia = 0.3\ncenter = [1, 0]\n"
                f'[joint.A]\ntype = "revolute"\nbodies = ["ground", "a"]\nstart = 1\n{on_a}'
                f'[joint.B]\ntype = "revolute"\nbodies = ["ground", "b"]\nat = [[2, 0], [0, 0]]\nstart = 1\n{on_b}'
                '[joint.P]\ntype = "revolute"\nbodies = ["a", "c"]\nat = [[1, 0], [0, 0]]\nstart = -1\n'
                '[joint.Q]\ntype = "revolute"\nbodies = ["b", "c"]\nat = [[1, 0], [2, 0]]\nstart = -1\n'
                "[simulate]\ntime = 3\nstep = 0.05\ntolerance = 1e-11\n"
            )

        stop = 'limits = ["-20 deg", 3]\nrestitution = 0.5\n'
        one, first = self.go(self.model(text(stop, "cut = true\n")))
        other, second = self.go(self.model(text("", "cut = true\n" + stop)))
        self.assertEqual(first["events"], second["events"])
        self.assertGreater(first["events"], 5)
        for a, b in zip(one["A"], other["A"]):
            self.assertAlmostEqual(a, b, delta=1e-8)
        self.assertAlmostEqual(min(one["A"]), math.radians(-20), delta=1e-9)
        self.assertLess(first["energy_drift"], 1e-8)
        self.assertLess(second["energy_drift"], 1e-8)
        # and it rests there: the same as in equilibrium against the stop
        self.assertAlmostEqual(other["A"][-1], math.radians(-20), delta=1e-9)


class Friction(EventsTest):
    def test_block_on_an_inclined_plane_sticks_or_slides(self):
        # along the plane: m g sin(a) = 2 * 9.81 / 2
        for friction, slides in ((9.80, True), (9.81, False), (9.82, False)):
            model = self.model(
                'space = "planar"\n[body.b]\nmass = 2\n[joint.s]\ntype = "prismatic"\nbodies = ["ground", "b"]\n'
                f'axis = ["cos(pi/6)", "sin(pi/6)"]\nfriction = {friction}\nfriction_width = 0\n'
                "[simulate]\ntime = 2\nstep = 0.5\n")
            columns, _ = self.go(model)
            a = (2 * 9.81 * 0.5 - friction) / 2 if slides else 0.0
            for t, s in zip(columns["t"], columns["s"]):
                self.assertAlmostEqual(s, -a * t * t / 2, delta=1e-13)

    def test_amplitudes_fall_by_the_same_amount_and_end_in_the_dead_zone(self):
        m, k, friction, start = 0.5, 8.0, 0.6, 1.0
        w, drop = math.sqrt(k / m), 2 * friction / k
        model = self.slider(f"start = {start}\nstiffness = {k}\nfriction = {friction}\nfriction_width = 0\n"
                            "[simulate]\ntime = 8\nstep = 0.02\ntolerance = 1e-11\n", m=m)
        columns, summary = self.go(model)
        halves = math.ceil((start - friction / k) / drop)  # until |turning point| <= F/k

        def exact(t):
            n = min(int(t * w / math.pi), halves)
            sign = (-1) ** n
            turn, center = sign * (start - n * drop), sign * friction / k
            return turn if n == halves else center + (turn - center) * math.cos(w * t - n * math.pi)

        for t, x in zip(columns["t"], columns["x"]):
            self.assertAlmostEqual(x, exact(t), delta=1e-9)
        self.assertEqual(summary["events"], halves)
        self.assertEqual(summary["happenings"][-1]["what"], "x sticks")
        self.assertLess(summary["energy_drift"], 1e-9)

    def test_a_driven_joint_turns_round(self):
        # x = sin(3 t)/2 goes back and forth: 15 rad of phase are four half waves from crest to crest, and the ends.
        way = 0.5 * (1 + 4 * 2 + 1 - math.sin(15))
        for method in ["rk8", "rk5", "cvode"]:
            model = self.slider('motion = "0.5*sin(3*t)"\nfriction = 2\nfriction_width = 0\n[simulate]\ntime = 5\nstep = 5\n')
            _, summary = self.go(model, "--method", method, "--no-report")
            self.assertAlmostEqual(summary["energy"]["dissipated"], 2 * way, delta=1e-6 * way)
            self.assertEqual(summary["happenings"], [])
        # One that stands still first has no events but its own.
        model = self.slider('motion = "0.1*max(t - 1, 0)^2"\nfriction = [2, 5]\nfriction_width = 0\n[simulate]\ntime = 3\nstep = 3\n')
        _, summary = self.go(model, "--no-report")
        self.assertAlmostEqual(summary["energy"]["dissipated"], 2 * 0.4, delta=1e-9)
        self.assertEqual((summary["events"], summary["warnings"]), (1, []))  # its speed does not jump

    def test_stick_slip_on_a_belt(self):
        V, k, m, Fs, Fk = 0.1, 40.0, 1.0, 6.0, 4.0
        w = math.sqrt(k / m)
        slip = (2 * math.pi - 2 * math.atan((Fs - Fk) * w / (k * V))) / w
        stick = 2 * (Fs - Fk) / (k * V)

        def exact(t):
            if t < Fs / (k * V):
                return V * t
            phase = (t - Fs / (k * V)) % (slip + stick)
            if phase < slip:
                return Fk / k + (Fs - Fk) / k * math.cos(w * phase) + V / w * math.sin(w * phase)
            return (2 * Fk - Fs) / k + V * (phase - slip)

        columns, summary = self.go(example("stick-slip"), "--tolerance", "1e-11")
        for t, x in zip(columns["t"], columns["x"]):
            self.assertAlmostEqual(x, exact(t), delta=1e-9)
        self.assertLess(summary["energy_drift"], 1e-8)
        sticks = [happening["time"] for happening in summary["happenings"] if happening["what"] == "slip sticks"]
        for a, b in zip(sticks[1:], sticks[2:]):
            self.assertAlmostEqual(b - a, slip + stick, delta=1e-9)

    def test_springs_with_roots(self):
        """A ball on a spring whose force is k d^n, with n below one: infinitely steep where it begins. Flights are parabolas, the time
        of contact is an integral over the depth."""
        g, k, drop, end = 9.81, 1e4, 0.5, 2.0
        for n in (0.5, 0.8, 1.5):
            def left(d):
                return 2 * (g * (drop + d) - k * d ** (n + 1) / (n + 1))  # v^2
            low, high = 0.0, 1.0
            for _ in range(200):
                low, high = ((low + high) / 2, high) if left((low + high) / 2) > 0 else (low, (low + high) / 2)
            # d = depth (1 - s^2): smooth at the turning point; n moves the other end away from where the root begins.
            count, contact = 20000, 0.0
            for i in range(count):
                s = (i + 0.5) / count
                contact += 2 * 2 * high * s / math.sqrt(left(high * (1 - s * s))) / count
            fall = math.sqrt(2 * drop / g)
            since = end - fall
            while since > contact + 2 * fall:
                since -= contact + 2 * fall
            self.assertGreater(since, contact)  # in flight at the end
            up = since - contact
            y, v = g * fall * up - g * up * up / 2, g * fall - g * up
            for method in ("rk8", "cvode", "ida", "alpha"):
                model = self.model(f"[coordinates]\ny = {{start = {drop}}}\n[energy]\nkinetic = \"y'^2/2\"\npotential = \"{g}*y\"\n"
                                   f"[work]\ny = \"{k}*max(-y, 0)^{n}\"\n[simulate]\ntime = {end}\nstep = {end}\ntolerance = 1e-7\n")
                with self.subTest(n=n, method=method):
                    columns, _ = self.go(model, "--method", method)
                    self.assertAlmostEqual(columns["y"][-1], y, delta=2e-5)
                    self.assertAlmostEqual(columns["y'"][-1], v, delta=2e-4)

    def test_a_coupling_to_a_drive_carries_a_joint_past_its_stop(self):
        """Nothing holds it: the stop gives way at once and for good, whatever its restitution, and the motion goes on."""
        for restitution in (0, 0.3, 1):
            for method in ("rk8", "cvode", "ida", "variational", "alpha"):
                model = self.model(f"""space = "planar"
gravity = [0, 0]
[body.a]
mass = 1
inertia = 0.1
[body.b]
mass = 1
inertia = 0.1
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
motion = "t"
[joint.B]
type = "revolute"
bodies = ["ground", "b"]
at = [[1, 0], [0, 0]]
limits = [-1, 1]
restitution = {restitution}
[constraint.gear]
holonomic = "A - 2*B"
[simulate]
time = 4
step = 0.5
""")
                with self.subTest(restitution=restitution, method=method):
                    columns, summary = self.go(model, "--method", method)
                    for t, B in zip(columns["t"], columns["B"]):
                        self.assertAlmostEqual(B, t / 2, delta=1e-9)
                    self.assertEqual(len(summary["happenings"]), 1)
                    self.assertTrue(any("carried past its upper limit" in warning for warning in summary["warnings"]))

    def test_what_drives_a_belt_with_a_block_on_it(self):
        """A block of 2 kg slides on an inclined belt until it sticks: x'' = -a, then x' = vb. The belt's drive carries
        the weight and what friction does, in every method's rows and in its account."""
        pull, friction, m, belt, vb, vs = 4.905, 12.0, 2.0, 1.0, 0.5, -0.5
        model = self.model(f"""space = "planar"
gravity = [{-pull}, -8]
[body.belt]
mass = {belt}
[body.block]
mass = {m}
[joint.b]
type = "prismatic"
bodies = ["ground", "belt"]
motion = "{vb}*t"
[joint.s]
type = "prismatic"
bodies = ["belt", "block"]
friction = {friction}
friction_width = 0
rate = {vs}
[outputs]
drive = "b.effort"
""")
        a = friction / m - pull
        sticks = -vs / a
        weight = (m + belt) * pull
        supplied = vb * ((belt * pull + friction) * sticks + weight * (2 - sticks))
        for method in ["rk8", "cvode", "ida", "alpha", "variational"]:
            columns, summary = self.go(model, "--method", method, "--time", "2", "--step", "0.25")
            for t, v, drive in zip(columns["t"], columns["s'"], columns["drive"]):
                self.assertAlmostEqual(drive, belt * pull + friction if t < sticks else weight, delta=1e-9, msg=method)
                if t > sticks:
                    self.assertEqual(v, 0.0, method)
            self.assertAlmostEqual(summary["energy"]["supplied"], supplied, delta=1e-7 * supplied, msg=method)
            self.assertAlmostEqual(summary["energy"]["dissipated"], friction * vs * vs / (2 * a), delta=1e-7, msg=method)

    def test_a_block_on_a_shaken_table_turns_without_sticking(self):
        a, w, pull = 0.05, 12.0, 0.3 * 9.81  # of the table, and the friction for each kg
        speed, rate = lambda t: a * w * math.cos(w * t), lambda t: -a * w * w * math.sin(w * t)

        def slide(t, sense):
            """From a common speed to the next one, the table's pulling forward (+1) or backward."""
            begin, apart = t, lambda s: sense * (speed(s) - speed(begin) - sense * pull * (s - begin))
            t += 1e-4
            while apart(t) > 0:
                t += 1e-4
            low, high = t - 1e-4, t
            for _ in range(50):
                middle = (low + high) / 2
                low, high = (middle, high) if apart(middle) > 0 else (low, middle)
            return high, sense * pull * (high - begin) ** 2 / 2 + speed(begin) * (high - begin)

        t = math.asin(pull / (a * w * w)) / w  # sticks until here; the table slows down
        x, times, sense = a * math.sin(w * t), [t], -1
        while True:
            t, way = slide(t, sense)
            if t > 5:
                break
            x, sense = x + way, -sense
            times.append(t)
            self.assertGreater(abs(rate(t)), pull)  # it does not stick again
        model = self.model(f"""space = "planar"
[body.belt]
mass = 1
[body.block]
mass = 1.5
[joint.b]
type = "prismatic"
bodies = ["ground", "belt"]
motion = "{a}*sin({w}*t)"
[joint.s]
type = "prismatic"
bodies = ["belt", "block"]
friction = {1.5 * pull}
friction_width = 0
[outputs]
x = "block.origin.x"
[simulate]
time = {times[-1]}
step = 10
""")
        for method in ("rk8", "cvode", "ida"):
            columns, summary = self.go(model, "--method", method)
            self.assertAlmostEqual(columns["x"][-1], x, delta=1e-7)
            found = [h["time"] for h in summary["happenings"]]
            self.assertGreaterEqual(len(found), len(times) - 1)
            for one, expected in zip(found, times):
                self.assertAlmostEqual(one, expected, delta=1e-7)

    def test_smoothed_friction_stays_the_default(self):
        text = "rate = 1\nfriction = 2\n"
        _, summary = self.go(self.slider(text + "[simulate]\ntime = 1\n"))
        self.assertEqual(summary["events"], 0)
        self.assertIn("friction_width is -1", self.bad(2, "run", self.slider(text + "friction_width = -1\n"), "-o", self.folder / "bad"))

    def test_evaluate_and_derive_know_dry_friction(self):
        model = self.slider("friction = [2, 3]\nfriction_width = 0\n")
        for v, force in ((1.5, -2.0), (-1.5, 3.0), (0.0, 0.0)):
            self.assertEqual(self.json("evaluate", model, f"--v={v}")["passive"][0], force)
        self.assertIn("sign(x')", self.good("derive", model))
        self.good("check", model)
        self.good("convert", model, "-o", self.folder / "again.toml")
        self.assertRegex((self.folder / "again.toml").read_text(), r"friction_width\s*= 0\n")


class FrictionInLoops(EventsTest):
    """Joints that move together come to rest together: what one holds the others need not."""

    def discs(self, torque):
        # Reduced to x: inertia 1 + 2^2 0.5 = 3, friction 1 + 2 2 = 5.
        return self.model(f"""space = "planar"
            gravity = [0, 0]
            [body.a]
            inertia = 1
            [body.b]
            inertia = 0.5
            [joint.x]
            type = "revolute"
            bodies = ["ground", "a"]
            friction = 1
            friction_width = 0
            effort = "{torque}*sin(t)"
            [joint.y]
            type = "revolute"
            bodies = ["ground", "b"]
            at = [[1, 0], [0, 0]]
            friction = 2
            friction_width = 0
            [constraint.gear]
            holonomic = "x + 0.5*y"
            [simulate]
            time = 12
            tolerance = 1e-10
            """)

    def test_gears_rest_as_long_as_all_friction_holds_them(self):
        columns, summary = self.go(self.discs(4))
        self.assertLess(max(abs(x) for x in columns["x"]), 1e-15)
        self.assertFalse([h for h in summary["happenings"] if "slides" in h["what"]])
        self.assertLess(summary["events"], 10)

    def test_gears_slide_and_stick_together(self):
        columns, summary = self.go(self.discs(7))
        begin = math.asin(5 / 7)
        speed = lambda t: (7 * (math.cos(begin) - math.cos(t)) - 5 * (t - begin)) / 3
        low, high = 2.0, 3.5  # it stops between
        while high - low > 1e-14:
            middle = (low + high) / 2
            low, high = (middle, high) if speed(middle) > 0 else (low, middle)
        place = lambda t: (7 * (math.cos(begin) * (t - begin) - math.sin(t) + math.sin(begin)) - 5 * (t - begin) ** 2 / 2) / 3
        for t, x, y in zip(columns["t"], columns["x"], columns["y"]):
            self.assertAlmostEqual(y, -2 * x, delta=1e-12)
            if t < math.pi + begin:  # until it slides back
                self.assertAlmostEqual(x, 0.0 if t < begin else place(min(t, low)), delta=1e-8)
        first = [h for h in summary["happenings"] if "slides" in h["what"]][:2]
        self.assertEqual([h["what"] for h in first], ["x slides forward", "y slides backward"])
        for h in first:
            self.assertAlmostEqual(h["time"], begin, delta=1e-9)

    def four_bar(self, crank="", rocker="", width=0):
        friction = f"friction = 0.4\nfriction_width = {width}\n"
        bodies = "".join(f"[body.{name}]\nmass = 1\ncenter = [{half}, 0]\ninertia = {half / 10}\n"
                         for name, half in (("a", 0.1), ("b", 0.3), ("c", 0.2)))
        return self.model(
            'space = "planar"\n' + bodies +
            '[joint.A]\ntype = "revolute"\nbodies = ["ground", "a"]\nstart = "80 deg"\n' + crank +
            '[joint.B]\ntype = "revolute"\nbodies = ["a", "b"]\nat = [[0.2, 0], [0, 0]]\nstart = "-60 deg"\n'
            '[joint.C]\ntype = "revolute"\nbodies = ["ground", "c"]\nat = [[0.6, 0], [0, 0]]\nstart = "80 deg"\n' +
            friction +
            '[joint.D]\ntype = "revolute"\nbodies = ["b", "c"]\nat = [[0.6, 0], [0.4, 0]]\n' + rocker +
            "[simulate]\ntime = 4\n")

    def test_two_pins_of_a_four_bar(self):
        # The smoothed law creeps in proportion to its width: two widths tell what none gives.
        pin = "friction = 0.2\nfriction_width = {}\n"
        columns, summary = self.go(self.four_bar(rocker=pin.format(0)))
        wide, near = (self.go(self.four_bar(rocker=pin.format(width), width=width))[0] for width in (2e-6, 1e-6))
        self.assertLess(summary["energy_drift"], 1e-8)
        for name in ("A", "C"):
            for exact, a, b in zip(columns[name], wide[name], near[name]):
                self.assertAlmostEqual(exact, 2 * b - a, delta=4e-7)  # one width: 4e-6

    def test_a_crank_rests_at_its_stop_with_friction_elsewhere(self):
        columns, summary = self.go(self.four_bar('limits = ["-30 deg", "100 deg"]\nrestitution = 0.3\n'))
        self.assertLess(summary["energy_drift"], 1e-8)
        self.assertIn("A rests at its lower stop", [h["what"] for h in summary["happenings"]])
        self.assertAlmostEqual(columns["A"][-1], math.radians(-30), delta=1e-12)
        self.assertLess(abs(columns["C'"][-1]), 1e-12)


class Switches(EventsTest):
    def test_a_spring_with_two_rates(self):
        # k = 9 below zero and 1 above: half periods pi/3 and pi, speed 2 at zero
        model = self.slider('rate = 2\neffort = "if(x < 0, -9*x, -x)"\n[simulate]\ntime = 40\nstep = 0.1\ntolerance = 1e-11\n')
        columns, summary = self.go(model)
        for t, x in zip(columns["t"], columns["x"]):
            phase = t % (math.pi * 4 / 3)
            exact = 2 * math.sin(phase) if phase < math.pi else -2 / 3 * math.sin(3 * (phase - math.pi))
            self.assertAlmostEqual(x, exact, delta=1e-9)
        self.assertEqual(summary["events"], 2 * 9)  # nine periods and less than half of one
        self.assertLess(summary["rejected"], summary["events"])

    def test_bang_bang(self):
        model = self.slider('start = 1.5\neffort = "-3*sign(x)"\n[simulate]\ntime = 20\nstep = 0.05\n')
        columns, summary = self.go(model)
        for t, x in zip(columns["t"], columns["x"]):
            phase = t % 4
            s = phase % 2
            exact = 1.5 * (1 - s * s) if s < 1 else -1.5 * (1 - (2 - s) ** 2)
            self.assertAlmostEqual(x, exact if phase < 2 else -exact, delta=1e-11)
        self.assertEqual(summary["rejected"], 0)

    def test_energies_with_a_switch(self):
        # the same spring in a Lagrangian, as work
        model = self.model('[coordinates]\nx = { start = 0, rate = 2 }\n[energy]\nkinetic = "x\'^2/2"\npotential = 0\n'
                           '[work]\nx = "if(x < 0, -9*x, -x)"\n[simulate]\ntime = 20\nstep = 0.1\ntolerance = 1e-11\n')
        columns, summary = self.go(model)
        for t, x in zip(columns["t"], columns["x"]):
            phase = t % (math.pi * 4 / 3)
            exact = 2 * math.sin(phase) if phase < math.pi else -2 / 3 * math.sin(3 * (phase - math.pi))
            self.assertAlmostEqual(x, exact, delta=1e-9)
        self.assertGreater(summary["events"], 8)

    def test_points_of_a_table(self):
        # force 1 N up to t = 1, falling to 0 at t = 2, then none: x' = 1 + 1/2 in the end
        model = self.slider('effort = "push(t)"\n[table.push]\nx = [0, 1, 2]\ny = [1, 1, 0]\n[simulate]\ntime = 3\nstep = 0.5\n')
        columns, summary = self.go(model)
        self.assertAlmostEqual(columns["x'"][-1], 1.5, delta=1e-12)
        self.assertAlmostEqual(columns["x"][-1], 0.5 + 1 + 0.5 - 1 / 6 + 1.5, delta=1e-12)
        self.assertEqual(summary["rejected"], 0)

    def test_a_power_that_is_no_number_beyond_the_switch(self):
        # Hertz: k d^1.5 while pressed in by d, at the speed v. Deepest d^2.5 = 5 m v^2 / (4 k); the contact lasts
        # 2 d/v times the integral of 1/sqrt(1 - s^2.5) from 0 to 1, and the ball leaves with -v.
        m, k, v = 0.2, 1e5, 1.4
        deepest = (5 * m * v * v / (4 * k)) ** 0.4
        contact = 2 * deepest / v * math.sqrt(math.pi) * math.gamma(0.4) / (2.5 * math.gamma(0.9))
        for method in ("rk5", "rk8", "cvode", "ida"):
            for force in ('"k*max(-x, 0)^1.5"', '"if(x < 0, k*(-x)^1.5, 0)"'):
                with self.subTest(method=method, force=force):
                    model = self.slider(f"start = 0.07\nrate = {-v}\neffort = {force}\n[parameters]\nk = {k}\n[simulate]\ntime = 0.5\n",
                                        m=m)
                    columns, summary = self.go(model, "--method", method)
                    self.assertEqual(summary["events"], 2)
                    # a hundred tolerances; the depth is 8 mm, a thousandth of a second is 1.4 mm
                    self.assertAlmostEqual(columns["x"][-1], v * (0.5 - 0.05 - contact), delta=1e-6)
                    self.assertAlmostEqual(columns["x'"][-1], v, delta=1e-6)

    def test_roots_of_what_changes_its_sign(self):
        # s' = sign(x) sqrt(|x|) with x = cos 2t: over a quarter of the period half the integral of sqrt(cos) from 0 to pi/2
        quarter = 0.5 * math.sqrt(math.pi) * math.gamma(0.75) / (2 * math.gamma(1.25))
        for rate in ("sign(x)*sqrt(abs(x))", "if(x > 0, sqrt(x), -sqrt(-x))"):
            model = self.slider('start = 1\nstiffness = 4\n[states]\ns = { start = 0, rate = "' + rate + '" }\n[simulate]\n'
                                'time = "pi"\nstep = "pi/4"\n')
            columns, summary = self.go(model)
            self.assertEqual(summary["events"], 2)
            for s, exact in zip(columns["s"], [0, quarter, 0, -quarter, 0], strict=True):
                self.assertAlmostEqual(s, exact, delta=1e-6)


class Until(EventsTest):
    def end(self, until, *words):
        """x = cos 2t ends where the formula crosses zero."""
        model = self.slider(f'start = 1\nstiffness = 4\n[simulate]\ntime = 10\nstep = 0.5\nuntil = "{until}"\n')
        return self.go(model, *words)[0]["t"][-1]

    def test_two_crossings_close_to_each_other(self):
        # 1/1700 s apart at the closest, in steps of a fifth of a second
        for apart in (0.02, 0.01, 0.001):
            for method in ("rk8", "rk5", "cvode"):
                end = self.end(f"(x - 0.5)*(x - 0.5 + {apart})", "--method", method)
                self.assertAlmostEqual(end, math.pi / 6, delta=1e-8)

    def test_a_crossing_close_to_the_turning_point(self):
        # a place known to 1e-8 gives a time known to that over the speed 2 sin 2t
        for depth in (1e-4, 1e-6):
            t = math.acos(depth - 1) / 2
            self.assertAlmostEqual(self.end(f"x + 1 - {depth}"), t, delta=1e-8 / (2 * math.sin(2 * t)))
            self.assertAlmostEqual(self.end(f"{depth} - 1 - x"), t, delta=1e-8 / (2 * math.sin(2 * t)))
        self.assertEqual(self.end("x + 1 + 1e-6"), 10)


class Kinks(EventsTest):
    """A cart is driven at a speed that jumps; a bar hangs from it, without gravity."""

    def cart(self, motion, rest=""):
        return self.model(f"""space = "planar"
            gravity = [0, 0]
            [body.cart]
            mass = 2
            [body.bar]
            mass = 1
            inertia = 0.05
            center = [0, -0.5]
            [joint.X]
            type = "prismatic"
            bodies = ["ground", "cart"]
            motion = "{motion}"
            [joint.A]
            type = "revolute"
            bodies = ["cart", "bar"]
            {rest}
            [simulate]
            time = 1
            """)

    def expect_impulses(self, model, times, jumps):
        # The bar keeps its angular momentum about the pin: 0.3 A' + 0.5 cos(A) X' is the same before and behind.
        columns, summary = self.go(model)
        self.assertLess(summary["energy_drift"], 1e-12)
        self.assertEqual(summary["energy"]["dissipated"], 0.0)
        self.assertEqual(summary["events"], len(times))
        for happening, time, jump in zip(summary["happenings"], times, jumps):
            self.assertAlmostEqual(happening["time"], time, delta=1e-12)
            self.assertIn("X prescribes jumps by", happening["what"])
            self.assertAlmostEqual(float(happening["what"].split()[-1]), jump, delta=1e-12)
        angle = rate = last = 0.0
        for time, jump in zip(times, jumps):
            angle += rate * (time - last)  # no force acts between the impulses
            change = -0.5 * math.cos(angle) * jump / 0.3
            rate, last = rate + change, time
        self.assertAlmostEqual(columns["A'"][-1], rate, delta=1e-9)
        self.assertAlmostEqual(columns["A"][-1], angle + rate * (1 - last), delta=1e-9)
        return summary

    def test_an_impulse_follows_a_kink(self):
        summary = self.expect_impulses(self.cart("0.1*abs(t - 0.5)"), [0.5], [0.2])
        # At first 3 kg at 0.1 m/s; in the end the bar has turned at -1/3 rad/s for half a second.
        across, along = 0.1 - 0.5 / 3 * math.cos(1 / 6), 0.5 / 3 * math.sin(1 / 6)
        end = 2 * 0.1**2 / 2 + (across**2 + along**2) / 2 + 0.05 / 3**2 / 2
        self.assertAlmostEqual(summary["energy"]["supplied"], end - 3 * 0.1**2 / 2, delta=1e-12)
        self.assertEqual(len([w for w in summary["warnings"] if "'X' prescribes jumps at t = 0.5" in w]), 1)

    def test_rows_that_jump_together_have_their_own_energies(self):
        # Masses of 2 and 3 kg that two drives bring from -1 to 2 m/s and from 0.5 to -1.5 m/s in the same instant.
        columns, summary = self.go(self.model("""space = "planar"
            gravity = [0, 0]
            [body.a]
            mass = 2
            [body.b]
            mass = 3
            [joint.X]
            type = "prismatic"
            bodies = ["ground", "a"]
            motion = "if(t < 0.5, 0.5 - t, 2*t - 1)"
            [joint.Y]
            type = "prismatic"
            bodies = ["ground", "b"]
            motion = "if(t < 0.5, 0.5*t, 1 - 1.5*t)"
            [simulate]
            time = 1
            """))
        energies = {h["what"].split()[3]: h["energy"] for h in summary["happenings"]}
        self.assertAlmostEqual(energies["X"], 2 * (2**2 - 1) / 2, delta=1e-12)
        self.assertAlmostEqual(energies["Y"], 3 * (1.5**2 - 0.5**2) / 2, delta=1e-12)
        self.assertAlmostEqual(summary["energy"]["supplied"], 6, delta=1e-12)

    def test_a_kink_at_the_start(self):
        # What counts is the speed behind it: nothing jumps.
        for motion in ["abs(t)", "if(t > 0, t, 0)"]:
            columns, summary = self.go(self.slider(f'motion = "{motion}"\n[simulate]\ntime = 1\nstep = 0.5\n'), "--no-report")
            self.assertEqual(columns["x'"], [1, 1, 1])
            self.assertEqual((summary["warnings"], summary["happenings"]), ([], []))

    def test_a_kink_in_a_row_of_a_system_given_by_energies(self):
        self.expect_impulses(self.model("""
            [coordinates]
            X = { start = 0.05, rate = -0.1 }
            A = 0
            [energy]
            kinetic = "X'^2 + ((X' + 0.5*cos(A)*A')^2 + (0.5*sin(A)*A')^2)/2 + 0.05*A'^2/2"
            [constraint.X]
            holonomic = "X - 0.1*abs(t - 0.5)"
            [simulate]
            time = 1
            """), [0.5], [0.2])

    def test_inverse_passes_events_too(self):
        self.good("inverse", self.cart("0.1*abs(t - 0.5)"), "-o", self.folder / "inverse")
        names, rows = self.table(self.folder / "inverse" / "inverse.csv")
        self.assertAlmostEqual(rows[-1][names.index("A'")], -1 / 3, delta=1e-9)
        self.assertAlmostEqual(rows[-1][names.index("A")], -1 / 6, delta=1e-9)

    def test_every_point_of_a_table_is_one(self):
        summary = self.expect_impulses(self.cart("way(t)", "[table.way]\nx = [0, 0.3, 0.6, 2]\ny = [0, 0, 0.09, 0.09]"),
                                       [0.3, 0.6], [0.3, -0.3])
        self.assertTrue(any("2 times in all" in w for w in summary["warnings"]), summary["warnings"])

    def blocks(self, motion, on_Y):
        return self.model(f"""space = "planar"
            gravity = [0, 0]
            [body.a]
            mass = 1
            [body.b]
            mass = 2
            [joint.X]
            type = "prismatic"
            bodies = ["ground", "a"]
            motion = "{motion}"
            [joint.Y]
            type = "prismatic"
            bodies = ["a", "b"]
            {on_Y}
            """)

    def test_friction_does_not_carry_an_impulse(self):
        # The speed turns from 1 to -1 m/s: the block goes on at 2 m/s relative, braked by 1.5 m/s^2.
        columns, summary = self.go(self.blocks("0.5 - abs(t - 0.5)", "friction = 3\nfriction_width = 0"), "--time", "3")
        self.assertAlmostEqual(columns["Y"][-1], 2**2 / (2 * 1.5), delta=1e-9)
        self.assertAlmostEqual(summary["energy"]["dissipated"], 2 * 2**2 / 2, delta=1e-9)

    def test_impacts_on_a_driven_body(self):
        # The stop takes what is lost in relative motion, (1 - e^2) m v^2/2; the drive gives its impulse times its speed.
        _, summary = self.go(self.blocks("-t", "rate = 2\nlimits = [-9, 1]\nrestitution = 0.5"), "--time", "1")
        self.assertAlmostEqual(summary["energy"]["dissipated"], 3, delta=1e-9)
        self.assertAlmostEqual(summary["energy"]["supplied"], 6, delta=1e-9)

    def test_a_motion_that_jumps_cannot_be_followed(self):
        error = self.bad(1, "run", self.cart("if(t < 0.3, 0, 0.1)"), "-o", self.folder / "out")
        self.assertIn("at t = 0.3", error)
        self.assertIn("('X')", error)
        self.assertIn("must be continuous", error)


class Accounts(EventsTest):
    def test_an_elastic_stop_on_a_driven_wall(self):
        # The wall comes at -0.2 m/s, the ball flies at 0 m/s and leaves at -0.4 m/s: 0.08 J from the drive, none lost.
        columns, summary = self.go(self.model("""space = "planar"
            gravity = [0, 0]
            [body.ball]
            mass = 1
            [body.wall]
            mass = 5
            [joint.W]
            type = "prismatic"
            bodies = ["ground", "wall"]
            motion = "1 - 0.2*t"
            [joint.G]
            type = "prismatic"
            bodies = ["wall", "ball"]
            axis = [-1, 0]
            start = 0.5
            rate = -0.2
            limits = [0, 10]
            restitution = 1
            [simulate]
            time = 4.5
            """))
        self.assertAlmostEqual(summary["energy"]["supplied"], 0.08, delta=1e-13)
        self.assertAlmostEqual(summary["energy"]["dissipated"], 0.0, delta=1e-13)
        self.assertAlmostEqual(summary["happenings"][0]["energy"], 0.0, delta=1e-13)
        self.assertAlmostEqual(columns["G'"][-1], 0.2, delta=1e-13)

    def test_until_leaves_a_flat_zero(self):
        for until, end in (("max(t - 1.25, 0)", 1.25), ("max(x - 0.75, 0)", 0.75), ("x", 2.0), ("x - 0.5", 0.5)):
            columns, summary = self.go(self.slider(f'rate = 1\n[simulate]\ntime = 2\nuntil = "{until}"\n'))
            self.assertAlmostEqual(columns["t"][-1], end, delta=1e-9)
