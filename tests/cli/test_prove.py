"""`prove` decides identities and shows witnesses."""
import math

from command import CommandTest, example


class Prove(CommandTest):
    def test_entries_of_the_cart_pendulum(self):
        # The closed form of S36, entry by entry.
        entries = {"M[x,x]": "m1 + m2", "M[x,th]": "m2*l*cos(th)", "M[th,x]": "m2*l*cos(th)", "M[th,th]": "m2*l^2",
                   "C[x,x]": "0", "C[x,th]": "-m2*l*sin(th)*th'", "C[th,x]": "0", "C[th,th]": "0", "g[x]": "0",
                   "g[th]": "m2*g*l*sin(th)", "Q[x]": "F", "Q[th]": "F*l*cos(th)", "Gamma[x,th,th]": "-m2*l*sin(th)",
                   "x2'": "x' + l*cos(th)*th'", "L": "T - V"}
        for left, right in entries.items():
            found = self.json("prove", example("cart-pendulum"), "--equal", left, right)
            self.assertEqual((found["verdict"], found["proved"], found["difference"]), ("proved", True, "0"), left)

    def test_misprint_is_refuted_with_a_witness(self):
        # The second equation as the notes store it (mission.md, misprints) against the right one.
        right = "m2*l*cos(th)*x'' + m2*l^2*th'' + m2*g*l*sin(th)"
        stored = ("m2*l*cos(th)*x'' + m2*l^2*th'' - m2*l*sin(th)*x'^2 - m2*l*x'*th'*cos(th) + m2*l*sin(th)"
                  " + m2*g*l*sin(th)")
        words = ["prove", example("cart-pendulum"), "--equal", right, stored]
        self.bad(1, *words)
        import json
        from command import call
        found = json.loads(call(*words, "--json").stdout)
        self.assertEqual(found["verdict"], "refuted")
        self.assertIs(found["proved"], False)
        w = found["witness"]
        value = {key.replace("''", "_a").replace("'", "_v"): x for key, x in w.items()}
        names = {**value, "sin": math.sin, "cos": math.cos}
        evaluate = lambda text: eval(text.replace("''", "_a").replace("'", "_v").replace("^", "**"), {}, names)
        self.assertAlmostEqual(evaluate(right), found["left"], places=12)
        self.assertAlmostEqual(evaluate(stored), found["right"], places=12)
        self.assertGreater(abs(found["left"] - found["right"]), 1e-6)

    def test_trigonometric_identities(self):
        for left, right in [("sin(th)^2 + cos(th)^2", "1"), ("sin(3*th)", "3*sin(th) - 4*sin(th)^3"),
                            ("cos(th/2)^2", "(1 + cos(th))/2"), ("tan(th)*cos(th)", "sin(th)"),
                            ("sin(x + th)", "sin(x)*cos(th) + cos(x)*sin(th)"), ("sin(th + pi/6)", "sqrt(3)/2*sin(th) + cos(th)/2"),
                            ("(x^2 - l^2)/(x - l)", "x + l"), ("sqrt(l)*sqrt(l)", "l")]:
            found = self.json("prove", example("cart-pendulum"), "--equal", left, right)
            self.assertEqual(found["verdict"], "proved", (left, found))

    def test_outside_the_class_it_is_only_probable(self):
        found = self.json("prove", example("cart-pendulum"), "--equal", "log(m1*m2)", "log(m1) + log(m2)")
        self.assertEqual((found["verdict"], found["proved"]), ("probable", False))

    def test_nowhere_defined_is_undecided(self):
        from command import call
        result = call("prove", example("cart-pendulum"), "--equal", "sqrt(-1 - x^2)", "1")
        self.assertEqual(result.returncode, 1)
        self.assertTrue(result.stdout.startswith("undecided"), result.stdout)
        self.assertIn("defined", result.stdout)

    def test_remaining_terms(self):
        found = self.json("prove", example("kapitza-pendulum"), "--equal", "r[th]", "-m*l*a*w^2*cos(w*t)*sin(th)")
        self.assertEqual(found["verdict"], "proved")

    def test_bad_sides(self):
        error = self.bad(2, "prove", example("cart-pendulum"), "--equal", "sin(thh)", "0")
        self.assertIn("thh", error)
        self.assertIn("th", error)
        self.bad(2, "prove", example("cart-pendulum"), "--equal", "x")
        self.assertIn("indices", self.bad(2, "prove", example("cart-pendulum"), "--equal", "M[x]", "0"))
        self.assertIn("coordinate", self.bad(2, "prove", example("cart-pendulum"), "--equal", "M[x,y]", "0"))
