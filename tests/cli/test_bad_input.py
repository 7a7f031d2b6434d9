"""Bad models end with a clear error, exit code 2 (or 1), no crash and no file."""
from command import CommandTest, call

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
