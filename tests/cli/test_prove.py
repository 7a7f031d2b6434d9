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

    def statement(self, *words):
        """Exit code and JSON of an identity in the cart pendulum's symbols."""
        import json
        from command import call
        result = call("prove", example("cart-pendulum"), *words, "--json")
        return result.returncode, json.loads(result.stdout)

    def test_proved_by_cases(self):
        for left, right in [("log(m1*m2)", "log(m1) + log(m2)"), ("max(x, th) + min(x, th)", "x + th"), ("sqrt(x^2)", "abs(x)"),
                            ("if(x <= 0, 0, x)", "max(x, 0)"), ("asin(x) + acos(x)", "pi/2"), ("sin(atan(x))", "x/sqrt(1 + x^2)"),
                            ("cosh(x)^2 - sinh(x)^2", "1"), ("tan(th/2)", "sin(th)/(1 + cos(th))")]:
            code, found = self.statement("--equal", left, right)
            self.assertEqual((code, found["verdict"], found["proved"]), (0, "proved", True), (left, found))
            self.assertEqual(found["domain"], "where both sides are defined")

    def test_false_identity_of_monomials_written_alike(self):
        left = ("sin((x^(1/4)+th)^2+sqrt(x)) + sin(sqrt(x))^2+cos(sqrt(x))^2 + sin(2*x^(1/4)*th+th^2)^2"
                " + cos(2*x^(1/4)*th+th^2)^2")
        code, found = self.statement("--equal", left, "sin((x^(1/4)+th)^2) + 2")
        self.assertEqual((code, found["verdict"]), (1, "refuted"))
        x, th = found["witness"]["x"], found["witness"]["th"]
        fourth = x ** 0.25
        value = (math.sin((fourth + th) ** 2 + math.sqrt(x)) + 2, math.sin((fourth + th) ** 2) + 2)
        self.assertAlmostEqual(found["left"], value[0], places=10)
        self.assertAlmostEqual(found["right"], value[1], places=10)

    def test_assumed_signs_are_part_of_the_statement(self):
        self.assertEqual(self.statement("--equal", "sqrt(l^2)", "l")[0], 1)
        code, found = self.statement("--equal", "sqrt(l^2)", "l", "--assume", "l > 0")
        self.assertEqual((code, found["verdict"]), (0, "proved"))
        self.assertEqual(found["domain"], "for l > 0, where both sides are defined")
        code, found = self.statement("--equal", "abs(x - l)", "l - x", "--assume", "x < l")
        self.assertEqual((code, found["verdict"]), (0, "proved"))
        self.assertIn("proved for l >= 0 alone", self.bad_output("--equal", "sqrt(l^2)", "l"))
        for words in ["l", "l = 0", "0 < l < 1", "1 > 0", "l > "]:
            self.bad(2, "prove", example("cart-pendulum"), "--equal", "x", "x", "--assume", words)

    def bad_output(self, *words):
        from command import call
        return call("prove", example("cart-pendulum"), *words).stdout

    def test_probable_says_where_it_looked_and_fails(self):
        code, found = self.statement("--equal", "atan(x) + atan(1/x)", "sign(x)*pi/2")
        self.assertEqual((code, found["verdict"], found["proved"]), (1, "probable", False))
        self.assertGreater(found["points"], 10)
        self.assertRegex(found["method"], r"100 digits at \d+ points")

    def test_the_models_own_values_are_looked_at(self):
        # Different only near the model's own length, 1e-3 m around 0.5 m, where no short fraction lies.
        model = """
            name = "narrow"
            [parameters]
            l = 0.50031
            [coordinates]
            x = 1
            [energy]
            kinetic = "x'^2/2"
            """
        from command import call
        import json, pathlib, tempfile
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "narrow.toml"
            file.write_text(model)
            bump = "max(0, 1e-4 - abs(l - 0.50031))"
            result = call("prove", file, "--equal", f"log(1 + x^2 + {bump})", "log(1 + x^2)", "--json")
        self.assertEqual(json.loads(result.stdout)["verdict"], "refuted")

    def test_zeros_where_something_jumps_are_not_lost(self):
        # tb is 0 between 1 and 2.
        model = self.model("""
            [parameters]
            a = 1
            [coordinates]
            x = 0.6
            y = -0.8
            [table.tb]
            x = [0, 1, 2, 3]
            y = [1, 0, 0, 2]
            [energy]
            kinetic = "(x'^2 + y'^2)/2"
            """, "jumps.toml")
        from command import call
        import json
        for left, right in (("sign(abs(x))", "1"), ("sign(abs(x'))", "1"), ("sign(abs(tb(x)))", "1"), ("sign(abs(floor(x)))", "1"),
                            ("if(max(x, y) == min(x, y), 1, 0)", "0"), ("abs(x - 1) + abs(x - 2)", "abs(2*x - 3)")):
            for more in ((), ("--set", "a=0")):
                result = call("prove", model, "--equal", left, right, "--json", *more)
                self.assertEqual((result.returncode, result.stderr), (1, ""), left)
                found = json.loads(result.stdout)
                self.assertEqual(found["verdict"], "refuted", (left, found))
                self.assertNotEqual(found["left"], found["right"])
        self.assertEqual(json.loads(call("prove", model, "--equal", "sign(abs(a))", "1", "--set", "a=0", "--json").stdout)["witness"], {"a": 0})

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
