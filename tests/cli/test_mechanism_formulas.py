"""Formulas of `derive` against numbers of `evaluate`, which are computed by other means, on random trees of all joints."""
import math
import random
import re

from command import example
from mechanics import MechanismTest, difference, dot, size, times

JOINTS = {"revolute": 1, "prismatic": 1, "screw": 1, "cylindrical": 2, "universal": 2, "planar": 3, "gimbal": 3, "free": 6}
FUNCTIONS = {name: getattr(math, name) for name in ["sin", "cos", "tan", "exp", "sqrt", "tanh", "log", "pi"]}
FUNCTIONS |= {"abs": abs, "max": max, "min": min, "sign": lambda x: (x > 0) - (x < 0),
              "where": lambda condition, a, b: a if condition else b}


def value(formula, names):
    """Of a printed formula; names may have dots, brackets and primes."""
    words = sorted(names, key=len, reverse=True)
    pattern = r"(?<![\w.])(?:" + "|".join(map(re.escape, words)) + r"|[A-Za-z_]\w*)(?![\w'])"
    def replace(match):
        word = match.group(0)
        return f"names[{word!r}]" if word in names else "where" if word == "if" else word
    return eval(re.sub(pattern, replace, formula).replace("^", "**"), {"names": names, **FUNCTIONS})


class RandomTrees(MechanismTest):
    def vector(self, r, scale=1.0):
        return [round(r.uniform(-scale, scale), 3) for _ in range(3)]

    def axis(self, r):
        return r.choice([[1, 0, 0], [0, -1, 0], [0, 0, 1], [0, 0.6, 0.8], [-0.8, 0, 0.6]])

    def turned(self, r):
        return r.choice(["{ matrix = [[0, -1, 0], [0, 0, 1], [-1, 0, 0]] }", "{ rpy = [\"pi/2\", 0, \"-pi/2\"] }",
                         "{ axis = [0, 1, 0], angle = \"p\" }"])

    def joint(self, r, i, kind, first):
        text = f"[joint.J{i}]\ntype = \"{kind}\"\nbodies = [\"{first}\", \"b{i}\"]\n"
        if kind != "free":
            text += f"at = [{self.vector(r, 0.3)}, {self.vector(r, 0.3)}]\n"
        if kind in ("revolute", "prismatic", "screw", "cylindrical"):
            text += f"axis = {self.axis(r)}\nrotation = {self.turned(r)}\n"
        if kind == "screw":
            text += "pitch = \"p\"\n"
        if kind == "universal":
            text += "axes = [[1, 0, 0], [0, 0.6, 0.8]]\n"
        if kind == "planar":
            text += "axes = [[0, 0.6, 0.8], [1, 0, 0]]\n"
        if kind in ("gimbal", "free"):
            text += f"sequence = \"{r.choice(['xyz', 'zyx', 'zxz', 'yxz'])}\"\n"
        if kind == "revolute":
            text += "stiffness = 3\nrest = 0.2\ndamping = 0.4\narmature = \"p\"\nfriction = [0.5, 0.7]\nfriction_width = 0.3\n"
            text += f"effort = \"u*J{i} - J{i}'\"\n"
        return text

    def tree(self, seed):
        r = random.Random(seed)
        kinds = [list(JOINTS)[seed % len(JOINTS)]]
        if JOINTS[kinds[0]] < 3:
            kinds.append(r.choice(["revolute", "prismatic"]))
        text = "gravity = [0.3, \"-g\", -2]\n[parameters]\ng = 9.81\np = 0.17\nm = 1.3\n[inputs]\nu = \"1 + t\"\n"
        for i, kind in enumerate(kinds):
            a, b, c = (round(r.uniform(0.5, 0.9), 3) for _ in range(3))
            text += (f"[body.b{i}]\nmass = \"{i + 1}*m\"\ncenter = {self.vector(r, 0.4)}\n"
                     f"inertia = [{a}, {b}, {c}, 0.01, -0.02, 0.03]\npoints.p = {self.vector(r, 0.5)}\n")
            text += self.joint(r, i, kind, "ground" if i == 0 else f"b{r.randrange(i)}")
        last = len(kinds) - 1
        text += (f"[force.f]\ntype = \"force\"\nat = \"b{last}.p\"\nvalue = [\"t*b{last}.p.vx\", 2, \"b{last}.p.z\"]\n"
                 f"[force.g]\ntype = \"force\"\nat = \"b{last}.p\"\nvalue = [1, \"u\", -3]\nframe = \"body\"\n"
                 f"[force.h]\ntype = \"torque\"\nbody = \"b0\"\nvalue = [0.3, \"b0.wx\", 0.7]\nframe = \"{r.choice(['body', 'world'])}\"\n"
                 f"[force.s]\ntype = \"spring\"\npoints = [[\"ground\", [1, 2, 3]], \"b{last}.p\"]\nstiffness = 20\ndamping = 3\n"
                 "length = 0.7\nactuator = \"sin(t)\"\n")
        return kinds, self.model(text, f"tree{seed}.toml")

    def test_formulas_equal_numbers(self):
        for seed in range(2 * len(JOINTS)):
            kinds, model = self.tree(seed)
            with self.subTest(f"{seed}: {kinds}"):
                derived = self.json("derive", model)
                r = random.Random(1000 + seed)
                n = len(derived["coordinates"])
                q, v, a = ([r.uniform(-1, 1) for _ in range(n)] for _ in range(3))
                e = self.at(model, q, v, a, words=["--t", "0.4"])
                names = {"g": 9.81, "p": 0.17, "m": 1.3, "u": 1.4, "t": 0.4}
                for i, word in enumerate(derived["coordinates"]):
                    names |= {word: q[i], word + "'": v[i], word + "''": a[i]}
                number = lambda formula: value(formula, names)
                for key in ["M", "C"]:
                    found = [[number(x) for x in row] for row in derived[key]]
                    self.assertLess(difference(found, e[key]), 1e-11 * max(1, size(e[key])), key)
                springs_and_gravity = [number(x) for x in derived["g"]]
                self.assertLess(abs(number(derived["T"]) - e["kinetic"]), 1e-11 * max(1, e["kinetic"]))
                effort, applied = ([number(x) for x in derived[key]] for key in ["effort", "applied"])
                residual = [m + c + g - f - w for m, c, g, f, w in
                            zip(times(e["M"], a), times(e["C"], v), springs_and_gravity, effort, applied)]
                expected = [x - y for x, y in zip(e["inverse_dynamics"], e["effort"])]
                self.assertLess(difference(residual, expected), 1e-10 * max(1, size(expected)))

    def test_christoffel_symbols_by_differences(self):
        # C of evaluate is made of Christoffel symbols: M differentiated numerically
        for name in ["arm-3r", "gyroscope", "two-arm"]:
            model = example(name)
            n = len(self.at(model)["v"])
            r = random.Random(5)
            q, v = ([r.uniform(-1, 1) for _ in range(n)] for _ in range(2))
            h = 1e-4
            slopes = []
            for k in range(n):
                up, down = list(q), list(q)
                up[k] += h
                down[k] -= h
                a, b = self.at(model, up)["M"], self.at(model, down)["M"]
                slopes.append([[(x - y) / (2 * h) for x, y in zip(s, t)] for s, t in zip(a, b)])
            C = [[dot([(slopes[k][i][j] + slopes[j][i][k] - slopes[i][j][k]) / 2 for k in range(n)], v) for j in range(n)]
                 for i in range(n)]
            self.near(self.at(model, q, v)["C"], C, 1e-6)
