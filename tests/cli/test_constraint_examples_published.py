"""Published problems with constraints: reference trajectories and numbers of other programs."""
import math
from math import pi

from command import SOURCE, example
from constrained import ConstrainedTest, data, reference, text_of

PUBLISHED = SOURCE.parent / "shared" / "validation" / "data" / "iftomm_A02_reference_data_published_N40.csv"


class Andrews(ConstrainedTest):
    """V03: seven bodies, three closing joints."""
    names = ["beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"]

    def test_start(self):
        e = self.at(example("andrews"))
        a = self.accelerations(e)
        self.near([a["beta'"], a["Theta'"]], [14222.4439199541138705911625887, -10666.8329399655854029433719415], 1e-9)
        self.near(e["reactions"]["E3"]["force"], [98.5668703962410896, -6.12268834425566265], 1e-9)
        for joint in ["E4", "E6"]:
            self.assertLess(max(map(abs, e["reactions"][joint]["force"])), 1e-7)

    def test_motion(self):
        rows, summary = self.simulate(example("andrews"), "--step", "0.001")
        k = next(k for k in reference(data("andrews.csv")) if abs(k["t_s"] - 0.03) < 1e-9)
        error = max(abs(rows[-1][name] - k[name]) for name in self.names)
        print(f"V03: largest error at t = 0.03 is {error:.1e}")
        self.assertLess(error, 1e-8)
        for name in self.names:
            self.assertLess(abs(rows[-1][name + "'"] - k[name + "_dot"]), 1e-7 * (1 + abs(k[name + "_dot"])), name)
        for row in rows:  # T + V - mom (beta - beta0) stays
            self.assertLess(abs(row["energy"] - 0.033 * (row["beta"] + 0.06171389001427645) - 1.43579639916), 1e-9)
        self.assertLess(summary["energy_drift"], 1e-8)

    def test_multipliers_at_the_end(self):
        k = next(k for k in reference(data("andrews.csv")) if abs(k["t_s"] - 0.03) < 1e-9)
        known = dict(k) | {name + "'": k[name + "_dot"] for name in self.names}
        e = self.at(example("andrews"), *self.state(example("andrews"), known))
        found = [x for joint in ["E3", "E4", "E6"] for x in e["reactions"][joint]["force"]]
        self.near(found, [199.175348104538, -29.7553099749720, 23.0665436116222, 31.4527252757716, 22.6424947863944,
                          11.6173923526105], 1e-7)

    def test_mobility(self):
        found = self.json("mobility", example("andrews"))
        self.assertEqual((found["gruebler"], found["dof"], found["redundant"]), (1, 1, []))


class RowOfFourBars(ConstrainedTest):
    """V02: through the flat positions, where N + 1 motions are possible."""

    def compare(self, N, tolerance, *words):
        model = self.model(text_of("n-four-bar").replace("N = 2", f"N = {N}"))
        rows, summary = self.simulate(model, *words)
        last = rows[-1]["t"] + 1e-9
        table = [(k["t_s"], k["B0x"], k["B0y"]) for k in reference(data(f"n_four_bar_{N}.csv")) if k["t_s"] <= last]
        worst = self.follows(rows, ["x", "y"], table, tolerance)
        print(f"V02 with N = {N}: largest error to t = {rows[-1]['t']:g} is {worst:.1e}")
        self.assertLess(summary["energy_drift"], 1e-7)
        return rows

    def test_two_windows(self):
        rows = self.compare(2, 1e-6)
        self.assertAlmostEqual(rows[40]["x"], 0.117616102377, places=6)
        self.assertAlmostEqual(rows[0]["kinetic"], 1.5, places=12)

    def test_two_windows_at_a_fine_tolerance(self):
        self.compare(2, 1e-9, "--tolerance", "1e-11")

    def test_forty_windows(self):
        rows = self.compare(40, 1e-6)
        if not PUBLISHED.exists():
            print(f"published table left out: none at {PUBLISHED}")
            return
        published = {round(k["t_s"], 6): k for k in reference(PUBLISHED)}
        for row in rows:
            if (k := published.get(round(row["t"], 6))) is not None:
                self.assertLess(math.dist([row["x"], row["y"]], [k["B0x_published"], k["B0y_published"]]), 2e-5)

    def test_mobility(self):
        model = example("n-four-bar")
        names = self.at(model)["coordinates"]
        leaning = ",".join(f"{n}={0.5 if n.startswith('B') else -0.5}" for n in names)
        found = self.json("mobility", model, "--q", leaning)
        self.assertEqual((found["gruebler"], found["dof"], bool(found["singular"])), (1, 1, False))
        flat = ",".join(f"{n}={'' if n.startswith('B') else '-'}{pi / 2!r}" for n in names)
        found = self.json("mobility", model, "--q", flat)
        self.assertTrue(found["singular"])
        self.assertEqual(len(names) - found["rank_here"], 3)  # N + 1 motions instead of one


class Compressor(ConstrainedTest):
    """V20: a gas force that acts only while the slider moves outwards."""

    def test_motion(self):
        rows, _ = self.simulate(data("compressor.toml"))
        table = [(k["t_s"], k["phi1"], k["phid1"], k["phi2"], k["x3"], k["xd3"]) for k in reference(data("compressor.csv"))]
        worst = self.follows(rows, ["A", "A'", "phi2", "x", "x'"], table, 2e-5)
        print(f"V20: largest error to t = 1 is {worst:.1e}")
        self.assertAlmostEqual(rows[-1]["A"], 26.96741016, places=6)
        self.assertAlmostEqual(min(row["A'"] for row in rows), 17.68706349, places=5)
        self.assertAlmostEqual(max(row["A'"] for row in rows), 31.02900707, places=5)

    def test_reactions(self):
        # multipliers of the table: force on the crank at its bearing, of the crank on the rod, at the start
        k = reference(data("compressor.csv"))[0]
        e = self.at(data("compressor.toml"))
        self.near(e["reactions"]["A"]["force"], [-k["lambda1"], -k["lambda2"]], 1e-9)
        self.near(e["reactions"]["B"]["force"], [k["lambda3"], k["lambda4"]], 1e-9)


class DrivenSlider(ConstrainedTest):
    """V21: 6 phi'' = -2 g cos phi + 2 x'' sin phi with x = sin 4t."""

    def test_motion(self):
        rows, summary = self.simulate(data("driven_slider.toml"))
        table = reference(data("driven_slider.csv"))
        self.follows(rows, ["phi", "phi'", "x", "x'"], [(k["t_s"], k["phi2"], k["phid2"], k["x1"], k["xd1"]) for k in table], 1e-7)
        self.assertAlmostEqual(rows[-1]["phi"], -5.4899565152, places=7)
        self.assertAlmostEqual(rows[-1]["phi'"], -3.4113887829, places=7)
        self.assertLess(summary["energy_drift"], 1e-8)
        for row in rows:
            t, phi, v = row["t"], row["phi"], row["phi'"]
            base = -16 * math.sin(4 * t)
            alpha = (-2 * 9.81 * math.cos(phi) + 2 * base * math.sin(phi)) / 6
            fx = base - 2 * (alpha * math.sin(phi) + v * v * math.cos(phi))
            fy = 9.81 + 2 * (alpha * math.cos(phi) - v * v * math.sin(phi))
            self.near([row["fx"], row["fy"], row["drive"]], [fx, fy, fx + base], 1e-8)


class ForcedDoublePendulum(ConstrainedTest):
    """V23: a point force and a torque; multipliers as reactions."""

    def test_motion_and_reactions(self):
        rows, summary = self.simulate(data("forced_double_pendulum.toml"))
        table = reference(data("forced_double_pendulum.csv"))
        self.follows(rows, ["A", "A'", "phi2"], [(k["t_s"], k["phi1"], k["phid1"], k["phi2"]) for k in table], 1e-7)
        self.assertAlmostEqual(rows[-1]["A"], -0.6916684469, places=7)
        self.assertAlmostEqual(rows[-1]["phi2"], 0.2100200604, places=7)
        self.assertLess(summary["energy_drift"], 1e-9)
        for row, k in zip(rows, table):
            self.near([row["ax"], row["ay"]], [-k["lambda1"], -k["lambda2"]], 1e-6)
            self.near([row["bx"], row["by"]], [k["lambda3"], k["lambda4"]], 1e-6)


class HaugSliderCrank(ConstrainedTest):
    """V26: spring, damper, force, and the integral of the kinetic energy as a state of its own."""

    def test_motion(self):
        rows, summary = self.simulate(data("haug_slider_crank.toml"))
        table = [(k["t_s"], k["crank_angle_q"], k["slider_x"], k["rod_angle_p"], k["qd"], k["xd"], k["pd"], k["integral_KE"])
                 for k in reference(data("haug_slider_crank.csv"))]
        worst = self.follows(rows, ["q", "x", "p", "q'", "x'", "p'", "G"], table, 1e-8)
        print(f"V26: largest error to t = 10 is {worst:.1e}")
        self.assertAlmostEqual(rows[-1]["G"], 3.33660679948278, places=8)
        self.assertLess(summary["energy_drift"], 1e-9)
