"""Formulas fold while they are read; where they have a value is decided as they are written."""
import json
import math

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

ONE = """
[coordinates]
x = {x}
[energy]
kinetic = "x'^2/2"
potential = "{potential}"
[work]
x = "{work}"
"""

MECHANISM = """
space = "planar"
[parameters]
c = 2
[body.b]
mass = 1
inertia = 1
[joint.s]
type = "prismatic"
bodies = ["ground", "b"]
rate = 1
start = -0.5
[let]
r = "sqrt(s)^2"
[outputs]
o = "c*r"
p = "b.origin.x/b.origin.x"
n = "log(s)"
fine = "if(s > 0, exp(log(s)), 0)"
[simulate]
time = 1
step = 0.125
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

    def test_simplifying_loses_no_domain(self):
        # What is simplified after it was read, and at x = -3 has no value as it is written.
        for work, value, lost in (("exp(-log(sin(x)))", 1/math.sin(-3), "log(sin(x)) has none"),
                                  ("(sqrt(x)+sqrt(2))*(sqrt(x)-sqrt(2))", -5, "sqrt(x) has none"),
                                  ("exp(sqrt(1-x^2))*exp(-sqrt(1-x^2))", 1, "sqrt(1 - x^2) has none"),
                                  ("cosh(log(x))^2-sinh(log(x))^2", 1, "log(x) has none"),
                                  ("(1-x^(1/3))*(1+x^(1/3)+x^(2/3))", 4, "x^(1/3) has none"),
                                  ("exp(log(x)+log(-pi))", 3*math.pi, "log(x) has none"),
                                  ("atan(1/(x+3))", math.pi/2, "1/(x + 3) is infinite")):
            model = self.model(ONE.format(x=-3, work=work, potential="0"))
            result = call("evaluate", model, "--json")
            self.assertAlmostEqual(json.loads(result.stdout)["effort"][0], value, 12, work)
            self.assertIn("at this state: " + lost, result.stderr, work)
        model = self.model(ONE.format(x=-3, work="0", potential="(sqrt(x)+1)*(sqrt(x)-1)"))
        self.assertIn("at this state: sqrt(x) has none", call("evaluate", model).stderr)

    def test_no_such_warning_where_nothing_is_used(self):
        for work in ("log(x)", "x*sqrt(x)", "max(log(x), 0)"):
            said = call("evaluate", self.model(ONE.format(x=-3, work=work, potential="0"))).stderr
            self.assertIn("not finite", said, work)
            self.assertNotIn("as it is written", said, work)

    def test_rows_that_leave_the_written_domain(self):
        # x = 1 - t: all rows behind t = 1 s are outside.
        model = self.model(ONE.format(x="{ start = 1, rate = -1 }", work="0*sqrt(x)", potential="0"))
        summary = self.json("run", model, "--time", "2", "--step", "0.125", "-o", self.folder / "run", "--no-report")
        said = "as it is written, the formula has no value at 8 of 17 rows, first at t = 1.125 s: sqrt(x) has none"
        self.assertTrue(any(said in w for w in summary["warnings"]), summary["warnings"])

    def test_inputs_states_and_what_nobody_sees(self):
        """Inputs and rates of states that fold; `until` and dissipation, whose values show nowhere."""
        for more, lost in (('[inputs]\nu = "sqrt(t - 1)^2"\n[work]\nx = "u"', "sqrt(t - 1) has none; what it simplifies"),
                           ('[states]\ns = { start = 0, rate = "0*log(-x) + 1" }', "log(-x) has none; what it simplifies"),
                           ("[parameters]\nn = -1", "log(n) has none, and nothing is read from it"),
                           ('[simulate]\ntime = 1\nuntil = "sqrt(x - 1)"', "sqrt(x - 1) has none, and nothing is read")):
            damped = 'dissipation = "log(n) + x\'^2"\n' if "n = " in more else ""
            model = self.model(f"[coordinates]\nx = 0.5\n[energy]\nkinetic = \"x'^2/2\"\n{damped}{more}\n")
            summary = self.json("run", model, "--time", "0.5", "-o", self.folder / "run", "--no-report")
            self.assertTrue(any(lost in w for w in summary["warnings"]), (more, summary["warnings"]))

    def test_formulas_of_mechanisms(self):
        # s = t - 1/2: the root of s has a value from t = 1/2 s on.
        model = self.model(MECHANISM, "slider.toml")
        said = f"{model}:16:6: as it is written, the formula has no value at this state: sqrt(s) has none"
        self.assertEqual(call("evaluate", model).stderr.count("as it is written"), 1)
        self.assertIn(said, call("evaluate", model).stderr)
        self.assertEqual(call("evaluate", model, "--q", "s=0.5").stderr, "")
        summary = self.json("run", model, "-o", self.folder / "run", "--no-report")
        self.assertTrue(any(w.startswith(said) for w in summary["warnings"]), summary["warnings"])
        later = self.model(MECHANISM.replace("start = -0.5", "start = 0.625").replace("rate = 1", "rate = -1"), "later.toml")
        summary = self.json("run", later, "-o", self.folder / "run", "--no-report")
        self.assertTrue(any("no value at 3 of 9 rows, first at t = 0.75 s: sqrt(s) has none" in w
                            for w in summary["warnings"]), summary["warnings"])

    def test_check_leaves_such_states_out(self):
        for work in ("exp(-log(x))", "(sqrt(x)+sqrt(2))*(sqrt(x)-sqrt(2))"):
            found = self.json("check", self.model(ONE.format(x=1, work=work, potential="0")))
            for check in found["checks"]:
                self.assertIsNot(check.get("passed"), False, check)
                self.assertLess(check.get("residual") or 0.0, 1e-6, check)

    def test_names_of_names_stay_small(self):
        lets = "a0 = \"1/(1 + x)\"\n" + "".join(f'a{k} = "a{k-1} + a{k-1}*x/(2 + a{k-1})"\n' for k in range(1, 25))
        text = ONE.format(x=1, work="0*a24", potential="0").replace("[work]", "[let]\n" + lets + "[work]")
        self.assertEqual(call("evaluate", self.model(text)).stderr, "")
        self.assertEqual(call("evaluate", self.folded(-0.6), "--q", "x=0.1").stderr, "")
