"""Rows of joints that close loops: one name in every verb, and axes and signs as docs/constraints.md says."""
from math import cos, sin

from mechanics import MechanismTest, dot, plus, rotation, times

# The lever turns freely about the origin, and the closing joint J lets it turn about one axis alone.
LEVER = """
[body.lever]
mass = 1
inertia = [0.1, 0.1, 0.1]
[joint.S]
type = "spherical"
bodies = ["ground", "lever"]
[joint.J]
type = "{type}"
bodies = {bodies}
axis = {axis}
at = [[0.1, 0.2, 0.3], [0.1, 0.2, 0.3]]
cut = true
"""
# [axis] F's x, y, z
FRAMES = {"[1, 0, 0]": [[0, 1, 0], [0, 0, 1], [1, 0, 0]], "[0, 1, 0]": [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
          "[0, 0, 1]": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "[-1, 0, 0]": [[0, 0, 1], [0, 1, 0], [-1, 0, 0]],
          "[0, -1, 0]": [[1, 0, 0], [0, 0, 1], [0, -1, 0]], "[0, 0, -1]": [[1, 0, 0], [0, -1, 0], [0, 0, -1]],
          "[0, 3, 4]": [[0, -0.8, 0.6], [1, 0, 0], [0, 0.6, 0.8]]}
NAMES = {"revolute": "tx ty tz rx ry", "prismatic": "tx ty rx ry rz", "cylindrical": "tx ty rx ry"}
POINT = [0.1, 0.2, 0.3]


class RowNames(MechanismTest):
    def rows_at(self, kind, bodies, axis, q):
        """Values of the rows by name."""
        found = self.at(self.model(LEVER.format(type=kind, bodies=bodies, axis=axis)), q)
        return dict(zip(found["rows"], found["constraint"], strict=True))

    def test_axes_and_signs(self):
        half = 0.3
        q = [cos(half), sin(half) * 0.48, sin(half) * 0.6, sin(half) * 0.64]
        R = rotation(q)
        shift = plus(times(R, POINT), POINT, -1.0)
        for axis, (x, y, z) in FRAMES.items():
            turned = times(R, z)
            for kind, words in NAMES.items():
                rows = self.rows_at(kind, '["ground", "lever"]', axis, q)
                self.assertEqual(list(rows), [f"J.{word}" for word in words.split()])
                along = ([1, 0, 0], [0, 1, 0], [0, 0, 1]) if kind == "revolute" else (x, y, z)
                for word, direction in zip(("tx", "ty", "tz"), along):
                    if f"J.{word}" in rows:
                        self.assertAlmostEqual(rows[f"J.{word}"], dot(direction, shift), delta=1e-14, msg=(axis, kind))
                if kind != "prismatic":
                    self.assertAlmostEqual(rows["J.rx"], -dot(y, turned), delta=1e-14, msg=(axis, kind))
                    self.assertAlmostEqual(rows["J.ry"], dot(x, turned), delta=1e-14, msg=(axis, kind))
                    continue
                # The sine of the turn times its axis, in F.
                turn = [sin(2 * half) * u for u in (0.48, 0.6, 0.64)]
                for word, direction in zip(("rx", "ry", "rz"), (x, y, z)):
                    self.assertAlmostEqual(rows[f"J.{word}"], dot(direction, turn), delta=1e-14, msg=(axis, kind))

    def test_other_order(self):
        half = 0.2
        q = [cos(half), 0, sin(half), 0]
        for kind in ("revolute", "cylindrical"):
            # With the ground second, the first body is the lever: first less second is lever less ground along world axes.
            rows = self.rows_at(kind, '["lever", "ground"]', "[0, 0, 1]", q)
            R = rotation(q)
            shift = plus(times(R, POINT), POINT, -1.0)
            if kind == "cylindrical":
                shift = times([list(column) for column in zip(*R)], shift)
            self.assertAlmostEqual(rows["J.tx"], shift[0], delta=1e-14)
            self.assertAlmostEqual(rows["J.ty"], shift[1], delta=1e-14)

    def test_every_verb_has_the_same_names(self):
        text = LEVER.format(type="revolute", bodies='["ground", "lever"]', axis="[0, 0, 1]")
        model = self.model(text)
        names = self.json("evaluate", model)["rows"]
        self.assertEqual(names, ["J.tx", "J.ty", "J.tz", "J.rx", "J.ry"])
        self.assertLessEqual(set(self.json("mobility", model)["redundant"]), set(names))
        derived = self.good("derive", model)
        for name in names:
            self.assertIn(f"{name} (holonomic)", derived)
            self.assertIn(f"lambda[{name}]", self.good("derive", model, "--form", "augmented"))
        far = text.replace("at = [[0.1", "at = [[0.7")
        self.assertRegex(self.bad(1, "evaluate", self.model(far)), r"row 'J\.(t[xyz]|r[xy])' is off by")
