"""Rows that say nothing new: the mechanism moves as without them, and its certificate is complete."""
import csv
import json
import math

from command import CommandTest, call

PENDULUM = """
    space = "planar"
    [body.a]
    mass = 1
    inertia = 1
    center = [0.5, 0]
    [joint.A]
    type = "revolute"
    bodies = ["ground", "a"]
    start = %s
    [simulate]
    time = 1
"""
WELDED = """
    [body.a]
    mass = 1
    inertia = [0.1, 0.2, 0.25]
    [body.b]
    mass = 1
    center = [0.3, 0, 0]
    inertia = [0.1, 0.2, 0.25]
    rotation = { rpy = [0.3, -0.5, 0.7] }
    [joint.A]
    type = "revolute"
    bodies = ["ground", "a"]
    axis = [0, 1, 0]
    [joint.W]
    type = "fixed"
    bodies = ["a", "b"]
    at = [0.5, 0, 0]
"""
AGAIN = """
    [joint.W2]
    type = "%s"
    bodies = ["a", "b"]
    at = [0.5, 0, 0]
"""
CONSTRAINTS = {
    "distance": 'type = "distance"\npoints = ["ground.origin", "a.center"]\nlength = 0.5',
    "distance to a corner": 'type = "distance"\npoints = ["ground.origin", ["a", [0.3, 0.4]]]\nlength = 0.5',
    "no slip along the radius": 'type = "no-slip"\nbody = "a"\nat = [0.3, 0.1]\ndirection = [0.3, 0.1]',
    "circle": 'holonomic = "a.center.x^2 + a.center.y^2 - 0.25"',
    "circle in speeds": 'pfaffian = "a.center.x*a.center.vx + a.center.y*a.center.vy"',
}

SCISSOR = """
space = "planar"
[body.roller]
mass = 1
[body.a]
count = 20
shapes = [{ box = [1, 0.05, 0.02], density = 2700, at = [0.5, 0] }]
points.mid = [0.5, 0]
points.tip = [1, 0]
[body.b]
count = 20
shapes = [{ box = [1, 0.05, 0.02], density = 2700, at = [0.5, 0] }]
points.mid = [0.5, 0]
points.tip = [1, 0]
[joint.foot]
type = "revolute"
bodies = ["ground", "a[0]"]
start = "30 deg"
[joint.roll]
type = "prismatic"
bodies = ["ground", "roller"]
axis = [1, 0]
motion = "cos(pi/6) - 0.1*sin(t)"
[joint.heel]
type = "revolute"
bodies = ["roller", "b[0]"]
start = "150 deg"
[joint.left]
count = 19
type = "revolute"
bodies = ["b[#]", "a[#+1]"]
at = ["b[#].tip", [0, 0]]
start = "-120 deg"
[joint.right]
count = 19
type = "revolute"
bodies = ["a[#]", "b[#+1]"]
at = ["a[#].tip", [0, 0]]
start = "120 deg"
[joint.pin]
count = 20
type = "revolute"
bodies = ["a[#]", "b[#]"]
at = ["a[#].mid", "b[#].mid"]
start = "120 deg"
[outputs]
h = "a[19].tip.y"
[simulate]
time = 2
step = 0.05
"""


class RedundantRows(CommandTest):
    def assert_certified(self, model):
        found = self.json("check", model, "--states", 5)
        self.assertEqual(found["verdict"], "passed", [c for c in found["checks"] if c["passed"] is not True])

    def test_a_constraint_that_the_hinge_implies(self):
        for name, text in CONSTRAINTS.items():
            for start in (0.3, 1, 2):
                with self.subTest(constraint=name, start=start):
                    model = self.model(PENDULUM % start + "[constraint.c]\n" + text)
                    mobility = self.json("mobility", model)
                    self.assertEqual((mobility["dof"], mobility["redundant"], mobility["singular"]), (1, ["c"], False))
                    acceleration = -0.5 * 9.81 * math.cos(start) / (1 + 0.25)
                    self.assertAlmostEqual(self.json("evaluate", model)["acceleration"][0], acceleration, delta=1e-12)
            self.assert_certified(model)

    def test_a_weld_written_twice(self):
        alone = self.json("evaluate", self.model(WELDED), "--q", "0.3", "--v", "1")["acceleration"]
        for kind in ("fixed", "spherical"):
            with self.subTest(kind=kind):
                model = self.model(WELDED + AGAIN % kind)
                twice = self.json("evaluate", model, "--q", "0.3", "--v", "1")["acceleration"]
                self.assertAlmostEqual(twice[0], alone[0], delta=1e-12)
                self.assertIn(f"A'' = {alone[0]:.6f}"[:11], self.good("derive", model, "--at", "A=0.3,A'=1"))
                self.assert_certified(model)

    def test_a_linkage_drawn_at_its_singular_pose(self):
        """A Sarrus linkage drawn flat in a tilted frame, at a pose where both legs are folded alike."""
        e = ((0.8, 0.6, 0.0), (-0.36, 0.48, 0.8))
        text = ""
        for k, along in enumerate(e):
            near, far = ([round(d * x, 9) for x in along] for d in (0.3, 0.7))
            axis = list(e[1 - k]) if k else [-x for x in e[1]]
            text += (f"[body.lo{k}]\nmass = 1\ninertia = [0.01, 0.01, 0.01]\nposition = {near}\n"
                     f"[body.up{k}]\nmass = 1\ninertia = [0.01, 0.01, 0.01]\nposition = {far}\n"
                     f'[joint.a{k}]\ntype = "revolute"\nbodies = ["ground", "lo{k}"]\nat = {near}\naxis = {axis}\n'
                     f'[joint.b{k}]\ntype = "revolute"\nbodies = ["lo{k}", "up{k}"]\nat = {far}\naxis = {axis}\n'
                     f'[joint.c{k}]\ntype = "revolute"\nbodies = ["up{k}", "plate"]\nat = {near}\naxis = {axis}\n')
        model = self.model("[body.plate]\nmass = 1\ninertia = [0.01, 0.01, 0.01]\n" + text)
        for angle in (0.03, 0.5, 1.0):
            with self.subTest(angle=angle):
                q = f"a0={angle},b0={-2 * angle},c0={angle},a1={angle},b1={-2 * angle}"
                a0, b0, c0, a1, b1 = self.json("evaluate", model, "--q", q)["acceleration"]
                for other, factor in ((b0, -2), (c0, 1), (a1, 1), (b1, -2)):  # at rest, legs of equal length
                    self.assertAlmostEqual(other, factor * a0, delta=1e-8 * (1 + abs(a0)))
                self.assertEqual(self.json("mobility", model, "--q", q)["dof"], 1)

    def test_an_armature_on_a_tilted_base(self):
        self.assert_certified(self.model("""
            [body.base]
            [joint.base]
            type = "fixed"
            bodies = ["ground", "base"]
            at = [[0, 0, 0], [0, 0, 0]]
            rotation = { axis = [1, 2, 2], angle = 1.1 }
            [body.arm]
            mass = 1
            center = [0.3, 0, 0]
            inertia = [0.2, 0.2, 0.3]
            [joint.q]
            type = "revolute"
            bodies = ["base", "arm"]
            at = [[0, 0, 0], [0, 0, 0]]
            axis = [0, 0, 1]
            armature = 4
        """))

    def test_a_mass_far_away_is_a_mass(self):
        found = self.json("evaluate", self.model("""
            space = "planar"
            [body.p]
            kind = "particle"
            mass = 2
            position = [1e9, 0]
        """))
        self.assertEqual(found["acceleration"], [0, -9.81])

    def test_a_small_pendulum_is_assembled(self):
        model = self.model("""
            [coordinates]
            x = { start = 0.5e-6 }
            y = { start = 0 }
            [energy]
            kinetic = "1e-9*(x'^2 + y'^2)/2"
            potential = "1e-9*9.81*y"
            [constraint.c]
            holonomic = "x^2 + y^2 - 1e-12"
        """)
        # Formulas do not say how long their lengths are: rows are met to 1e-15 of steps of a tenth, not of a micrometre.
        self.assertAlmostEqual(self.json("evaluate", model)["q"][0], 1e-6, delta=1e-12)

    def test_states_without_a_force_are_left_out(self):
        model = self.model(PENDULUM % 1 + """
            [joint.B]
            type = "revolute"
            bodies = ["a", "b"]
            at = [[1, 0], [0, 0]]
            start = 1
            effort = "-0.1*sqrt(B + 0.5)"
            [body.b]
            mass = 1
            inertia = 0.1
        """)
        found = self.json("check", model)
        self.assertEqual(found["verdict"], "passed")
        self.assertLess(found["compared"], 21)

    def test_rows_that_are_close_to_each_other_everywhere(self):
        """Twenty stages of a scissor hand down every motion: rows are a thousandth apart at all heights, and nothing is singular."""
        model = self.model(SCISSOR)
        out = self.folder / "out"
        result = call("run", model, "-o", out)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("singular", result.stderr)
        summary = json.loads((out / "summary.json").read_text())
        self.assertEqual(summary["rank_changes"], 0)
        # The height is 20 sin, the foot cos of the one angle that all bars share.
        for row in csv.DictReader((out / "trajectory.csv").read_text().splitlines()):
            foot = math.cos(math.pi / 6) - 0.1 * math.sin(float(row["t"]))
            self.assertAlmostEqual(float(row["h"]), 20 * math.sqrt(1 - foot**2), delta=1e-7)


if __name__ == "__main__":
    import unittest

    unittest.main()
