"""Long runs that survive: kill, Ctrl-C, full disks, and going on with the same numbers."""
import json
import random
import resource
import signal
import subprocess
import time

from command import ALEMBERT, CommandTest, call, example

DAMPED = """[parameters]
c = 0.002
[coordinates]
x = { start = 1 }
y = { start = "0.5" }
[energy]
kinetic = "(x'^2 + y'^2)/2"
potential = "2*x^2 + y^2 + x^2*y/5"
dissipation = "c*x'^2/2"
[outputs]
both = "x + y"
"""


class Resume(CommandTest):
    def files(self, folder):
        """All but the plots that every run draws."""
        drawn = {name + ".svg" for name in ["coordinates", "speeds", "states", "outputs", "energy"]}
        return sorted(path.name for path in folder.iterdir() if path.name not in drawn)

    def summary(self, folder):
        return json.loads((folder / "summary.json").read_text())

    def start(self, *words):
        return subprocess.Popen([ALEMBERT, "run", *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def same(self, one, two, table="trajectory.csv"):
        self.assertEqual((one / table).read_bytes(), (two / table).read_bytes())
        first, second = self.summary(one), self.summary(two)
        first.pop("wall_seconds"), second.pop("wall_seconds")
        self.assertEqual(first, second)

    def wait_for(self, path, process, seconds=30):
        end = time.time() + seconds
        while not path.exists():
            self.assertIsNone(process.poll(), "the run ended too early")
            self.assertLess(time.time(), end)
            time.sleep(0.01)

    def written(self, path):
        """[ns] when a file was written; 0 where there is none, as when its run has just ended."""
        try:
            return path.stat().st_mtime_ns
        except FileNotFoundError:
            return 0

    def kill_and_go_on(self, words, folder, chance, most=4):
        """Kills a run some time after each of its first checkpoints and goes on until it is done; how often that was."""
        for kills in range(most + 1):
            began = time.time_ns()
            process = self.start(*words, "-o", folder, "--resume")
            while kills < most and process.poll() is None:
                if self.written(folder / "checkpoint.json") > began:
                    time.sleep(0.3 * chance.random())
                    process.kill()
                    break
                time.sleep(0.005)
            process.communicate(timeout=300)
            if process.returncode != -signal.SIGKILL:
                self.assertEqual(process.returncode, 0)
                return kills

    def test_killed_runs_go_on_bit_for_bit(self):
        chance = random.Random(5)
        for name, model, words in [("lagrangian", self.model(DAMPED), ["--time", "1e5", "--step", "0.5", "--tolerance", "1e-11"]),
                                   ("loop", example("four-bar"), ["--time", "600", "--step", "0.1", "--tolerance", "1e-10"])]:
            whole, parts = self.folder / (name + "-whole"), self.folder / (name + "-parts")
            self.good("run", model, "-o", whole, *words, timeout=300)
            kills = self.kill_and_go_on([model, *words], parts, chance)
            print(f"{name}: {self.summary(whole)['wall_seconds']:.1f} s, killed {kills} times")
            self.assertGreater(kills, 0)
            self.same(whole, parts)
            self.assertEqual(self.files(parts), ["report.html", "summary.json", "trajectory.csv"])

    def test_every_method_goes_on_bit_for_bit(self):
        # Stopped by a signal instead of killed, so that short runs have a checkpoint too.
        chance = random.Random(6)
        for method, words in [("rk5", ["--tolerance", "1e-9"]), ("rk8", ["--tolerance", "1e-12"]), ("cvode", []),
                              ("ida", []), ("alpha", ["--step-size", "0.002", "--spectral-radius", "0.9"]),
                              ("variational", ["--step-size", "0.002"]), ("semi-implicit-euler", ["--step-size", "0.0002"])]:
            with self.subTest(method):
                words = [example("double-pendulum"), "--method", method, "--time", "400", "--step", "0.5", *words]
                whole, parts = self.folder / (method + "-whole"), self.folder / (method + "-parts")
                whole_run = call("run", *words, "-o", whole, timeout=300)
                process = self.start(*words, "-o", parts)
                time.sleep(self.summary(whole)["wall_seconds"] * (0.3 + 0.3 * chance.random()))
                process.send_signal(signal.SIGTERM)
                process.communicate(timeout=60)
                again = call("run", *words, "-o", parts, "--resume", timeout=300)
                self.assertEqual(again.returncode, whole_run.returncode, again.stderr)
                print(f"{method}: {self.summary(whole)['wall_seconds']:.1f} s; {again.stderr.splitlines()[0]}")
                self.same(whole, parts)

    def test_ctrl_c_leaves_a_result_and_a_checkpoint(self):
        model, whole, parts = self.model(DAMPED), self.folder / "whole", self.folder / "parts"
        words = [model, "--time", "1e5", "--step", "0.5", "--tolerance", "1e-11", "--plot", "x,y", "--plot", "x:y"]
        self.good("run", *words, "-o", whole, timeout=300)
        process = self.start(*words, "-o", parts)
        self.wait_for(parts / "trajectory.csv.partial", process)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertIn("--resume", error)
        self.assertEqual(self.files(parts), ["checkpoint.json", "plot-1.svg", "plot-2.svg", "report.html", "summary.json", "trajectory.csv",
                                             "trajectory.csv.partial"])
        names, rows = self.table(parts / "trajectory.csv")
        self.assertTrue(all(len(row) == len(names) for row in rows))
        summary = self.summary(parts)
        self.assertEqual((summary["status"], summary["rows"]), ("stopped", len(rows)))
        result = call("run", *words, "-o", parts, "--resume", timeout=300)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("going on from t = ", result.stderr)
        self.same(whole, parts)
        for plot in ("plot-1.svg", "plot-2.svg"):
            self.assertEqual((whole / plot).read_bytes(), (parts / plot).read_bytes())
        self.assertGreater(self.summary(parts)["wall_seconds"], 0.3)

    def test_interrupted_before_the_first_steps(self):
        # The first checkpoint is that of the start: a run that is stopped at once can be gone on with as well.
        words = [example("four-bar"), "--time", "10", "--tolerance", "1e-8"]
        whole, parts = self.folder / "whole", self.folder / "parts"
        self.good("run", *words, "-o", whole)
        process = self.start(*words, "-o", parts)
        while not (parts / "trajectory.csv.partial").exists() and process.poll() is None:
            pass
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        if process.returncode == 1:  # 0 on a machine that was through with it before
            self.assertTrue((parts / "checkpoint.json").exists())
        self.good("run", *words, "-o", parts, "--resume")
        self.same(whole, parts)

    def test_interrupted_within_one_step(self):
        # One step covers all of this: 200,000 rows, whose writing must not go on unasked.
        words = [example("double-pendulum"), "--time", "2e-4", "--step", "1e-9", "--no-report"]
        whole, parts = self.folder / "whole", self.folder / "parts"
        process = self.start(*words, "-o", parts)
        self.wait_for(parts / "checkpoint.json", process)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        rows = self.summary(parts)["rows"]
        self.assertLess(rows, 200001)
        self.assertEqual(rows, len((parts / "trajectory.csv").read_text().splitlines()) - 1)
        self.good("run", *words, "-o", parts, "--resume")
        self.good("run", *words, "-o", whole)
        self.same(whole, parts)

    def interrupted(self, model, folder, *words):
        process = self.start(model, "-o", folder, *words)
        self.wait_for(folder / "checkpoint.json", process)
        while json.loads((folder / "checkpoint.json").read_text())["steps"] == "0":  # that of the start
            self.assertIsNone(process.poll(), "the run ended too early")
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertTrue((folder / "checkpoint.json").exists())

    def test_nothing_to_go_on_with(self):
        out = self.folder / "out"
        result = call("run", example("double-pendulum"), "-o", out, "--time", "1", "--resume")
        self.assertEqual(result.returncode, 0)
        self.assertIn("no checkpoint", result.stderr)
        before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in out.iterdir()}
        result = call("run", example("double-pendulum"), "-o", out, "--time", "1", "--resume", "--json")
        self.assertEqual(result.returncode, 0)
        self.assertIn("complete", result.stderr)
        self.assertEqual(json.loads(result.stdout)["status"], "complete")
        self.assertEqual(before, {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in out.iterdir()})
        error = self.bad(2, "run", example("double-pendulum"), "-o", out, "--time", "2", "--resume")
        self.assertIn("--time was 1 and is 2", error)
        self.assertEqual(before, {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in out.iterdir()})

    def test_another_model_or_other_options(self):
        model, out = self.model(DAMPED), self.folder / "out"
        words = ["--time", "100000", "--tolerance", "1e-11"]
        self.interrupted(model, out, *words)
        before = {path.name: path.read_bytes() for path in out.iterdir()}
        for more, expected in [(["--set", "c=0.1"], "--set was not given and is c=0.1"), (["--step", "0.02"], "--step was"),
                               (["--method", "rk5"], "--method was rk8 and is rk5"), (["--q", "x=2"], "the start"),
                               (["--format", "hdf5"], "--format was csv and is hdf5"), (["--bodies"], "--bodies")]:
            self.assertIn(expected, self.bad(2, "run", model, "-o", out, *words, *more, "--resume"))
        self.model(DAMPED + "\n# a comment counts\n")
        self.assertIn("'model.toml' has changed", self.bad(2, "run", model, "-o", out, *words, "--resume"))
        self.assertEqual(before, {path.name: path.read_bytes() for path in out.iterdir()})

    def test_included_files_count(self):
        arm = "space = \"planar\"\n[body.rod]\nmass = 1\ninertia = 0.1\n[joint.A]\ntype = \"revolute\"\n" \
              "bodies = [\"ground\", \"rod\"]\n"
        self.model(arm, "arm.toml")
        model = self.model("space = \"planar\"\n[include.left]\nfile = \"arm.toml\"\n[simulate]\ntime = 1\n")
        out = self.folder / "out"
        self.good("run", model, "-o", out)
        self.good("run", model, "-o", out, "--resume")
        self.model(arm.replace("mass = 1", "mass = 2"), "arm.toml")
        self.assertIn("'arm.toml' has changed", self.bad(2, "run", model, "-o", out, "--resume"))

    def test_damaged_files(self):
        model, out = self.model(DAMPED), self.folder / "out"
        words = ["--time", "100000", "--tolerance", "1e-11"]
        self.interrupted(model, out, *words)
        checkpoint, partial = out / "checkpoint.json", out / "trajectory.csv.partial"
        good, rows = checkpoint.read_text(), partial.read_bytes()
        y = json.loads(good)["y"][0]
        for text in ["", "{", "[]", "null", "{\"format\": \"alembert checkpoint 9\"}", good[:len(good) // 2], good.replace(y, y + "1"),
                     "[" * 100000]:
            checkpoint.write_text(text)
            error = self.bad(2, "run", model, "-o", out, *words, "--resume")
            self.assertIn("checkpoint", error)
            self.assertEqual(partial.read_bytes(), rows)
        checkpoint.write_text(good)
        for other in [rows[:20], rows.replace(b"0", b"1", 1), b""]:
            partial.write_bytes(other)
            (out / "trajectory.csv").write_text("t\n")
            error = self.bad(2, "run", model, "-o", out, *words, "--resume")
            self.assertIn("does not hold the rows", error)
            self.assertEqual(checkpoint.read_text(), good)
        # Without --resume the unfinished run is replaced, and that is said.
        result = call("run", model, "-o", out, "--time", "1")
        self.assertEqual(result.returncode, 0)
        self.assertIn("unfinished", result.stderr)
        self.assertEqual(self.files(out), ["report.html", "summary.json", "trajectory.csv"])

    def test_old_results_stay_until_the_new_ones_are_whole(self):
        model, out = self.model(DAMPED), self.folder / "out"
        self.good("run", model, "-o", out, "--time", "1")
        before = (out / "trajectory.csv").read_bytes()
        process = self.start(model, "-o", out, "--time", "1e6")
        self.wait_for(out / "trajectory.csv.partial", process)
        time.sleep(0.5)
        process.kill()
        process.communicate()
        self.assertEqual((out / "trajectory.csv").read_bytes(), before)

    def test_two_runs_in_one_folder(self):
        model, out = self.model(DAMPED), self.folder / "out"
        process = self.start(model, "-o", out, "--time", "1e6")
        self.wait_for(out / "trajectory.csv.partial", process)
        for words in [[], ["--resume"]]:
            self.assertIn("another run", self.bad(1, "run", model, "-o", out, "--time", "1e6", *words))
        process.kill()
        process.communicate()

    def test_full_disk(self):
        model, whole, parts = self.model(DAMPED), self.folder / "whole", self.folder / "parts"
        words = [model, "--time", "20000", "--step", "0.1", "--tolerance", "1e-11"]
        self.good("run", *words, "-o", whole, timeout=300)
        size = (whole / "trajectory.csv").stat().st_size

        def limit():  # no file may grow beyond two thirds of the result
            resource.setrlimit(resource.RLIMIT_FSIZE, (size * 2 // 3, size * 2 // 3))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        result = subprocess.run([ALEMBERT, "run", *words, "-o", str(parts)], capture_output=True, text=True, preexec_fn=limit,
                                restore_signals=False, timeout=300)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("cannot write", result.stderr)
        self.assertFalse((parts / "trajectory.csv").exists())
        result = call("run", *words, "-o", parts, "--resume", timeout=300)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.same(whole, parts)

    def test_full_disk_before_the_first_second(self):
        words = [self.model(DAMPED), "--time", "200", "--tolerance", "1e-11"]
        whole, parts = self.folder / "whole", self.folder / "parts"
        self.good("run", *words, "-o", whole)

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (200000, 200000))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        result = subprocess.run([ALEMBERT, "run", *words, "-o", str(parts)], capture_output=True, text=True, preexec_fn=limit,
                                restore_signals=False, timeout=60)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("cannot write", result.stderr)
        self.assertIn("make room", result.stderr)
        self.assertIn("--resume", result.stderr)
        result = call("run", *words, "-o", parts, "--resume")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("going on from t = ", result.stderr)
        self.same(whole, parts)

    def test_hdf5(self):
        model, out = self.model(DAMPED), self.folder / "out"
        words = [model, "--time", "1e5", "--step", "1", "--tolerance", "1e-11", "--format", "hdf5"]
        self.good("run", *words, "-o", out, "--plot", "x", timeout=300)
        self.assertEqual(self.files(out), ["plot.svg", "report.html", "summary.json", "trajectory.h5"])
        self.assertEqual((out / "trajectory.h5").read_bytes()[:8], b"\x89HDF\r\n\x1a\n")
        parts = self.folder / "parts"
        self.kill_and_go_on(words, parts, random.Random(7), most=3)
        self.assertEqual(self.files(parts), ["report.html", "summary.json", "trajectory.h5"])
        csv = self.folder / "csv"
        self.good("run", *words[:-2], "-o", csv, timeout=300)
        names, rows = self.table(csv / "trajectory.csv")
        self.assertEqual(self.columns(out / "trajectory.h5", names, len(rows)), list(map(list, zip(*rows))))
        self.assertEqual(self.columns(parts / "trajectory.h5", names, len(rows)), list(map(list, zip(*rows))))
        self.bad(2, "run", model, "-o", out, "--format", "xls")

    def columns(self, path, names, rows):
        """The columns of an HDF5 file, by a small program against the library (tests/cli/read_hdf5.py)."""
        from read_hdf5 import read_columns
        columns, units = read_columns(path, names)
        self.assertEqual([len(c) for c in columns], [rows] * len(names))
        self.assertEqual(units[names.index("t")], "s")
        self.assertEqual(units[names.index("kinetic")], "J")
        return columns

    def test_memory_does_not_grow(self):
        # Two million rows of nine numbers would be 150 MB.
        out, most = self.folder / "out", 0
        process = subprocess.Popen([ALEMBERT, "run", self.model(DAMPED), "-o", str(out), "--time", "20000", "--step", "0.01", "--plot",
                                    "x,y"], stdout=subprocess.DEVNULL)
        while process.poll() is None:
            try:
                with open(f"/proc/{process.pid}/status") as status:
                    most = max([most, *(int(line.split()[1]) for line in status if line.startswith("VmHWM"))])
            except OSError:
                break
            time.sleep(0.02)
        self.assertEqual(process.wait(), 0)
        self.assertEqual(self.summary(out)["rows"], 2000001)
        print(f"memory for two million rows: {most} kB")
        self.assertLess(most, 60000)

    def test_energy_account(self):
        model, out = self.model(DAMPED), self.folder / "out"
        self.good("run", model, "-o", out, "--time", "100", "--tolerance", "1e-10")
        names, rows = self.table(out / "trajectory.csv")
        energy = self.summary(out)["energy"]
        column = {name: [row[i] for row in rows] for i, name in enumerate(names)}
        self.assertEqual(energy["kinetic_end"], column["kinetic"][-1])
        self.assertEqual(energy["potential_start"], column["potential"][0])
        lost = column["energy"][0] - column["energy"][-1]
        self.assertGreater(lost, 0.01)
        self.assertAlmostEqual(energy["dissipated"], lost, delta=1e-7 * lost)
        self.assertAlmostEqual(energy["supplied"], 0, delta=1e-7 * lost)
        # A driven mechanism: what goes in comes out as heat and motion.
        summary = self.json("run", example("spring-damper-pendulum"), "-o", self.folder / "spring", "--tolerance", "1e-10")
        energy = summary["energy"]
        change = energy["kinetic_end"] + energy["potential_end"] - energy["kinetic_start"] - energy["potential_start"]
        self.assertAlmostEqual(energy["supplied"] - energy["dissipated"], change, delta=1e-6)
        self.assertGreater(energy["dissipated"], 0)

    def test_constraints_in_the_account(self):
        summary = self.json("run", example("four-bar"), "-o", self.folder / "bar", "--time", "2")
        self.assertLess(summary["constraint_max"], 1e-10)
        self.assertLess(summary["constraint_speed_max"], 1e-9)
        self.assertEqual(summary["rank_changes"], 0)

    def test_settings_of_methods(self):
        model = example("double-pendulum")
        summary = self.json("run", model, "-o", self.folder / "out", "--method", "variational", "--step-size", "0.01", "--time", "5")
        self.assertEqual(summary["steps"], 500)
        for words in [["--step-size", "0.1"], ["--method", "variational", "--step-size", "-1"], ["--spectral-radius", "0.5"],
                      ["--method", "varational"]]:
            self.bad(2, "run", model, "-o", self.folder / "none", *words)
        self.assertIn("variational", self.bad(2, "run", model, "-o", self.folder / "none", "--method", "varational"))
        self.assertIn("semi-implicit-euler", self.good("run", "--help"))
