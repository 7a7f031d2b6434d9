"""Bad models end with a clear error, exit code 2 (or 1), no crash and no file."""
import json

from command import CommandTest, call, example

GOOD = "[coordinates]\nx = 0\n[energy]\nkinetic = \"x'^2/2\"\n"


class BadInput(CommandTest):
    def refuse(self, text, *words, name="model.toml"):
        """Every verb refuses the model; returns the error of `derive`."""
        path = self.model(text, name)
        for verb in (["run", path, "-o", self.folder / "out"], ["evaluate", path], ["check", path], ["derive", path]):
            result = call(*verb)
            self.assertIn(result.returncode, (1, 2), (verb, result.stdout, result.stderr))
            self.assertTrue(result.stderr.startswith("alembert: "), result.stderr)
            self.assertEqual(result.stdout, "")
            for word in words:
                self.assertIn(word, result.stderr)
        self.assertFalse((self.folder / "out").exists())
        self.assertEqual([p.name for p in self.folder.iterdir()], [name])
        return result.stderr

    def test_good_model_is_good(self):
        self.good("check", self.model(GOOD))

    def test_files(self):
        self.assertIn("nowhere.toml", self.bad(2, "derive", self.folder / "nowhere.toml"))
        self.refuse("", "coordinates")
        self.refuse("this is not TOML", "model.toml:1:")
        self.refuse(b"\x00\xff\xfe binary \x80", "model.toml")
        self.refuse("[[[[", "model.toml:1:")
        self.assertIn("folder", self.bad(2, "derive", self.folder) + " folder")

    def test_places(self):
        for text, place, *words in [
                ("[coordinates]\nx = true\n", ":2:5:", "x"),
                ("[coordinates]\nx = 0\n[energy]\nkinetik = \"x'^2\"\n", ":4:1:", "kinetic"),
                ("[coordinates]\nx = 0\n[energy]\nkinetic = \"m*x'^2/2\"\n", ":4:12:", "'m'"),
                ("[parameters]\nmass = 1\n[coordinates]\nx = 0\n[energy]\nkinetic = \"mas*x'^2/2\"\n", ":6:12:", "mass"),
                ("[coordinates]\nx = 0\n[energy]\nkinetic = \"x'^2/2 +\"\n", ":4:"),
                ("[coordinates]\nx = 0\n[energy]\nkinetic = \"(x'^2/2\"\n", ":4:12:"),
                ("[coordinates]\nx = 0\n[energy]\nkinetic = \"atan2(x')\"\n", ":4:", "2 arguments"),
                ("[parameters]\nl = \"5 kgg\"\n" + GOOD, ":2:", "kg"),
                ("[coordinates]\nx = { start = \"5 kg\" }\n[energy]\nkinetic = \"x'^2/2\"\n", ":2:", "unit"),
                ("[coordinates]\nx = { start = \"30 deg\", rate = \"1 m/s\" }\n[energy]\nkinetic = \"x'^2/2\"\n", ":2:", "unit"),
                ("[let]\na = \"b\"\nb = \"a\"\n" + GOOD, ":2:", "a -> b"),
                ("[parameters]\na = \"b\"\nb = \"a\"\n" + GOOD, ":2:", "->"),
                ("[parameters]\na = nan\n" + GOOD, ":2:"),
                ("[parameters]\na = inf\n" + GOOD, ":2:"),
                ("[parameters]\na = \"1/0\"\n" + GOOD, ":2:"),
                ("[parameters]\na = \"10^400\"\n" + GOOD, ":2:"),
                ("[coordinates]\nx = 0\n[energy]\nkinetic = \"sqrt(1 + x'^2)\"\n", ":4:", "quadratic"),
                ("[coordinates]\nx = 0\n[energy]\nkinetic = \"x'^4\"\n", ":4:", "quadratic"),
                ("[body.a]\nmass = 1\n", ":1:", "inertia"),
                (GOOD + "[constraint.c]\nholonomic = \"t\"\n", ":6:", "no coordinate"),
                ("[inputs]\nu = 1\n[coordinates]\nx = 0\n[energy]\nkinetic = \"u*x'^2/2\"\n", ":6:", "'u'"),
        ]:
            with self.subTest(text):
                self.refuse(text, "model.toml" + place, *words)

    def test_keys_and_nearest_words(self):
        """Every error names the path of its key, and the nearest valid word where there is one."""
        arm = ('space = "planar"\n[body.b]\nmass = 1\ninertia = 1\n[joint.j]\ntype = "revolute"\n'
               'bodies = ["ground", "b"]\n')
        for text, *words in [
                (arm + "damp = 3\n", ":8:1:", "[joint.j] damp", "'damping'"),
                ("grav = [0, -1]\n" + arm, ":1:1:", "grav", "'gravity'"),
                ("[parameters]\nmass1 = 1\n" + arm.replace("mass = 1", 'mass = "mas1"').replace('space = "planar"\n', ""),
                 "[body.b] mass: unknown name 'mas1'", "'mass1'"),
                (arm + 'effort = "sine(t)"\n', "[joint.j] effort: unknown function 'sine'", "'sin'"),
                (arm + '[simulate]\nmethod = "rk4"\n', "[simulate] method: unknown method 'rk4'", "'rk5'"),
        ]:
            with self.subTest(text):
                self.refuse(text, *words)

    def test_help_of_verbs_that_are_not_there(self):
        self.assertIn("'derive'", self.bad(2, "help", "deriv"))
        self.assertIn("known here: run", self.bad(2, "help", "nosuchverb"))
        self.assertIn("not available yet", self.bad(2, "help", "linearize"))
        self.assertEqual(self.good("help", "prove"), self.good("prove", "--help"))
        self.assertIn("lambda[c]", self.good("help", "prove"))
        self.assertEqual(self.good("help"), self.good("--help"))

    def test_singular_mass_matrix_at_the_start(self):
        path = self.model("[coordinates]\nx = 0\ny = 0\n[energy]\nkinetic = \"(x' + y')^2/2\"\n")
        self.assertIn("singular", self.bad(1, "run", path, "-o", self.folder / "out"))
        self.assertIn("singular", self.bad(1, "evaluate", path))
        self.assertFalse((self.folder / "out").exists())

    def test_prove_works_with_constraints(self):
        self.good("prove", self.model(GOOD + "[constraint.c]\nholonomic = \"x\"\n"), "--equal", "x*2", "x + x")

    def test_large_and_deep(self):
        deep = 100_000
        for expression in ["(" * deep + "x" + ")" * deep, "-" * deep + "x", "sin(" * deep + "x" + ")" * deep,
                           "x" + "^x" * deep, "(" * deep, "x" + "+x*t" * deep, "1" * deep]:
            with self.subTest(expression[:20]):
                result = call("derive", self.model("[coordinates]\nx = 0\n[energy]\nkinetic = \"x'^2/2\"\npotential = \""
                                                   + expression + "\"\n"), timeout=60)
                self.assertIn(result.returncode, (0, 1, 2), result.stderr[:300])
                self.assertLess(len(result.stderr), 100_000)
        big = "# " + "x" * 100 + "\n"
        result = call("derive", self.model(big * 100_000 + GOOD), timeout=60)
        self.assertEqual(result.returncode, 0, result.stderr[:300])
        many = "[parameters]\n" + "".join(f"p{i} = {i}\n" for i in range(300_000)) + GOOD
        self.assertIn(call("derive", self.model(many), timeout=60).returncode, (0, 1, 2))

    def test_numbers_that_are_not_finite(self):
        path, crank = self.model(GOOD), example("slider-crank")
        for value in ("nan", "inf", "-inf", "1e400"):
            for words in (["evaluate", crank, "--t"], ["mobility", crank, "--t"], ["branches", crank, "--t"], ["run", path, "--time"],
                          ["run", path, "--step-size"], ["kinematics", crank, "--step"], ["action", path, "x.csv", "--tolerance"]):
                said = self.bad(2, *words, value)
                self.assertIn(f"{words[-1]}: must be a finite number, such as 2.5 or 1e-3, found {value}", said)
        self.assertIn("not a finite number", self.bad(2, "derive", path, "--at", "t=1e400"))
        self.assertIn("a formula in parameters that has a value", self.bad(2, "evaluate", path, "--q", "x=1/0"))
        self.assertIn("--tolerance must be above 0 and below 1, found 0", self.bad(2, "action", path, self.ran(path), "--tolerance", "0"))

    def ran(self, path):
        self.good("run", path, "--time", "1", "-o", self.folder / "ran")
        return self.folder / "ran" / "trajectory.csv"

    def test_units_of_another_kind(self):
        bar = example("four-bar")
        for words, found, wanted in [
                (["evaluate", bar, "--q", "A=30 mm"], "'30 mm' is a length, but 'A' is an angle", "give an angle"),
                (["branches", bar, "--hold", "A=3 m"], "'3 m' is a length, but 'A' is an angle", "give an angle"),
                (["evaluate", bar, "--v", "A=3 m/s"], "'3 m/s' is a speed, but 'A'' is an angle per time", "give an angle per time"),
                (["evaluate", bar, "--a", "A=3 rad/s"], "but 'A'' is an angle per time squared", "per time squared"),
                (["evaluate", bar, "--tau", "O=3 N"], "'3 N' is a force, but 'O'' is a torque", "give a torque"),
                (["derive", bar, "--at", "t=3 mm"], "'3 mm' is a length, but 't' is a time", "give a time")]:
            said = self.bad(2, *words)
            self.assertIn(found, said)
            self.assertIn(wanted, said)
        self.good("evaluate", bar, "--q", "A=30 deg", "--v", "A=3 rpm", "--a", "A=3 deg/s^2", "--tau", "O=3 N mm")
        path = self.model('[parameters]\nl = "2 m"\nk = 3\n[coordinates]\nx = { unit = "m" }\ny = 0\n[energy]\nkinetic = "x\'^2 + y\'^2"\n')
        self.assertIn("'3 deg' is an angle, but 'l' is a length", self.bad(2, "evaluate", path, "--set", "l=3 deg"))
        self.assertIn("'3 deg' is an angle, but 'x' is a length", self.bad(2, "evaluate", path, "--q", "x=3 deg"))
        self.good("evaluate", path, "--set", "l=3 mm", "--set", "k=3 deg", "--q", "x=3 mm,y=3 deg")

    def test_names_with_signs_stand_in_backquotes(self):
        path = self.model('[coordinates]\n"a=b,c" = 2\n"x:y,z" = 3\n" =1" = 1\n[energy]\n'
                          'kinetic = "(`a=b,c`\'^2 + `x:y,z`\'^2 + ` =1`\'^2)/2"\npotential = "` =1`^2"\n')
        found = json.loads(self.good("evaluate", path, "--json", "--q", "`a=b,c`=0.2,` =1`=5", "--v", "`x:y,z`'=7"))
        self.assertEqual((found["q"], found["v"]), ([0.2, 3, 5], [0, 7, 0]))
        self.assertIn("a name with signs stands in backquotes: `a=b,c`=...", self.bad(2, "evaluate", path, "--q", "a=b,c=0.2"))
        self.good("derive", path, "--at", "`a=b,c`=0.2,`a=b,c`'=3")
        out = self.folder / "out"
        self.good("run", path, "--time", "1", "--plot", "`x:y,z`:`a=b,c`,` =1`", "-o", out)
        self.good("action", path, out / "trajectory.csv")

    def test_what_is_of_another_type_has_a_remedy(self):
        for text, hint in [("x = true", 'write a number, or a text such as "30 deg"'), ("x = 1979-05-27", "write a number"),
                           ("[energy]\nkinetic = 3\n[draw]\nlimits = 4", "hint: ")]:
            self.assertIn(hint, self.bad(2, "evaluate", self.model("[coordinates]\n" + text + "\n")))
        self.assertIn("a table is [name] above its keys", self.bad(2, "evaluate", self.model("coordinates = 3\n")))

    def test_a_formula_that_grows_without_end(self):
        path = self.model('[coordinates]\nx = 1\n[energy]\nkinetic = "x\'^2/2"\npotential = "' + "^".join(["x"] * 2000) + '"\n')
        said = self.bad(1, "evaluate", path)
        self.assertIn("write shorter formulas", said)
        self.assertNotIn("ask for numbers (evaluate", said)
