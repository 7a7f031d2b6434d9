"""What --help says of every verb: it fits the terminal, has every default, and the defaults are those that act."""
import re
import shlex
import subprocess

from command import ALEMBERT, SOURCE, CommandTest, call

VERBS = ["run", "evaluate", "check", "derive", "prove", "convert", "mobility", "action", "branches", "kinematics", "inverse"]
PENDULUM = """[body.rod]
mass = 1
center = [0, 0, -0.5]
inertia = [0.1, 0.1, 0.1]
[joint.th]
type = "revolute"
bodies = ["ground", "rod"]
axis = [1, 0, 0]
motion = "sin(t)"
"""
NEEDED = {"prove": ["--equal", "T", "T"], "convert": ["-o", "out.toml"], "action": ["results/pendulum/trajectory.csv"]}
# What an option acts together with.
BESIDE = {"--spectral-radius": ["--method", "alpha", "--step-size", "0.01"]}


def help_of(*verb):
    return call(*verb, "--help").stdout


def options(verb):
    """(name, kind, what it does) of each option that takes a value or is a flag."""
    text = re.sub(r"\n {4,}", " ", help_of(verb))
    for names, what in re.findall(r"^  (-.*?)(?: {2,}| (?=\S+ \S+ \S+ \S+ \())(.*)$", text, re.MULTILINE):
        name, _, kind = names.split(", ")[-1].partition(" ")
        yield name, kind, what


class Help(CommandTest):
    def test_fits_and_is_grouped(self):
        for verb in [[], *([v] for v in VERBS)]:
            with self.subTest(verb):
                text = help_of(*verb)
                self.assertLessEqual(max(map(len, text.splitlines())), 100)
                self.assertIn("\nUsage: alembert " + " ".join(verb or ["VERB"]) + " MODEL", text)
                self.assertNotRegex(text, r"(?i:subcommand)|\bcommands\b|\b(TEXT|REQUIRED|OPTIONS|Positionals|Excludes)\b")
                groups = re.findall(r"^([A-Z]\w+):$", text, re.MULTILINE)
                self.assertEqual(groups[-1], "Help")
                if verb:
                    self.assertEqual(groups[-3:-1], ["Model", "Results"])
                    self.assertEqual(text, call("help", *verb).stdout)
        self.assertEqual(re.findall(r"^  (\w+) ", help_of(), re.MULTILINE), VERBS)

    def test_every_value_has_a_default(self):
        for verb in VERBS:
            found = list(options(verb))
            self.assertGreater(len(found), 5)
            for name, kind, what in found:
                if kind:
                    self.assertRegex(what, r"\(default: .+\)$|\(needed\)$", f"{verb} {name}")

    def test_a_missing_verb_is_asked_for(self):
        self.assertEqual(self.bad(2), "alembert: a verb is needed: alembert VERB MODEL\n"
                                      "  hint: verbs are run, evaluate, check, derive, prove, convert, mobility, "
                                      "branches, kinematics, inverse, action\n")

    def call_here(self, *words):
        result = subprocess.run([ALEMBERT, *words], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(result.returncode, 0, (words, result.stderr))
        return result.stdout

    def results(self, *words):
        """What a call prints and writes, without what differs from run to run."""
        text = re.sub(r"evaluations, [\d.]+ s", "", self.call_here(*words))
        tables = sorted(self.folder.rglob("*.csv"))
        return text, [(path, path.read_bytes()) for path in tables]

    def test_defaults_are_true(self):
        self.model(PENDULUM, "pendulum.toml")
        self.call_here("run", "pendulum.toml", "--no-report")
        tried = 0
        for verb in VERBS:
            words = [verb, "pendulum.toml", *NEEDED.get(verb, [])]
            for name, kind, what in options(verb):
                value = re.search(r"\(default: (?:that of \[simulate\], else )?([a-z]+|[\d.e-]+)[;)]", what)
                if kind and value and value[1] != "none":
                    beside = BESIDE.get(name, [])
                    with self.subTest(f"{verb} {name} {value[1]}"):
                        self.assertEqual(self.results(*words, *beside, name, value[1]), self.results(*words, *beside))
                    tried += 1
        self.assertGreaterEqual(tried, 50)

    def test_examples_run(self):
        (self.folder / "examples").symlink_to(SOURCE / "examples")
        for verb in VERBS:
            footer = help_of(verb).rpartition("\nExample")[2]
            commands = re.findall(r"alembert (.*)", footer)
            self.assertTrue(commands, verb)
            for command in commands:
                with self.subTest(command):
                    self.call_here(*shlex.split(command))

    def test_options_are_in_the_documentation(self):
        pages = "".join(path.read_text() for path in (SOURCE / "docs").glob("*.md"))
        documented = set(re.findall(r"--[a-z][\w-]*", pages))
        for verb in VERBS:
            missing = {name for name, _, _ in options(verb)} - documented - {"--help"}
            self.assertEqual(missing, set(), verb)
