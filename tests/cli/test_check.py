"""`check` passes on good models and fails on wrong ones."""
import json

from command import EXAMPLES, CommandTest, call, example


class CheckCommand(CommandTest):
    def test_every_example(self):
        self.assertGreaterEqual(len(EXAMPLES), 8)
        for path in EXAMPLES:
            with self.subTest(path.name):
                found = json.loads(self.good("check", path, "--json", timeout=20))
                self.assertIs(found["passed"], True)
                for line in found["checks"]:
                    self.assertEqual(set(line) >= {"name", "residual", "tolerance", "passed"}, True)
                    self.assertIsNot(line["passed"], False)

    def test_seed_and_states(self):
        self.good("check", example("double-pendulum"), "--states", "200", "--seed", "7")
        self.bad(2, "check", example("double-pendulum"), "--states", "0")

    def failing(self, text, check):
        result = call("check", self.model(text), "--json")
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        lines = {c["name"]: c for c in json.loads(result.stdout)["checks"]}
        self.assertIs(lines[check]["passed"], False, lines)
        return lines[check]["note"]

    def test_negative_mass_is_not_positive_definite(self):
        note = self.failing("[parameters]\nm = -1\n[coordinates]\nx = 0\n[energy]\nkinetic = \"m*x'^2/2\"\n",
                            "M positive definite")
        self.assertIn("x = ", note)

    def test_indefinite_mass_matrix(self):
        # M = [[1, 2], [2, 1]] has the eigenvalue -1
        self.failing("[coordinates]\nx = 0\ny = 0\n[energy]\nkinetic = \"x'^2/2 + y'^2/2 + 2*x'*y'\"\n",
                     "M positive definite")

    def test_no_mass_at_all(self):
        self.failing("[parameters]\nm = 0\n[coordinates]\nx = 0\n[energy]\nkinetic = \"m*x'^2/2\"\n", "M positive definite")

    def test_too_stiff_is_not_done_rather_than_failed(self):
        result = call("check", self.model("[coordinates]\nx = 1\n[energy]\nkinetic = \"x'^2/2\"\npotential = \"1e14*x^2/2\"\n"),
                      "--json")
        lines = {c["name"]: c for c in json.loads(result.stdout)["checks"]}
        self.assertIsNone(lines["energy balance along a motion"]["passed"])
        self.assertEqual(result.returncode, 0)

    def test_singular_start(self):
        note = self.failing("[coordinates]\nth = 0\nph = { start = 0, rate = 1 }\n[energy]\n"
                            "kinetic = \"th'^2/2 + sin(th)^2*ph'^2/2\"\n", "energy balance along a motion")
        self.assertIn("singular", note)

    def test_loops_on_a_moving_body(self):
        """A four-bar on a turning arm, whichever joint closes it; driven, or not."""
        def model(cut, motion):
            def joint(name, rest):
                return f'[joint.{name}]\ntype = "revolute"\n' + rest + ("cut = true\n" if name == cut else "")
            bodies = "".join(f"[body.{name}]\nmass = 1\ninertia = 0.05\ncenter = [0.3, 0.1]\n"
                             for name in ("arm", "crank", "coupler", "rocker"))
            crank = f'motion = "{motion}"\n' if motion else "start = 1.1\nrate = 2\nfixed = true\n"
            return self.model(
                'space = "planar"\n' + bodies +
                joint("W", 'bodies = ["ground", "arm"]\nstart = 0.3\nrate = 1\n') +
                joint("A", 'bodies = ["arm", "crank"]\nat = [[0.1, 0], [0, 0]]\n' + crank) +
                joint("B", 'bodies = ["crank", "coupler"]\nat = [[0.4, 0], [0, 0]]\nstart = -0.5\n') +
                joint("C", 'bodies = ["coupler", "rocker"]\nat = [[1, 0], [0.8, 0]]\nstart = 0.6\n') +
                joint("D", 'bodies = ["arm", "rocker"]\nat = [[1.2, 0], [0, 0]]\nstart = 1.2\n'), cut + ".toml")
        for motion in ("", "1.1 + 0.3*sin(2*t)"):
            accelerations = []
            for cut in "BCD":
                path = model(cut, motion)
                self.assertIs(self.json("check", path)["passed"], True)
                found = self.json("evaluate", path)
                accelerations.append(dict(zip(found["coordinates"], found["acceleration"])))
            for other in accelerations[1:]:
                for name in "WA":
                    self.assertAlmostEqual(other[name], accelerations[0][name], delta=1e-8)  # starts agree to 1e-9
