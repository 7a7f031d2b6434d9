"""PUMA 560 with both published sets of parameters."""
import json
import random
from math import cos, pi, sin

from command import SOURCE, example
from mechanics import MechanismTest, plus

QN = [0, pi / 4, pi, 0, pi / 4, 0]


class Corke(MechanismTest):
    """V12: parameters of Corke and Armstrong-Helouvry, by standard Denavit-Hartenberg frames."""
    model = example("puma560-corke")

    @classmethod
    def setUpClass(cls):
        cls.reference = json.loads((SOURCE / "tests" / "data" / "puma560_corke.json").read_text())

    def test_reference(self):
        for name in ["qn_static", "qn_ones", "generic"]:
            with self.subTest(name):
                known = self.reference[name]
                armature = known["armature_G2Jm_diag"]
                e = self.at(self.model, known["q"], known["qd"], known["qdd"])
                M = [[x + (armature[i] if i == j else 0) for j, x in enumerate(row)]
                     for i, row in enumerate(known["M_links_only"])]
                self.near(e["M"], M, 1e-13)
                self.near(e["g"], known["gravity_only"], 1e-13)
                self.near(e["bias"], known["bias_coriolis_plus_gravity"], 1e-13)
                # without friction: M a + bias
                self.near(plus(e["inverse_dynamics"], e["passive"]), known["tau_with_armature"], 1e-13)

    def test_coriolis_matrix(self):
        e = self.at(self.model, QN, [1, 2, 3, 1, 2, 3])
        known = self.reference["coriolis_christoffel_qn_123123"]
        # entry by entry: C is the one of the Christoffel symbols. The reference differentiated M numerically.
        self.near(e["C"], known, 1e-10)
        self.digits(e["C"][0], [-.1735, -2.0494, -.1178, -.0002, -.0045, .0001], 4)
        self.digits(e["C"][1], [.6274, 1.1572, 1.9287, -.0015, -.0003, 0], 4)

    def test_published_gravity_and_inertia(self):
        e = self.at(self.model, QN)
        self.digits(e["g"], [0, 31.6399, 6.0351, 0, 0.0283, 0], 4)
        self.near(e["g"], [0, 31.6398803784, 6.035138023, 0, 0.0282528, 0], 1e-10)
        self.digits(e["M"], [[3.6594, -.4044, .1006, -.0025, 0, 0], [-.4044, 4.4137, .3509, 0, .0024, 0],
                             [.1006, .3509, .9378, 0, .0015, 0], [-.0025, 0, 0, .1925, 0, 0], [0, .0024, .0015, 0, .1713, 0],
                             [0, 0, 0, 0, 0, .1941]], 4)
        other = self.at(self.model, [0, pi / 4, -pi, 1, pi / 4, 0])
        self.digits(other["g"][1:5], [31.6334, 6.0286, -.0119, .0218], 4)
        self.digits([other["M"][i][i] for i in range(6)], [3.6591, 4.4128, .9377, .1925, .1713, .1941], 4)

    def test_published_torques(self):
        for v, a, printed, places in [
                (0.0, 1.0, [3.35311, 36.0025, 7.42596, .190043, .203441, .194133], [5, 4, 5, 6, 6, 6]),
                (1.0, 1.0, [32.4952, 60.867, 17.7436, 1.45452, 1.29911, .713781], [4, 3, 4, 5, 5, 6]),
                (1.0, 0.0, [29.1421, 56.5044, 16.3528, 1.26448, 1.12392, .519648], [4, 4, 4, 5, 5, 6])]:
            e = self.at(self.model, QN, [v] * 6, [a] * 6)
            for found, known, digits in zip(e["inverse_dynamics"], printed, places):
                self.digits(found, known, digits, (v, a))

    def test_published_forward_dynamics(self):
        e = self.at(self.model, QN, [.1, .2, .8, .2, .5, 1], tau=[1, 3.2, 1.8, .1, .7, 4.6])
        self.digits(e["acceleration"], [-7.4102, -9.8432, -10.9694, -4.4314, -.9881, 21.0228], 4)
        self.near(e["acceleration"], [-7.4102231637, -9.8432245816, -10.9693984451, -4.4314287514, -0.9881410724,
                                      21.0227819493], 1e-11)

    def test_negative_speed_has_its_own_friction(self):
        e = self.at(self.model, QN, [-1] * 6)
        G = [-62.6111, 107.815, -53.7063, 76.0364, 71.923, 76.686]
        B = [1.48e-3, .817e-3, 1.38e-3, 71.2e-6, 82.6e-6, 36.7e-6]
        T = [.435, .071, .105, 16.9e-3, 14.5e-3, 10.5e-3]
        self.near(e["passive"], [b * g * g + t * abs(g) for b, g, t in zip(B, G, T)], 1e-14)


class ArmstrongKhatibBurdick(MechanismTest):
    """V13: their constants, from their table of links, by modified Denavit-Hartenberg frames."""
    model = example("puma560-akb")
    gravity = [-37.2347, -8.4542, 1.024164, .248929, -.0282528]

    def test_gravity_has_the_published_form(self):
        states = random.Random(1)
        g1, g2, g3, g4, g5 = self.gravity
        for _ in range(5):
            q = [states.uniform(-3, 3) for _ in range(6)]
            e = self.at(self.model, q)
            c, s = [cos(x) for x in q], [sin(x) for x in q]
            c23, s23 = cos(q[1] + q[2]), sin(q[1] + q[2])
            self.digits(e["g"][1], g1 * c[1] + g2 * s23 + g3 * s[1] + g4 * c23 + g5 * (s23 * c[4] + c23 * c[3] * s[4]), 3)
            self.digits(e["g"][2], g2 * s23 + g4 * c23 + g5 * (s23 * c[4] + c23 * c[3] * s[4]), 3)
            self.digits(e["g"][0], 0.0, 12)

    def test_gravity_proved(self):
        g1 = "-g*((m3 + m4 + m5 + m6)*a2 + m2*x2)"
        g2 = "g*(m3*y3 - (m4 + m5 + m6)*d4 - m4*z4)"
        g3 = "g*m2*y2"
        g4 = "-g*(m4 + m5 + m6)*a3"
        g5 = "-g*m6*z6"
        wrist = f"({g5})*(sin(q2 + q3)*cos(q5) + cos(q2 + q3)*cos(q4)*sin(q5))"
        self.proved(self.model, "g[3]", f"({g2})*sin(q2 + q3) + ({g4})*cos(q2 + q3) + {wrist}")
        self.proved(self.model, "g[2]", f"({g1})*cos(q2) + ({g3})*sin(q2) + ({g2})*sin(q2 + q3) + ({g4})*cos(q2 + q3) + {wrist}")
        numbers = {"g": 9.81, "a2": .4318, "a3": -.0203, "d4": .4331, "m2": 17.4, "m3": 4.8, "m4": .82, "m5": .34, "m6": .09,
                   "x2": .068, "y2": .006, "y3": -.070, "z4": -.019, "z6": .032}
        for text, known in zip([g1, g2, g3, g4, g5], self.gravity):
            self.assertLess(abs(eval(text, dict(numbers)) / known - 1), 5e-5, text)

    def test_constants_of_the_mass_matrix(self):
        # a22 = I2 + I6 + 2 (I5 s3 + I12 c3) + armature, a23 = I5 s3 + I12 c3 + I6, a12 = I4 s2 + I8 c23 + I9 c2 + I13 s23,
        # up to small terms of the wrist, which mostly go with z6; constants are given with four digits.
        I2, I4, I5, I6, I8, I9, I12, I13, Im2 = 1.748, .6903, .3721, .3337, -.13403, .02376, -.01097, -.003793, 4.71
        states = random.Random(2)
        for _ in range(5):
            q = [states.uniform(-3, 3) for _ in range(3)] + [0, 0, 0]
            M = self.at(self.model, q, words=["--set", "z6=0"])["M"]
            c2, s2, c3, s3 = cos(q[1]), sin(q[1]), cos(q[2]), sin(q[2])
            c23, s23 = cos(q[1] + q[2]), sin(q[1] + q[2])
            self.assertLess(abs(M[1][1] - (I2 + I6 + 2 * (I5 * s3 + I12 * c3) + Im2)), 1e-3)
            self.assertLess(abs(M[1][2] - (I5 * s3 + I12 * c3 + I6)), 1e-3)
            self.assertLess(abs(M[0][1] - (I4 * s2 + I8 * c23 + I9 * c2 + I13 * s23)), 1e-3)

    def test_both_parameter_sets_are_nearly_the_same_arm(self):
        # Shoulder offsets and the zero of joint 3 differ; the masses do not.
        other = self.at(example("puma560-corke"))
        self.near(self.at(self.model)["mass"], other["mass"], 1e-14)
