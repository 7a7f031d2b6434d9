"""Results that are no finite numbers do not pass for results."""
import json
import math

from command import CommandTest, call

OUTPUTS = """
[coordinates]
x = 1
[energy]
kinetic = "x'^2/2"
[outputs]
o = "1/(t - 0.01)"
p = "log(x - 2)"
fine = "x"
[simulate]
time = 0.05
step = 0.01
"""
FAST = """
space = "planar"
[body.b]
mass = 1
inertia = 1
center = [1, 0]
[joint.j]
type = "revolute"
bodies = ["ground", "b"]
rate = 1e200
"""
DRIVEN = """
space = "planar"
[body.b]
mass = 1
inertia = 1
[joint.j]
type = "revolute"
bodies = ["ground", "b"]
motion = "t"
[outputs]
o = "sqrt(0.5 - t)"
[simulate]
time = 1
step = 0.25
"""


# An effort that has no value at x < 0, and outputs of angles where zeros come with a minus sign.
HIDDEN = """
[coordinates]
x = {{ start = {x}, rate = -5 }}
y = 0
[energy]
kinetic = "(x'^2 + y'^2)/2"
[work]
x = "{work}"
[outputs]
half = "atan2(-y, x - 2)"
none = "atan2(y - 2*y, -y^2)"
[simulate]
time = 3
"""


class UndefinedResults(CommandTest):
    def test_choices_do_not_hide_what_has_no_value(self):
        for work in ("max(log(x), -1)", "min(1, sqrt(x))", "clamp(log(x), -1, 1)", "step(sqrt(x))", "sign(log(x))",
                     "if(log(x) < 0, 1, 2)", "piecewise(sqrt(x) > 1, 1, 2)", "if(not (sqrt(x) > 1), 1, 2)",
                     "if(x < 5 or log(x) > 2, 1, 2)", "if(sqrt(x) != 3, 1, 2)"):
            said = self.bad(1, "evaluate", self.model(HIDDEN.format(x=-1, work=work)))
            self.assertIn("not finite", said, work)
            said = self.bad(1, "run", self.model(HIDDEN.format(x=0.5, work=work)), "-o", self.folder / "run")
            self.assertIn("at t = ", said, work)
        for work in ("if(x > 0, max(log(x), -1), 7)", "if(x > 0, if(sqrt(x) > 1, 1, 2), 7)"):
            self.assertIn("effort = (7, 0)", self.good("evaluate", self.model(HIDDEN.format(x=-1, work=work))), work)

    def test_a_zero_has_no_sign(self):
        self.good("run", self.model(HIDDEN.format(x=0, work="0")), "--time", "0.5", "-o", self.folder / "run")
        rows = (self.folder / "run" / "trajectory.csv").read_text().splitlines()
        names = rows[0].split(",")
        for row in rows[1:]:
            values = dict(zip(names, map(float, row.split(","))))
            self.assertEqual((values["half"], values["none"]), (math.pi, 0.0), row)

    def test_outputs_of_a_run(self):
        result = call("run", self.model(OUTPUTS), "-o", self.folder / "run", "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        warnings = json.loads(result.stdout)["warnings"]
        self.assertIn("'o' is infinite at t = 0.01 s", warnings)
        self.assertIn("'p' is not a number at 6 of 6 rows, first at t = 0 s", warnings)
        self.assertFalse(any("'fine'" in w for w in warnings))
        self.assertIn("alembert: warning: 'o' is infinite at t = 0.01 s", result.stderr)

    def test_a_potential_that_is_no_number(self):
        model = self.model("[coordinates]\nx = 1\n[energy]\nkinetic = \"x'^2/2\"\npotential = \"log(x - 2)\"\n")
        said = self.bad(1, "run", model, "-o", self.folder / "run")
        self.assertIn("at t = 0 s", said)
        self.assertIn("the potential energy is not a number there", said)

    def test_every_kind_is_counted(self):
        # log 0 at t = 0.5; behind it the logarithm is not defined.
        model = self.model(DRIVEN.replace("sqrt(0.5 - t)", "log(0.5 - t)").replace("step = 0.25", "step = 0.125"))
        found = self.json("kinematics", model, "-o", self.folder / "table")
        self.assertEqual(found["warnings"],
                         ["'o' is infinite at t = 0.5 s, and not a number at 4 of 9 rows, first at t = 0.625 s"])
        model = self.model(DRIVEN.replace("sqrt(0.5 - t)", "if(t < 0.6, log(t - 1), 1/(1 - t))"))
        found = self.json("kinematics", model, "-o", self.folder / "table")
        self.assertEqual(found["warnings"],
                         ["'o' is not a number at 3 of 5 rows, first at t = 0 s, and infinite at t = 1 s"])

    def test_outputs_of_a_table(self):
        result = call("kinematics", self.model(DRIVEN), "-o", self.folder / "table", "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(json.loads(result.stdout)["warnings"], ["'o' is not a number at 2 of 5 rows, first at t = 0.75 s"])

    def test_a_state_with_infinite_forces_is_no_answer(self):
        result = call("evaluate", self.model(FAST), "--json")
        self.assertEqual(result.returncode, 1)
        self.assertIn("not finite", result.stderr)
        self.assertIn("the kinetic energy is infinite", json.loads(result.stdout)["warnings"])

    def test_a_run_that_finished_did_not_stop(self):
        # The account of energy is off because steps are far too long, but the run came to its end.
        result = call("run", self.model("""
            [coordinates]
            x = 1
            [energy]
            kinetic = "x'^2/2"
            potential = "50*x^2 + 20*x^4"
            """), "--method", "semi-implicit-euler", "--step-size", "0.05", "--time", "1", "-o", self.folder / "run")
        self.assertNotIn("up to there", result.stderr)

    def test_momenta_of_drives_are_not_kept(self):
        # A driven wheel at constant speed: its momentum is prescribed, not kept.
        model = self.model(DRIVEN + "")
        summary = self.json("run", model, "-o", self.folder / "run")
        self.assertFalse([m for m in summary["momentum"] if m["name"] == "momentum of j"])
