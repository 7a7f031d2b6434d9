"""`derive --base-parameters` and `derive --constants` against numbers of `evaluate`, which come from the kernels."""
import random
import re
import tomllib
import unittest

from command import SOURCE, example
from mechanics import MechanismTest, times
from test_mechanism_formulas import value

ARMS = ["puma560-akb", "puma560-corke", "arm-3r", "two-arm", "robot-with-tool", "gyroscope"]


def parameters(name):
    """Numbers of a model's parameters."""
    file = tomllib.loads((SOURCE / "examples" / f"{name}.toml").read_text())
    return {key: float(x) for key, x in file.get("parameters", {}).items()}


class Formulas(MechanismTest):
    def check_entries(self, model, derived, names):
        r = random.Random(7)
        coordinates = derived["coordinates"]
        for _ in range(3):
            q, v = [[r.uniform(-2, 2) for _ in coordinates] for _ in range(2)]
            known = self.at(model, q, v)
            here = names | dict(zip(coordinates, q)) | {f"{c}'": x for c, x in zip(coordinates, v)}
            matrix = lambda key: [[value(e, here) for e in row] for row in derived[key]]
            self.near(matrix("M"), known["M"], 1e-12, model)
            self.near([value(e, here) for e in derived["g"]], known["g"], 1e-12, model)
            self.near(matrix("C"), known["C"], 1e-11, model)
            self.near(times(matrix("C"), v), [b - g for b, g in zip(known["bias"], known["g"])], 1e-11, model)

    def test_base_parameters(self):
        for name in ARMS:
            with self.subTest(name):
                given = parameters(name)
                derived = self.json("derive", example(name), "--base-parameters")
                for p in derived["base_parameters"]:
                    self.assertAlmostEqual(value(p["formula"], given), p["value"], delta=1e-14 * (1 + abs(p["value"])))
                    self.assertTrue(p["name"].endswith("_" + p["body"]), p)
                names = given | {p["name"]: p["value"] for p in derived["base_parameters"]}
                self.check_entries(example(name), derived, names)

    def test_constants(self):
        for name in ARMS:
            with self.subTest(name):
                given = parameters(name)
                derived = self.json("derive", example(name), "--constants")
                for c in derived["constants"]:
                    self.assertAlmostEqual(value(c["formula"], given), c["value"], delta=1e-14 * (1 + abs(c["value"])))
                self.check_entries(example(name), derived, given | {c["name"]: c["value"] for c in derived["constants"]})

    def tree(self, seed):
        """Joints of all kinds with one axis; many axes parallel or opposite, so that their angles add up."""
        r = random.Random(seed)
        text = "gravity = [0.5, 0, -9.81]\n[parameters]\nl = 0.3\nm = 1.2\nh = 0.07\n"
        for i in range(4):
            place = [round(r.uniform(-0.3, 0.3), 2) for _ in range(3)]
            kind = r.choice(["revolute", "revolute", "revolute", "prismatic", "screw"])
            first = "ground" if i == 0 else f"b{r.choice([i - 1, i - 1, max(0, i - 2)])}"
            text += (f"[body.b{i}]\nmass = \"m*{i + 1}\"\ncenter = [\"l/2\", {place[0]}, 0.1]\n"
                     f"inertia = [0.1, 0.12, 0.13, 0.01, -0.02, 0.03]\n[joint.J{i}]\ntype = \"{kind}\"\nbodies = [\"{first}\", \"b{i}\"]\n"
                     f"at = [[\"l\", {place[1]}, 0.2], [0, 0, {place[2]}]]\n"
                     f"axis = {r.choice([[1, 0, 0], [-1, 0, 0], [1, 0, 0], [0, 0, 1], [0, 0.6, 0.8]])}\narmature = \"m/{i + 9}\"\n")
            text += "pitch = \"h\"\n" if kind == "screw" else ""
        return self.model(text, f"tree{seed}.toml")

    def test_random_trees(self):
        given = {"l": 0.3, "m": 1.2, "h": 0.07}
        for seed in range(12):
            model = self.tree(seed)
            with self.subTest(seed):
                derived = self.json("derive", model, "--base-parameters")
                self.check_entries(model, derived, given | {p["name"]: p["value"] for p in derived["base_parameters"]})
                derived = self.json("derive", model, "--constants")
                self.check_entries(model, derived, given | {c["name"]: c["value"] for c in derived["constants"]})

    def test_names_come_up_in_order(self):
        for name in ARMS:
            derived = self.json("derive", example(name), "--constants")
            for prefix, entries in [("I", sum(derived["M"], [])), ("g", derived["g"])]:
                seen = []
                for entry in entries:
                    for number in re.findall(rf"\b{prefix}(\d+)\b", entry):
                        if int(number) not in seen:
                            seen.append(int(number))
                self.assertEqual(seen, list(range(1, len(seen) + 1)), name)

    def test_constants_of_energies(self):
        derived = self.json("derive", example("double-pendulum"), "--constants")
        self.assertEqual(derived["M"], [["I1", "I2*cos(th1 - th2)"], ["I2*cos(th1 - th2)", "I3"]])
        self.assertEqual(derived["g"], ["g1*sin(th1)", "g2*sin(th2)"])

    def test_numeric_base_parameters(self):
        derived = self.json("derive", example("arm-3r"), "--base-parameters", "--numeric")
        self.near(value(derived["M"][2][2], {}), 0.02 + 1.5 * 0.2 ** 2, 1e-15)
        self.assertRegex(derived["g"][2], r"^-2\.943\d*\*cos\(q2 \+ q3\)$")

    def test_latex(self):
        for option in ["--base-parameters", "--constants"]:
            text = self.good("derive", example("arm-3r"), option, "--format", "latex")
            self.assertEqual(text.count("\\["), text.count("\\]"))
            self.assertEqual(text.count("{"), text.count("}"))
            self.assertIn("I_{1}" if option == "--constants" else "\\mathrm", text)


class ArmstrongKhatibBurdick(MechanismTest):
    """V13: constants of the paper. I1 and I3 of the paper do not follow from its table of links."""
    model = example("puma560-akb")
    # paper's name: (value in the paper, its decimals, the constant of the same term here)
    paper = {"I2": (1.75, 2, "I21"), "I4": (.69, 2, "I14"), "I5": (.372, 3, "I5"), "I6": (.333, 3, "I22"),
             "I7": (.298, 3, "-I10"), "I8": (-.134, 3, "I17"), "I9": (.0238, 4, "I16"), "I10": (-.0213, 4, "I6"),
             "I11": (-.0142, 4, "I3"), "I12": (-.011, 3, "I7"), "I13": (-.00379, 5, "I15"), "I17": (.000642, 6, "I19"),
             "I23": (4e-5, 5, "I20"), "g1": (-37.2, 1, "g3"), "g2": (-8.44, 2, "g2"), "g3": (1.02, 2, "g1"),
             "g4": (.249, 3, "g4"), "g5": (-.0282, 4, "g5")}

    def setUp(self):
        super().setUp()
        self.derived = self.json("derive", self.model, "--constants")

    def test_values(self):
        values = {c["name"]: c["value"] for c in self.derived["constants"]}
        for name, (printed, places, ours) in self.paper.items():
            # I13, g2 and g5 differ from the paper in its last digit, by less than two units; all others agree
            units = 2 if name in ("I13", "g2", "g5") else 0.5000001
            self.assertLessEqual(abs(value(ours, values) - printed), units * 10 ** -places, name)

    def test_entries_have_the_published_form(self):
        text = {f"{i}{j}": self.derived["M"][i - 1][j - 1] for i in range(1, 7) for j in range(1, 7)}
        self.assertRegex(text["11"], r"^Im1 \+ I1 ")
        for term in ["2*I5*sin(q2 + q3)*cos(q2)", "I8*cos(q2)^2", "I10*cos(q2 + q3)^2", "I6*sin(q2 + q3)*cos(q2 + q3)",
                     "I3*sin(q2)*cos(q2)", "2*I7*cos(q2)*cos(q2 + q3)"]:
            self.assertIn(term, text["11"])
        for term in ["I14*sin(q2)", "I17*cos(q2 + q3)", "I16*cos(q2)", "I15*sin(q2 + q3)"]:
            self.assertIn(term, text["12"])
        self.assertTrue(text["22"].startswith("Im2 + I21 + I22 + 2*I5*sin(q3) + 2*I7*cos(q3)"), text["22"])
        self.assertTrue(text["23"].startswith("I22 + I5*sin(q3) + I7*cos(q3)"), text["23"])
        self.assertEqual(self.derived["g"][2], "g2*sin(q2 + q3) + g4*cos(q2 + q3)"
                         " + g5*(sin(q5)*cos(q4)*cos(q2 + q3) + sin(q2 + q3)*cos(q5))")

    def test_entries_parse_back_and_are_proved(self):
        meaning = {c["name"]: c["formula"] for c in self.derived["constants"]}
        def written_out(entry):
            return re.sub(r"\b[Ig]\d+\b", lambda m: f"({meaning[m.group(0)]})", entry)
        for i, j in [(1, 2), (2, 2), (2, 3), (1, 5), (4, 4)]:
            self.proved(self.model, f"M[{i},{j}]", written_out(self.derived["M"][i - 1][j - 1]))
        for i in range(1, 7):
            self.proved(self.model, f"g[{i}]", written_out(self.derived["g"][i - 1]))

    def test_count(self):
        derived = self.json("derive", self.model, "--base-parameters")
        self.assertEqual(len(derived["base_parameters"]), 36)
        self.assertEqual(sum(p["formula"] == "0" for p in derived["base_parameters"]), 16)


class Page(MechanismTest):
    def test_shown_output_is_real(self):
        page = (SOURCE / "docs" / "base-parameters.md").read_text()
        for block in re.findall(r"```\n\$ alembert (.*?)```", page, re.DOTALL):
            command, *lines = block.splitlines()
            output = self.good(*[str(SOURCE / w) if w.startswith("examples/") else w for w in command.split()]).splitlines()
            for line in lines:
                self.assertTrue(line in output or line in ("", "..."), (command, line))


class Refused(MechanismTest):
    def test_options_that_exclude_each_other(self):
        for words in [["--constants", "--base-parameters"], ["--constants", "--numeric"]]:
            self.assertIn("--constants", self.bad(2, "derive", example("arm-3r"), *words))

    def test_energies_have_no_bodies(self):
        self.assertIn("has no bodies", self.bad(2, "derive", example("double-pendulum"), "--base-parameters"))

    def test_quaternions(self):
        for option in ["--constants", "--base-parameters"]:
            self.assertIn("quaternion", self.bad(2, "derive", example("heavy-top"), option))

    def test_too_large(self):
        self.assertIn("too many terms", self.bad(1, "derive", example("arm-7"), "--constants"))


if __name__ == "__main__":
    unittest.main()
