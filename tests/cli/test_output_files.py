"""Where results go: never through links, and never over a complete result when a run stops early."""
import json
import os
import pathlib

from command import CommandTest, call

FALL = '[coordinates]\nx = 1\n[energy]\nkinetic = "x\'^2/2"\n[simulate]\ntime = 1\nstep = 0.5\n'
# The speed runs away at t = 1.
BURST = '[coordinates]\nx = { start = 0, rate = 1 }\n[energy]\nkinetic = "x\'^2/2"\n[work]\nx = "2*x\'^3"\n[simulate]\ntime = 3\nstep = 0.1\n'
OVER_SPEED = 'x = "2*x\'^3"'


class Links(CommandTest):
    def setUp(self):
        super().setUp()
        self.precious = self.folder / "precious"
        self.precious.write_text("precious")
        self.addCleanup(lambda: self.assertEqual(self.precious.read_text(), "precious"))

    def test_a_link_is_replaced(self):
        model = self.model(FALL)
        out = self.folder / "out"
        out.mkdir()
        for name in ("trajectory.csv", "summary.json", "report.html", "energy.svg"):
            (out / name).symlink_to(self.precious)
        self.good("run", model, "-o", out)
        for name in ("trajectory.csv", "summary.json", "report.html", "energy.svg"):
            self.assertFalse((out / name).is_symlink(), name)
        drawn = self.folder / "equations.tex"
        drawn.symlink_to(self.precious)
        self.good("derive", model, "--format", "latex", "-o", drawn)
        self.assertFalse(drawn.is_symlink())

    def test_rows_that_grow_are_not_written_through_a_link(self):
        out = self.folder / "out"
        out.mkdir()
        (out / "trajectory.csv.partial").symlink_to(self.precious)
        self.assertIn("symbolic link", self.bad(1, "run", self.model(FALL), "-o", out))

    def test_hdf5(self):
        out = self.folder / "out"
        out.mkdir()
        (out / "trajectory.h5").symlink_to(self.precious)
        self.good("run", self.model(FALL), "-o", out, "--format", "hdf5")
        self.assertFalse((out / "trajectory.h5").is_symlink())

    def test_standard_output_has_a_name(self):
        found = self.good("derive", self.model(FALL), "-o", "/dev/stdout")
        self.assertIn("x''", found)
        self.assertTrue(pathlib.Path("/dev/stdout").is_symlink())


class StopsEarly(CommandTest):
    def files(self, folder):
        return {p.name: p.read_bytes() for p in sorted(folder.iterdir()) if p.is_file()}

    def test_the_complete_result_stays(self):
        out = self.folder / "out"
        self.good("run", self.model(FALL, "fall.toml"), "-o", out)
        before = self.files(out)
        said = self.bad(1, "run", self.model(BURST, "burst.toml"), "-o", out)
        self.assertIn("keeps the complete results of the run before", said)
        self.assertIn(str(out / "stopped"), said)
        self.assertEqual(self.files(out), before)
        stopped = json.loads((out / "stopped" / "summary.json").read_text())
        self.assertEqual(stopped["status"], "stopped")
        _, rows = self.table(out / "stopped" / "trajectory.csv")
        self.assertGreater(len(rows), 2)
        # The next complete run takes the place of both.
        self.good("run", self.model(FALL, "fall.toml"), "-o", out, "--time", "2")
        self.assertFalse((out / "stopped").exists())

    def test_alone_it_has_the_folder(self):
        out = self.folder / "out"
        for _ in range(2):  # the second one replaces what stopped early as well
            self.bad(1, "run", self.model(BURST), "-o", out)
            self.assertEqual(json.loads((out / "summary.json").read_text())["status"], "stopped")
            self.assertFalse((out / "stopped").exists())

    def test_not_through_a_link(self):
        out, elsewhere = self.folder / "out", self.folder / "elsewhere"
        elsewhere.mkdir()
        self.good("run", self.model(FALL, "fall.toml"), "-o", out)
        (out / "stopped").symlink_to(elsewhere)
        self.assertIn("symbolic link", self.bad(1, "run", self.model(BURST, "burst.toml"), "-o", out))
        self.assertEqual(os.listdir(elsewhere), [])
