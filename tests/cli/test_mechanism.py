"""Mechanisms at one state, against closed forms and published numbers."""
import json
import math
import time
from math import cos, pi, sin, sqrt

from command import SOURCE, call, example
from mechanics import MechanismTest, plus, times, transpose

ARM = example("arm-3r")


class ElbowArm(MechanismTest):
    """V14, S07: the arm with three revolute joints of Murray, Li and Sastry."""
    short = {"c2": "cos(q2)", "s2": "sin(q2)", "c3": "cos(q3)", "s3": "sin(q3)", "c23": "cos(q2 + q3)", "s23": "sin(q2 + q3)"}

    def formula(self, text):
        for word in sorted(self.short, key=len, reverse=True):
            text = text.replace(word, f"({self.short[word]})")
        return text

    def test_numbers(self):
        e = self.at(ARM, [0.3, 0.4, -0.7], [1, -0.5, 0.8])
        self.assertEqual(e["coordinates"], ["q1", "q2", "q3"])
        self.near(e["M"], [[0.8278824399708952, 0, 0], [0, 0.8494526561853468, 0.19472632809267337],
                           [0, 0.19472632809267337, 0.08]], 1e-14)
        self.near(e["bias"], [0.2857651912064438, -13.936321562555054, -2.8985633275247937], 1e-14)
        self.near(e["g"], [0, -14.10606572645704, -2.8115552874966596], 1e-14)

    def test_mass_matrix_proved(self):
        M = {(1, 1): "Iy2*s2^2 + Iy3*s23^2 + Iz1 + Iz2*c2^2 + Iz3*c23^2 + m2*r1^2*c2^2 + m3*(l1*c2 + r2*c23)^2",
             (1, 2): "0", (1, 3): "0",
             (2, 2): "Ix2 + Ix3 + m3*l1^2 + m2*r1^2 + m3*r2^2 + 2*m3*l1*r2*c3",
             (2, 3): "Ix3 + m3*r2^2 + m3*l1*r2*c3", (3, 3): "Ix3 + m3*r2^2"}
        for (i, j), text in M.items():
            self.proved(ARM, f"M[{i},{j}]", self.formula(text))
            self.proved(ARM, f"M[{j},{i}]", self.formula(text))

    def test_christoffel_symbols_proved(self):
        G112 = ("(Iy2 - Iz2 - m2*r1^2)*c2*s2 + (Iy3 - Iz3)*c23*s23 - m3*(l1*c2 + r2*c23)*(l1*s2 + r2*s23)")
        G113 = "(Iy3 - Iz3)*c23*s23 - m3*r2*s23*(l1*c2 + r2*c23)"
        bend = "-l1*m3*r2*s3"
        known = {(1, 1, 2): G112, (1, 2, 1): G112, (2, 1, 1): f"-({G112})", (1, 1, 3): G113, (1, 3, 1): G113,
                 (3, 1, 1): f"-({G113})", (2, 2, 3): bend, (2, 3, 2): bend, (2, 3, 3): bend, (3, 2, 2): f"-({bend})"}
        for i in range(1, 4):
            for j in range(1, 4):
                for k in range(1, 4):
                    self.proved(ARM, f"Gamma[{i},{j},{k}]", self.formula(known.get((i, j, k), "0")))

    def test_gravity_proved(self):
        for i, text in enumerate(["0", "-(m2*g*r1 + m3*g*l1)*c2 - m3*g*r2*c23", "-m3*g*r2*c23"], 1):
            self.proved(ARM, f"g[{i}]", self.formula(text))

    def test_a_wrong_formula_is_refuted(self):
        found = call("prove", ARM, "--equal", "M[3,3]", "Ix3 + m3*r1^2", "--json")
        self.assertEqual(found.returncode, 1, found.stderr)
        self.assertEqual(json.loads(found.stdout)["verdict"], "refuted")

    def test_derive_shows_them(self):
        derived = self.json("derive", ARM)
        self.assertEqual(derived["coordinates"], ["q1", "q2", "q3"])
        self.assertEqual(derived["M"][0][1], "0")
        self.proved(ARM, derived["M"][0][0], "M[1,1]")
        self.assertEqual({(c["i"], c["j"], c["k"]) for c in derived["christoffel"]},
                         {("q1", "q1", "q2"), ("q1", "q1", "q3"), ("q2", "q1", "q1"), ("q2", "q2", "q3"), ("q2", "q3", "q3"),
                          ("q3", "q1", "q1"), ("q3", "q2", "q2")})


class TwoArms(MechanismTest):
    """S18: moments on the links of a planar manipulator, from the equilibrium of each link."""

    def test_moments_by_newton_and_euler(self):
        m2, m3, lO2, lA2, lA3, J2, J3, g = 3.0, 2.0, 0.25, 0.25, 0.2, 0.06, 0.03, 9.81
        q, v, a = [0.4, -0.9], [1.1, -0.7], [2.0, 3.0]
        th, w, al = [q[0], q[0] + q[1]], [v[0], v[0] + v[1]], [a[0], a[0] + a[1]]
        def turning(i, r):  # acceleration that a turn of link i gives at distance r from its start
            return [r * (-al[i] * sin(th[i]) - w[i] ** 2 * cos(th[i])), r * (al[i] * cos(th[i]) - w[i] ** 2 * sin(th[i]))]
        a2 = turning(0, lO2)
        a3 = plus(turning(0, lO2 + lA2), turning(1, lA3))
        A51, A52, A53, A54 = lO2 * sin(th[0]), -lO2 * cos(th[0]), lA2 * sin(th[0]), -lA2 * cos(th[0])
        A63, A64 = lA3 * sin(th[1]), -lA3 * cos(th[1])
        M3 = J3 * al[1] - A63 * m3 * a3[0] - A64 * (m3 * a3[1] + m3 * g)
        M2 = (J2 * al[0] - A51 * m2 * a2[0] - A52 * (m2 * a2[1] + m2 * g) - (A51 + A53) * m3 * a3[0]
              - (A52 + A54) * (m3 * a3[1] + m3 * g))
        e = self.at(example("two-arm"), q, v, a)
        self.near(e["inverse_dynamics"], [M2 + M3, M3], 1e-14)

    def test_mass_matrix_proved(self):
        model = example("two-arm")
        self.proved(model, "M[A,A]", "J3 + m3*lA3^2")
        self.proved(model, "M[O,A]", "J3 + m3*lA3^2 + m3*(lO2 + lA2)*lA3*cos(A)")
        self.proved(model, "M[O,O]", "J2 + m2*lO2^2 + J3 + m3*((lO2 + lA2)^2 + lA3^2 + 2*(lO2 + lA2)*lA3*cos(A))")
        self.proved(model, "g[A]", "m3*g*lA3*cos(O + A)")


class ModernRobotics(MechanismTest):
    """V15: the example with three links of Lynch and Park. Its first screw has an angular part of length sqrt(2): the same
    joint with a unit axis and a coordinate that is sqrt(2) times as large."""
    model_text = """
gravity = [0, 0, -9.8]
[body.one]
mass = 3.7
inertia = [0.010267, 0.010267, 0.00666]
position = [0, 0, 0.089159]
[body.two]
mass = 8.393
inertia = [0.22689, 0.22689, 0.0151074]
position = [0.28, 0.13585, 0.089159]
rotation = { matrix = [[0, 0, 1], [0, 1, 0], [-1, 0, 0]] }
[body.three]
mass = 2.275
inertia = [0.0494433, 0.0494433, 0.004095]
position = [0.675, 0.01615, 0.089159]
rotation = { matrix = [[0, 0, 1], [0, 1, 0], [-1, 0, 0]] }
[joint.A]
type = "revolute"
bodies = ["ground", "one"]
at = [-0.5, 0, 0.5]
axis = [1, 0, 1]
[joint.B]
type = "revolute"
bodies = ["one", "two"]
at = [0, 0, 0.089]
axis = [0, 1, 0]
[joint.C]
type = "revolute"
bodies = ["two", "three"]
at = [0.425, 0, 0.089]
axis = [0, 1, 0]
"""
    tip_wrench = """
[force.tip]
type = "force"
body = "three"
at = [0, 0, 0.14225]
value = [-1, -1, -1]
frame = "body"
[force.tip_moment]
type = "torque"
body = "three"
value = [-1, -1, -1]
frame = "body"
"""

    def test_numbers(self):
        known = json.loads((SOURCE / "tests" / "data" / "modern_robotics_3link.json").read_text())
        scale = [sqrt(2), 1, 1]
        scaled = lambda x: [a * b for a, b in zip(scale, x)]
        model = self.model(self.model_text)
        q, v, a = scaled([0.1] * 3), scaled([0.1, 0.2, 0.3]), scaled([2, 1.5, 1])
        free = self.at(model, q, v)
        back = lambda x: scaled(x)  # generalized forces scale like coordinates: power stays the same
        self.near([[scale[i] * scale[j] * free["M"][i][j] for j in range(3)] for i in range(3)], known["MassMatrix"], 1e-13)
        self.near(back(free["g"]), known["GravityForces"], 1e-13)
        self.near(back(plus(free["bias"], free["g"], -1)), known["VelQuadraticForces"], 1e-12)
        held = self.model(self.model_text + self.tip_wrench, "held.toml")
        e = self.at(held, q, v, a)
        self.near(back(e["passive"]), [-x for x in known["EndEffectorForces"]], 1e-13)
        self.near(back(e["inverse_dynamics"]), known["InverseDynamics"], 1e-13)
        e = self.at(held, q, v, tau=[x / s for x, s in zip([0.5, 0.6, 0.7], scale)])
        self.near([x / s for x, s in zip(e["acceleration"], scale)], known["ForwardDynamics_tau_0.5_0.6_0.7"], 1e-12)


class SmallTrees(MechanismTest):
    """V47: forward dynamics of small trees, values of Featherstone's spatial_v1 as tested in RBDL."""

    def tree(self, *bodies):
        """Bodies (parent, joint's place in the parent, axis, mass centre), from body 0 = ground."""
        text = "gravity = [0, -9.81, 0]\n"
        for i, (parent, at, axis, center, *inertia) in enumerate(bodies, 1):
            first = f"b{parent}" if parent else "ground"
            mass = f"mass = 1\ncenter = {center}\ninertia = {inertia[0] if inertia else [1, 1, 1]}\n" if center else ""
            text += (f"[body.b{i}]\n{mass}[joint.q{i}]\ntype = \"revolute\"\nbodies = [\"{first}\", \"b{i}\"]\n"
                     f"at = [{at}, [0, 0, 0]]\naxis = {axis}\n")
        return self.model(text)

    def test_accelerations(self):
        o, x, y, z = [0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]
        for bodies, expected in [
                ([(0, o, z, [1.5, 1, 1], [1, 2, 3])], [-2.3544]),
                ([(0, o, z, x), (1, x, z, x)], [-5.886, 3.924]),
                ([(0, o, z, x), (1, x, z, x), (2, x, z, x)], [-6.03692307692308, 3.77307692307692, 1.50923076923077]),
                ([(0, o, z, x), (1, x, y, y), (2, y, x, z), (1, [-0.5, 0, 0], y, y), (4, [0, -0.5, 0], x, z)],
                 [-1.60319066147860, -0.534396887159533, 4.10340466926070, 0.267198443579767, 5.30579766536965])]:
            self.near(self.at(self.tree(*bodies))["acceleration"], expected, 1e-14)
        e = self.at(self.tree((0, o, z, None), (1, o, y, None), (2, o, x, [0, 0.5, 0])), q=[1, 0, 0])
        self.near(e["acceleration"][0], 3.301932144386186, 1e-15)


class FreeBody(MechanismTest):
    def test_newton_euler_in_twist_form(self):
        # S01: F = G Vdot - ad_V^T G V with the origin away from the mass centre
        m, c, I = 2.5, [0.3, -0.2, 0.1], [0.4, 0.5, 0.6]
        model = self.model(f"gravity = [0, 0, 0]\n[body.b]\nmass = {m}\ncenter = {c}\ninertia = {I}\n")
        w, v, wd, vd = [0.3, -1.2, 0.7], [1.5, 0.4, -0.6], [2.0, -1.0, 0.5], [0.1, 0.2, 0.3]
        half = 0.5
        e = self.at(model, [1, 2, 3, cos(half), 0, sin(half), 0], w + v, wd + vd)
        cross = lambda a, b: [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        point_a = plus(vd, cross(w, v))                                   # of the origin
        center_a = plus(plus(point_a, cross(wd, c)), cross(w, cross(w, c)))
        force = [m * x for x in center_a]
        spin = [i * x for i, x in zip(I, w)]
        moment = plus(plus([i * x for i, x in zip(I, wd)], cross(w, spin)), cross(c, force))
        self.near(e["inverse_dynamics"], moment + force, 1e-14)
        self.assertEqual(e["speeds"], [f"b.{s}" for s in ["wx", "wy", "wz", "vx", "vy", "vz"]])
        self.assertEqual(e["coordinates"], [f"b.{s}" for s in ["x", "y", "z", "qw", "qx", "qy", "qz"]])
        # S28: momenta about the world's origin
        R = [[cos(1), 0, sin(1)], [0, 1, 0], [-sin(1), 0, cos(1)]]
        p = times(R, [m * x for x in plus(v, cross(w, c))])
        place = plus([1, 2, 3], times(R, c))
        self.near(e["linear_momentum"], p, 1e-14)
        self.near(e["angular_momentum"], plus(times(R, spin), cross(place, p)), 1e-14)
        self.near(e["center_of_mass"], place, 1e-15)

    def test_start_of_the_program(self):
        self.good("--version")
        begin = time.perf_counter()
        self.good("evaluate", ARM, "--json")
        print(f"evaluate of three joints, from start to end: {1000 * (time.perf_counter() - begin):.0f} ms")


class Shapes(MechanismTest):
    """S11, S33: mass properties of shapes reach the equations."""

    def test_rod_with_hole_and_bob(self):
        # a steel bar as a pendulum about z: box, less a cylinder, plus a point
        l, w, h, rho, r = 0.4, 0.02, 0.01, 7850, 0.004
        model = self.model(f"""gravity = [0, -9.81, 0]
[body.rod]
shapes = [ {{ box = [{l}, {w}, {h}], density = {rho}, at = [{l / 2}, 0, 0] }},
           {{ cylinder = {{ radius = {r}, length = {h} }}, density = {rho}, at = [0.05, 0, 0], cut = true }},
           {{ point = 0.1, at = [{l}, 0, 0] }} ]
[joint.A]
type = "revolute"
bodies = ["ground", "rod"]
at = [[0, 0, 0], [0, 0, 0]]
axis = [0, 0, 1]
""")
        bar, hole = rho * l * w * h, rho * pi * r * r * h
        J = bar * ((l * l + w * w) / 12 + l * l / 4) - hole * (r * r / 2 + 0.05 ** 2) + 0.1 * l * l
        e = self.at(model)
        self.near(e["M"], [[J]], 1e-14)
        self.near(e["g"], [9.81 * (bar * l / 2 - hole * 0.05 + 0.1 * l)], 1e-14)
        self.near(e["mass"], bar - hole + 0.1, 1e-14)

    def test_machined_link(self):
        # the example, part by part: mass, distance of its centre from the eye, moment of inertia about its own centre
        l, w, h, R, B, r, b, e, rho, steel = 0.2, 0.024, 0.012, 0.025, 0.015, 0.018, 0.010, 0.008, 2700, 7850
        bar = l - r - R
        parts = [(rho * bar * w * h, R + bar / 2, (bar ** 2 + w ** 2) / 12),
                 (rho * pi * (R ** 2 - B ** 2) * h, 0, (R ** 2 + B ** 2) / 2), (rho * pi * r ** 2 * h, l, r ** 2 / 2),
                 (-rho * pi * b ** 2 * h, l, b ** 2 / 2), (-rho * l * w * h / 8, l / 2, (l ** 2 + w ** 2) / 48),
                 (steel * pi * (b ** 2 - e ** 2) * h, l, (b ** 2 + e ** 2) / 2)]
        found = self.at(example("machined-link"), [0.3])
        self.near(found["M"], [[sum(m * (c ** 2 + k) for m, c, k in parts)]], 1e-13)
        self.near(found["g"], [9.81 * sum(m * c for m, c, _ in parts) * cos(0.3)], 1e-13)
        self.near(found["mass"], sum(m for m, _, _ in parts), 1e-13)


class Frames(MechanismTest):
    def test_frame_pose_velocity_and_jacobian(self):
        q, v = [0.3, 0.4, -0.7], [1, -0.5, 0.8]
        e = self.at(ARM, q, v, words=["--frame", "link3"])
        l1 = 0.5
        c, s = cos(q[0]), sin(q[0])
        reach, down = l1 * cos(q[1]), l1 * sin(q[1])
        self.near(e["frame_pose"]["position"], [-reach * s, reach * c, -down], 1e-14)
        across = [-c, -s, 0]  # axes of joints 2 and 3 in the world
        w = plus([0, 0, v[0]], [(v[1] + v[2]) * x for x in across])
        velocity = [-reach * c * v[0] + l1 * sin(q[1]) * s * v[1], -reach * s * v[0] - l1 * sin(q[1]) * c * v[1],
                    -l1 * cos(q[1]) * v[1]]
        self.near(e["frame_velocity"], w + velocity, 1e-14)
        self.near(times(e["frame_jacobian"], v), w + velocity, 1e-14)
        self.near(transpose(e["frame_jacobian"])[2][:3], across, 1e-14)
        self.assertIn("link", self.bad(2, "evaluate", ARM, "--frame", "lnk3"))
        self.assertTrue(math.isfinite(e["kinetic"]))
