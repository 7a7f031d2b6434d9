"""Models of the course engine simEngine2D: kinematics in closed form, motions against reference figures, what is refused."""
import json
from math import cos, pi, sin

import jets
from command import SOURCE, call
from constrained import ConstrainedTest
from jets import atan2, jet, sqrt, variable

SLIDER_CRANK = SOURCE / "examples" / "slider-crank.adm"


def body(name, number, mass, jbar, q0, qd0=(0, 0, 0)):
    return {"name": name, "id": number, "mass": mass, "jbar": jbar, "q0": list(q0), "qd0": list(qd0)}


def pin_to_ground(number, point, x="0", y="0"):
    return [{"name": f"x{number}", "type": "AbsoluteX", "body1": number, "sP1": point, "fun": x},
            {"name": f"y{number}", "type": "AbsoluteY", "body1": number, "sP1": point, "fun": y}]


def angle(number, fun):
    return {"name": f"phi{number}", "type": "AbsoluteAngle", "body1": number, "fun": fun}


def pin(name, first, point1, second, point2):
    return {"name": name, "type": "RevoluteJoint", "body1": first, "sP1": point1, "body2": second, "sP2": point2, "fun": "NONE"}


class AdmTest(ConstrainedTest):
    def adm(self, bodies, constraints, forces=(), gravity=(0, -9.81), end=None, rows=None, name="model"):
        """Path of an .adm file with an .acf beside it when `end` is given."""
        if end is not None:
            self.model(json.dumps({"simulation": "Dynamics", "tend": end, "stepSize": 0.01, "outputSteps": rows}), f"{name}.acf")
        content = {"name": name, "gravity": list(gravity), "bodies": bodies, "constraints": constraints, "forces": list(forces)}
        return self.model(json.dumps(content), f"{name}.adm")

    def moves_as(self, model, known, rows=None):
        """kinematics: positions, rates and accelerations of `known(t)`, jets in t by name of the coordinate."""
        found = self.driven("kinematics", model)
        if rows is not None:
            self.assertEqual(len(found), rows)
        for row in found:
            for name, expected in known(variable(row["t"])).items():
                # accelerations grow as the square of the rates of the drives, up to a few thousand here
                scale = max(1.0, abs(expected.second))
                self.assertAlmostEqual(row[name], expected.value, delta=1e-9, msg=(row["t"], name))
                self.assertAlmostEqual(row[name + "'"], expected.first, delta=1e-9 * scale, msg=(row["t"], name))
                self.assertAlmostEqual(row[name + "''"], expected.second, delta=1e-9 * scale, msg=(row["t"], name))
        return found


def rod_angle(height, length):
    """Of a rod whose far end is lower by `height`."""
    return atan2(-jet(height), sqrt(length * length - jet(height) * height))


class Kinematics(AdmTest):
    def test_pendulum(self):
        # arm of 2 m, phi = sin t
        model = self.adm([body("pend", 1, 2, 0.3, [2, 0, 0])], pin_to_ground(1, [-2, 0]) + [angle(1, "sin(t)")], end=5, rows=50)

        def known(t):
            phi = jets.sin(t)
            return {"pend.angle": phi, "pend.x": 2 * jets.cos(phi), "pend.y": 2 * jets.sin(phi)}
        self.moves_as(model, known, rows=51)

    def test_state_at_a_time(self):
        model = self.adm([body("pend", 1, 2, 0.3, [2, 0, 0])], pin_to_ground(1, [-2, 0]) + [angle(1, "sin(t)")])
        state = self.json("evaluate", model, "--t", "0.7")
        self.assertEqual(state["coordinates"], ["pend.x", "pend.y", "pend.angle"])
        phi, rate = sin(0.7), cos(0.7)
        self.near(state["q"], [2 * cos(phi), 2 * sin(phi), phi], 1e-11)
        self.near(state["v"], [-2 * sin(phi) * rate, 2 * cos(phi) * rate, rate], 1e-11)

    def test_slider_crank(self):
        # crank 4 m, rod 6 m, phi1 = t^2; times from the .acf beside the model
        def known(t):
            phi = t * t
            rod = rod_angle(4 * jets.sin(phi), 6)
            x = 4 * jets.cos(phi)
            return {"crank.angle": phi, "crank.x": 2 * jets.cos(phi), "crank.y": 2 * jets.sin(phi), "rod.angle": rod,
                    "rod.x": x + 3 * jets.cos(rod), "rod.y": 4 * jets.sin(phi) + 3 * jets.sin(rod),
                    "slider.x": x + 6 * jets.cos(rod), "slider.y": jet(0), "slider.angle": jet(0)}
        self.moves_as(SLIDER_CRANK, known, rows=301)

    def test_two_bars(self):
        # half-lengths 1 and 3, pinned at (0.2, 0.5), tip on y = 0, phi1 = sin 10 t
        bars = [body("one", 1, 2, 0.3, [1, 0, 0]), body("two", 2, 2, 0.3, [5, 0, 0])]
        tip = {"name": "tip", "type": "AbsoluteY", "body1": 2, "sP1": [3, 0], "fun": "0"}
        model = self.adm(bars, [*pin_to_ground(1, [-1, 0], "0.2", "0.5"), pin("rev", 1, [1, 0], 2, [-3, 0]), tip, angle(1, "sin(10*t)")],
                         end=1, rows=100)

        def known(t):
            phi = jets.sin(10 * t)
            height = 0.5 + 2 * jets.sin(phi)
            second = rod_angle(height, 6)
            x = 0.2 + 2 * jets.cos(phi)
            return {"one.x": 0.2 + jets.cos(phi), "one.y": 0.5 + jets.sin(phi), "two.angle": second,
                    "two.x": x + 3 * jets.cos(second), "two.y": height + 3 * jets.sin(second)}
        self.moves_as(model, known)

    def test_rack_and_pinion(self):
        # Haug 3.4: a pinion of 0.2 m at the origin turns as sin 10 t under a rack at y = 0.2, which moves by -R phi
        bodies = [body("rack", 1, 1, 1, [1, 0.2, 0]), body("pinion", 2, 1, 1, [0, 0, 0])]
        gear = {"name": "rp", "type": "RackPinion", "body1": 1, "body2": 2, "sP1": [0, 0], "sQ1": [-1, 0], "sP2": [0, 0],
                "theta1": -pi, "theta2": "pi/2", "R2": 0.2, "fun": "0"}
        level = {"name": "level", "type": "AbsoluteY", "body1": 1, "sP1": [0, 0], "fun": "0.2"}
        model = self.adm(bodies, [*pin_to_ground(2, [0, 0]), level, gear, angle(2, "sin(10*t)")], end=0.6, rows=60)

        def known(t):
            phi = jets.sin(10 * t)
            return {"rack.x": 1 - 0.2 * phi, "rack.y": jet(0.2), "rack.angle": jet(0), "pinion.angle": phi}
        self.moves_as(model, known)

    def test_translational_joint_and_distances(self):
        # a slotted arm turns as t; a block slides in it and keeps the distance 2 from the point (1, 0)
        bodies = [body("arm", 1, 1, 1, [0, 0, 0]), body("block", 2, 1, 1, [3, 0, pi])]
        slot = {"name": "slot", "type": "TranslationalJoint", "body1": 1, "body2": 2, "sP1": [0, 0], "sP2": [0, 0],
                "vP1": [2, 0], "vP2": [1, 0], "fun": "NONE"}
        link = {"name": "link", "type": "AbsoluteDistance", "body1": 2, "sP1": [0, 0], "Pground": [1, 0], "fun": "2"}
        model = self.adm(bodies, [*pin_to_ground(1, [0, 0]), angle(1, "t"), slot, link], end=2, rows=40)

        def known(t):
            s = jets.cos(t) + sqrt(jets.cos(t) * jets.cos(t) + 3)  # |s e - (1, 0)| = 2
            return {"block.x": s * jets.cos(t), "block.y": s * jets.sin(t), "block.angle": t + pi}
        self.moves_as(model, known)

    def test_degrees_of_freedom(self):
        mobility = self.json("mobility", SLIDER_CRANK)
        self.assertEqual(mobility["gruebler"], 1)  # 9 coordinates, 8 conditions besides the motor
        self.assertEqual(mobility["redundant"], [])

    def test_motor_torque(self):
        # from power: the motor's work is the change of the kinetic and potential energy
        g, rows = 9.81, self.driven("inverse", SLIDER_CRANK)
        for row in rows[::25]:
            phi = variable(row["t"] ** 2)
            rate, growth = 2 * row["t"], 2.0
            rod = rod_angle(4 * jets.sin(phi), 6)
            parts = [(2, 2 * jets.cos(phi)), (2, 2 * jets.sin(phi)), (0.3, phi), (3, 4 * jets.cos(phi) + 3 * jets.cos(rod)),
                     (3, 4 * jets.sin(phi) + 3 * jets.sin(rod)), (0.2, rod), (5, 4 * jets.cos(phi) + 6 * jets.cos(rod))]
            torque = sum(m * x.first * (x.first * growth + x.second * rate ** 2) for m, x in parts)
            torque += g * (2 * parts[1][1].first + 3 * parts[4][1].first)
            self.assertAlmostEqual(row["crank.angle.effort"], torque, delta=1e-9 * max(1.0, abs(torque)))


class Motions(AdmTest):
    def last(self, model):
        rows, summary = self.simulate(model, "--tolerance", "1e-11")
        self.assertAlmostEqual(rows[-1]["t"], 4.0)
        self.assertLess(summary["constraint_max"], 1e-8)
        return rows[-1]

    def test_driven_slider_with_a_bar(self):
        bodies = [body("slider", 1, 1, 1, [0, 0, 0], [4, 0, 0]), body("bar", 2, 1, 2, [2, 0, 0], [4, 6, 3])]
        conditions = [{"name": "y", "type": "AbsoluteY", "body1": 1, "sP1": [0, 0], "fun": "0"}, angle(1, "0"),
                      {"name": "x", "type": "AbsoluteX", "body1": 1, "sP1": [0, 0], "fun": "sin(4*t)"},
                      pin("rev", 1, [0, 0], 2, [-2, 0])]
        row = self.last(self.adm(bodies, conditions, end=4, rows=400))
        # figures of an independent integration, good to about 1e-9
        self.assertAlmostEqual(row["bar.angle"], -5.4899565152, delta=2e-8)
        self.assertAlmostEqual(row["bar.angle'"], -3.4113887829, delta=2e-8)
        self.assertAlmostEqual(row["slider.x"], sin(16.0), delta=1e-10)

    def test_forced_double_pendulum(self):
        bodies = [body("one", 1, 2, 0.666667, [1, 0, 0]), body("two", 2, 2, 0.666667, [3, 0, 0])]
        forces = [{"name": "push", "type": "PointForce", "body1": 2, "sP1": [1, 0], "frame": "GRF", "funX": "5.0", "funY": "0.0"},
                  {"name": "turn", "type": "Torque", "body1": 1, "fun": "2.5"}]
        model = self.adm(bodies, [*pin_to_ground(1, [-1, 0]), pin("rev", 1, [1, 0], 2, [-1, 0])], forces, end=4, rows=80)
        row = self.last(model)
        self.assertAlmostEqual(row["one.angle"], -0.6916684469, delta=2e-8)
        self.assertAlmostEqual(row["two.angle"], 0.2100200604, delta=2e-8)

    def test_spring_damper_actuators(self):
        # generalized forces at a state, by hand: RSDA -(k (phi - theta0) + c phi' + h), TSDA k (l - l0) + c l' + h
        bodies = [body("a", 1, 1, 1, [3, 4, 0.5], [1, 0, 2]), body("b", 2, 1, 1, [0, 1, 0.2], [0, 0, -1])]
        forces = [{"name": "r1", "type": "RSDA1", "body1": 1, "theta0": 1.0, "k": 25, "c": 50, "fun": "3 + t"},
                  {"name": "r2", "type": "RSDA2", "body1": 1, "body2": 2, "theta0": 0.1, "k": 7, "c": 2, "fun": "0.5"},
                  {"name": "s", "type": "TSDA", "body1": 1, "sP1": [0, 0], "sP2": [0, 0], "k": 10, "c": 3, "l0": 4, "fun": "1"}]
        state = self.json("evaluate", self.adm(bodies, [], forces, gravity=(0, 0)))
        first = -(25 * (0.5 - 1.0) + 50 * 2 + 3)
        between = 7 * (0.2 - 0.5 - 0.1) + 2 * (-1 - 2) + 0.5
        pull = 10 * (5 - 4) + 3 * (3 / 5) + 1  # l = 5, l' = 3/5
        self.near(state["acceleration"], [-pull * 3 / 5, -pull * 4 / 5, first + between, 0, 0, -between], 1e-12)

    def test_equilibria_of_a_pendulum_on_a_spring(self):
        spring = {"name": "r", "type": "RSDA1", "body1": 1, "theta0": 1.0, "k": 25, "c": 50, "fun": "0"}
        for phi in (-1.0277415403994945, 1.7677116072578416, 3.88601669866749):
            model = self.adm([body("pend", 1, 10, 10, [cos(phi), sin(phi), phi])], pin_to_ground(1, [-1, 0]), [spring])
            # the figures are roots of the moment to 1e-14; the stiffness is about 1e2
            self.near(self.json("evaluate", model)["acceleration"] + [1.0], [0, 0, 0, 1.0], 1e-11)


class Files(AdmTest):
    def test_analysis_as_the_model(self):
        self.adm([body("pend", 1, 2, 0.3, [2, 0, 0])], pin_to_ground(1, [-2, 0]) + [angle(1, "sin(t)")])
        analysis = self.model('{ simulation: Kinematics, tend: 1, outputSteps: 4, model: "model.adm" }', "other.acf")
        rows = self.driven("kinematics", analysis)
        self.assertEqual([row["t"] for row in rows], [0, 0.25, 0.5, 0.75, 1])
        self.assertAlmostEqual(rows[-1]["pend.angle"], sin(1.0), delta=1e-12)
        for text, words in [("{ simulation: Kinematics, tend: 1, model: 'no.adm' }", ["wrong.acf:1:", "no.adm"]),
                            ("{ simulation: Kinematics, tend: 1 }", ["wrong.adm", "\"model\""]),
                            ("{ simulation: Kinematic, tend: 1 }", ["wrong.acf:1:15", "Kinematics"])]:
            error = self.bad(2, "evaluate", self.model(text, "wrong.acf"))
            for word in words:
                self.assertIn(word, error)

    def test_convert(self):
        out = self.folder / "converted.toml"
        self.good("convert", SLIDER_CRANK, "-o", out)
        before, after = self.json("evaluate", SLIDER_CRANK, "--t", "0.9"), self.json("evaluate", out, "--t", "0.9")
        self.assertEqual(after["coordinates"], before["coordinates"])
        for key in ["q", "v", "M", "acceleration"]:
            self.near(after[key], before[key], 1e-10, key)

    def test_options_of_other_formats(self):
        self.assertIn("urdf", self.bad(2, "evaluate", SLIDER_CRANK, "--base", "free"))

    def test_warnings(self):
        text = '{ bodies: [ {name: s, mass: 1, jbar: 1, q0: [0 0 0]}, {name: s, mass: 1, jbar: 1, q0: [0 0 0]} ], contacts: [] }'
        result = call("evaluate", self.model(text, "two.adm"), "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(json.loads(result.stdout)["coordinates"][3], "s_2.x")
        self.assertIn("contacts", result.stderr)
        self.assertIn("'s_2'", result.stderr)


class Bad(AdmTest):
    def refuse(self, text, *words):
        path = self.model(text, "wrong.adm")
        for verb in (["evaluate", path], ["convert", path, "-o", self.folder / "out.toml"]):
            error = self.bad(2, *verb)
            self.assertTrue(error.startswith("alembert: "), error)
            for word in ("wrong.adm", *words):
                self.assertIn(word, error)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["wrong.adm"])

    def test_places_paths_and_remedies(self):
        good = '{"bodies": [ {"name": "a", "mass": 1, "jbar": 1, "q0": [0, 0, 0]} ],\n"forces": [ %s ]}'
        self.refuse("", "wrong.adm:1:1")
        self.refuse(b"\x00\x01\xff", "UTF-8")
        self.refuse('{"bodies": [ {"name": "a"} ]}', "wrong.adm:1:14", "bodies[0].mass", "hint")
        self.refuse(good % '{"type": "PointForceFile", "body1": 1, "mfile": "gas"}', "wrong.adm:2:", "convert", "[force.X]")
        self.refuse(good % '{"type": "Torque", "body1": 2, "fun": "1"}', "wrong.adm:2:", "forces[0].body1", "ids are")
        self.refuse(good % '{"type": "Torque", "body1": 1, "fun": "sin(q)"}', "forces[0].fun", "'q'")
        self.refuse('{"bodies": [ {"name": "a", "mass": -1, "jbar": 1, "q0": [0, 0, 0]} ]}', "mass")

    def test_hostile_files(self):
        self.refuse("{a:" + "[" * 100_000, "nest")
        self.refuse('{"bodies": [' + "1," * 2_000_000 + "]}", "values")
