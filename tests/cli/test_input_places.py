"""Every error about input says where it is, exits with 2, and blames what the user wrote."""
from command import SOURCE, CommandTest, call

TRIALS = SOURCE.parent / "shared" / "trials"
FALL = '[coordinates]\nx = 1\n[energy]\nkinetic = "x\'^2/2"\n'


class Nesting(CommandTest):
    def test_values(self):
        deep = "[parameters]\na = " + "[" * 1000 + "]" * 1000 + "\n" + FALL
        self.assertIn("model.toml:2:", self.bad(2, "evaluate", self.model(deep)))
        keys = "a." * 40 + "b = 1\n" + FALL
        self.assertIn("model.toml:1:", self.bad(2, "evaluate", self.model(keys)))

    def test_formulas(self):
        roots = "sqrt(" * 500 + "1 + x^2" + ")" * 500
        for formula in ("(" * 100_000 + "x", "-" * 100_000, roots + ")"):
            said = self.bad(2, "evaluate", self.model(FALL + f'potential = "{formula}"\n'))
            self.assertIn("model.toml:5:", said[:200])

    def test_elements(self):
        self.assertIn("r.urdf:1:", self.bad(2, "evaluate", self.model("<a>" * 100 + "</a>" * 100, "r.urdf")))


class Places(CommandTest):
    def test_shapes_beyond_numbers(self):
        model = self.model("[body.b]\nshapes = [{ sphere = 1e150, density = 7850 }]\n")
        said = self.bad(2, "evaluate", model)
        self.assertIn("model.toml:2:", said)
        self.assertIn("shapes", said)
        if TRIALS.exists():
            self.assertIn(".toml:2:", self.bad(2, "check", TRIALS / "error-without-place.toml"))

    def test_a_tolerance_of_the_file_is_not_the_option(self):
        model = self.model(FALL + "[simulate]\ntolerance = 1e-17\n")
        said = self.bad(2, "run", model, "-o", self.folder / "out")
        self.assertIn("model.toml:6:13: [simulate] tolerance 1e-17 is finer than doubles can carry", said)
        self.assertNotIn("--tolerance", said)
        said = self.bad(2, "run", self.model(FALL), "--tolerance", "1e-17", "-o", self.folder / "out")
        self.assertIn("--tolerance 1e-17 is finer", said)
        self.good("run", model, "--tolerance", "1e-6", "-o", self.folder / "out")

    def test_a_method_of_the_file_is_not_the_option(self):
        said = self.bad(2, "run", self.model(FALL + '[simulate]\nmethod = "rk9"\n'), "-o", self.folder / "out")
        self.assertIn("model.toml:6:", said)
        self.assertNotIn("--method", said)
