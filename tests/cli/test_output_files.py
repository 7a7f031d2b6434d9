"""Where results go: never through links, never over what the model is read from, and never over a complete result when
a run stops early."""
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

    def drive(self, motion, name):
        return self.model('space = "planar"\n[body.a]\nmass = 1\ninertia = 1\n[joint.A]\ntype = "revolute"\n'
                          f'bodies = ["ground", "a"]\nmotion = "{motion}"\n[simulate]\ntime = 2\n', name)

    def test_tables_of_driven_motions(self):
        # The last speed is infinite at t = 1.
        whole, other, stops = self.drive("t", "whole.toml"), self.drive("2*t", "other.toml"), self.drive("asin(t)", "stops.toml")
        for verb in ("kinematics", "inverse"):
            out = self.folder / verb
            table, beside = out / f"{verb}.csv", out / "stopped" / f"{verb}.csv"
            self.good(verb, whole, "-o", out)
            before = table.read_text()
            said = self.bad(1, verb, stops, "-o", out)
            self.assertIn(f"'{table}' keeps the complete results of the motion before, this one is in '{beside}'", said)
            self.assertEqual(table.read_text(), before)
            self.assertAlmostEqual(self.table(beside)[1][-1][0], 0.99, delta=0.011)
            self.good(verb, other, "-o", out)
            self.assertNotEqual(table.read_text(), before)
            self.assertFalse((out / "stopped").exists())
            table.unlink()
            for _ in range(2):
                self.bad(1, verb, stops, "-o", out)
                self.assertEqual(sorted(os.listdir(out)), [f"{verb}.csv", f"{verb}.json"])

    def test_complete_ones_that_are_shorter(self):
        # Up to t = 0.5 the motion is whole; with all of its time it goes on for longer, but stops.
        stops = self.drive("asin(t)", "stops.toml")
        for verb in ("kinematics", "inverse"):
            out = self.folder / verb
            found = self.json(verb, stops, "--time", "0.5", "-o", out)
            self.assertEqual(json.loads((out / f"{verb}.json").read_text()), found)
            self.assertEqual(found["files"], [str(out / f"{verb}.csv"), str(out / f"{verb}.json")])
            before = self.files(out)
            self.assertIn("keeps the complete results of the motion before", self.bad(1, verb, stops, "-o", out))
            self.assertEqual(self.files(out), before)
            beside = json.loads((out / "stopped" / f"{verb}.json").read_text())
            self.assertEqual(beside["status"], "stopped")
            self.assertEqual(self.table(out / "stopped" / f"{verb}.csv")[1][-1][0], beside["time"])
            self.good(verb, stops, "--time", "0.6", "-o", out)
            self.assertFalse((out / "stopped").exists())


class NotOverTheModel(CommandTest):
    def refused(self, verb, model, target):
        self.assertIn("is what the model is read from: it is not replaced", self.bad(2, verb, model, "-o", target))

    def test_by_whatever_name(self):
        model = self.model(FALL)
        (self.folder / "link.toml").symlink_to(model)
        (self.folder / "folder").mkdir()
        for verb in ("derive", "check"):
            for target in (model, self.folder / "link.toml", self.folder / "folder" / ".." / "model.toml"):
                self.refused(verb, model, target)
        self.assertEqual(pathlib.Path(model).read_text(), FALL)

    def test_nor_over_what_it_includes(self):
        robot = self.model('<robot name="r"><link name="b"/></robot>', "r.urdf")
        model = self.model('[include.arm]\nfile = "r.urdf"\n[body.a]\nmass = 1\ninertia = [1, 1, 1]\n')
        for verb in ("derive", "check", "convert"):
            for target in (model, robot):
                self.refused(verb, model, target)
        self.good("convert", model, "-o", self.folder / "new.toml")

    def test_names(self):
        model = self.model(FALL)
        for verb in ("run", "derive", "check", "convert", "kinematics", "inverse"):
            self.assertIn("must be a name, found nothing", self.bad(2, verb, model, "-o", ""))
        self.assertIn("a file has this name: choose another one", self.bad(1, "run", model, "-o", model))
