"""`run` against reference trajectories and closed forms."""
import csv
import json
import math
import os
import signal
import subprocess
import time

from command import ALEMBERT, EXAMPLES, SOURCE, CommandTest, call, example


class Run(CommandTest):
    def simulate(self, model, *words):
        self.good("run", model, "-o", self.folder / "out", *words)
        names, rows = self.table(self.folder / "out" / "trajectory.csv")
        return names, rows, json.loads((self.folder / "out" / "summary.json").read_text())

    def test_units_of_columns(self):
        names, _, summary = self.simulate(example("slider-crank"), "--time", "0.1", "--no-report")
        units = summary["units"]
        self.assertEqual(list(units), names)
        self.assertEqual([units[name] for name in ("t", "A", "A'", "D", "D'", "kinetic", "energy")],
                         ["s", "rad", "rad/s", "m", "m/s", "J", "J"])

    def test_double_pendulum_reference(self):
        # V40: reference trajectories every 0.5 s by two high-precision runs; to 1e-9 up to t = 10.
        for file, th1, th2 in [("horizontal", "pi/2", "pi/2"), ("mild", "0.5", "-0.3")]:
            model = (SOURCE / "examples" / "double-pendulum.toml").read_text()
            for name, start in (("th1", th1), ("th2", th2)):
                model = model.replace(f'{name} = {{ start = "90 deg" }}', f'{name} = {{ start = "{start}" }}')
            names, rows, summary = self.simulate(self.model(model), "--tolerance", "1e-12", "--step", "0.5")
            self.assertEqual(names[:5], ["t", "th1", "th2", "th1'", "th2'"])
            with open(SOURCE / "tests" / "data" / f"double_pendulum_{file}.csv", newline="") as data:
                reference = [[float(x) for x in row[:5]] for row in list(csv.reader(data))[1:]]
            worst = 0.0
            for row, expected in zip(rows, reference):
                self.assertEqual(row[0], expected[0])
                worst = max(worst, *(abs(a - b) for a, b in zip(row[1:5], expected[1:])))
            self.assertEqual(len(rows), 21)
            self.assertLess(worst, 1e-9)
            print(f"V40 {file}: largest error to t = 10 is {worst:.1e}")
            self.assertLess(summary["energy_drift"], 1e-11)

    def test_simple_pendulum_period(self):
        # V01: released level, g = 9.81, l = 1: x(10) = -0.275087462576, y(10) = -0.961419205099.
        model = self.model("[parameters]\ng = 9.81\n[coordinates]\nth = \"-90 deg\"\n[energy]\n"
                           "kinetic = \"th'^2/2\"\npotential = \"-g*cos(th)\"\n[outputs]\nx = \"sin(th)\"\ny = \"-cos(th)\"\n")
        names, rows, _ = self.simulate(model, "--tolerance", "1e-11")
        last = dict(zip(names, rows[-1]))
        self.assertAlmostEqual(last["x"], -0.275087462576, places=9)
        self.assertAlmostEqual(last["y"], -0.961419205099, places=9)
        self.assertAlmostEqual(last["th'"], 4.34316069286, places=8)

    def test_cart_pole_with_a_light_cart(self):
        # V43: the mass matrix is nearly singular as the pole passes the bottom, after a quarter period of
        # 0.4515245356816588751 s, at 4429.44913279292553 rad/s.
        model = self.model("[parameters]\nM = 1e-6\ng = 9.81\n[coordinates]\nx = 0\nth = \"90 deg\"\n[energy]\n"
                           "kinetic = \"M*x'^2/2 + ((x' + cos(th)*th')^2 + sin(th)^2*th'^2)/2\"\n"
                           "potential = \"-g*cos(th)\"\n[simulate]\nuntil = \"th\"\n")
        names, rows, _ = self.simulate(model, "--tolerance", "1e-11")
        last = dict(zip(names, rows[-1]))
        self.assertAlmostEqual(last["t"], 0.4515245356816589, places=11)
        self.assertLess(abs(last["th'"] / -4429.44913279292553 - 1), 1e-8)

    def test_kinetic_energy_below_zero(self):
        # x'' = x for T = -x'^2/2, V = x^2/2: regular, and odd.
        model = self.model("[coordinates]\nx = 1\n[energy]\nkinetic = \"-x'^2/2\"\npotential = \"x^2/2\"\n")
        names, rows, summary = self.simulate(model, "--time", "1")
        self.assertAlmostEqual(rows[-1][names.index("x")], math.cosh(1), places=7)
        self.assertEqual(len(summary["warnings"]), 1)
        self.assertIn("the kinetic energy is not positive at t = 0 s", summary["warnings"][0])

    def test_rows_and_columns(self):
        names, rows, summary = self.simulate(example("spherical-pendulum"), "--time", "1", "--step", "0.3")
        self.assertEqual(names, ["t", "th", "ph", "th'", "ph'", "momentum", "kinetic", "potential", "energy", "balance", "constraint"])
        self.assertEqual([row[0] for row in rows], [0.0, 0.3, 2 * 0.3, 3 * 0.3, 1.0])
        for key in ["steps", "evaluations", "wall_seconds", "energy_drift", "constraint_max", "method"]:
            self.assertIn(key, summary)
        momentum = [row[names.index("momentum")] for row in rows]
        self.assertLess(max(momentum) - min(momentum), 1e-7)

    def test_damped_oscillator_closed_form(self):
        model = self.model("[parameters]\nc = 0.4\n[coordinates]\nx = { start = 1 }\n[energy]\nkinetic = \"x'^2/2\"\n"
                           "potential = \"2*x^2\"\ndissipation = \"c*x'^2/2\"\n")
        names, rows, summary = self.simulate(model, "--tolerance", "1e-10")
        w = math.sqrt(4 - 0.04)
        for t, x, *_ in rows:
            self.assertAlmostEqual(x, math.exp(-0.2 * t) * (math.cos(w * t) + 0.2 / w * math.sin(w * t)), places=9)
        self.assertLess(summary["energy_drift"], 1e-8)  # the damper's work is accounted for

    def test_force_and_explicit_time_keep_the_energy_account(self):
        for name in ["cart-with-pendulums", "kapitza-pendulum", "bead-on-hoop", "charged-bead"]:
            _, _, summary = self.simulate(example(name), "--time", "1")
            self.assertLess(summary["energy_drift"], 1e-6, name)

    def test_charged_bead_drifts_sideways(self):
        # Cycloid: x' averages g sin(slope) m / (q B); y stays between 0 and -2 m^2 g sin(slope)/(q B)^2.
        names, rows, _ = self.simulate(example("charged-bead"), "--tolerance", "1e-11")
        m, q, B, g, slope = 0.01, 0.02, 3.0, 9.81, math.radians(20)
        w, drift = q * B / m, -m * g * math.sin(slope) / (q * B)
        for row in rows:
            t, x, y = row[0], row[names.index("x")], row[names.index("y")]
            self.assertAlmostEqual(x, drift * (t - math.sin(w * t) / w), places=8)
            self.assertAlmostEqual(y, drift / w * (1 - math.cos(w * t)), places=8)

    def test_until_stops_at_the_crossing(self):
        model = self.model("[coordinates]\nx = { start = 0, rate = 3 }\n[energy]\nkinetic = \"x'^2/2\"\npotential = \"x\"\n"
                           "[simulate]\nuntil = \"x - 4\"\n")
        names, rows, summary = self.simulate(model)
        # 3 t - t^2/2 = 4 first at t = 2
        self.assertAlmostEqual(rows[-1][0], 2.0, places=9)
        self.assertAlmostEqual(rows[-1][1], 4.0, places=9)
        self.assertEqual(summary["status"], "event")

    def test_extra_state(self):
        # An integrator beside the motion: e' = x with x = cos t.
        model = self.model("[coordinates]\nx = { start = 1 }\n[states]\ne = { start = 0, rate = \"x\" }\n[energy]\n"
                           "kinetic = \"x'^2/2\"\npotential = \"x^2/2\"\n")
        names, rows, _ = self.simulate(model, "--tolerance", "1e-10")
        for row in rows:
            self.assertAlmostEqual(row[names.index("e")], math.sin(row[0]), places=8)

    def test_start_and_inputs_from_the_command_line(self):
        # A free mass pushed by F = 2 t: x = x0 + v0 t + t^3/3.
        model = self.model("[inputs]\nF = 0\n[coordinates]\nx = 0\n[energy]\nkinetic = \"x'^2/2\"\n[work]\nx = \"F\"\n")
        names, rows, _ = self.simulate(model, "--q", "x=-1", "--v", "-0.5", "--set", "F=2*t", "--time", "3")
        for t, x, *_ in rows:
            self.assertAlmostEqual(x, -1 - 0.5 * t + t**3 / 3, places=9)

    def test_names_of_the_model_go_before_standard_columns(self):
        model = self.model("[coordinates]\nx = 1\n[energy]\nkinetic = \"x'^2/2\"\npotential = \"x\"\n"
                           "[outputs]\nenergy = \"2*(T + V)\"\n")
        names, rows, _ = self.simulate(model, "--time", "1")
        self.assertEqual(names, ["t", "x", "x'", "energy", "kinetic", "potential", "balance", "constraint"])
        self.assertAlmostEqual(rows[-1][3], 2.0, places=9)

    def test_potential_quadratic_in_the_rates_counts_as_kinetic(self):
        # L = x'^2/2 - x'^2/4 - x: x'' = -2, and x'^2/4 + x is conserved.
        model = self.model("[coordinates]\nx = 1\n[energy]\nkinetic = \"x'^2/2\"\npotential = \"x'^2/4 + x\"\n")
        names, rows, summary = self.simulate(model, "--time", "2")
        self.assertAlmostEqual(rows[-1][1], 1 - 4, places=8)
        self.assertAlmostEqual(rows[-1][names.index("energy")], 1.0, places=8)

    def test_time_that_hardly_advances_ends_the_run(self):
        # Dry friction at rest: the force jumps at every step.
        model = self.model("[coordinates]\nx = { start = 0, rate = 1 }\n[energy]\nkinetic = \"x'^2/2\"\n[work]\n"
                           "x = \"-0.5*sign(x')\"\n")
        self.assertIn("'x'", self.bad(1, "run", model, "-o", self.folder / "out"))
        _, rows = self.table(self.folder / "out" / "trajectory.csv")
        self.assertAlmostEqual(rows[-1][1], 1.0, places=2)  # it comes to rest at v^2/(2 mu) = 1

    def test_plots(self):
        self.good("run", example("cart-pendulum"), "-o", self.folder, "--plot", "x,th", "--plot", "th:th'", "--time", "2")
        for name in ["plot-1.svg", "plot-2.svg"]:
            text = (self.folder / name).read_text()
            self.assertTrue(text.startswith("<svg"))
            self.assertNotIn("nan", text)
        self.assertIn("t [s]", (self.folder / "plot-1.svg").read_text())
        self.assertIn("th", self.bad(2, "run", example("cart-pendulum"), "-o", self.folder / "no", "--plot", "thh"))
        self.assertFalse((self.folder / "no").exists())

    def test_trouble_leaves_a_valid_partial_result(self):
        # x'' = -1/x^2 from rest at 1 reaches x = 0 at t = pi/sqrt(8): the free-fall time of Kepler's problem.
        model = self.model("[coordinates]\nx = { start = 1 }\n[energy]\nkinetic = \"x'^2/2\"\npotential = \"-1/x\"\n")
        error = self.bad(1, "run", model, "-o", self.folder / "out")
        self.assertIn("'x'", error)
        _, rows = self.table(self.folder / "out" / "trajectory.csv")
        self.assertLess(rows[-1][0], math.pi / math.sqrt(8))
        self.assertGreater(rows[-1][0], 1.05)
        summary = json.loads((self.folder / "out" / "summary.json").read_text())
        self.assertEqual(summary["status"], "stopped")

    def test_singular_start_writes_nothing(self):
        error = self.bad(1, "run", example("spherical-pendulum"), "-o", self.folder / "out", "--set", "m=0")
        self.assertIn("singular", error)
        self.assertFalse((self.folder / "out").exists())

    def test_interrupt_leaves_a_valid_result(self):
        process = subprocess.Popen([ALEMBERT, "run", example("double-pendulum"), "-o", str(self.folder / "out"), "--time",
                                    "100000", "--step", "0.1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=20), 1)
        process.communicate()
        names, rows = self.table(self.folder / "out" / "trajectory.csv")
        self.assertTrue(all(len(row) == len(names) for row in rows))
        self.assertGreater(len(rows), 1)

    def test_unwritable_folder(self):
        blocker = self.folder / "file"
        blocker.write_text("")
        self.assertIn("cannot", self.bad(1, "run", example("double-pendulum"), "-o", blocker / "out"))
        if os.path.exists("/dev/full"):
            with open("/dev/full", "w") as full:
                result = subprocess.run([ALEMBERT, "derive", example("double-pendulum")], stdout=full,
                                        stderr=subprocess.PIPE)
            self.assertEqual(result.returncode, 1)

    def test_joints_that_close_loops_count_turns(self):
        """A door on two hinges: what the second reads is what the first is at, however long the steps."""
        def door(more):
            return self.model("gravity = [0, 0, 0]\n[body.d]\nmass = 3\ninertia = [0.5, 0.5, 1]\ncenter = [0.4, 0, 0]\n"
                              '[joint.H1]\ntype = "revolute"\nbodies = ["ground", "d"]\nrate = 3\n[joint.H2]\ntype = "revolute"\n'
                              'bodies = ["ground", "d"]\nat = [[0, 0, 1], [0, 0, 1]]\n' + more)
        inertia = 1 + 3 * 0.4**2
        for method in ("rk5", "rk8", "cvode", "ida"):
            names, rows = self.run_table(door(""), "--time", "50", "--method", method)
            for row in rows:
                self.assertAlmostEqual(row[names.index("H2")], row[names.index("H1")], delta=1e-6)
        _, rows = self.run_table(door('[simulate]\nuntil = "H2 - 20"\n'), "--time", "50")
        self.assertAlmostEqual(rows[-1][0], 20 / 3, delta=1e-9)
        names, rows = self.run_table(door("limits = [-1, 20]\nrestitution = 0.5\n"), "--time", "10")
        self.assertAlmostEqual(rows[-1][names.index("H2")], 20 - 1.5 * (10 - 20 / 3), delta=1e-8)
        names, rows = self.run_table(door("stiffness = 1e-4\n"), "--time", "40")
        rate = math.sqrt(1e-4 / inertia)
        self.assertAlmostEqual(rows[-1][names.index("H1")], 3 / rate * math.sin(rate * 40), delta=1e-5)

    def run_table(self, model, *words):
        self.good("run", model, "-o", self.folder / "turns", "--no-report", *words)
        return self.table(self.folder / "turns" / "trajectory.csv")

    def test_bad_options(self):
        model = example("double-pendulum")
        for words in [["--time", "-1"], ["--step", "0"], ["--tolerance", "nan"], ["--method", "rk4"],
                      ["--time", "1e9", "--step", "1e-9"], ["--tolerance", "1e-20"], ["--q", "th1=5 kg"], ["--q", "th1=1,th1=2"],
                      ["--q", "th1'=1"], ["--nonsense"]]:
            self.bad(2, "run", model, "-o", self.folder / "out", *words)
            self.assertFalse((self.folder / "out").exists(), words)

    def test_more_rows_than_any_result_may_have(self):
        four_bar = example("four-bar")
        for words in [["run", example("double-pendulum")], ["run", four_bar], ["inverse", four_bar]]:
            error = self.bad(2, *words, "--time", "1", "--step", "1e-12", "-o", self.folder / "out")
            self.assertIn("more than 100 million", error)
            self.assertIn("raise the step", error)
        error = self.bad(2, "evaluate", self.model("[coordinates]\nx = 0\n[energy]\nkinetic = \"x'^2/2\"\n[simulate]\nstep = 1e-12\n"))
        self.assertIn("model.toml:6:8: rows every 1e-12 s up to 10 s are more than 100 million", error)

    def test_every_example_runs(self):
        for path in EXAMPLES:
            with self.subTest(path.name):
                self.assertEqual(call("run", path, "-o", self.folder / path.stem).returncode, 0)
