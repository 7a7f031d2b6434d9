"""The cases of one body on one joint for which tables of ADAMS exist (project Chrono's test data)."""
import dataclasses
import math

PRINTED = 2e-5  # six digits of positions and speeds of a few metres, and of the program's own integration


def body_rate(axis):
    """The table's angular velocity has world components; ours are in the body."""
    def turned(k):
        w, x, y, z = (k[f"Quat_e{i}"] for i in range(4))
        columns = [[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
                   [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
                   [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]]
        return sum(a * k[f"Avel_{c}_AngVel"] for a, c in zip(columns[axis], "XYZ"))
    return turned


QUATERNION = ("e0", "e1", "e2", "e3")
COLUMNS = ({f"r{c}": f"Pos_{c.upper()}_Pos" for c in "xyz"} | {f"v{c}": f"Vel_{c.upper()}_Vel" for c in "xyz"}
           | {name: f"Quat_{name}" for name in QUATERNION} | {f"w{c}": body_rate(i) for i, c in enumerate("xyz")})
OUTPUTS = ("[outputs]\n" + "".join(f'r{c} = "b.center.{c}"\nv{c} = "b.center.v{c}"\nw{c} = "b.w{c}"\n' for c in "xyz")
           + "".join(f'e{i} = "b.q{c}"\n' for i, c in enumerate("wxyz")))


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    tests: str
    body: str   # lines of [body.b]
    rest: str   # joint, constraint or force
    good_to: float = PRINTED

    def text(self):
        return f"gravity = [0, 0, -9.80665]\n[body.b]\nmass = 1\n{self.body}\n{self.rest}\n{OUTPUTS}"


def hung(name, joint, place, turn, extra="", axis=True, good_to=PRINTED):
    """A body 2 m from its joint, whose frame is turned about x."""
    angle = math.radians(turn)
    direction = f"axis = [0, {-math.sin(angle)!r}, {math.cos(angle)!r}]\n" if axis else ""
    return Case(name, f"{joint} joint" + (" with a spring" if extra else ""),
                f'center = [2, 0, 0]\ninertia = [0.04, 0.1, 0.1]\nposition = {place}\n'
                f'rotation = {{ axis = [1, 0, 0], angle = "{turn} deg" }}',
                f'[joint.J]\ntype = "{joint}"\nbodies = ["ground", "b"]\nat = {place}\n{direction}{extra}', good_to)


def rod(name, ground, center, point, rotation="", good_to=PRINTED):
    return Case(name, "rod between two points", f"inertia = [0.04, 0.1, 0.1]\nposition = {center}\n{rotation}\npoints.p = {point}",
                f'[constraint.rod]\ntype = "distance"\npoints = [["ground", {ground}], "b.p"]\nlength = 2', good_to)


def spring(name, center, stiffness, damping):
    return Case(name, "spring and damper between two points", f"inertia = [0.04, 0.1, 0.1]\nposition = {center}",
                f'[force.s]\ntype = "spring"\npoints = [["ground", [0, 0, 0]], "b.center"]\nstiffness = {stiffness}\n'
                f"damping = {damping}")


def actuator(name, axis, angle, speed):
    return Case(name, "prescribed slide", f'inertia = [1, 1, 1]\nrotation = {{ axis = [0, 1, 0], angle = "{angle} deg" }}',
                f'[joint.J]\ntype = "prismatic"\nbodies = ["ground", "b"]\nat = [0, 0, 0]\naxis = {axis}\nmotion = "{speed}*t"')


ORIGIN, PLACE = [0, 0, 0], [1, 2, 3]
CASES = [
    hung("Revolute_Case01", "revolute", ORIGIN, -90),
    hung("Revolute_Case02", "revolute", PLACE, -45),
    # The same plane motion as Revolute_Case01, from which its table differs by 3e-3 itself.
    hung("Spherical_Case01", "spherical", ORIGIN, 0, axis=False, good_to=4e-3),
    hung("Spherical_Case02", "spherical", PLACE, -45, axis=False),
    hung("Cylindrical_Case01", "cylindrical", ORIGIN, 0),
    hung("Cylindrical_Case02", "cylindrical", ORIGIN, -90),
    hung("Cylindrical_Case03", "cylindrical", PLACE, -45),
    hung("Prismatic_Case01", "prismatic", ORIGIN, 0),
    hung("Prismatic_Case02", "prismatic", PLACE, -45),
    hung("Prismatic_Case03", "prismatic", PLACE, -90),
    hung("RotSpring_Case01", "revolute", ORIGIN, -90, "stiffness = 200\ndamping = 10\n"),
    hung("RotSpring_Case02", "revolute", ORIGIN, -90, 'effort = "-(50 + 10*abs(J))*J"\ndamping = 10\n'),
    rod("Distance_Case01", ORIGIN, [0, 2, 0], ORIGIN),
    # The rod pulls along the body's x, so that wx stays zero; the table has 3e-5 there, and its other speeds are no better.
    rod("Distance_Case02", PLACE, [-1, 4, 3], [2, 0, 0], good_to=5e-4),
    rod("Distance_Case03", ORIGIN, [0, 4, 0], [2, 0, 0], 'rotation = { axis = [0, 0, 1], angle = "-90 deg" }'),
    spring("TranSpring_Case01", ORIGIN, 10, 0.5),
    spring("TranSpring_Case02", [0, 2, 0], 100, 5),
    actuator("LinActuator_Case01", [0, 0, 1], 0, 1.0),
    actuator("LinActuator_Case02", [1, 0, 1], 45, 0.5),
]
