"""The validation problems as data: model, options, columns to compare, reference and how good it is."""
import dataclasses
from typing import Callable

import adams
from references import DATA, SOURCE, moment, pendulum, shared_table, table

METHODS = ["rk5", "rk8", "cvode", "ida", "alpha", "variational"]  # semi-implicit-euler has no control of its error
TOLERANCES = {method: [1e-3, 1e-5, 1e-7] + ([1e-9] if method in ("rk8", "cvode", "ida") else []) for method in METHODS}


@dataclasses.dataclass(frozen=True)
class Problem:
    """A motion with a reference.

    model: path of a model file, or its text. columns: column of the trajectory -> column of the reference, or a function
    of a reference row. Reference rows have the time in `t_s`; with at_event only the last row is compared, its time too.
    runs: methods and tolerances of the first table; all_methods: the problem is also run with every method at every tolerance.
    good_to: error of the reference itself, in the scale |difference|/(1 + |reference|). limit: of the error, where it does not
    follow from the tolerance. quaternion: columns of an orientation, which may have the other sign.
    """
    name: str
    title: str
    tests: str
    model: object
    reference: Callable
    columns: dict
    time: float | None = None
    step: float | None = None
    options: tuple = ()
    runs: tuple = (("auto", 1e-9),)
    good_to: float = 0.0
    limit: float | None = None
    quaternion: tuple = ()
    at_event: bool = False
    all_methods: bool = False

    @property
    def tolerance(self):
        return self.runs[0][1]


def example(name):
    return SOURCE / "examples" / f"{name}.toml"


def at(tolerance):
    return (("auto", tolerance),)


def rates(*names):
    """Columns x' of references that call them x_dot."""
    return {name: name for name in names} | {f"{name}'": f"{name}_dot" for name in names}


PENDULUM = {"x": "x_m", "y": "y_m", "x'": lambda k: -k["y_m"] * k["thetadot_rad_s"], "y'": lambda k: k["x_m"] * k["thetadot_rad_s"]}
WINDOWS = {"x": "B0x", "y": "B0y", "A[0]": lambda k: -k["alpha_from_upright_rad"], "A[0]'": lambda k: -k["alphadot"]}
ANGLES = {"th1": "theta1", "th2": "theta2", "th1'": "theta1dot", "th2'": "theta2dot"}
LIGHT_CART = """space = "planar"
[body.cart]
mass = 1e-6
[body.bob]
mass = 1
center = [0, -1]
[joint.x]
type = "prismatic"
bodies = ["ground", "cart"]
axis = [1, 0]
[joint.th]
type = "revolute"
bodies = ["cart", "bob"]
start = "90 deg"
[simulate]
time = 1
until = "th"
"""

PROBLEMS = [
    Problem("V01", "pendulum in x and y, 10 s (IFToMM A01)", "a constraint over four periods, against elliptic functions",
            example("pendulum-xy"), pendulum(10, 0.1), PENDULUM, 10, 0.1, all_methods=True),
    Problem("V01", "pendulum in x and y, 2000 s", "845 periods: the error grows with time, the string keeps its length",
            example("pendulum-xy"), pendulum(2000, 0.5), PENDULUM, 2000, 0.5,
            # the error of a Runge-Kutta method grows with the square of time; asked for are the six digits of the published table
            runs=(("rk8", 1e-12), ("variational", 1e-8)), limit=1e-6),
    Problem("V01", "pendulum in x and y, published table to 50 s", "the library's own six digits", example("pendulum-xy"),
            shared_table("iftomm_A01_reference_data_published.csv"), {"x": "x_published", "y": "y_published"}, 50, 0.5, good_to=5e-7),
    Problem("V02", "row of 2 windows (IFToMM A02)", "passes positions in which three motions are possible instead of one",
            example("n-four-bar"), table("n_four_bar_2.csv"), WINDOWS, 10, 0.1),
    Problem("V02", "row of 40 windows", "the same with 81 bodies and 41 motions", example("n-four-bar"),
            table("n_four_bar_40.csv"), WINDOWS, 10, 0.1, ("--set", "N=40"), runs=at(1e-8)),
    Problem("V02", "row of 40 windows, published table", "ADAMS 2003, deviates from the closed form by 3.4e-6 itself",
            example("n-four-bar"), shared_table("iftomm_A02_reference_data_published_N40.csv"),
            {"x": "B0x_published", "y": "B0y_published"}, 10, 0.05, ("--set", "N=40"), runs=at(1e-7), good_to=4e-6),
    Problem("V03", "Andrews' squeezer, 0.03 s", "planar closed chains within milliseconds", example("andrews"),
            table("andrews.csv"), rates("beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"), 0.03, 0.001, runs=at(1e-10)),
    Problem("V05", "stiff flyball governor (IFToMM A05)", "springs of 8e5 N/m with dampers of 4e4 N s/m in space",
            example("flyball"), table("flyball.csv"),
            {"s": "slider_s", "right": "rod_angle_below_horizontal", "left": "rod_angle_below_horizontal", "shaft": "shaft_angle",
             "s'": "s_dot", "right'": "rod_rate", "left'": "rod_rate", "shaft'": "shaft_rate"}, 10, 0.1, good_to=2e-11),
    Problem("V06", "spatial slider-crank, 5 s", "a loop in space with a ball and a universal joint, against a quadrature",
            example("spatial-slider-crank"), table("spatial_slider_crank.csv"),
            {"crank": "crank_angle_rad", "crank'": "crank_rate_rad_s", "x": "slider_x_m", "x'": "slider_v_m_s"}, 5, 0.05,
            runs=at(1e-10), all_methods=True),
    Problem("V09", "car axis (IVP test set)", "a constraint that moves with time, stiff springs", example("car-axis"),
            table("car_axis.csv"), rates("xl", "yl", "xr", "yr"), 3, 0.1, runs=at(1e-10), all_methods=True),
    Problem("V20", "compressor slider-crank", "a force that jumps when the slider turns round", DATA / "compressor.toml",
            table("compressor.csv"), {"A": "phi1", "A'": "phid1", "phi2": "phi2", "x": "x3", "x'": "xd3"}, 1, 0.01, good_to=1e-7),
    Problem("V21", "driven slider with a bar", "a prescribed motion", DATA / "driven_slider.toml", table("driven_slider.csv"),
            {"phi": "phi2", "phi'": "phid2", "x": "x1", "x'": "xd1"}, 4, 0.05, good_to=1e-10),
    Problem("V23", "forced double pendulum", "a point force and a torque", DATA / "forced_double_pendulum.toml",
            table("forced_double_pendulum.csv"),
            {"A": "phi1", "A'": "phid1", "phi2": "phi2", "B'": lambda k: k["phid2"] - k["phid1"]}, 4, 0.05, good_to=1e-10,
            all_methods=True),
    Problem("V26", "slider-crank with spring, damper and cost integral", "a dissipative loop and a state of its own",
            DATA / "haug_slider_crank.toml", table("haug_slider_crank.csv"),
            {"q": "crank_angle_q", "x": "slider_x", "p": "rod_angle_p", "q'": "qd", "x'": "xd", "p'": "pd", "G": "integral_KE"},
            10, 0.25, runs=at(1e-10), all_methods=True),
    Problem("V31", "rolling disc, 5 s", "rolling without slipping, orientation by quaternions", example("rolling-disc"),
            table("rolling_disc.csv"), {f"disc.{c}": f"com_{c}" for c in "xyz"} | {f"disc.w{c}": f"w{c}_body" for c in "xyz"}
            | {f"disc.q{c}": f"e{i}" for i, c in enumerate("wxyz")}, 5, 0.1, runs=at(1e-10),
            quaternion=("disc.qw", "disc.qx", "disc.qy", "disc.qz")),
    Problem("V33", "Chaplygin's sleigh", "a blade that does not slip, against the closed form", example("chaplygin-sleigh"),
            table("chaplygin_sleigh.csv"),
            {"sled.x": "blade_x", "sled.y": "blade_y", "sled.angle": "theta", "v": "v_forward", "sled.angle'": "omega"}, 5, 0.25,
            runs=at(1e-10)),
    Problem("V36", "Euler's top, 50 s", "free rotation through three flips; nearby motions separate at each",
            example("euler-top"), table("euler_top.csv"), {f"top.q{c}": f"e{i}" for i, c in enumerate("wxyz")}
            | {f"top.w{c}": f"w{i}" for i, c in enumerate("xyz", 1)}, 50, 1, runs=at(1e-11),
            quaternion=("top.qw", "top.qx", "top.qy", "top.qz"), all_methods=True),
    Problem("V37", "heavy top, 2 s", "48 turns a second about a fixed point", example("heavy-top"), table("heavy_top.csv"),
            {"x": "com_x", "y": "com_y", "z": "com_z"} | {f"S.w{c}": f"w{c}_body" for c in "xyz"}
            | {f"S.q{c}": f"e{i}" for i, c in enumerate("wxyz")}, 2, 0.1, runs=at(1e-11),
            quaternion=("S.qw", "S.qx", "S.qy", "S.qz")),
    Problem("V40", "double pendulum from level, 10 s", "a chaotic motion", example("double-pendulum"),
            table("double_pendulum_horizontal.csv"), ANGLES, 10, 0.5, runs=at(1e-12)),
    Problem("V40", "double pendulum from (0.5, -0.3), 20 s", "a mild motion", example("double-pendulum"),
            table("double_pendulum_mild.csv"), ANGLES, 20, 0.5, ("--q", "th1=0.5,th2=-0.3"), runs=at(1e-12)),
    Problem("V43", "cart-pole with a cart of 1 mg", "a mass matrix that is nearly singular at the crossing, 4429 rad/s", LIGHT_CART,
            moment(t_s=0.4515245356816588751, rate=-4429.44913279292553), {"th'": "rate"}, runs=at(1e-10), at_event=True),
    Problem("V44", "five parallel cranks", "three loops more than needed", example("parallel-cranks"), table("parallel_cranks.csv"),
            {"alpha": "alpha_from_upright", "P[3]'": lambda k: -k["alpha_dot"]}, 5, 0.5),
]
PROBLEMS += [
    Problem("V50", f"{case.name} of ADAMS", case.tests, case.text(), shared_table(f"chrono_adams_joints/{case.name}.csv"),
            adams.COLUMNS, 5, 0.01, good_to=case.good_to, quaternion=adams.QUATERNION)
    for case in adams.CASES
]
