"""Formulas fold while they are read; where they have a value is decided as they are written."""
import json

from command import CommandTest, call

# V folds to k*x*|y|^3, which is defined everywhere.
FOLDED = """
[parameters]
k = 2
[coordinates]
x = {{ start = {x} }}
y = {{ start = {y} }}
[let]
r = "sqrt(x)^2"
[energy]
kinetic = "(x'^2 + y'^2)/2"
potential = "k*r*abs(y)^3 + k*log(y) - k*log(y)"
"""


class WrittenDomain(CommandTest):
    def folded(self, x=0.6, y=0.5):
        return self.model(FOLDED.format(x=x, y=y), "folded.toml")

    def prove(self, left, right):
        result = call("prove", self.folded(), "--equal", left, right, "--json")
        return result.returncode, json.loads(result.stdout)

    def test_no_witness_where_a_side_has_no_value(self):
        for left, right in (("sqrt(x)^2", "abs(x)"), ("exp(log(x))", "abs(x)"), ("r", "abs(x)"), ("V", "k*abs(x)*y^3")):
            code, found = self.prove(left, right)
            self.assertEqual((code, found["verdict"]), (0, "proved"), (left, found))
            self.assertEqual(found["domain"], "where both sides are defined")

    def test_a_side_that_is_defined_nowhere(self):
        for left, right in (("sqrt(-1)^2", "1"), ("0/(x - x)", "3"), ("asin(2) - asin(2)", "1")):
            code, found = self.prove(left, right)
            self.assertEqual((code, found["verdict"]), (1, "undecided"), left)
            self.assertIn("defined nowhere", found["method"])

    def test_witness_beyond_doubles(self):
        code, found = self.prove("exp(1e5*x^2) + 1", "exp(1e5*x^2)")
        self.assertEqual((code, found["verdict"], found["decimals"]["difference"]), (1, "refuted", "1"))
        self.assertRegex(found["decimals"]["left"], r"^\d\.\d+e\+\d+$")
        text = call("prove", self.folded(), "--equal", "exp(1e5*x^2) + 1", "exp(1e5*x^2)").stdout
        self.assertIn("  left - right = 1\n", text)
        self.assertNotIn("inf", text)

    def test_constants_have_no_point(self):
        code, found = self.prove("exp(exp(1))", "exp(exp(1)) + 1e-40*exp(1)")
        self.assertEqual((code, found["verdict"], found["witness"]), (1, "refuted", {}))
        code, found = self.prove("atan(1/2) + atan(1/3)", "pi/4")
        self.assertNotIn("the model's own values", found["method"])

    def test_the_remaining_case_is_a_witness(self):
        for left, right, x in (("if(x == 3, 1, 2)", "2", 3), ("sign(x)^2", "1", 0)):
            code, found = self.prove(left, right)
            self.assertEqual((code, found["verdict"], found["witness"]), (1, "refuted", {"x": x}))

    def test_models_say_where_their_formulas_have_no_value(self):
        for x, y, lost in ((-0.6, 0.5, "sqrt(x)"), (0.6, -0.5, "log(y)")):
            model = self.folded(x, y)
            told = f"{model}:11:14: as it is written, the formula has no value at this state: {lost} has none"
            self.assertIn(told, call("evaluate", model).stderr)
            summary = self.json("run", model, "--time", "0.1", "-o", self.folder / "run", "--no-report")
            self.assertTrue(any(w.startswith(told) for w in summary["warnings"]), summary["warnings"])
        self.assertEqual(call("evaluate", self.folded()).stderr, "")
        self.assertEqual(call("evaluate", self.folded(-0.6), "--q", "x=0.1").stderr, "")
