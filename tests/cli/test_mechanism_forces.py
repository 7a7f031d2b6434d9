"""S34: every kind of force against closed forms, and generalized forces against virtual work."""
import math
from math import cos, sin, sqrt, tanh

from command import SOURCE, call
from mechanics import MechanismTest, dot, plus, times, transpose

SLIDER = """space = "planar"
gravity = [0, 0]
[body.block]
mass = 2
[joint.S]
type = "prismatic"
bodies = ["ground", "block"]
at = [[0, 0], [0, 0]]
axis = [1, 0]
"""
PENDULUM = """space = "planar"
gravity = [0, -9.81]
[body.rod]
mass = 2
center = [0, -0.5]
inertia = 0.1
points.tip = [0, -1]
[joint.A]
type = "revolute"
bodies = ["ground", "rod"]
at = [[0, 0], [0, 0]]
"""
PENDULUM_M = 2 * 0.25 + 0.1


class Closed(MechanismTest):
    def passive(self, text, q, v, words=()):
        return self.at(self.model(text), [q], [v], words=words)["passive"][0]

    def test_spring_and_damper_on_a_mass(self):
        spring = SLIDER + "start = 1.5\n" + ("[force.s]\ntype = \"spring\"\npoints = [[\"ground\", [0, 0]], \"block.origin\"]\n"
                                            "stiffness = 50\ndamping = 1.2\nlength = 1\n[simulate]\ntime = 3\nstep = 0.1\ntolerance = 1e-10\n")
        self.near(self.passive(spring, 1.3, 0.7), -50 * 0.3 - 1.2 * 0.7, 1e-14)
        rows, summary = self.simulate(self.model(spring))
        d, w0 = 1.2 / 4, 5.0
        w = sqrt(w0 * w0 - d * d)
        for row in rows:
            t = row["t"]
            x = 0.5 * math.exp(-d * t) * (cos(w * t) + d / w * sin(w * t))
            self.assertAlmostEqual(row["S"], 1 + x, places=8)
            self.assertAlmostEqual(row["potential"], 25 * x * x, places=7)
        self.assertLess(summary["energy_drift"], 1e-8)

    def test_a_joint_has_spring_damper_and_rest(self):
        self.near(self.passive(SLIDER + "stiffness = 50\nrest = 1\ndamping = 1.2\n", 1.3, 0.7), -50 * 0.3 - 1.2 * 0.7, 1e-14)

    def test_free_length_is_the_length_at_the_start(self):
        text = SLIDER + "start = -0.8\n[force.s]\ntype = \"spring\"\npoints = [[\"ground\", [0, 0.6]], \"block.origin\"]\nstiffness = 10\n"
        self.near(self.at(self.model(text))["passive"], [0.0], 1)
        length = math.hypot(0.3, 0.6)
        self.near(self.passive(text, 0.3, 0), -10 * (length - 1.0) * 0.3 / length, 1e-14)

    def test_actuator_pushes_apart(self):
        text = SLIDER + "[force.s]\ntype = \"spring\"\npoints = [[\"ground\", [0, 0]], \"block.origin\"]\nactuator = \"7*cos(t)\"\n"
        self.near(self.passive(text, 2, 0), 7, 1e-15)
        self.near(self.passive(text, -2, 0, ["--t", "1"]), -7 * cos(1), 1e-14)

    def test_point_force_in_world_and_body(self):
        push = PENDULUM + "[force.p]\ntype = \"force\"\nat = \"rod.tip\"\nvalue = [3, 5]\nframe = \"{}\"\n"
        q = 0.6  # the tip is at (sin q, -cos q) and moves along (cos q, sin q)
        self.near(self.passive(push.format("world"), q, 0), 3 * cos(q) + 5 * sin(q), 1e-14)
        self.near(self.passive(push.format("body"), q, 0), 3, 1e-14)

    def test_torque(self):
        self.near(self.passive(PENDULUM + "[force.p]\ntype = \"torque\"\nbody = \"rod\"\nvalue = \"2*t + A\"\n", 0.6, 0,
                               ["--t", "1.5"]), 3.6, 1e-14)

    def test_rotational_spring(self):
        text = PENDULUM + ("start = 0.2\n[force.s]\ntype = \"rotational-spring\"\n{}\nstiffness = 4\ndamping = 0.3\n"
                           "{}actuator = \"1 + t\"\n")
        for ends in ["joint = \"A\"", "bodies = [\"ground\", \"rod\"]"]:
            self.near(self.passive(text.format(ends, "rest = 0.1\n"), 0.6, 2), -4 * 0.5 - 0.3 * 2 + 1, 1e-14)
            self.near(self.passive(text.format(ends, ""), 0.6, 2), -4 * 0.4 - 0.3 * 2 + 1, 1e-14)  # rest at the start

    def test_rotational_spring_counts_turns(self):
        text = PENDULUM + "[force.s]\ntype = \"rotational-spring\"\n{}\nstiffness = 4\nrest = 0\n"
        for ends in ["joint = \"A\"", "bodies = [\"ground\", \"rod\"]"]:
            self.near(self.passive(text.format(ends), 10, 0), -40, 1e-14)

    def test_friction(self):
        text = PENDULUM + "friction = [2, 3]\nfriction_width = 0.01\n"
        self.near(self.passive(text, 0, 1), -2, 1e-15)
        self.near(self.passive(text, 0, -1), 3, 1e-15)
        self.near(self.passive(text, 0, 0.005), -2 * tanh(0.5), 1e-14)
        self.assertEqual(self.passive(text, 0, 0), 0)
        self.near(self.passive(PENDULUM + "friction = 2\n", 0, -1), 2, 1e-15)

    def test_negative_damping_is_said(self):
        for damping, said in (('"c"', True), ("0.1", False), ("-0.1", True)):
            arm = ('space = "planar"\n[parameters]\nc = -0.1\n[body.a]\nmass = 1\ninertia = 1\npoints.tip = [1, 0]\n[joint.A]\n'
                   'type = "revolute"\nbodies = ["ground", "a"]\n')
            place = arm + f"damping = {damping}\n"
            spring = arm + ('[ground]\npoints.o = [0, 2]\n[force.s]\ntype = "spring"\npoints = ["ground.o", "a.tip"]\n'
                            f"damping = {damping}\n")
            turn = arm + f'[force.r]\ntype = "rotational-spring"\njoint = "A"\ndamping = {damping}\n'
            for text, where in ((place, "[joint.A]"), (spring, "[force.s]"), (turn, "[force.r]")):
                result = call("evaluate", self.model(text))
                self.assertEqual(result.returncode, 0, result.stderr)
                warning = f"{where} damping is negative: it drives the motion instead of damping it"
                self.assertEqual(warning in result.stderr, said, (text, result.stderr))

    def test_armature(self):
        e = self.at(self.model(PENDULUM + "armature = 0.7\n"), [0.6], [1], [2])
        self.near(e["M"], [[PENDULUM_M + 0.7]], 1e-15)
        self.near(e["g"], [2 * 9.81 * 0.5 * sin(0.6)], 1e-14)
        self.near(e["inverse_dynamics"], [2 * (PENDULUM_M + 0.7) + e["g"][0]], 1e-14)
        self.near(e["kinetic"], (PENDULUM_M + 0.7) / 2, 1e-15)

    def test_effort_and_inputs(self):
        model = self.model(PENDULUM + "effort = \"u - 0.5*A'\"\n[inputs]\nu = \"3*t\"\n")
        e = self.at(model, [0], [2], words=["--t", "2"])
        self.near(e["acceleration"], [5 / PENDULUM_M], 1e-14)
        self.near(e["effort"], [5.0], 1e-14)
        self.near(self.at(model, [0], [2], tau=[1.0])["acceleration"], [1 / PENDULUM_M], 1e-14)
        self.near(self.at(model, [0], [2], words=["--t", "2", "--set", "u=0"])["effort"], [-1.0], 1e-14)

    def test_force_that_depends_on_the_motion(self):
        # drag of the tip, along its velocity
        text = PENDULUM + "[force.d]\ntype = \"force\"\nat = \"rod.tip\"\nvalue = [\"-2*rod.tip.vx\", \"-2*rod.tip.vy\"]\n"
        self.near(self.passive(text, 0.6, 1.5), -3.0, 1e-14)

    def test_energy_of_a_driven_damped_motion(self):
        text = PENDULUM + ("damping = 0.2\neffort = \"sin(3*t)\"\n[force.d]\ntype = \"force\"\nat = \"rod.tip\"\n"
                           "value = [\"-0.1*rod.tip.vx\", \"0.4*t\"]\n")
        _, summary = self.simulate(self.model(text), "--tolerance", "1e-11")
        self.assertLess(summary["energy_drift"], 1e-9)


class VirtualWork(MechanismTest):
    """Generalized forces are sums of J^T f over the points where forces act."""

    def setUp(self):
        super().setUp()
        arm = (SOURCE / "examples" / "arm-3r.toml").read_text()
        self.text = (arm.replace("points.elbow", "frames.p = { at = [0.1, 0.2, -0.1] }\npoints.elbow")
                     .replace("points.tip", "frames.p = { at = [0.05, 0.3, 0.07] }\npoints.tip"))
        self.q, self.v = [0.3, 0.4, -0.7], [1, -0.5, 0.8]

    def frame(self, name):
        e = self.at(self.model(self.text, "plain.toml"), self.q, self.v, words=["--frame", name])
        return e["frame_jacobian"], e["frame_pose"], e["frame_velocity"]

    def check(self, force, expected):
        model = self.model(self.text + force)
        e = self.at(model, self.q, self.v)
        self.near(e["passive"], expected, 1e-13)
        self.assertGreater(max(map(abs, expected)), 0.1)

    def test_force_in_world_and_body(self):
        J, pose, _ = self.frame("link3.p")
        f = [3.0, -2.0, 5.0]
        force = "[force.f]\ntype = \"force\"\nbody = \"link3\"\nat = [0.05, 0.3, 0.07]\nvalue = [3, -2, 5]\nframe = \"{}\"\n"
        self.check(force.format("world"), times(transpose(J[3:]), f))
        self.check(force.format("body"), times(transpose(J[3:]), times(pose["rotation"], f)))

    def test_torque_in_world_and_body(self):
        J, pose, _ = self.frame("link3.p")
        f = [3.0, -2.0, 5.0]
        torque = "[force.f]\ntype = \"torque\"\nbody = \"link3\"\nvalue = [3, -2, 5]\nframe = \"{}\"\n"
        self.check(torque.format("world"), times(transpose(J[:3]), f))
        self.check(torque.format("body"), times(transpose(J[:3]), times(pose["rotation"], f)))

    def test_spring_between_links(self):
        # link 1 is the third body from link 3: the force acts over two joints
        Ja, a, va = self.frame("link2.p")
        Jb, b, vb = self.frame("link3.p")
        line = plus(b["position"], a["position"], -1)
        length = math.hypot(*line)
        n = [x / length for x in line]
        rate = dot(n, plus(vb[3:], va[3:], -1))
        tension = 70 * (length - 0.1) + 6 * rate - 9
        pull = plus(times(transpose(Ja[3:]), [tension * x for x in n]), times(transpose(Jb[3:]), [tension * x for x in n]), -1)
        self.check("[force.s]\ntype = \"spring\"\npoints = [\"link2.p\", \"link3.p\"]\nstiffness = 70\ndamping = 6\n"
                   "length = 0.1\nactuator = 9\n", pull)

    def test_power_is_force_times_speed(self):
        J, _, V = self.frame("link3.p")
        f = [3.0, -2.0, 5.0]
        self.near(dot(times(transpose(J[3:]), f), self.v), dot(f, V[3:]), 1e-13)

    def test_outputs_of_a_spring(self):
        text = self.text.replace("[outputs]", "[outputs]\nF = \"s.force\"\nL = \"s.length\"")
        text += "[force.s]\ntype = \"spring\"\npoints = [\"link2.p\", \"link3.p\"]\nstiffness = 70\nlength = 0.1\n"
        rows, _ = self.simulate(self.model(text), "--time", "0.1", "--step", "0.1")
        _, a, _ = self.frame("link2.p")
        _, b, _ = self.frame("link3.p")
        length = math.dist(a["position"], b["position"])
        self.near(rows[0]["L"], length, 1e-13)
        self.near(rows[0]["F"], 70 * (length - 0.1), 1e-13)


class Couplings(MechanismTest):
    """Gears: M a + bias + A^T lambda = tau + passive, on the manifold of the coupling."""
    gear = """space = "planar"
[body.a]
mass = 1
center = [0.1, 0]
inertia = 0.5
[body.b]
mass = 2
center = [0, 0.2]
inertia = 0.3
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
at = [[0, 0], [0, 0]]
start = 0.3
rate = 1
[joint.B]
type = "revolute"
bodies = ["ground", "b"]
at = [[1, 0], [0, 0]]
{}
[constraint.gear]
holonomic = "A - 2*B"
"""

    def test_gear_in_closed_form(self):
        # A = 2 B: one equation, (MA + MB/4) A'' = -(gA + gB/2)
        model = self.model(self.gear.format("start = 0.15\nrate = 0.5"))
        e = self.at(model)
        MA, MB = 0.51, 0.38
        gA, gB = 9.81 * 0.1 * cos(0.3), -9.81 * 2 * 0.2 * sin(0.15)
        a = -(gA + gB / 2) / (MA + MB / 4)
        self.near(e["acceleration"], [a, a / 2], 1e-13)
        self.near(e["multipliers"], [-(MA * a + gA)], 1e-12)
        rows, summary = self.simulate(model, "--tolerance", "1e-11")
        self.assertLess(max(abs(row["A"] - 2 * row["B"]) for row in rows), 1e-9)
        self.assertLess(summary["energy_drift"], 1e-9)

    def test_a_start_off_the_constraint_is_assembled(self):
        rows, summary = self.simulate(self.model(self.gear.format("")))
        self.assertLess(max(abs(row["A"] - 2 * row["B"]) for row in rows), 1e-9)
        self.assertLess(max(row["constraint"] for row in rows), 1e-9)
        self.assertLess(summary["energy_drift"], 1e-6)
