"""`branches` and `--branch`: the ways in which closed chains can be put together."""
import cmath
import itertools
import json
import math

from command import CommandTest, example


def four_bar(crank, a=0.10, b=0.35, c=0.25, d=0.30):
    """Angles of coupler and rocker of examples/four-bar.toml, for both ways to close it."""
    x, y = a * math.cos(crank), a * math.sin(crank)
    dx, dy = d - x, -y
    r = math.hypot(dx, dy)
    along = (r * r + b * b - c * c) / (2 * r)
    across = math.sqrt(b * b - along * along)
    result = []
    for sign in (1, -1):
        px = x + (along * dx - sign * across * dy) / r
        py = y + (along * dy + sign * across * dx) / r
        result.append((math.atan2(py - y, px - x), math.atan2(py, px - d)))
    return result


def apart(a, b):
    return abs(math.remainder(a - b, 2 * math.pi))


class BranchesTest(CommandTest):
    def test_a_slider_is_held_away_from_its_dead_centre(self):
        """Crank 1, rod 2, drawn stretched: at the slider's 2 two triangles, with cos A = (1 + 4 - 4)/4."""
        for start in ("0", "pi", "1"):
            model = self.model(f"""space = "planar"
gravity = [0, 0]
[body.crank]
points.tip = [1, 0]
[body.rod]
points.tip = [2, 0]
[body.slider]
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
start = "{start}"
[joint.B]
type = "revolute"
bodies = ["crank", "rod"]
at = ["crank.tip", [0, 0]]
[joint.D]
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]
[joint.C]
type = "revolute"
bodies = ["rod", "slider"]
at = ["rod.tip", [0, 0]]
""")
            found = self.json("branches", model, "--hold", "D=2")
            self.assertTrue(found["complete"])
            self.assertEqual(len(found["branches"]), 2, start)
            for branch in found["branches"]:
                self.assertAlmostEqual(math.cos(branch["q"]["A"]), 0.25, 10)

    def test_four_bar(self):
        found = self.json("branches", example("four-bar"))
        self.assertEqual(list(found["held"]), ["O"])
        self.assertLess(abs(found["held"]["O"]), 1e-12)
        self.assertTrue(found["complete"], found["note"])
        self.assertEqual([b["number"] for b in found["branches"]], [1, 2])
        for branch, (coupler, rocker) in zip(found["branches"], four_bar(0.0)):
            self.assertLess(apart(branch["q"]["A"], coupler), 1e-9)
            self.assertLess(apart(branch["q"]["C"], rocker), 1e-9)
            self.assertLess(apart(branch["dependent"]["B"], rocker - coupler), 1e-9)
            self.assertGreaterEqual(branch["hits"], 1)
        self.assertGreaterEqual(found["starts"], sum(b["hits"] for b in found["branches"]))

    def test_later(self):
        # 120 rpm: a quarter of a turn after 1/8 s.
        found = self.json("branches", example("four-bar"), "--t", "0.125")
        self.assertLess(abs(found["held"]["O"] - math.pi / 2), 1e-9)
        for branch, (coupler, rocker) in zip(found["branches"], four_bar(math.pi / 2)):
            self.assertLess(apart(branch["q"]["C"], rocker), 1e-9)

    def test_kinematics_follows_the_branch(self):
        for number in (1, 2):
            folder = self.folder / str(number)
            self.good("kinematics", example("four-bar"), "--branch", number, "-o", folder)
            names, rows = self.table(folder / "kinematics.csv")
            t, coupler, rocker = names.index("t"), names.index("th2"), names.index("th3")
            self.assertEqual(len(rows), 201)
            for row in rows:
                expected = four_bar(4 * math.pi * row[t])[number - 1]
                self.assertLess(apart(row[coupler], expected[0]), 1e-8)
                self.assertLess(apart(row[rocker], expected[1]), 1e-8)

    def test_inverse_and_mobility_start_there(self):
        self.good("inverse", example("four-bar"), "--branch", 2, "-o", self.folder, "--time", 0.1)
        names, rows = self.table(self.folder / "inverse.csv")
        self.assertLess(apart(rows[0][names.index("C")], four_bar(0.0)[1][1]), 1e-9)
        self.assertFalse(self.json("mobility", example("four-bar"), "--branch", 2)["singular"])

    def test_slider_crank_runs_from_the_other_side(self):
        # The crank keeps its 30 degrees (`fixed`), the slider stands at r cos A - sqrt(l^2 - r^2 sin^2 A).
        A, r, l = math.pi / 6, 0.1, 0.4
        reach = math.sqrt(l * l - (r * math.sin(A)) ** 2)
        found = self.json("branches", example("slider-crank"))
        sliders = [(b["dependent"] | b["q"])["D"] for b in found["branches"]]
        for slider, sign in zip(sliders, (1, -1)):
            self.assertAlmostEqual(slider, r * math.cos(A) + sign * reach, delta=1e-10)
        self.good("run", example("slider-crank"), "--branch", 2, "-o", self.folder, "--time", 0.2)
        names, rows = self.table(self.folder / "trajectory.csv")
        self.assertEqual(rows[0][names.index("A")], A)
        self.assertAlmostEqual(rows[0][names.index("D")], r * math.cos(A) - reach, delta=1e-10)
        self.assertLess(max(abs(row[names.index("constraint")]) for row in rows), 1e-9)
        e = self.json("evaluate", example("slider-crank"), "--branch", 2)
        self.assertAlmostEqual(e["poses"]["slider"]["position"][0], r * math.cos(A) - reach, delta=1e-10)
        self.assertLess(max(map(abs, e["constraint"])), 1e-12)

    def test_held_values(self):
        found = self.json("branches", example("slider-crank"), "--hold", "A=90 deg")
        reach = math.sqrt(0.4 ** 2 - 0.1 ** 2)
        self.assertEqual(sorted(round((b["dependent"] | b["q"])["D"], 9) for b in found["branches"]),
                         [round(-reach, 9), round(reach, 9)])
        self.assertEqual(found["held"], {"A": math.pi / 2})

    def test_excavator_has_two_ways_for_every_cylinder(self):
        found = self.json("branches", example("excavator"))
        self.assertEqual(len(found["branches"]), 8)
        self.assertFalse(found["complete"])
        self.assertIn("starts", found["note"])

    def test_the_start_is_on_the_nearest_branch(self):
        """A toggle press: the crank is held, two starts are written, the ram is drawn at zero."""
        model = """
            space = "planar"
            [body.crank]
            mass = 1
            inertia = 0.01
            [body.coupler]
            mass = 1
            inertia = 0.01
            [body.upper]
            mass = 1
            inertia = 0.01
            [body.lower]
            mass = 1
            inertia = 0.01
            [body.ram]
            mass = 4
            [joint.A]
            type = "revolute"
            bodies = ["ground", "crank"]
            at = [[-0.5, 0.35], [0, 0]]
            start = "40 deg"
            fixed = true
            [joint.B]
            type = "revolute"
            bodies = ["crank", "coupler"]
            at = [[0.1, 0], [0, 0]]
            [joint.C]
            type = "revolute"
            bodies = ["coupler", "upper"]
            at = [[0.42, 0], [0.4, 0]]
            [joint.D]
            type = "revolute"
            bodies = ["ground", "upper"]
            at = [[0, 0.7], [0, 0]]
            start = "-95 deg"
            [joint.E]
            type = "revolute"
            bodies = ["upper", "lower"]
            at = [[0.4, 0], [0, 0]]
            start = "15 deg"
            [joint.F]
            type = "revolute"
            bodies = ["lower", "ram"]
            at = [[0.3, 0], [0, 0]]
            [joint.G]
            type = "prismatic"
            bodies = ["ground", "ram"]
            axis = [0, 1]
            """
        branch = self.json("branches", self.model(model))["branches"][0]
        got = {**branch["q"], **branch["dependent"]}
        crank = complex(-0.5, 0.35) + 0.1 * cmath.exp(1j * math.radians(40))
        pin = complex(0, 0.7)
        base, apart = cmath.phase(crank - pin), abs(crank - pin)
        corner = math.acos((0.4**2 + apart**2 - 0.42**2) / (2 * 0.4 * apart))  # law of cosines
        upper = min((base - corner, base + corner), key=lambda a: abs(a - math.radians(-95)))
        knee = pin + 0.4 * cmath.exp(1j * upper)
        lower = -math.acos(-knee.real / 0.3)  # its end is on the vertical through the origin, below the knee
        self.assertAlmostEqual(got["D"], upper, delta=1e-9)
        self.assertAlmostEqual(got["E"], lower - upper, delta=1e-9)
        self.assertAlmostEqual(got["G"], knee.imag + 0.3 * math.sin(lower), delta=1e-9)

    def slider_crank(self, order):
        joints = {"A": 'bodies = ["ground", "crank"]\nmotion = "0.5 + t"\n', "B": 'bodies = ["crank", "rod"]\nat = ["crank.tip", [0, 0]]\n',
                  "C": 'bodies = ["rod", "ram"]\nat = ["rod.tip", [0, 0]]\n', "D": 'bodies = ["ground", "ram"]\n'}
        bodies = "".join(f"[body.{name}]\nmass = 1\ninertia = 0.1\npoints.tip = [{length}, 0]\n"
                         for name, length in (("crank", 0.1), ("rod", 0.5), ("ram", 0.1)))
        return self.model('space = "planar"\n' + bodies + "".join(
            f'[joint.{j}]\ntype = "{"prismatic" if j == "D" else "revolute"}"\n{joints[j]}' for j in order))

    def test_the_order_of_joints_does_not_matter(self):
        # The rod's angle to the world is asin(-a sin(A)/l), or pi less that; the ram is at a cos(A) +- sqrt(l^2 - ...).
        a, l, A = 0.1, 0.5, 0.5
        rod = math.asin(-a * math.sin(A) / l)
        for order in itertools.permutations("ABCD"):
            found = self.json("branches", self.slider_crank(order))
            self.assertTrue(found["complete"], (order, found["note"]))
            values = [{**b["q"], **b["dependent"]} for b in found["branches"]]
            for branch, turn in zip(sorted(values, key=lambda v: -v["D"]), (rod, math.pi - rod)):
                self.assertLess(apart(branch["A"] + branch["B"], turn), 1e-9)
                self.assertLess(abs(branch["D"] - a * math.cos(A) - l * math.cos(turn)), 1e-9)
                self.assertLess(apart(branch["C"], -turn), 1e-9)
                for angle in "ABC":
                    self.assertLessEqual(abs(branch[angle]), math.pi)
            self.assertLess(found["starts"], 20)
            self.assertEqual(len(values), 2)
            self.assertGreaterEqual(found["starts"], sum(b["hits"] for b in found["branches"]))

    def test_angles_of_closing_joints_are_in_the_turn_of_the_start(self):
        # An ellipsograph: two slides at right angles and a rod of 1 m, whose end is at (0.6 + cos R, sin R) = (0, Y).
        model = """
            space = "planar"
            [body.s]
            mass = 1
            inertia = 1
            [body.r]
            mass = 1
            inertia = 1
            points.tip = [1, 0]
            [body.u]
            mass = 1
            inertia = 1
            [joint.X]
            type = "prismatic"
            bodies = ["ground", "s"]
            start = 0.6
            fixed = true
            [joint.Y]
            type = "prismatic"
            bodies = ["ground", "u"]
            axis = [0, 1]
            [joint.R]
            type = "revolute"
            bodies = ["s", "r"]
            start = 2
            [joint.Q]
            type = "revolute"
            bodies = ["r", "u"]
            at = ["r.tip", [0, 0]]
            """.replace("            ", "")
        R = math.acos(-0.6)
        found = self.json("branches", self.model(model))["branches"]
        for number, (branch, angle) in enumerate(zip(found, (R, -R)), 1):
            self.assertAlmostEqual(branch["q"]["R"], angle, delta=1e-9)
            self.assertAlmostEqual(branch["dependent"]["Q"], -angle, delta=1e-9)
            self.assertAlmostEqual(self.json("evaluate", self.model(model), "--branch", number)["dependent"]["Q"], -angle, delta=1e-9)

    def test_open_chain(self):
        found = self.json("branches", example("two-arm"))
        self.assertEqual((len(found["branches"]), found["complete"]), (1, True))

    def test_lagrangian(self):
        # A bead on a circle, x and y its coordinates; the rate is moved onto the tangent there.
        model = self.model("""
[coordinates]
x = { start = 0.6, rate = 0.4, fixed = true }
y = 0.8
[energy]
kinetic = "(x'^2 + y'^2)/2"
potential = "9.81*y"
[constraint.circle]
holonomic = "x^2 + y^2 - 1"
""")
        self.assertEqual([b["q"]["y"] for b in self.json("branches", model)["branches"]], [0.8, -0.8])
        e = self.json("evaluate", model, "--branch", 2)
        self.assertEqual(e["q"], [0.6, -0.8])
        self.assertAlmostEqual(e["v"][1], 0.3, delta=1e-12)

    def test_text(self):
        text = self.good("branches", example("four-bar"))
        for part in ("Four-bar linkage", "branch ", "O [deg] *", "* held", "These are all"):
            self.assertIn(part, text)

    def test_mistakes(self):
        model = example("four-bar")
        error = self.bad(2, "run", model, "--branch", 3, "-o", self.folder / "none")
        self.assertIn("--branch 3: there are 2 branches", error)
        self.assertIn("alembert branches", error)
        self.assertFalse((self.folder / "none").exists())
        self.assertIn("--branch 0", self.bad(2, "evaluate", model, "--branch", 0))
        self.assertIn("driven", self.bad(2, "branches", model, "--hold", "O=1"))
        self.assertIn("cannot be held as well", self.bad(2, "branches", model, "--hold", "A=1"))
        self.assertIn("did you mean 'A'", self.bad(2, "branches", example("slider-crank"), "--hold", "AA=1"))
        self.assertIn("name=value", self.bad(2, "branches", model, "--hold", "1,2"))
        impossible = self.bad(1, "branches", example("slider-crank"), "--hold", "D=0.9")
        self.assertIn("row '", impossible)
        self.bad(2, "check", model, "--branch", 2)

    def test_every_loop_of_a_row_closes_in_two_ways(self):
        # Squares side by side, held by one upright: the next one stays parallel, or lies flat with its rod folded back.
        # Behind one that lies flat, upright and rod of the next stretch to its foot: two ways that are one.
        for n, ways in ((1, 2), (2, 3)):
            found = self.json("branches", example("n-four-bar"), "--set", f"N={n}")
            self.assertEqual((len(found["branches"]), found["complete"]), (ways, True), found["note"])

    def test_a_mechanism_of_many_loops_ends(self):
        found = json.loads(self.good("branches", example("n-four-bar"), "--set", "N=40", "--json", timeout=50))
        self.assertGreaterEqual(len(found["branches"]), 1)
        self.assertFalse(found["complete"])
        self.assertIn("limit", found["note"])

    def test_a_rod_to_an_offset_slider(self):
        # A crank of 0.1 and a rod as a distance to a slider far away: sqrt(rod^2 - height^2) on either side, at any offset.
        for rod, offset in ((0.25, 0.0), (0.4, 0.3), (3.0, -2.5), (10.0, 7.0), (40.0, 39.0)):
            model = self.model(f"""
                space = "planar"
                [body.crank]
                mass = 1
                points.tip = [0.1, 0]
                [body.slider]
                mass = 1
                [joint.A]
                type = "revolute"
                bodies = ["ground", "crank"]
                motion = "0.3 + t"
                [joint.S]
                type = "prismatic"
                bodies = ["ground", "slider"]
                at = [[0, {offset}], [0, 0]]
                axis = [1, 0]
                start = {0.9 * math.sqrt(rod * rod - offset * offset)}
                [constraint.rod]
                type = "distance"
                points = ["crank.tip", "slider.origin"]
                length = {rod}
                """)
            x, y = 0.1 * math.cos(0.3), 0.1 * math.sin(0.3)
            reach = math.sqrt(rod**2 - (offset - y) ** 2)
            found = sorted(b["q"]["S"] for b in self.json("branches", model)["branches"])
            self.assertEqual(len(found), 2, (rod, offset))
            for place, exact in zip(found, (x - reach, x + reach)):
                self.assertAlmostEqual(place, exact, delta=1e-9 * rod)

    def test_postures_of_planar_platforms(self):
        # A triangle on three legs of given lengths, against the sign changes along the way that two legs leave to it.
        base = ((0, 0), (4, 0.5), (1.5, 3.5))
        tops = ((0, 0), (2, 0), (0.7, 1.6))
        for legs in ((2.0, 2.5, 2.2), (3.0, 3.0, 3.0), (1.7, 3.3, 2.1), (2.6, 2.0, 3.1)):
            bodies = "".join(f"points.b{i} = {list(p)}\n" for i, p in enumerate(base))
            points = "".join(f"points.t{i} = {list(p)}\n" for i, p in enumerate(tops))
            rods = "".join(f'[constraint.l{i}]\ntype = "distance"\npoints = ["ground.b{i}", "top.t{i}"]\nlength = {leg}\n'
                           for i, leg in enumerate(legs))
            model = self.model(f'space = "planar"\n[ground]\n{bodies}[body.top]\nmass = 1\ninertia = 1\n{points}{rods}')
            found = self.json("branches", model)
            self.assertEqual(len(found["branches"]), self.postures(base, tops, legs), (legs, found["starts"]))

    @staticmethod
    def postures(base, tops, legs):
        count, steps, previous = 0, 20000, {}
        for k in range(steps + 1):
            c, s = math.cos(2 * math.pi * k / steps), math.sin(2 * math.pi * k / steps)
            turned = [(c * x - s * y, s * x + c * y) for x, y in tops]
            # The origin of the triangle is on two circles: about b0, and about b1 - turned t1.
            cx, cy = base[1][0] - turned[1][0] - base[0][0], base[1][1] - turned[1][1] - base[0][1]
            d = math.hypot(cx, cy)
            along = (d * d + legs[0] ** 2 - legs[1] ** 2) / (2 * d)
            across = legs[0] ** 2 - along * along
            now = {}
            for side in (1, -1):
                if across <= 0:
                    continue
                h = side * math.sqrt(across)
                p = (base[0][0] + (along * cx - h * cy) / d, base[0][1] + (along * cy + h * cx) / d)
                now[side] = math.dist((p[0] + turned[2][0], p[1] + turned[2][1]), base[2]) - legs[2]
                if side in previous and previous[side] * now[side] < 0:
                    count += 1
            if previous and not now and len(previous) == 2 and previous[1] * previous[-1] < 0:
                count += 1  # between the last step and where the circles touch
            if now and k > 0 and not previous and now[1] * now[-1] < 0:
                count += 1
            previous = now
        return count


if __name__ == "__main__":
    import unittest
    unittest.main()
