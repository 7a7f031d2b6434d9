"""URDF files: what is read, and what is refused."""
from math import cos, sin

from command import SOURCE, call
from mechanics import MechanismTest

GRIPPER = str(SOURCE / "tests" / "data" / "gripper.urdf")
SMALL = str(SOURCE / "examples" / "small-arm.urdf")

LINK = "<link name=\"{}\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>\n"
JOINT = "<joint name=\"{}\" type=\"{}\"><parent link=\"{}\"/><child link=\"{}\"/><axis xyz=\"0 0 1\"/>{}</joint>\n"


def robot(*parts):
    return "<robot name=\"r\">\n" + "".join(parts) + "</robot>\n"


class Good(MechanismTest):
    def test_small_arm_in_closed_form(self):
        # two links in the plane x z, turning about y
        e = self.at(SMALL, [0.4, -0.7], [1.0, 2.0])
        J2 = 0.0021 + 0.6 * 0.1 ** 2
        c = 0.6 * 0.3 * 0.1 * cos(-0.7)
        J1 = 0.0095 + 1.2 * 0.15 ** 2 + 0.6 * 0.3 ** 2
        self.near(e["M"], [[J1 + J2 + 2 * c, J2 + c], [J2 + c, J2]], 1e-14)
        low = -9.81 * 0.6 * 0.1 * cos(0.4 - 0.7)  # turning about y tips x down
        self.near(e["g"], [-9.81 * (1.2 * 0.15 + 0.6 * 0.3) * cos(0.4) + low, low], 1e-14)
        s = 0.6 * 0.3 * 0.1 * sin(-0.7)
        self.near([b - g for b, g in zip(e["bias"], e["g"])], [-s * (2 * 1 * 2 + 2 * 2), s * 1], 1e-13)
        self.near(e["passive"], [-0.4, -0.4], 1e-15)
        self.assertEqual(e["coordinates"], ["shoulder", "elbow"])

    def test_free_base(self):
        e = self.at(SMALL, words=["--base", "free"])
        self.assertEqual(len(e["q"]), 9)
        self.assertEqual(len(e["v"]), 8)
        self.near(e["mass"], 3.8, 1e-15)
        # falls as a whole: no joint moves, the linear acceleration of the base is gravity
        self.near(e["acceleration"], [0, 0, 0, 0, 0, -9.81, 0, 0], 1e-12)
        self.assertEqual(e["coordinates"][-2:], ["shoulder", "elbow"])

    def test_every_verb(self):
        for words in [["check"], ["derive"], ["run", "-o", self.folder / "out", "--time", "0.5"]]:
            self.good(words[0], SMALL, *words[1:], timeout=60)
        self.proved(SMALL, "M[2,2]", "0.0021 + 0.6*0.1^2")

    def test_convert(self):
        file = self.folder / "small.toml"
        self.assertEqual(self.good("convert", SMALL, "-o", file), "")
        written = self.json("convert", SMALL, "-o", file)
        self.assertEqual((written["files"], written["bodies"], written["joints"], written["speeds"]), ([str(file)], 3, 3, 2))
        q, v, a = [0.4, -0.7], [1.0, 2.0], [3.0, 4.0]
        before, after = self.at(SMALL, q, v, a), self.at(file, q, v, a)
        for key in ["M", "C", "g", "inverse_dynamics", "acceleration", "kinetic", "potential"]:
            self.near(after[key], before[key], 1e-15, key)
        again = self.folder / "again.toml"
        self.good("convert", file, "-o", again)
        lines = lambda path: [line for line in path.read_text().splitlines() if not line.startswith("#")]
        self.assertEqual(lines(file), lines(again))

    def test_included(self):
        inside = self.model(f"[include.arm]\nfile = \"{SMALL}\"\n")
        q, v, a = [0.4, -0.7], [1.0, 2.0], [3.0, 4.0]
        one, two = self.at(SMALL, q, v, a), self.at(inside, q, v, a)
        self.assertEqual(two["coordinates"], ["arm.shoulder", "arm.elbow"])
        for key in ["M", "g", "inverse_dynamics"]:
            self.near(two[key], one[key], 1e-15, key)


class Bad(MechanismTest):
    def refuse(self, text, *words):
        path = self.model(text, "robot.urdf")
        for verb in (["evaluate", path], ["check", path], ["convert", path, "-o", self.folder / "out.toml"]):
            result = call(*verb)
            self.assertEqual(result.returncode, 2, (verb, result.stdout, result.stderr))
            self.assertTrue(result.stderr.startswith("alembert: "), result.stderr)
            for word in ("robot.urdf", *words):
                self.assertIn(word, result.stderr)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["robot.urdf"])

    def test_not_a_robot(self):
        self.refuse("", "robot.urdf")
        self.refuse("<robot", "robot.urdf:1:")
        self.refuse("<html/>", "robot")
        self.refuse(b"\x00\x01\xff", "robot.urdf")
        self.refuse("<robot name=\"r\"/>", "link")

    def test_trees(self):
        a, b, c = (LINK.format(x) for x in "abc")
        self.refuse(robot(a, b), "root", "'a'", "'b'")
        self.refuse(robot(a, b, JOINT.format("J", "revolute", "a", "c", "")), "'c'", "J")
        self.refuse(robot(a, b, c, JOINT.format("J", "continuous", "b", "c", ""), JOINT.format("K", "continuous", "c", "b", "")),
                    "'b'", "'c'")
        self.refuse(robot(a, b, JOINT.format("J", "continuous", "a", "b", ""), JOINT.format("K", "continuous", "a", "b", "")),
                    "two parents")
        self.refuse(robot(a, a), "'a'")

    def test_values(self):
        b = LINK.format("b")
        good = robot(LINK.format("a"), b, JOINT.format("J", "continuous", "a", "b", ""))
        self.good("evaluate", self.model(good, "good.urdf"))
        (self.folder / "good.urdf").unlink()
        self.refuse(good.replace("mass value=\"1\"", "mass value=\"-1\""), "mass")
        self.refuse(good.replace("mass value=\"1\"", "mass value=\"one\""), "mass")
        self.refuse(good.replace("mass value=\"1\"", "mass value=\"nan\""), "mass")
        self.refuse(good.replace("0 0 1", "0 0 0"), "axis")
        self.refuse(good.replace("0 0 1", "0 1"), "axis")
        self.refuse(good.replace("continuous", "contnuous"), "continuous")

    def test_mimic_cycle(self):
        a, b, c = (LINK.format(x) for x in "abc")
        self.refuse(robot(a, b, c, JOINT.format("J", "continuous", "a", "b", "<mimic joint=\"K\"/>"),
                          JOINT.format("K", "continuous", "b", "c", "<mimic joint=\"J\"/>")), "mimic", "J", "K")
        self.refuse(robot(a, b, JOINT.format("J", "continuous", "a", "b", "<mimic joint=\"L\"/>")), "mimic", "L")

    def test_entities_do_not_expand(self):
        # ten levels of ten: a gigabyte if they did
        levels = "".join(f"<!ENTITY e{i} \"{f'&e{i - 1};' * 10}\">" for i in range(1, 10))
        self.refuse(f"<?xml version=\"1.0\"?><!DOCTYPE r [<!ENTITY e0 \"0123456789\">{levels}]><robot name=\"&e9;\"/>", "robot.urdf:1:")
        self.refuse("<?xml version=\"1.0\"?><!DOCTYPE r [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><robot name=\"&x;\"/>",
                    "robot.urdf:1:")

    def test_deep_and_long(self):
        self.refuse("<a>" * 100_000, "robot.urdf")
        chain = "".join(LINK.format(f"l{i}") for i in range(20_000))
        chain += "".join(JOINT.format(f"j{i}", "fixed", f"l{i}", f"l{i + 1}", "") for i in range(19_999))
        result = call("evaluate", self.model(robot(chain), "long.urdf"), "--json", timeout=60)
        self.assertIn(result.returncode, (0, 1, 2), result.stderr[:300])
