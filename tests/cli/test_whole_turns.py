"""Screws and racks through many turns: the way along the thread or the rack says which turn it is."""
from constrained import ConstrainedTest

LEAD_SCREW = """
[parameters]
p = 0.01
[body.s]
mass = 1
inertia = [0.01, 0.01, 0.002]
[body.n]
mass = 5
inertia = [0.1, 0.1, 0.1]
[joint.A]
type = "revolute"
bodies = ["ground", "s"]
rate = 20
fixed = true
[joint.N]
type = "prismatic"
bodies = ["ground", "n"]
axis = [0, 0, 1]
[joint.S]
type = "screw"
bodies = ["s", "n"]
pitch = "p"
"""

RACK = """
[body.house]
mass = 4
inertia = [0.1, 0.1, 0.1]
[body.pin]
mass = 1
inertia = [0.002, 0.002, 0.003]
[body.rack]
mass = 2
inertia = [0.001, 0.05, 0.05]
[joint.H]
type = "revolute"
bodies = ["ground", "house"]
axis = [0, 1, 0]
motion = "0.3*sin(2*t) + 0.1"
[joint.P]
type = "revolute"
bodies = ["house", "pin"]
at = [[0, 0, 0.05], [0, 0, 0]]
{pinion}
[joint.R]
type = "prismatic"
bodies = ["house", "rack"]
at = [[0, -0.02, 0.05], [0, 0, 0]]
axis = [1, 0, 0]
[constraint.k]
type = "rack"
pinion = "pin"
radius = 0.02
on = "rack"
line = {{ point = [0, 0, 0], direction = [1, 0, 0] }}
"""


def cut(joint):
    return LEAD_SCREW.replace(f"[joint.{joint}]", f"[joint.{joint}]\ncut = true")


class Screws(ConstrainedTest):
    def test_the_nut_follows_the_screw_whichever_joint_is_cut(self):
        # (J + m p^2) A'' = m g p with N = -p A: A = 20 t + 98.1 t^2, 150 turns in 3 s
        for joint in "NS":
            for row in self.simulate(self.model(cut(joint)), "--time", 3, "--step", 0.1)[0]:
                angle = 20 * row["t"] + 98.1 * row["t"] ** 2
                self.assertAlmostEqual(row["A"], angle, delta=1e-5, msg=joint)  # 1e-8 of angles up to 1000
                self.assertAlmostEqual(row["N"], -0.01 * row["A"], delta=1e-9, msg=joint)
                self.assertAlmostEqual(row["S"], -row["A"], delta=1e-7, msg=joint)

    def test_large_steps_lose_no_turn(self):
        # semi-implicit Euler with more than a turn a step
        words = ["--time", 1, "--step", 0.1, "--method", "semi-implicit-euler", "--step-size", 0.05]
        rows, _ = self.simulate(self.model(cut("S")), *words)
        for row in rows:
            self.assertAlmostEqual(row["N"], -0.01 * row["A"], delta=1e-9)
        self.assertGreater(rows[-1]["A"], 100)

    def test_a_state_is_read_by_itself(self):
        state = self.json("evaluate", self.model(cut("S")), "--q", "A=4,N=-0.04")
        self.assertAlmostEqual(state["dependent"]["S"], -4, delta=1e-12)
        self.assertLess(max(map(abs, state["constraint"])), 1e-15)

    def test_without_pitch_it_turns_in_place(self):
        text = cut("S").replace("p = 0.01", "p = 0")
        for row in self.simulate(self.model(text), "--time", 1, "--step", 0.1)[0]:
            self.assertAlmostEqual(row["A"], 20 * row["t"], delta=1e-6)
            self.assertAlmostEqual(row["N"], 0, delta=1e-12)
            self.assertAlmostEqual(row["S"], -row["A"], delta=1e-9)
        self.good("check", self.model(text))

    def test_the_certificate_holds(self):
        self.good("check", self.model(cut("S")), timeout=300)


class Racks(ConstrainedTest):
    def test_the_rack_follows_the_pinion(self):
        # some 100 turns in 2 s
        model = self.model(RACK.format(pinion="rate = 300\nfixed = true"))
        rows, _ = self.simulate(model, "--time", 2, "--step", 0.1)
        for row in rows:
            self.assertAlmostEqual(row["R"], -0.02 * row["P"], delta=1e-9)
        self.assertGreater(abs(rows[-1]["P"]), 300)

    def test_a_state_is_read_by_itself(self):
        state = self.json("evaluate", self.model(RACK.format(pinion="")), "--q", "H=0.1,P=4,R=-0.08")
        self.assertLess(max(map(abs, state["constraint"])), 1e-15)

    def test_assembly_at_a_time_goes_with_the_drive(self):
        state = self.json("evaluate", self.model(RACK.format(pinion='motion = "10*t"')), "--t", 0.4, "--assemble")
        self.assertAlmostEqual(dict(zip(state["coordinates"], state["q"]))["R"], -0.08, delta=1e-12)

    def test_a_rack_counts_from_where_it_starts(self):
        text = RACK.format(pinion="start = 2.5\nrate = 100\nfixed = true")
        text = text.replace("[constraint.k]", "start = 0.3\nfixed = true\n[constraint.k]")
        for row in self.simulate(self.model(text), "--time", 1, "--step", 0.1)[0]:
            self.assertAlmostEqual(row["R"] - 0.3, -0.02 * (row["P"] - 2.5), delta=1e-9)
