"""V means the same everywhere: weights and springs, in closed form."""
import math

from command import CommandTest

# A cart on a slide with a spring to a wall point above it, and a pendulum with a rotational spring.
MODEL = """
{space}
[parameters]
m = 2
k = 30
c = 5
h = 0.4
l0 = 0.3
[ground]
points.hook = {hook}
[body.cart]
mass = "m"
[body.rod]
mass = 1
center = {center}
inertia = {inertia}
[joint.x]
type = "prismatic"
bodies = ["ground", "cart"]
axis = {axis}
start = 0.7
stiffness = 7
rest = 0.1
[joint.th]
type = "{joint}"
bodies = ["cart", "rod"]
{more}
[force.S]
type = "spring"
points = ["ground.hook", "cart.origin"]
stiffness = "k"
damping = 3
actuator = "2*t"
length = "l0"
[outputs]
V0 = "V"
"""
PLANAR = dict(space='space = "planar"', hook='[0, "h"]', center="[0.5, 0]", inertia="0.1", axis="[1, 0]", joint="revolute",
              more='start = 0.3\n[force.R]\ntype = "rotational-spring"\njoint = "th"\nstiffness = "c"\nrest = -0.2')
SPATIAL = dict(space="gravity = [0, 0, 0]",  # formulas of weights hold for quaternions of unit length alone
               hook='[0, 0, "h"]', center="[0.5, 0, 0]", inertia="[0.1, 0.1, 0.1]", axis="[1, 0, 0]",
               joint="spherical", more="")
V_X = "k*(sqrt(x^2 + h^2) - l0)^2/2 + 7*(x - 0.1)^2/2"


class SpringEnergy(CommandTest):
    def proved(self, model, left, right):
        found = self.json("prove", model, "--equal", left, right)
        self.assertEqual(found["verdict"], "proved", (left, right, found))

    def test_planar(self):
        model = self.model(MODEL.format(**PLANAR))
        self.proved(model, "V", V_X + " + c*(th + 0.2)^2/2 + 9.81*0.5*sin(th)")
        # The forces are among the applied ones, with damper and actuator, which push along the line to the hook.
        slope = "k*(sqrt(x^2 + h^2) - l0)*x/sqrt(x^2 + h^2) + 7*(x - 0.1)"
        self.proved(model, "g[x]", "0")
        self.proved(model, "Q[x]", f"(2*t - 3*x*x'/sqrt(x^2 + h^2))*x/sqrt(x^2 + h^2) - ({slope})")
        self.proved(model, "L", "T - V")
        self.assertIn("forces of springs are in Q", self.good("derive", model))
        V = self.json("evaluate", model)["potential"]
        k, h, l0, x, th = 30, 0.4, 0.3, 0.7, 0.3
        truth = (k * (math.hypot(x, h) - l0) ** 2 + 7 * (x - 0.1) ** 2 + 5 * (th + 0.2) ** 2) / 2
        self.assertAlmostEqual(V, truth + 9.81 * 0.5 * math.sin(th), 12)

    def test_speeds_that_are_no_rates(self):
        model = self.model(MODEL.format(**SPATIAL))
        self.proved(model, "V", V_X)
        self.good("check", model)

    def test_springs_of_closing_joints(self):
        # A spring about the joint that closes a loop, in space: V in the coordinates of the tree, right where the loop is
        # open as well (the certificate compares the formulas with the kernels there).
        for joint, stiffness in (("spherical", ""), ("universal", "stiffness = [3, 4]\naxes = [[0, 0, 1], [0, 1, 0]]"),
                                 ("revolute", "stiffness = 3\naxis = [0.1, 0.2, 1]")):
            model = self.model(f"""
                [body.a]
                mass = 1
                inertia = [0.1, 0.2, 0.3]
                [body.b]
                mass = 1
                inertia = [0.1, 0.2, 0.3]
                [joint.A]
                type = "spherical"
                bodies = ["ground", "a"]
                [joint.B]
                type = "spherical"
                bodies = ["a", "b"]
                at = [[1, 0, 0], [0, 0, 0]]
                [joint.C]
                type = "{joint}"
                bodies = ["b", "ground"]
                at = [[1, 0, 0.1], [1.2, 0.3, 0.2]]
                cut = true
                {stiffness}
                """)
            self.good("check", model, "--states", "5")

    def test_base_parameters_keep_the_springs(self):
        model = self.model(MODEL.format(**PLANAR))
        found = self.json("derive", model, "--base-parameters")
        for term in ("k", "c*"):
            self.assertIn(term, found["V"])
