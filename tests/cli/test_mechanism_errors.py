"""Bad mechanisms end with exit code 2, a message that names the place, and a remedy."""
from command import call
from mechanics import MechanismTest

GROUND_AND = """[body.a]
mass = 1
inertia = [1, 1, 1]
[body.b]
mass = 1
inertia = [1, 1, 1]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
at = [[0, 0, 0], [0, 0, 0]]
"""
SECOND = "[joint.B]\ntype = \"revolute\"\nbodies = [\"a\", \"b\"]\nat = [[1, 0, 0], [0, 0, 0]]\n"


class BadMechanism(MechanismTest):
    def refuse(self, text, *words, code=2, name="model.toml"):
        """Every verb that computes refuses the model with these words, and leaves no files."""
        path = self.model(text, name)
        for verb in (["evaluate", path], ["run", path, "-o", self.folder / "out"], ["check", path], ["derive", path]):
            result = call(*verb)
            self.assertEqual(result.returncode, code, (verb, result.stdout, result.stderr))
            self.assertTrue(result.stderr.startswith("alembert: "), result.stderr)
            self.assertEqual(result.stdout, "", verb)
            for word in words:
                self.assertIn(word, result.stderr, verb)
            self.assertIn("hint:", result.stderr, verb)
        self.assertFalse((self.folder / "out").exists())

    def test_good_model_is_good(self):
        self.good("check", self.model(GROUND_AND + SECOND), timeout=60)

    def test_bodies_that_nothing_leads_to(self):
        text = GROUND_AND + "[body.c]\nmass = 1\n[joint.B]\ntype = \"revolute\"\nbodies = [\"b\", \"c\"]\nat = [[0, 0, 0], [0, 0, 0]]\n"
        self.refuse(text, "model.toml:4:", "ground", "b", "c")

    def test_loop_that_cannot_close(self):
        text = GROUND_AND + SECOND + "[joint.C]\ntype = \"spherical\"\nbodies = [\"ground\", \"b\"]\nat = [[0, 0, 0], [0, 0, 0]]\n"
        error = self.bad(1, "evaluate", self.model(text))
        for part in ("cannot be assembled", "'C.t", "off by", "hint:"):
            self.assertIn(part, error)

    def test_loop_with_opposite_axes(self):
        joint = "type = \"revolute\"\nbodies = [\"ground\", \"a\"]\nat = [[0, 0, 0], [0, 0, 0]]\naxis = [0, 0, 1]\n"
        text = ("[body.a]\nmass = 1\ninertia = [1, 1, 1]\n[joint.A]\n" + joint + "[joint.B]\n" + joint)
        self.good("evaluate", self.model(text))
        error = self.bad(1, "evaluate", self.model(text + "rotation = {axis = [1, 0, 0], angle = \"180 deg\"}\n"))
        for part in ("'B'", "wrong way round", "hint:"):
            self.assertIn(part, error)

    def test_discs_that_lie_flat(self):
        text = "[body.a]\nmass = 1\ninertia = [1, 1, 2]\n[constraint.d]\ntype = \"rolling\"\nbody = \"a\"\nradius = 0.5\naxis = "
        self.refuse(text + "[0, 0, 1]\n", "model.toml:4:", "d.normal", "'d' lies flat on its plane", "parallel to the normal",
                    "tilt it", code=1)
        tilted = self.model(text.replace("[con", "rotation = { rpy = [1.5, 0, 0] }\n[con") + "[0, 0, 1]\n")
        self.good("evaluate", tilted, "--assemble")
        error = self.bad(1, "evaluate", tilted, "--assemble", "--q", "0,0,0,1,0,0,0")
        self.assertIn("lies flat on its plane", error)

    def test_masses(self):
        self.refuse(GROUND_AND.replace("mass = 1", "mass = -1", 1) + SECOND, "model.toml:1:", "a", "mass", "-1")
        self.refuse("[parameters]\nm = 1\n" + GROUND_AND.replace("mass = 1", "mass = \"m - 2\"", 1) + SECOND, "a", "mass", "-1")
        self.refuse(GROUND_AND.replace("[1, 1, 1]", "[1, 1, -0.1]", 1) + SECOND, "a", "inertia")
        self.refuse(GROUND_AND.replace("[1, 1, 1]", "[1, 1, 1, 2, 0, 0]", 1) + SECOND, "a", "inertia")

    def test_set_can_make_a_model_bad(self):
        path = self.model("[parameters]\nm = 1\n" + GROUND_AND.replace("mass = 1", "mass = \"m\"", 1) + SECOND)
        self.good("evaluate", path)
        self.assertIn("mass", self.bad(2, "evaluate", path, "--set", "m=-3"))

    def test_triangle_rule_is_a_warning(self):
        path = self.model(GROUND_AND.replace("[1, 1, 1]", "[1, 1, 3]", 1) + SECOND)
        result = call("evaluate", path)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("warning", result.stderr)
        self.assertIn("'a'", result.stderr)

    def test_free_motion_without_inertia(self):
        self.refuse(GROUND_AND.replace("mass = 1\ninertia = [1, 1, 1]\n[joint", "[joint") + SECOND, "B", "inertia")
        self.refuse("[body.a]\nmass = 1\n[joint.A]\ntype = \"revolute\"\nbodies = [\"ground\", \"a\"]\nat = [[0, 0, 0], [0, 0, 0]]\n",
                    "A", "inertia")
        self.refuse("[body.a]\nmass = 1\n", "a", "inertia")
        self.good("evaluate", self.model("[body.a]\nkind = \"particle\"\nmass = 1\n", "p.toml"))

    def test_massless_frames_are_fine(self):
        chain = GROUND_AND.replace("mass = 1\ninertia = [1, 1, 1]\n[body.b]", "[body.b]") + SECOND.replace("revolute", "fixed")
        self.good("evaluate", self.model(chain, "chain.toml"))

    def test_numbers(self):
        for bad in ["nan", "inf", "-inf", "\"1/0\"", "\"sqrt(-1)\""]:
            self.refuse(GROUND_AND.replace("mass = 1", f"mass = {bad}", 1) + SECOND, "model.toml:2:", "mass")
            self.refuse(GROUND_AND + SECOND.replace("[1, 0, 0]", f"[{bad}, 0, 0]"), "model.toml:14:", "at")
        self.refuse(GROUND_AND + SECOND + "start = nan\n", "model.toml:15:", "start")
        self.refuse(GROUND_AND.replace("mass = 1", "mass = \"1 m\"", 1) + SECOND, "model.toml:2:", "unit")

    def test_axes_and_vectors(self):
        self.refuse(GROUND_AND + SECOND + "axis = [0, 0, 0]\n", "model.toml:15:", "axis", "zero")
        self.refuse(GROUND_AND + SECOND + "axis = [0, 1e-200, 0]\n", "model.toml:", "[0, 1e-200, 0] has no direction")
        self.refuse(GROUND_AND + SECOND + "axis = [0, 1]\n", "model.toml:15:", "axis", "2", "3")
        self.refuse(GROUND_AND.replace("[1, 1, 1]", "[1, 1]", 1) + SECOND, "model.toml:3:", "inertia", "3 or 6")
        self.refuse("gravity = [0, -9.81]\n" + GROUND_AND + SECOND, "model.toml:1:", "gravity")
        self.refuse("space = \"planar\"\ngravity = [0, 0, -9.81]\n[body.a]\nmass = 1\ninertia = 1\n", "model.toml:2:", "gravity")

    def test_names(self):
        self.refuse(GROUND_AND + "[joint.A]\ntype = \"fixed\"\nbodies = [\"a\", \"b\"]\n", "model.toml:11:")
        self.refuse("[parameters]\nA = 1\n" + GROUND_AND + SECOND, "'A'")
        self.refuse(GROUND_AND + SECOND.replace("\"a\", \"b\"", "\"a\", \"bb\""), "model.toml:13:", "'bb'")
        self.refuse(GROUND_AND + SECOND.replace("\"revolute\"", "\"revolut\""), "model.toml:12:", "revolute")
        self.refuse(GROUND_AND + SECOND + "dampng = 1\n", "model.toml:15:", "damping")
        self.refuse(GROUND_AND + SECOND.replace("[\"a\", \"b\"]", "[\"b\", \"b\"]"), "model.toml:13:")
        self.refuse("[body.ground]\nmass = 1\n", "ground")
        self.refuse(GROUND_AND + SECOND + "effort = \"3*C\"\n", "model.toml:15:", "'C'")

    def test_other_sections(self):
        self.refuse(GROUND_AND + SECOND + "[coordinates]\nx = 0\n[energy]\nkinetic = \"x'^2\"\n", "model.toml:")
        self.refuse("[joint.A]\ntype = \"free\"\nbodies = [\"ground\", \"a\"]\n", "'a'")

    def test_include(self):
        self.refuse("[include.arm]\nfile = \"nowhere.urdf\"\n", "model.toml:2:", "nowhere.urdf")
        self.refuse("[include.arm]\nfile = \"model.toml\"\n", "include each other")

    def test_sizes(self):
        many = self.bad(2, "evaluate", self.model("[body.a]\ncount = 1e12\nmass = 1\ninertia = [1, 1, 1]\n"))
        self.assertIn("model.toml:2:9:", many)
        self.refuse("[body.a]\ncount = -1\nmass = 1\ninertia = [1, 1, 1]\n", "count")
        self.refuse("[body.a]\ncount = 2.5\nmass = 1\ninertia = [1, 1, 1]\n", "count")

    def test_set_changes_a_count(self):
        model = self.model("space = \"planar\"\n[parameters]\nN = 3\n[body.a]\ncount = \"N\"\nmass = 1\ninertia = 1\n")
        self.assertEqual(len(self.at(model)["q"]), 9)
        self.assertEqual(len(self.at(model, words=["--set", "N=2"])["q"]), 6)

    def test_lists_of_the_command_line(self):
        path = self.model("[body.a]\nmass = 1\ninertia = [1, 1, 1]\n")
        self.assertIn("7", self.bad(2, "evaluate", path, "--q", "1,2,3,4,5,6"))
        self.assertIn("6", self.bad(2, "evaluate", path, "--v", "1"))
        self.bad(2, "evaluate", path, "--q", "0,0,0,0,0,0,0")
        self.assertIn("a.qw", self.bad(2, "evaluate", path, "--q", "a.qq=1"))
