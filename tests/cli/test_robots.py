"""Robots from URDF files in ../shared/robots. Skipped where they are not beside the checkout."""
import json
import xml.etree.ElementTree as ElementTree
from math import cos, sin

from command import SOURCE, example
from mechanics import MechanismTest, cross, difference, plus, size, times, transpose

SHARED = SOURCE.parent / "shared"
ROBOTS = ["panda", "ur5_robot", "iiwa14_no_collision", "double_pendulum", "solo12", "anymal_b"]


class RobotTest(MechanismTest):
    def setUp(self):
        super().setUp()
        if not (SHARED / "robots").exists():
            print(f"skipped: no robots at {SHARED / 'robots'}")
            self.skipTest("no robots beside the checkout")

    @staticmethod
    def path(robot):
        return SHARED / "robots" / f"{robot}.urdf"


class Base:
    """World-aligned translation, then yaw, pitch and roll, of a free base, as the program's speeds: v = J q'."""

    def __init__(self, q, qd):
        yaw, pitch, roll = q[3:6]
        cy, sy, cp, sp, cr, sr = cos(yaw), sin(yaw), cos(pitch), sin(pitch), cos(roll), sin(roll)
        self.R = [[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
                  [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
                  [-sp, cp * sr, cp * cr]]
        h = [cos(yaw / 2), sin(yaw / 2), cos(pitch / 2), sin(pitch / 2), cos(roll / 2), sin(roll / 2)]
        self.quaternion = [h[0] * h[2] * h[4] + h[1] * h[3] * h[5], h[0] * h[2] * h[5] - h[1] * h[3] * h[4],
                           h[0] * h[3] * h[4] + h[1] * h[2] * h[5], h[1] * h[2] * h[4] - h[0] * h[3] * h[5]]
        E = [[-sp, 0, 1], [sr * cp, cr, 0], [cr * cp, -sr, 0]]
        self.angular = times(E, qd[3:6])
        self.linear = times(transpose(self.R), qd[:3])
        pitchd, rolld = qd[4], qd[5]
        Ed = [[-cp * pitchd, 0, 0], [cr * cp * rolld - sr * sp * pitchd, -sr * rolld, 0],
              [-sr * cp * rolld - cr * sp * pitchd, -cr * rolld, 0]]
        # rates of the speeds at q'' = 0
        self.drift = times(Ed, qd[3:6]) + [-x for x in cross(self.angular, self.linear)]
        n = len(q)
        J = [[0.0] * n for _ in range(n)]
        for i in range(3):
            for j in range(3):
                J[i][3 + j] = E[i][j]
                J[3 + i][j] = self.R[j][i]
        for i in range(6, n):
            J[i][i] = 1.0
        self.J = J


class Reference(RobotTest):
    """V17: computed independently and compared with DART."""

    @classmethod
    def setUpClass(cls):
        path = SHARED / "validation" / "data" / "robots_reference.json"
        cls.reference = json.loads(path.read_text()) if path.exists() else {}

    def order(self, names, known):
        """Of the program's joints among those of the reference."""
        return [known.index(name.strip("`").rstrip("'")) for name in names]

    def test_fixed(self):
        for robot in ROBOTS[:4]:
            with self.subTest(robot):
                known = self.reference[f"{robot}.urdf"]
                words = ["--mimic", "independent"]
                names = self.at(self.path(robot), words=words)["coordinates"]
                order = self.order(names, known["joint_order"])
                pick = lambda key: [known[key][i] for i in order]
                e = self.at(self.path(robot), pick("q"), pick("qd"), pick("qdd"), words=words)
                self.near(e["M"], [[known["M"][i][j] for j in order] for i in order], 1e-13)
                self.near(e["g"], pick("gravity_torque"), 1e-12)
                self.near(e["bias"], pick("bias"), 1e-12)
                self.near(plus(e["inverse_dynamics"], e["passive"]), pick("tau_inverse_dynamics"), 1e-12)
                self.same_body(e, known)

    def same_body(self, e, known):
        self.near(e["mass"], known["total_mass"], 1e-13)
        self.near(e["center_of_mass"], known["com_at_q"], 1e-12)
        self.near(e["kinetic"], known["kinetic_energy"], 1e-12)
        self.near(e["potential"], known["potential_energy"], 1e-12)
        link = e["poses"][known["link_pose_last"]["link"]]
        self.near(link["position"], known["link_pose_last"]["p"], 1e-12)
        self.near(link["rotation"], known["link_pose_last"]["R"], 1e-12)

    def test_free_base(self):
        for robot in ROBOTS[4:]:
            with self.subTest(robot):
                known = self.reference[f"{robot}.urdf"]
                words = ["--base", "free", "--mimic", "independent"]
                names = self.at(self.path(robot), words=words)["coordinates"]
                order = list(range(6)) + self.order(names[7:], known["joint_order"])
                q, qd, qdd = ([known[key][i] for i in order] for key in ["q", "qd", "qdd"])
                base = Base(q, qd)
                v = base.angular + base.linear + qd[6:]
                drift = base.drift + [0.0] * (len(q) - 6)
                e = self.at(self.path(robot), q[:3] + base.quaternion + q[6:], v, plus(times(base.J, qdd), drift), words=words)
                back = lambda f: times(transpose(base.J), f)
                pick = lambda key: [known[key][i] for i in order]
                M = times(transpose(base.J), times(e["M"], base.J))
                self.near([M[i][i] for i in range(len(q))], pick("M_diag"), 1e-12)
                self.near(M[0], pick("M_first_row"), 1e-12)
                self.near(sum(x * x for row in M for x in row) ** 0.5, known["M_frobenius"], 1e-12)
                self.near(back(e["g"]), pick("gravity_torque"), 1e-12)
                self.near(back(plus(times(e["M"], drift), e["bias"])), pick("bias"), 1e-12)
                self.near(back(plus(e["inverse_dynamics"], e["passive"])), pick("tau_inverse_dynamics"), 1e-12)
                self.same_body(e, known)


class EveryRobot(RobotTest):
    def test_check(self):
        for robot in ROBOTS:
            for base in ["fixed", "free"]:
                with self.subTest(f"{robot}, {base} base"):
                    found = json.loads(self.good("check", self.path(robot), "--base", base, "--mimic", "independent", "--json",
                                                 timeout=60))
                    self.assertIs(found["passed"], True)

    def test_forward_is_the_inverse_of_inverse(self):
        # S02: relative to |M||a| + |h|
        for robot in ROBOTS:
            for base in ["fixed", "free"]:
                with self.subTest(f"{robot}, {base} base"):
                    words = ["--base", base, "--mimic", "independent"]
                    n = len(self.at(self.path(robot), words=words)["speeds"])
                    v = [0.3 * (-1) ** i + 0.05 * i for i in range(n)]
                    a = [1 - 0.1 * i for i in range(n)]
                    e = self.at(self.path(robot), v=v, a=a, words=words)
                    back = self.at(self.path(robot), v=v, tau=e["inverse_dynamics"], words=words)
                    residual = difference(times(e["M"], plus(back["acceleration"], a, -1)), [0.0] * n)
                    self.assertLess(residual, 1e-12 * (size(e["M"]) * size(a) + size(e["bias"])))

    def test_convert(self):
        for robot in ROBOTS:
            for base in ["fixed", "free"]:
                with self.subTest(f"{robot}, {base} base"):
                    words = ["--base", base, "--mimic", "independent"]
                    file = self.folder / f"{robot}-{base}.toml"
                    self.good("convert", self.path(robot), *words, "-o", file)
                    start = self.at(self.path(robot), words=words)
                    n = len(start["speeds"])
                    v = [0.3 * (-1) ** i + 0.05 * i for i in range(n)]
                    a = [1 - 0.1 * i for i in range(n)]
                    q = [x + 0.1 * (i % 5) for i, x in enumerate(start["q"])]
                    if base == "free":
                        q[3:7] = [0.5, 0.5, -0.5, 0.5]
                    before = self.at(self.path(robot), q, v, a, words=words)
                    after = self.at(file, q, v, a)
                    self.assertEqual(before["coordinates"], after["coordinates"])
                    for key in ["M", "bias", "g", "passive", "inverse_dynamics", "acceleration", "center_of_mass", "kinetic"]:
                        self.near(after[key], before[key], 1e-12, key)

    def test_mimic_joints_are_constraints(self):
        # The fingers of the Panda are coupled: M a + bias + A^T lambda = tau + passive, and A a = 0.
        q = "panda_joint2=0.5,panda_joint4=-1,panda_joint7=0.4"
        e = self.at(self.path("panda"), q, [0.1 * i for i in range(7)] + [0.2, 0.2], tau=[1.0] * 7 + [2.0, -1.0])
        self.near(e["jacobian"], [[0.0] * 7 + [-1.0, 1.0]], 1e-15)
        self.assertEqual(e["constraint"], [0.0])
        self.assertEqual(e["rank"], 1)
        left = plus(plus(times(e["M"], e["acceleration"]), e["bias"]), times(transpose(e["jacobian"]), e["multipliers"]))
        self.near(left, plus([1.0] * 7 + [2.0, -1.0], e["passive"]), 1e-12)
        self.near(e["acceleration"][7], e["acceleration"][8], 1e-12)
        rows, _ = self.simulate(self.path("panda"), "--time", "1")
        self.assertLess(max(row["constraint"] for row in rows), 1e-9)


class OwnFile(RobotTest):
    def test_seven_joint_arm_is_the_robot_without_its_hand(self):
        tree = ElementTree.parse(self.path("panda"))
        robot = tree.getroot()
        for part in list(robot):
            if any(word in (part.get("name") or "") for word in ["hand", "finger", "joint8", "link8"]):
                robot.remove(part)
        file = self.folder / "arm.urdf"
        tree.write(file)
        q, v, a = [0.3, -0.4, 0.5, -1.2, 0.7, 1.1, -0.6], [0.5, -0.3, 0.8, 1.0, -0.7, 0.2, 0.9], [1, 2, -1, 0.5, 3, -2, 1]
        ours, theirs = self.at(example("arm-7"), q, v, a), self.at(file, q, v, a)
        for key in ["M", "bias", "g"]:
            self.near(ours[key], theirs[key], 1e-13, key)
