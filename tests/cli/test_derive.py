"""`derive` prints the closed forms of the literature."""
import math
import re

from command import CommandTest, example


class Derive(CommandTest):
    def formulas(self, name):
        return self.json("derive", example(name))

    def prove(self, name, left, right):
        found = self.json("prove", example(name), "--equal", left, right)
        self.assertEqual(found["verdict"], "proved", (left, right, found))

    def test_cart_pendulum(self):
        # S36 and S37: M, C, dV/dq and generalized forces of the cart with pendulum.
        text = self.good("derive", example("cart-pendulum"))
        for line in ["M = [ m1 + m2        m2*l*cos(th) ]", "    [ m2*l*cos(th)   m2*l^2       ]",
                     "C = [ 0   -m2*l*sin(th)*th' ]", "g[th] = m2*g*l*sin(th)", "Q[th] = l*F*cos(th)",
                     "(m1 + m2)*x'' + m2*l*cos(th)*th'' - m2*l*sin(th)*th'^2 = F",
                     "m2*l*cos(th)*x'' + m2*l^2*th'' + m2*g*l*sin(th) = l*F*cos(th)"]:
            self.assertIn(line, text)
        self.assertRegex(text, r"Operations: \d+ as derived, \d+ simplified")

    def test_json_has_the_contract_keys(self):
        d = self.formulas("cart-pendulum")
        self.assertEqual(d["form"], "lagrange")
        self.assertLess(d["operations"]["after"], d["operations"]["before"])
        for key in ["T", "V", "M", "christoffel", "C", "g", "effort", "applied", "equations", "named"]:
            self.assertIn(key, d)
        self.assertEqual(d["M"][0], ["m1 + m2", "m2*l*cos(th)"])

    def test_spherical_pendulum(self):
        # S04
        self.prove("spherical-pendulum", "equation[th]",
                   "m*l^2*th'' - m*l^2*sin(th)*cos(th)*ph'^2 + m*g*l*sin(th)")
        self.prove("spherical-pendulum", "equation[ph]",
                   "m*l^2*sin(th)^2*ph'' + 2*m*l^2*sin(th)*cos(th)*th'*ph'")

    def test_spring_damper_pendulum(self):
        # S39
        self.prove("spring-damper-pendulum", "equation[th]",
                   "m*l^2*th'' + c*l^2/4*cos(th)^2*th' + k*l^2/4*sin(th)*cos(th) + m*g*l*sin(th) - tau")

    def test_bead_on_hoop(self):
        # S40, with the torque of the control law on the right side
        self.prove("bead-on-hoop", "equation[th]", "m*r^2*th'' - m*r^2*sin(th)*cos(th)*ph'^2 + m*g*r*sin(th)")
        self.prove("bead-on-hoop", "equation[ph]", "m*r^2*sin(th)^2*ph'' + b*(ph' - Omega)")

    def test_n_pendulum_on_cart(self):
        # V48: SymPy's model for n = 2, angles from the upright position.
        model = self.model("""
            [parameters]
            m0 = 1
            m1 = 1
            m2 = 1
            l0 = 1
            l1 = 1
            g = 9.81
            [inputs]
            F = 0
            [coordinates]
            q0 = 0
            q1 = 0
            q2 = 0
            [let]
            x1 = "q0 - l0*sin(q1)"
            y1 = "l0*cos(q1)"
            x2 = "x1 - l1*sin(q2)"
            y2 = "y1 + l1*cos(q2)"
            [energy]
            kinetic = "m0*q0'^2/2 + m1*(x1'^2 + y1'^2)/2 + m2*(x2'^2 + y2'^2)/2"
            potential = "g*(m1*y1 + m2*y2)"
            [work]
            q0 = "F"
            """)
        expected = {"M[1,1]": "m0+m1+m2", "M[1,2]": "-l0*(m1+m2)*cos(q1)", "M[1,3]": "-l1*m2*cos(q2)",
                    "M[2,2]": "l0^2*(m1+m2)", "M[2,3]": "l0*l1*m2*cos(q1-q2)", "M[3,3]": "l1^2*m2",
                    "equation[q0] - M[1,1]*q0'' - M[1,2]*q1'' - M[1,3]*q2''":
                        "-(F - l0*(m1+m2)*q1'^2*sin(q1) - l1*m2*q2'^2*sin(q2))",
                    "equation[q1] - M[2,1]*q0'' - M[2,2]*q1'' - M[2,3]*q2''":
                        "-(g*l0*(m1+m2)*sin(q1) - l0*l1*m2*sin(q1-q2)*q2'^2)",
                    "equation[q2] - M[3,1]*q0'' - M[3,2]*q1'' - M[3,3]*q2''":
                        "-(g*l1*m2*sin(q2) + l0*l1*m2*sin(q1-q2)*q1'^2)"}
        for left, right in expected.items():
            found = self.json("prove", model, "--equal", left, right)
            self.assertEqual(found["verdict"], "proved", (left, right, found))

    def test_velocity_dependent_potential(self):
        # Foucault: the Coriolis force -2 m Omega sin(lat) z x v
        self.prove("foucault-pendulum", "equation[x]", "m*x'' + m*g*x/l - 2*m*Omega*sin(lat)*y'")
        self.prove("foucault-pendulum", "equation[y]", "m*y'' + m*g*y/l + 2*m*Omega*sin(lat)*x'")
        # Lorentz force q v x B
        self.prove("charged-bead", "equation[x]", "m*x'' - q*B*y'")
        self.prove("charged-bead", "equation[y]", "m*y'' + m*g*sin(slope) + q*B*x'")

    def test_explicit_time(self):
        # Kapitza: the pivot's acceleration -a w^2 cos(w t) adds to gravity
        self.prove("kapitza-pendulum", "equation[th]", "m*l^2*th'' + m*l*(g - a*w^2*cos(w*t))*sin(th)")

    def test_force_field_has_its_potential(self):
        # S41: V = a x^2 y + k (x^2 + y^2)/2 + k cos y
        d = self.formulas("force-field")
        self.assertIs(d["force_field"]["conservative"], True)
        self.prove("force-field", d["force_field"]["potential"], "a*x^2*y + k*(x^2 + y^2)/2 + k*cos(y)")

    def test_force_field_that_is_not_conservative(self):
        model = self.model("[parameters]\nk = 1\n[coordinates]\nx = 0\ny = 0\n[energy]\nkinetic = \"(x'^2+y'^2)/2\"\n"
                           "[work]\nx = \"-k*y\"\ny = \"k*x\"\n")
        d = self.json("derive", model)
        self.assertIs(d["force_field"]["conservative"], False)
        self.assertIsNone(d["force_field"]["potential"])

    def test_force_of_springs(self):
        # A particle on a slide, pulled to a point beside it: V = k (sqrt(z^2 + a^2) - l)^2/2; with a push F besides.
        text = ('[parameters]\nk = 3\nl = 0.5\nF = 2\na = 1\n[ground]\npoints.side = ["a", 0, 0]\n[body.p]\nkind = "particle"\n'
                'mass = 1\n[joint.z]\ntype = "prismatic"\nbodies = ["ground", "p"]\naxis = [0, 0, 1]\n{}[force.s]\ntype = "spring"\n'
                'points = ["ground.side", ["p", [0, 0, 0]]]\nstiffness = "k"\nlength = "l"\n')
        for push, energy in (("", ""), ('effort = "F"\n', " - F*z")):
            model = self.model(text.format(push))
            field = self.json("derive", model)["force_field"]
            self.assertIs(field["conservative"], True)
            same = "k*(sqrt(z^2 + a^2) - l)^2/2" + energy
            self.assertIs(self.json("prove", model, "--equal", field["potential"], same)["proved"], True)
            self.assertIn("with the potential", self.good("derive", model, "--numeric"))

    def plane(self, x, y):
        return self.model(f"[coordinates]\nx = 1\ny = 0.5\n[energy]\nkinetic = \"(x'^2+y'^2)/2\"\n[work]\nx = \"{x}\"\ny = \"{y}\"\n")

    def test_roots_of_zero_are_defined(self):
        for x in ("sqrt(x^2)", "-x*sqrt(x^2)"):
            text = self.good("derive", self.plane(x, "0"))
            self.assertIn("This force is conservative", text)
            self.assertNotIn("not defined", text)
        self.assertIn("not defined where x^2 - 1 < 0", self.good("derive", self.plane("cos(sqrt(x^2 - 1))^3", "0")).replace("-1 + x^2", "x^2 - 1"))
        self.assertIn("not defined where x <= 0", self.good("derive", self.plane("sin(log(x))/x*exp(x)", "0")))

    def test_weak_vortices(self):
        # Once round the origin the work is -2 pi k, however small, beside a force that has a potential.
        for k in (1e-3, 1e-9, 1e-15):
            text = self.good("derive", self.plane(f"{k}*y/(x^2+y^2) + x^3", f"-{k}*x/(x^2+y^2)"))
            self.assertIn(f"not defined, is {-2 * math.pi * k:.6g}.", text)

    def test_numbers_at_a_state(self):
        # S36 at th = 0.5, th' = 2: M q'' = Q - C q' - g by Cramer's rule.
        model = example("cart-pendulum")
        m1, m2, l, g, F, th, w = 1.7, 0.8, 0.63, 9.81, 1.5, 0.5, 2.0
        sets = [word for name, value in dict(m1=m1, m2=m2, l=l, g=g).items() for word in ("--set", f"{name}={value}")]
        sets += ["--set", f"F={F}"]
        M = [[m1 + m2, m2 * l * math.cos(th)], [m2 * l * math.cos(th), m2 * l * l]]
        bias = [-m2 * l * math.sin(th) * w * w, m2 * g * l * math.sin(th)]
        right = [F - bias[0], l * F * math.cos(th) - bias[1]]
        det = M[0][0] * M[1][1] - M[0][1] ** 2
        solution = {"x''": (right[0] * M[1][1] - M[0][1] * right[1]) / det,
                    "th''": (M[0][0] * right[1] - M[0][1] * right[0]) / det}
        d = self.json("derive", model, *sets, "--at", "th=0.5,th'=2")
        numbers = d["numbers"]
        for i in range(2):
            for j in range(2):
                self.assertAlmostEqual(numbers["M"][i][j], M[i][j], delta=1e-14)
            self.assertAlmostEqual(numbers["bias"][i], bias[i], delta=1e-13)
            self.assertAlmostEqual(numbers["right"][i], right[i], delta=1e-13)
        for name, value in solution.items():
            self.assertAlmostEqual(numbers["solution"][name], value, delta=1e-12 * abs(value))
        self.assertEqual(d["blocks"]["M"]["nonzero"], 4)
        self.assertEqual(d["blocks"]["C"], {"meaning": "Coriolis and centrifugal terms", "rows": ["x", "th"],
                                            "columns": ["x", "th"], "nonzero": 1})
        for format in ("text", "latex"):
            text = self.good("derive", model, *sets, "--at", "th=0.5,th'=2", "--format", format)
            self.assertIn("mass matrix (2 x 2, 4 not zero)", text)
            self.assertIn(f"{solution['x' + chr(39) * 2]:.10g}", text)
        self.assertNotIn("numbers", self.json("derive", model))

    def test_numbers_of_constrained_and_spatial_systems(self):
        # The pendulum in x and y, at rest beside its lowest place.
        d = self.json("derive", example("pendulum-xy"), "--at", "x=0.6,y=-0.8,x'=0,y'=0")["numbers"]
        # m q'' = -m g e_y - lambda (x, y) with (x, y).q'' = 0 and r = 1: lambda = -m g y.
        self.assertAlmostEqual(d["solution"]["lambda[string]"], 9.81 * 0.8, delta=1e-12)
        self.assertAlmostEqual(d["solution"]["x''"], -9.81 * 0.8 * 0.6, delta=1e-12)
        top = self.json("derive", example("heavy-top"), "--at", "")["numbers"]["solution"]
        known = self.json("evaluate", example("heavy-top"))["acceleration"]
        for value, expected in zip(top.values(), known):
            self.assertAlmostEqual(value, expected, delta=1e-10 * (1 + abs(expected)))
        self.assertIn("--at", self.bad(2, "derive", example("arm-3r"), "--base-parameters", "--at", ""))

    def test_latex(self):
        text = self.good("derive", example("double-pendulum"), "--format", "latex")
        self.assertIn(r"\ddot{\mathrm{th}}_{1}", text.replace(r"\ddot{\mathrm{th}_{1}}", r"\ddot{\mathrm{th}}_{1}"))
        self.assertEqual(text.count(r"\["), text.count(r"\]"))
        self.assertEqual(text.count("{"), text.count("}"))

    def test_numeric(self):
        d = self.json("derive", example("cart-pendulum"), "--numeric", "--set", "l=2")
        self.assertEqual(d["M"][0][0], "5/2")
        self.assertEqual(d["M"][1][1], "2")

    def test_named_parts_are_used(self):
        for name in ("four-bar", "cart-with-pendulums", "puma560-corke"):
            text = self.good("derive", example(name))
            named = text.split("With repeated parts named:\n")[1]
            defined = re.findall(r"^  (e\d+) = ", named, re.MULTILINE)
            self.assertTrue(defined)
            for part in defined:
                self.assertGreater(len(re.findall(rf"\b{part}\b", named)), 1, (name, part))

    def test_text_parses_back(self):
        for name in ["double-pendulum", "kapitza-pendulum", "cart-with-pendulums"]:
            d = self.formulas(name)
            n = len(d["coordinates"])
            for i in range(n):
                left, right = d["equations"][i].split(" = ")
                self.prove(name, f"equation[{i + 1}]", f"{left} - ({right})")
                for j in range(n):
                    self.prove(name, f"M[{i + 1},{j + 1}]", d["M"][i][j])

    def test_latex_of_numbers_has_units(self):
        """As the text has them: of the state, of vectors by entry, of matrices beside their name, none behind a zero."""
        latex = self.good("derive", example("cart-pendulum"), "--at", "th=0.5", "--format", "latex")
        for part in (r"\mathrm{th} = 0.5\,\mathrm{rad}", r"1.881265813\,\mathrm{N\,m}", r"0.9757831378\,\mathrm{m/s^{2}}",
                     r"-6.9493685\,\mathrm{rad/s^{2}}", "M [kg (m, m), kg m (m, rad)"):
            self.assertIn(part, latex)
        self.assertNotIn(r"0\,\mathrm{N} \\", latex.split("b \\approx")[1])

    def test_unknown_form_and_format(self):
        self.assertIn("augmented", self.bad(2, "derive", example("cart-pendulum"), "--form", "augmentd"))
        self.assertIn("latex", self.bad(2, "derive", example("cart-pendulum"), "--format", "latx"))
        self.assertTrue(re.search("did you mean", self.bad(2, "deriv", example("cart-pendulum"))))
