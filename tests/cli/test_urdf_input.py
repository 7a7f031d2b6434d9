"""What robot files hold in practice: odd names, rounded inertias, massless fingers, motors behind gears, a world."""
import csv
import json

from command import SOURCE, call
from mechanics import MechanismTest

TRIALS = SOURCE.parent / "shared" / "trials"

INERTIAL = '<inertial><origin xyz="{at}"/><mass value="{mass}"/><inertia ixx="{ixx}" iyy="{iyy}" izz="{izz}"/></inertial>'


def link(name, inertial=""):
    return f'<link name="{name}">{inertial}</link>\n'


def heavy(name, mass=1, at="0 0 0", ixx=0.1, iyy=0.1, izz=0.1):
    return link(name, INERTIAL.format(mass=mass, at=at, ixx=ixx, iyy=iyy, izz=izz))


def joint(name, parent, child, inside="", type="continuous"):
    return (f'<joint name="{name}" type="{type}"><parent link="{parent}"/><child link="{child}"/>'
            f'<axis xyz="0 1 0"/>{inside}</joint>\n')


def robot(*parts):
    return '<robot name="r">\n' + "".join(parts) + "</robot>\n"


class UrdfTest(MechanismTest):
    def robot(self, *parts):
        return self.model(robot(*parts), "r.urdf")

    def said(self, *words):
        """Standard error of a call that must succeed."""
        result = call(*words)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stderr


class Names(UrdfTest):
    def odd(self):
        return self.robot(link("world"), heavy("ground"), heavy("left knee"), heavy("a/b-c", at="1 0 0"), heavy("tip", at="0 0 1"),
                          joint("fix", "world", "ground", type="fixed"), joint("t", "ground", "left knee"),
                          joint("sin", "left knee", "a/b-c"), joint("épaule/1", "a/b-c", "tip"))

    def test_every_verb_takes_them(self):
        model = self.odd()
        for words in [("evaluate",), ("check",), ("derive",), ("mobility",), ("branches",), ("prove", "--equal", "M[t_1,sin_1]", "M[sin_1,t_1]"),
                      ("run", "--time", "0.1", "-o", self.folder / "r")]:
            self.good(words[0], model, *words[1:])

    def test_options_take_the_names_of_the_file(self):
        # Each link hangs at its own place, so that another one's pose shows.
        parts, parent = [link("world_")], "world_"
        for k, name in enumerate(["ground", "t", "x'", "V", "a b"]):
            parts += [heavy(name, at="0 0 0.1"), joint(f"j{k}", parent, name, '<origin xyz="0 0 1"/>')]
            parent = name
        model = self.robot(*parts)
        poses = self.json("evaluate", model, "--q", "j0=0.3,j2=-0.4")["poses"]
        self.assertEqual(list(poses), ["world_", "ground", "t", "x'", "V", "a b"])
        for name, pose in poses.items():
            found = self.json("evaluate", model, "--q", "j0=0.3,j2=-0.4", "--frame", name)["frame_pose"]
            self.assertEqual(found, pose)
        # The link's centre, where formulas call the world "ground".
        model = self.robot(link("world_"), heavy("ground", at="0 0 0.1"), joint("j", "world_", "ground"))
        text = self.good("derive", model, "--form", "dalembert", "--about", "ground.center")
        same = self.good("derive", model, "--form", "dalembert", "--about", "ground_1.center")
        self.assertEqual(text, same.replace("ground_1.center", "ground.center"))

    def test_the_other_names_are_said_and_only_in_formulas(self):
        model = self.odd()
        said = self.said("evaluate", model)
        self.assertIn("formulas, coordinates and columns have other names for link 'ground' (ground_1), joint 't' (t_1), "
                      "joint 'sin' (sin_1)", said)
        found = self.json("evaluate", model)
        self.assertEqual(found["coordinates"], ["t_1", "sin_1", "épaule/1"])
        self.assertEqual(list(found["poses"]), ["world", "ground", "left knee", "a/b-c", "tip"])
        self.assertEqual(list(found["reactions"]), ["base", "fix", "t", "sin", "épaule/1"])
        at = self.at(model, "t_1=0.3,`épaule/1`=0.2")
        self.assertEqual(at["q"], [0.3, 0.0, 0.2])

    def test_converted_they_mean_the_same(self):
        model, file = self.odd(), self.folder / "odd.toml"
        self.good("convert", model, "-o", file)
        q, v, a = [0.1, 0.2, 0.3], [1.0, 2.0, 3.0], [0.5, 0.6, 0.7]
        before, after = self.at(model, q, v, a), self.at(file, q, v, a)
        for key in ["M", "g", "inverse_dynamics", "acceleration"]:
            self.near(after[key], before[key], 1e-14, key)

    def test_included_they_have_a_prefix(self):
        self.odd()
        inside = self.model('[include.arm]\nfile = "r.urdf"\n[outputs]\nx = "arm.tip.origin.x + `arm.épaule/1`"\n')
        self.assertEqual(self.json("evaluate", inside)["coordinates"], ["arm.t", "arm.sin", "arm.épaule/1"])

    def test_quotes_and_signs(self):
        model = self.robot(link("b"), heavy("c"), heavy("d"), joint("knee'", "b", "c"), joint("=1+2", "c", "d"))
        self.assertEqual(self.json("evaluate", model)["coordinates"], ["knee_", "=1+2"])
        self.assertEqual(self.at(model, "`=1+2`=0.25")["q"], [0.0, 0.25])
        self.good("run", model, "--time", "0.2", "--plot", "`=1+2`", "-o", self.folder / "out")
        # No cell begins with a sign that a spreadsheet takes for a formula.
        with open(self.folder / "out" / "trajectory.csv", newline="") as file:
            self.assertEqual(next(csv.reader(file))[:5], ["t", "knee_", "`=1+2`", "knee_'", "`=1+2`'"])
        self.good("action", model, self.folder / "out" / "trajectory.csv")


class Inertias(UrdfTest):
    def one(self, inertial):
        return self.robot(link("b"), heavy("base", 10), link("cam", inertial), joint("j", "b", "base"),
                          joint("w", "base", "cam", type="fixed"))

    def test_rounding_warns(self):
        merged = INERTIAL.format(at="0 0 0", mass=0.01, ixx="2e-6", iyy="2e-6", izz="-3e-8")
        model = self.one(merged)
        self.assertIn("r.urdf:4:1: body 'cam': its inertia about the centre of mass is not positive", self.said("evaluate", model))
        self.good("check", model)

    def test_a_point_is_a_point(self):
        point = self.at(self.one(INERTIAL.format(at="0 0 0.1", mass=0.3, ixx="0", iyy="0", izz="0")))
        model = self.one(INERTIAL.format(at="0 0 0.1", mass=0.3, ixx="1e-20", iyy="1e-20", izz="-1e-20"))
        self.assertIn("link 'cam': <inertia> is that of a mass within a nanometre", self.said("evaluate", model))
        self.assertEqual(self.at(model)["M"], point["M"])
        self.good("check", model)

    def test_what_no_rounding_explains_is_refused(self):
        model = self.one(INERTIAL.format(at="0 0 0", mass=0.3, ixx="1e-3", iyy="1e-3", izz="-1e-3"))
        for verb in ("evaluate", "run", "check", "derive"):
            said = self.bad(2, verb, model)
            self.assertIn("r.urdf:4:1: body 'cam': its inertia about the centre of mass is not positive", said)
            self.assertIn("raise Izz from -0.001 by 0.001 at least", said)


class Massless(UrdfTest):
    """A finger without mass, whose motion nothing resists."""

    def finger(self, inside="", more=""):
        return self.robot(link("b"), heavy("palm", at="0.3 0 0"), link("finger"), joint("wrist", "b", "palm"),
                          joint("slide", "palm", "finger", inside, type="prismatic"), more)

    def test_what_needs_no_inertia_is_answered(self):
        model = self.finger()
        found = json.loads(self.good("evaluate", model, "--json", "--a", "1,2"))
        self.near(found["inverse_dynamics"], [0.1 + 0.3 ** 2 - 9.81 * 0.3, 0.0])
        self.assertIn("no accelerations", self.said("evaluate", model, "--a", "1,2"))
        self.good("convert", model, "-o", self.folder / "r.toml")
        self.good("derive", model)
        for verb in ("mobility", "branches"):
            self.good(verb, model)

    def test_what_needs_it_names_link_and_remedy(self):
        model = self.finger()
        for verb in ("run", "check", "inverse"):
            said = self.bad(2, verb, model)
            for word in ("r.urdf:4:1: body 'finger' has no mass", "joint 'slide'", "<inertial>"):
                self.assertIn(word, said)
        result = call("evaluate", model, "--json")
        self.assertEqual(result.returncode, 1)
        self.assertIn("body 'finger' has no mass", result.stderr)
        found = json.loads(result.stdout)
        self.assertIsNone(found["acceleration"])
        self.near(found["M"], [[0.1 + 0.3 ** 2, 0.0], [0.0, 0.0]])

    def test_a_rotor_is_enough(self):
        motor = ('<transmission name="m"><joint name="slide"/><actuator name="m"><rotorInertia>1e-4</rotorInertia>'
                 "<mechanicalReduction>100</mechanicalReduction></actuator></transmission>")
        model = self.finger(more=motor)
        self.near(self.at(model)["M"], [[0.1 + 0.3 ** 2, 0.0], [0.0, 1.0]])
        self.good("run", model, "--time", "0.1", "-o", self.folder / "out")

    def test_a_coupling_is_enough(self):
        model = self.finger('<mimic joint="wrist" multiplier="0.1"/>')
        self.good("run", model, "--time", "0.1", "-o", self.folder / "out")
        self.good("check", model)


class Oddities(UrdfTest):
    def test_mimic_of_a_missing_joint(self):
        model = self.robot(link("b"), heavy("a"), joint("j", "b", "a", '\n<mimic joint="zz"/>'))
        said = self.bad(2, "evaluate", model)
        self.assertIn("r.urdf:5:15: joint 'j' mimics 'zz', which does not exist", said)
        self.assertIn("--mimic independent", said)
        self.assertIn("r.urdf:5:15: joint 'j' mimics 'zz', which does not exist; <mimic> is ignored",
                      self.said("evaluate", model, "--mimic", "independent"))

    def test_a_world_that_nobody_defines(self):
        written = self.robot(link("world"), heavy("a", at="1 0 0"), joint("j", "world", "a"))
        expected = self.at(written)
        model = self.robot(heavy("a", at="1 0 0"), joint("j", "world", "a"))
        self.assertIn("r.urdf:3:49: no link is named 'world'; it is taken as the ground", self.said("evaluate", model))
        self.assertEqual(self.at(model)["acceleration"], expected["acceleration"])

    def test_a_world_below_others(self):
        model = self.robot(heavy("a", at="1 0 0"), joint("j", "a", "world"))
        said = self.bad(2, "evaluate", model)
        self.assertIn("r.urdf:3:66: joint 'j': its child is 'world', which no link is named", said)
        self.assertIn("exchange <parent> and <child>", said)
        self.good("evaluate", self.robot(heavy("a", at="1 0 0"), heavy("world"), joint("j", "a", "world")))

    def test_a_world_that_floats(self):
        said = self.said("mobility", self.robot(heavy("a", at="1 0 0"), joint("j", "world", "a")), "--base", "free")
        self.assertIn("it is taken as a link without mass that moves freely", said)
        self.assertNotIn("as the ground", said)

    def test_numbers_that_overflow_together(self):
        model = self.robot(link("b"), heavy("a", at="1e200 0 0"), joint("j", "b", "a"))
        for code, verb in [(1, "evaluate"), (2, "run")]:
            self.assertIn("the inertia along j' (joint 'j') is no finite number: masses and lengths beyond this joint "
                          "are too large together", self.bad(code, verb, model))

    def test_limits_of_speed(self):
        # It falls from above: cos is 1 - v^2/(2 w^2) with w^2 = 9.81/1.1, and 3 rad/s are met once.
        model = self.robot(link("b"), heavy("a", at="0 0 1"),
                           joint("j", "b", "a", '<limit velocity="3" effort="1"/>'))
        for verb, words in [("run", ("--q", "0.1")), ("run", ("--v", "-5"))]:
            said = self.said(verb, model, *words, "--time", "3", "-o", self.folder / "out")
            self.assertRegex(said, r"warning: j' exceeds its limit of 3 rad/s at t = \S+ s; limits of speeds are not enforced")
            names, rows = self.table(self.folder / "out" / "trajectory.csv")
            speed = names.index("j'")
            time = float(said.split(" at t = ")[1].split(" s")[0])
            before = [abs(row[speed]) for row in rows if row[0] < time - 0.01]
            self.assertTrue(all(v < 3 for v in before))
            self.assertTrue(any(abs(row[speed]) > 3 for row in rows if row[0] <= time + 0.01))
        self.assertNotIn("exceeds", self.said("run", model, "--q", "0.1", "--time", "0.3", "-o", self.folder / "out"))

    def test_negative_damping_drives(self):
        model = self.robot(link("b"), heavy("a"), joint("j", "b", "a", '<dynamics damping="-1"/>'))
        self.assertIn("damping is negative: it drives the motion", self.said("evaluate", model))
        self.near(self.at(model, v=[2.0])["passive"], [2.0])

    def test_the_certificate_takes_negative_damping_as_written(self):
        def line(*dampings):
            links = [heavy(f"l{i}", at="1 0 0") for i in range(len(dampings))]
            joints = [joint(f"j{i}", f"l{i - 1}" if i else "b", f"l{i}", f'<dynamics damping="{c}"/>') for i, c in enumerate(dampings)]
            found = self.json("check", self.robot(link("b"), *links, *joints))
            self.assertEqual(found["verdict"], "passed")
            return next(c for c in found["checks"] if c["name"] == "dissipation along a motion")
        self.assertEqual(line(-0.5)["note"], "the damping of 'j0' is -0.5: it brings energy")
        self.assertTrue(line(-0.5)["passed"])
        mixed = line(-0.5, 0.5)
        self.assertEqual((mixed["passed"], mixed["applies"]), (None, False))
        self.assertIn("the damping of 'j0' is -0.5: it brings energy, which others take", mixed["note"])

    def test_limits_without_room(self):
        model = self.robot(link("b"), heavy("a"), joint("j", "b", "a", '<limit lower="1" upper="0"/>', type="revolute"))
        self.assertIn("lower is above upper", self.said("evaluate", model))

    def test_trials(self):
        if not TRIALS.exists():
            self.skipTest("no trials beside the checkout")
        self.assertIn("is negative", self.said("evaluate", TRIALS / "negative-damping.urdf"))
        self.assertIn("is ignored", self.said("evaluate", TRIALS / "mimic-of-missing-joint.urdf", "--mimic", "independent"))


class RightAngles(UrdfTest):
    def arm(self, angle):
        origin = f'<origin xyz="0 0 0.3" rpy="{angle} 0 -{angle}"/>'
        return self.robot(link("base"), heavy("a", at="0.1 0 0.2"), heavy("b", at="0 0.1 0.3"), joint("j1", "base", "a", origin),
                          joint("j2", "a", "b", origin))

    def test_they_stay_as_written_and_formulas_stay_short(self):
        for angle in ("1.5708", "1.57079632679", "1.5707963267948966"):
            model = self.arm(angle)
            for entry in self.json("derive", model)["M"][0]:
                self.assertLess(len(entry), 400, angle)
            self.good("check", model, "--states", "5")
        # As written, and not snapped: the two differ by what the digits leave.
        near, exact = (self.json("evaluate", self.arm(a), "--q", "0.3,0.5")["g"] for a in ("1.5708", "1.5707963267948966"))
        self.assertNotEqual(near, exact)
        self.assertLess(max(abs(a - b) for a, b in zip(near, exact)), 1e-4)

    def test_snapped_inertias_are_exact(self):
        turned = ('<inertial><origin xyz="0.1 0 0.2" rpy="{rpy}"/><mass value="1"/>'
                  '<inertia ixx="0.13" iyy="0.2" izz="0.25" ixy="0.01" ixz="0.02"/></inertial>')
        origin = '<origin xyz="0.1 0.2 1" rpy="1.57 0 -3.1415"/>'
        model = self.robot(link("base"), link("a", turned.format(rpy="0 0 1.5708")),
                           link("b", turned.format(rpy="1.5708 0 1.5708")), joint("j1", "base", "a"), joint("j2", "a", "b", origin))
        self.assertNotIn("e-", self.good("derive", model, "--snap"))

    def test_snap(self):
        said = self.said("derive", self.arm("1.5708"), "--snap")
        self.assertIn("joint 'j1': roll 1.5708 is taken as 90 deg, yaw -1.5708 is taken as -90 deg", said)
        snapped, exact = (self.json("derive", self.arm(a), "--snap") for a in ("1.5708", "1.5707963267948966"))
        self.assertEqual(snapped["M"], exact["M"])
        self.assertNotIn("e-", "".join(snapped["M"][0] + snapped["g"]))
        self.assertNotIn("taken as", self.said("derive", self.arm("1.55"), "--snap"))
        self.assertIn("--snap is for .urdf files", self.bad(2, "derive", str(SOURCE / "examples" / "arm-3r.toml"), "--snap"))
