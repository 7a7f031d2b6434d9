"""Rows on speeds that are written as formulas are decided by formulas, however little they miss."""
from command import CommandTest, call

# omega = dz - f dx - h dy has omega ^ d omega = (f_y - h_x - f h_z + h f_z) dx ^ dy ^ dz up to sign: what decides.
ROW = """
[parameters]
e = 0
l = 3
r = "l/3"
[coordinates]
x = {{ start = 0.37 }}
y = {{ start = 0.74 }}
z = {{ start = {z} }}
[energy]
kinetic = "(x'^2 + y'^2 + z'^2)/2"
[constraint.c]
pfaffian = "{row}"
"""


LINE = """
[coordinates]
x = {{ start = -0.8 }}
y = {{ start = 0.5 }}
z = {{ start = 0.3 }}
[energy]
kinetic = "(x'^2 + y'^2 + z'^2)/2"
[constraint.c]
pfaffian = "{row}"
"""


class Integrability(CommandTest):
    def row(self, text, z=1.11):
        return self.model(ROW.format(row=text, z=z), "row.toml")

    def found(self, text, *options, z=1.11):
        m = self.json("mobility", self.row(text, z), *options)
        return m["integrable"]["c"], m["dof"], len(m["independent"])

    def test_nearly_integrable_is_not_integrable(self):
        for text in ("z' - 1e-9*y*x' + x*x'",  # 1e-9
                     "z' - (1 + 1e-15)*y*x' - x*y'",  # 1e-15
                     "z' - y*x'"):  # 1
            self.assertEqual(self.found(text), (False, 3, 3), text)
            self.assertNotIn("special", call("mobility", self.row(text)).stdout)

    def test_what_is_kept_on_either_side_of_a_jump_is_not_kept(self):
        """dy = c(x) dz with c = 1 for x > 0 and 2 below: up by 1 in z on one side and back on the other moves y by -1."""
        for factor in ("if(x > 0, 1, 2)", "sign(x)", "floor(x)"):
            found = self.json("mobility", self.model(LINE.format(row=f"y' - {factor}*z'")))
            self.assertEqual((found["dof"], found["velocity_dof"]), (3, 2), factor)
            self.assertIn("jump", " ".join(found["notes"]))
        found = self.json("mobility", self.model(LINE.format(row="sign(x)*x' - y'")))  # |x| - y stays
        self.assertEqual((found["dof"], found["velocity_dof"]), (2, 2))

    def test_a_constant_has_a_value_where_the_model_starts(self):
        """y x' + 2 x y' at x < 0: x y^2, not sqrt(x) y."""
        text = self.good("mobility", self.model(LINE.format(row="y*x' + 2*x*y'")))
        self.assertIn("constant: x*y^2\n", text)

    def test_integrable_is_integrable(self):
        for text in ("z' - y*x' - x*y'", "z' - 1e-9*x*x'", "z' - z*x'"):
            self.assertEqual(self.found(text), (True, 2, 2), text)

    def test_values_of_parameters_decide(self):
        self.assertEqual(self.found("z' - e*y*x'"), (True, 2, 2))
        text = call("mobility", self.row("z' - e*y*x'")).stdout
        self.assertIn("values of the parameters; these are special", text)
        self.assertNotIn("this one is special", text)
        self.assertEqual(self.found("z' - e*y*x'", "--set", "e=1e-9"), (False, 3, 3))
        # A parameter that is made of another counts as it is written: a third of 0.7 has no double.
        self.assertEqual(self.found("z' - (l - 3*r)*y*x'", "--set", "l=0.7"), (True, 2, 2))

    def test_a_configuration_may_be_special(self):
        # z = 0 stays zero, from elsewhere every place can be reached.
        self.assertEqual(self.found("z' - z*y*x'"), (False, 3, 3))
        self.assertEqual(self.found("z' - z*y*x'", z=0)[:2], (True, 2))
