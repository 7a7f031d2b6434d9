"""`check` passes on good models and fails on wrong ones."""
import json
import math
import os
import pty
import random
import re
import subprocess
import time

from command import ALEMBERT, EXAMPLES, SOURCE, CommandTest, call, example

VOCABULARY = SOURCE / "tests" / "data" / "vocabulary"


class CheckCommand(CommandTest):
    def test_every_example(self):
        self.assertGreaterEqual(len(EXAMPLES), 8)
        for path in EXAMPLES:
            with self.subTest(path.name):
                found = json.loads(self.good("check", path, "--json", timeout=20))
                self.assertIs(found["passed"], True)
                self.assertEqual(found["verdict"], "passed")
                self.assertEqual(found["compared"], found["states"] + 1)
                for line in found["checks"]:
                    self.assertEqual(set(line) >= {"name", "residual", "tolerance", "passed", "applies", "note"}, True)
                    self.assertEqual(line["passed"], True if line["applies"] else None, line)

    def test_every_kind_in_general_position(self):
        """All kinds of joints, forces and constraints, turned, off their axes and with their bodies swapped."""
        for path in sorted(VOCABULARY.glob("*.toml")):
            with self.subTest(path.name):
                found = json.loads(self.good("check", path, "--json", timeout=20))
                self.assertEqual(found["verdict"], "passed")

    def test_formulas_of_many_digits_are_numbers(self):
        """Loops in space: elimination nests sums of measured numbers, which must not leave the doubles."""
        text = (VOCABULARY / "loops.toml").read_text()
        ball = text[text.index("[joint.D]"):text.index("[joint.E]")]
        hinge = '[joint.D]\ntype = "revolute"\nbodies = ["d", "c"]\nat = [0.7, 0.9, 0.2]\naxis = [2, 3, 6]\n'
        model = self.model(text.replace(ball, hinge))
        found = self.json("derive", model, "--form", "state-space", "--at", "t=0")["numbers"]["solution"]
        motion = self.json("evaluate", model)
        compared = 0
        for speed, acceleration in zip(motion["speeds"], motion["acceleration"]):
            if speed + "'" in found:
                self.assertAlmostEqual(found[speed + "'"], acceleration, delta=1e-9 * max(map(abs, motion["acceleration"])))
                compared += 1
        self.assertGreater(compared, 0)

    def test_seed_and_states(self):
        self.good("check", example("double-pendulum"), "--states", "200", "--seed", "7")
        self.bad(2, "check", example("double-pendulum"), "--states", "0")

    def test_progress_on_a_terminal(self):
        """Work longer than a second says what it is at, on one line that is gone at the end; nothing without a terminal."""
        for words, said in ((["check", example("stewart"), "--states", "1500"], "checking: "),
                            (["derive", example("arm-7")], "simplified formulas ")):
            with self.subTest(words[0]):
                ours, theirs = pty.openpty()
                began = time.monotonic()
                process = subprocess.Popen([ALEMBERT, *words], stdout=subprocess.DEVNULL, stderr=theirs)
                os.close(theirs)
                shown = b""
                while True:
                    try:
                        part = os.read(ours, 4096)
                    except OSError:  # the other end is closed
                        break
                    if not part:
                        break
                    shown += part
                os.close(ours)
                self.assertEqual(process.wait(timeout=60), 0)
                text = shown.decode()
                if time.monotonic() - began < 1.5:
                    print(f"skipped: {words} is through before there is anything to show")
                    continue
                self.assertIn("\r" + said, text)
                self.assertNotIn("\n", text)
                self.assertTrue(text.endswith("\r" + 72 * " " + "\r"), text[-90:])
                self.assertEqual(call(*words).stderr, "")

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
        path = self.model("[coordinates]\nx = 1\n[energy]\nkinetic = \"x'^2/2\"\npotential = \"1e14*x^2/2\"\n")
        result = call("check", path, "--json")
        found = json.loads(result.stdout)
        lines = {c["name"]: c for c in found["checks"]}
        self.assertIsNone(lines["energy balance along a motion"]["passed"])
        self.assertEqual((found["verdict"], found["passed"], result.returncode), ("incomplete", False, 1))
        self.assertRegex(call("check", path).stdout, r"The certificate is incomplete: \d+ passed, 2 not done, \d+ not applicable, "
                                                     r"at 21 states\.\n$")

    def test_states_that_are_left_out(self):
        """Energies that are defined on a narrow strip around the start are compared there; where there is next to
        nothing to compare, the certificate is not complete and says from how few states it is."""
        strip = "[coordinates]\nx = 1\n[energy]\nkinetic = \"x'^2/2\"\npotential = \"sqrt(1e-8-(x-1)^2)\"\n"
        self.assertEqual(self.json("check", self.model(strip))["compared"], 21)
        result = call("check", self.model(strip.replace("(x-1)^2", "(x-1)^2 - 1e-20*sqrt(-t)")))
        self.assertEqual(result.returncode, 1)
        self.assertIn("1 of 21 states", result.stdout)
        self.assertIn("at 1 state.", result.stdout)

    def test_jumps_and_impacts(self):
        """A drive whose speed jumps supplies energy and dissipates none; stops keep their law."""
        head = 'space = "planar"\ngravity = [0, 0]\n[body.a]\nmass = 1\ninertia = 0.1\ncenter = [0.2, 0]\n'
        joint = '[joint.A]\ntype = "revolute"\nbodies = ["ground", "a"]\n'
        found = self.lines(head + joint + 'motion = "if(t < 0.5, t, 3*t - 1)"\n[simulate]\ntime = 1\n')
        self.assertLess(found["dissipation along a motion"]["residual"], 1e-12)
        found = self.lines(head + '[body.b]\nmass = 2\ninertia = 0.3\n' + joint + 'rate = 1\n[joint.B]\ntype = "revolute"\n'
                           'bodies = ["a", "b"]\nat = [[0.5, 0], [0.1, 0.2]]\nlimits = [-0.3, 0.4]\nrestitution = 0.6\nrate = 2\n'
                           "[simulate]\ntime = 1\n")
        self.assertIs(found["impacts by their law"]["passed"], True)

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

    def lines(self, text):
        """The lines of a certificate that must pass, by name."""
        found = self.json("check", self.model(text))
        self.assertIs(found["passed"], True)
        return {line["name"]: line for line in found["checks"]}

    def test_forces_that_cancel(self):
        """A planet whose mass centre is on its axis: C v is zero but for rounding."""
        for rate in (0, 1e5):
            self.lines('space = "planar"\ngravity = [0, 0]\n[body.c]\ninertia = 1\n[body.p]\nmass = 1\ninertia = 0.1\n'
                       f'[joint.C]\ntype = "revolute"\nbodies = ["ground", "c"]\nrate = {rate}\n'
                       f'[joint.P]\ntype = "revolute"\nbodies = ["c", "p"]\nat = [[0.3, 0], [0, 0]]\nrate = {-rate}\n'
                       "[simulate]\ntime = 0.001\n")

    def test_structures(self):
        """Nothing can move: the certificate passes, and a run says that nothing has."""
        beam = ('space = "planar"\n[body.beam]\nmass = 10\ncenter = [1, 0]\ninertia = 3\npoints.a = [1, 0]\n'
                '[joint.H]\ntype = "revolute"\nbodies = ["ground", "beam"]\n[constraint.rod]\ntype = "distance"\n'
                'points = [["ground", [1, -1]], "beam.a"]\nlength = 1\n')
        truss = ('space = "planar"\n[body.p]\nkind = "particle"\nmass = 1\nposition = [1, 1]\n[constraint.a]\n'
                 'type = "distance"\npoints = [["ground", [0, 0]], "p.origin"]\nlength = "sqrt(2)"\n[constraint.b]\n'
                 'type = "distance"\npoints = [["ground", [2, 0]], "p.origin"]\nlength = "sqrt(2)"\n')
        for text in (beam, truss):
            self.lines(text)
            self.good("run", self.model(text), "-o", self.folder / "out")
            summary = json.loads((self.folder / "out" / "summary.json").read_text())
            self.assertLess(summary["energy_drift"], 1e-11)

    def test_rows_of_speeds_alone(self):
        name = "A v - b by dual numbers"
        found = self.lines('space = "planar"\ngravity = [0, 0]\n[body.a]\ninertia = 1\n[body.b]\ninertia = 2\n'
                           '[joint.A]\ntype = "revolute"\nbodies = ["ground", "a"]\n[joint.B]\ntype = "revolute"\n'
                           'bodies = ["ground", "b"]\nat = [[1, 0], [0, 0]]\neffort = 1\n'
                           "[constraint.c]\npfaffian = \"A' - 2*B' - sin(t)\"\n")
        self.assertIs(found[name]["passed"], True)
        found = self.lines('[body.e]\nmass = 1\ninertia = [0.02, 0.03, 0.04]\nposition = [0, 0, 0.3]\n'
                           "rate = [0.1, 0.5, 0.2, 0, 0, 0]\n[constraint.roll]\ntype = \"rolling\"\nbody = \"e\"\n"
                           'ellipsoid = [0.1, 0.2, 0.3]\n[constraint.edge]\ntype = "no-slip"\nbody = "e"\nat = [0.1, 0, 0]\n'
                           "direction = [1, 1, 0]\n[simulate]\ntime = 0.5\n")
        self.assertIs(found[name]["passed"], True)

    def test_inertia_on_the_motions_that_loops_allow(self):
        """A slider without rotational inertia, which the loop turns: the motion starts, and no line says otherwise."""
        found = self.lines(
            'space = "planar"\n[body.a]\nmass = 1\ninertia = 0.02\n[body.b]\nmass = 1\ninertia = 0.02\n[body.s]\nmass = 1\n'
            '[joint.A]\ntype = "revolute"\nbodies = ["ground", "a"]\nstart = 0.4\nrate = 1\n'
            '[joint.B]\ntype = "revolute"\nbodies = ["a", "b"]\nat = [[0.5, 0], [0, 0]]\nstart = -0.8\n'
            '[joint.C]\ntype = "revolute"\nbodies = ["b", "s"]\nat = [[0.5, 0], [0, 0]]\n'
            '[joint.D]\ntype = "prismatic"\nbodies = ["ground", "s"]\nstart = 0.9\n[simulate]\ntime = 0.3\n')
        self.assertIs(found["M positive definite"]["passed"], True)
        self.assertNotIn("cannot start", str(found))

    def test_small_and_far_away(self):
        """A resonator of a microgram, and a four-bar a thousand kilometres from the origin."""
        self.lines('space = "planar"\n[body.m]\nmass = 1e-9\n[joint.X]\ntype = "prismatic"\nbodies = ["ground", "m"]\n'
                   "stiffness = 1\nstart = 1e-6\n[simulate]\ntime = 0.001\n")
        links = "".join(f"[body.{name}]\nmass = 1\ninertia = 0.1\n" for name in "abc")

        def joint(name, bodies, at, start):
            return f'[joint.{name}]\ntype = "revolute"\nbodies = {bodies}\nat = {at}\nstart = {start}\n'
        self.lines('space = "planar"\n' + links + joint("A", '["ground", "a"]', "[[1e6, 1e6], [0, 0]]", 1.2) +
                   joint("B", '["a", "b"]', "[[0.4, 0], [0, 0]]", -1) + joint("C", '["b", "c"]', "[[1, 0], [0.8, 0]]", 0) +
                   joint("D", '["ground", "c"]', "[[1000001, 1e6], [0, 0]]", 1.3) + "[simulate]\ntime = 1\n")

    def test_a_motion_that_creeps_through_a_singular_configuration(self):
        """Two cranks that come to lie flat slowly: the account of energy ends there, where its digits do."""
        model = self.model("""
space = "planar"
gravity = [0, 0]
[body.a]
mass = 1
inertia = 0.02
center = [0.1, 0]
[body.b]
mass = 1
inertia = 0.02
center = [0.1, 0]
[body.bar]
mass = 2
inertia = 0.1
center = [0.25, 0]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
start = 0.2
rate = -0.25
[joint.B]
type = "revolute"
bodies = ["ground", "b"]
at = [[0.5, 0], [0, 0]]
start = 0.2
[joint.C]
type = "revolute"
bodies = ["a", "bar"]
at = [[0.2, 0], [0, 0]]
start = -0.2
[joint.D]
type = "revolute"
bodies = ["b", "bar"]
at = [[0.2, 0], [0.5, 0]]
[force.s]
type = "spring"
points = [["ground", [0.2, 0.3]], ["a", [0.2, 0]]]
stiffness = 1
length = 0.2
[simulate]
time = 2
""")
        certificate = self.json("check", model)
        self.assertEqual(certificate["verdict"], "passed")
        line = next(c for c in certificate["checks"] if c["name"].startswith("energy balance"))
        self.assertIn("up to a singular configuration", line["note"])
        self.assertLessEqual(line["tolerance"], 1e-8)

    def test_drawn_far_away(self):
        """A driven four-bar drawn in space ten kilometres from the origin: arms are differences of far places."""
        places = {"O": (0, 0), "A": (0.054030230587, 0.0841470984806), "C": (0.3, 0), "B": (0.36698634298, 0.2408585266376)}
        at = {name: [1e4 + 0.6 * x, 3000 + 0.8 * x, -2000 + y] for name, (x, y) in places.items()}

        def body(name, mass, origin, center):
            return (f"[body.{name}]\nmass = {mass}\ninertia = [0.002, 0.003, 0.004]\nposition = {at[origin]}\n"
                    f"rotation = {{ rpy = [{mass}, -0.5, {2 * mass}] }}\n"
                    f"center = [{0.6 * center[0]}, {0.8 * center[0]}, {center[1]}]\n")

        def joint(name, bodies, more=""):
            return f'[joint.{name}]\ntype = "revolute"\nbodies = {bodies}\nat = {at[name]}\naxis = [0.8, -0.6, 0]\n{more}'
        self.lines("gravity = [0, 0, -9.81]\n" + body("crank", 0.5, "O", (0.027, 0.042)) +
                   body("coupler", 1.2, "A", (0.166, 0.108)) + body("rocker", 0.9, "C", (0.033, 0.12)) +
                   joint("O", '["ground", "crank"]', 'motion = "2*t"\n') + joint("A", '["crank", "coupler"]') +
                   joint("C", '["ground", "rocker"]') + joint("B", '["coupler", "rocker"]') + "[simulate]\ntime = 1\n")

    def test_frames_of_bodies_far_away(self):
        """A four-bar drawn a kilometre from the origin, where the frames of its bodies stay."""
        places = {"O": (0, 0), "A": (0.113, 0.21), "B": (0.598, 0.476), "C": (0.489, -0.004)}
        at = {name: [1000 + x, y - 1000] for name, (x, y) in places.items()}

        def body(name, mass, first, second):
            center = [(a + b) / 2 + 0.03 for a, b in zip(at[first], at[second])]
            return f"[body.{name}]\nmass = {mass}\ninertia = 0.02\ncenter = {center}\n"

        def joint(name, bodies, more=""):
            return f'[joint.{name}]\ntype = "revolute"\nbodies = {bodies}\nat = {at[name]}\n{more}'
        for drive in ("rate = 2\n", 'motion = "2*t"\n'):
            self.lines('space = "planar"\ngravity = [0, -9.81]\n' + body("crank", 2, "O", "A") + body("rod", 1.3, "A", "B") +
                       body("rocker", 1.8, "B", "C") + joint("O", '["ground", "crank"]', drive) +
                       joint("A", '["crank", "rod"]') + joint("B", '["rod", "rocker"]') +
                       joint("C", '["ground", "rocker"]') + "[simulate]\ntime = 0.3\n")

    def test_unlike_masses_in_redundant_loops(self):
        """Masses and inertias of 1e-3 to 1e6 times what is drawn: rounding of redundant rows pushes no light body, slender rods
        that are turned a little have no axis of their own, and no drawing is refused."""
        for name, seeds in (("bricard", (8, 20, 141)), ("bennett", (3,)), ("rssr", (1,))):
            bodies = re.split(r"(?=^\[)", (SOURCE / "examples" / f"{name}.toml").read_text(), flags=re.M)
            for seed in seeds:
                draw = random.Random(seed)
                text = ""
                for block in bodies:
                    if block.startswith("[body."):
                        factor = f"{10 ** draw.uniform(-3, 6):g}"
                        block = re.sub(r"^(mass\s*=\s*)([\d.e-]+)", rf'\1"\2*{factor}"', block, flags=re.M)
                        block = re.sub(r"^inertia\s*=\s*\[(.*)\]", lambda m: "inertia = [" + ", ".join(
                            f'"({x.strip().strip(chr(34))})*{factor}"' for x in m.group(1).split(",")) + "]", block, flags=re.M)
                    text += block
                with self.subTest(name=name, seed=seed):
                    found = json.loads(self.good("check", self.model(text), "--states", "10", "--json", timeout=20))
                    self.assertEqual(found["verdict"], "passed")

    def test_loops_that_also_close_as_a_structure(self):
        """Three parallel cranks, which hold each other at unlike angles; and a Sarrus linkage nearly flat."""
        text = 'space = "planar"\ngravity = [0, -9.81]\n[body.rod]\nmass = 0.6\ninertia = 0.04\ncenter = [0.7, 0.2]\n'
        for k, (x, y) in enumerate([(0, 0), (0.4, 0.1), (0.9, 0.2)]):
            text += f"[body.c{k}]\nmass = {1 + k}\ninertia = 0.01\ncenter = [{x + 0.1}, {y + 0.05}]\n"
            text += f'[joint.O{k}]\ntype = "revolute"\nbodies = ["ground", "c{k}"]\nat = [{x}, {y}]\n'
            text += f'[joint.A{k}]\ntype = "revolute"\nbodies = ["c{k}", "rod"]\nat = [{x + 0.27}, {y + 0.13}]\n'
        self.lines(text + "[simulate]\ntime = 0.3\n")
        text = "gravity = [0, 0, -9.81]\n[body.plate]\nmass = 1\ninertia = [0.01, 0.01, 0.01]\n"
        for k, (c, s) in enumerate([(1, 0), (0.28, 0.96)]):
            axis, height = [-s, c, 0], 0.3 * math.sin(0.01)

            def place(out, z):
                return [out * c, out * s, z]
            for name, out, z in [("X", 0.2, 0.0), ("Y", 0.2 + 0.3 * math.cos(0.01), height), ("Z", 0.2, 2 * height)]:
                bodies = {"X": ["ground", f"u{k}"], "Y": [f"u{k}", f"v{k}"], "Z": [f"v{k}", "plate"]}[name]
                text += f'[joint.{name}{k}]\ntype = "revolute"\nbodies = {bodies}\nat = {place(out, z)}\naxis = {axis}\n'
            for name, z in [("u", 0.0), ("v", height)]:
                text += f"[body.{name}{k}]\nmass = 1\ninertia = [0.01, 0.01, 0.01]\ncenter = {place(0.35, z)}\n"
        self.lines(text + "[simulate]\ntime = 0.2\n")

