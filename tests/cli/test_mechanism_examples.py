"""Mechanisms among the examples: what their pages say is true."""
import math

from command import EXAMPLES, example
from mechanics import MechanismTest, cross, plus, size

MECHANISMS = [path for path in EXAMPLES if "[coordinates]" not in path.read_text()]


class Converted(MechanismTest):
    def test_convert_keeps_the_numbers(self):
        for path in MECHANISMS:
            if path.stem == "chain-1000":
                continue
            with self.subTest(path.name):
                file = self.folder / path.name
                self.good("convert", path, "-o", file)
                n = len(self.at(path)["v"])
                v, a = [0.3 * (-1) ** i + 0.02 * i for i in range(n)], [1 - 0.1 * i for i in range(n)]
                before, after = (self.at(model, v=v, a=a, words=["--assemble"]) for model in (path, file))
                self.assertEqual(before["coordinates"], after["coordinates"])
                for key in ["q", "M", "C", "g", "passive", "effort", "inverse_dynamics", "acceleration", "kinetic", "potential"]:
                    self.near(after[key], before[key], 1e-12, key)


class Claims(MechanismTest):
    def momenta(self, model, row, coordinates, speeds):
        e = self.at(model, [row[c] for c in coordinates], [row[s] for s in speeds])
        about_center = plus(e["angular_momentum"], cross(e["center_of_mass"], e["linear_momentum"]), -1)
        return e["mass"], e["center_of_mass"], e["linear_momentum"], about_center

    def test_humanoid_flies(self):
        model = example("humanoid")
        start = self.at(model)
        self.assertEqual(len(start["v"]), 36)
        rows, _ = self.simulate(model, "--tolerance", "1e-11")
        names = start["coordinates"], start["speeds"]
        m, c0, p0, L0 = self.momenta(model, rows[0], *names)
        for row in rows[20::40]:
            t = row["t"]
            _, c, p, L = self.momenta(model, row, *names)
            self.near(c, [x + v / m * t for x, v in zip(c0[:2], p0[:2])] + [c0[2] + p0[2] / m * t - 9.81 * t * t / 2], 1e-9)
            self.near(p, [p0[0], p0[1], p0[2] - m * 9.81 * t], 1e-9)
            self.near(L, L0, 1e-9)

    def test_quadruped_falls_and_stands(self):
        model = example("quadruped")
        start = self.at(model)
        rows, _ = self.simulate(model, "--time", "3")
        m = start["mass"]
        self.near(2 * rows[-1]["front"] + 2 * rows[-1]["hind"], -m * 9.81 / 8000, 1e-4)
        falling = [row for row in rows if row["t"] <= 0.1][-1]
        _, _, p, _ = self.momenta(model, falling, start["coordinates"], start["speeds"])
        self.near(p, [0, 0, -m * 9.81 * falling["t"]], 1e-6)

    def test_robot_with_tool_comes_to_rest(self):
        model = example("robot-with-tool")
        rows, _ = self.simulate(model, "--time", "20")
        last = rows[-1]
        self.assertLess(abs(last["arm.shoulder"] + last["arm.elbow"] + last["wrist"]), 1e-3)
        e = self.at(model, [last[c] for c in self.at(model)["coordinates"]])
        self.assertLess(size(e["inverse_dynamics"]), 2e-3 * size(e["g"]))

    def test_bend_runs_down_the_chain(self):
        rows, summary = self.simulate(example("chain-1000"))
        L, top, g = 500, 25, 9.81
        for name, place in [("x100", 50), ("x300", 150), ("x500", 250)]:
            half = rows[0][name] / 2
            arrived = next(row["t"] for row in rows if row[name] < half)
            expected = 2 / math.sqrt(g) * (math.sqrt(L - top) - math.sqrt(L - place))
            self.assertLess(abs(arrived - expected), 0.3, name)
        self.assertLess(summary["energy_drift"], 1e-6)
