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
