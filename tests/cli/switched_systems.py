"""Random forces that switch, pulse and sweep, on masses and springs whose motion between switches is known exactly.

A case is one coordinate x with x'' = -w^2 x + f, alone or beside others, and what x and x' are at the end. The times at
which f switches come from its definition, never from the program.
"""
import math
import re

TURN = 2 * math.pi


def follow(pieces, end, start, rate, w=0.0):
    """x and x' at the end: `pieces` [(time from which f holds, f)], ascending, the first at 0."""
    x, v = start, rate
    for k, (begin, force) in enumerate(pieces):
        until = min(pieces[k + 1][0], end) if k + 1 < len(pieces) else end
        h = until - begin
        if h <= 0:
            continue
        if w == 0.0:
            x, v = x + h * (v + force * h / 2), v + force * h
        else:
            middle = force / w**2
            c, s = math.cos(w * h), math.sin(w * h)
            x, v = middle + (x - middle) * c + v / w * s, -(x - middle) * w * s + v * c
    return x, v


def levels(times, first, second):
    """Pieces that alternate from `first` on at the times."""
    return [(0.0, first)] + [(t, second if k % 2 == 0 else first) for k, t in enumerate(times)]


def crossings(function, bounds, end, samples):
    """Where a function crosses zero, each between neighbouring samples: `bounds` is how far apart crossings are."""
    assert end / samples < bounds / 8
    times = []
    at = [function(end * k / samples) for k in range(samples + 1)]
    for k in range(samples):
        if at[k] * at[k + 1] < 0:
            times.append(bisected(function, end * k / samples, end * (k + 1) / samples))
    return times


def bisected(function, low, high):
    side = function(low)
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) * side > 0 else (low, middle)
    return (low + high) / 2


class Case:
    """`force` as a formula in t and, for {x}, the coordinate; `x` and `v` at the end."""

    def __init__(self, force, x, v, start=0.0, rate=0.0, w=0.0, size=None):
        self.force, self.x, self.v, self.start, self.rate, self.w = force, x, v, start, rate, w
        self.size = size or max(abs(x), abs(v), abs(start), abs(rate))


def pwm(chance, end):
    """On while a sine is above a level."""
    w, phase, level = chance.uniform(5, 400), chance.uniform(0, TURN), chance.uniform(-0.95, 0.95)
    high, low = chance.uniform(-5, 5), chance.uniform(-5, 5)
    up, down = math.asin(level), math.pi - math.asin(level)
    times = sorted((a + TURN * k - phase) / w for a in (up, down) for k in range(-1, int(w * end / TURN) + 3))
    times = [t for t in times if 0 < t < end]
    above = math.sin(phase) > level
    pieces = levels(times, high if above else low, low if above else high)
    return f"if(sin({w!r}*t + {phase!r}) > {level!r}, {high!r}, {low!r})", pieces


def square_wave(chance, end):
    """The same by whole parts: on for a share of each period."""
    period, share, high = end / chance.uniform(3, 90), chance.uniform(0.01, 0.99), chance.uniform(-5, 5)
    pieces = [(0.0, high)]
    for k in range(int(end / period) + 1):
        pieces += [((k + share) * period, 0.0), ((k + 1) * period, high)]
    return f"if(mod(t, {period!r}) < {share * period!r}, {high!r}, 0)", [p for p in pieces if p[0] < end]


def pulses(chance, end):
    """A few pulses far apart, down to a billionth of the time."""
    formula, pieces, t = [], [(0.0, 0.0)], 0.0
    for _ in range(chance.randint(1, 4)):
        begin = t + chance.uniform(0.05, 0.2) * end
        width = end * 10 ** chance.uniform(-9, -1.5)
        height = chance.choice((-1, 1)) * end / width * chance.uniform(0.1, 1)
        t = begin + width
        formula.append(f"{height!r}*(step(t - {begin!r}) - step(t - {t!r}))")
        pieces += [(begin, height), (t, 0.0)]
    return " + ".join(formula), pieces


def chirp(chance, end):
    """The sign of a sine that becomes faster: half turns of a t^2 + b t."""
    a, b = chance.uniform(1, 20) / end**2 * TURN, chance.uniform(0.5, 3) / end * TURN
    high = chance.uniform(-5, 5)
    last = int((a * end**2 + b * end) / math.pi)
    times = [2 * math.pi * k / (b + math.sqrt(b * b + 4 * a * math.pi * k)) for k in range(1, last + 1)]
    return f"{high!r}*sign(sin({a!r}*t^2 + {b!r}*t))", levels(times, high, -high)


def stairs(chance, end):
    """Steps of a sine, rounded."""
    w, size, phase = chance.uniform(1, 30), chance.randint(1, 6), chance.uniform(0, TURN)
    value = lambda t: size * math.sin(w * t + phase)
    times = {0.0}
    for n in range(-size, size):
        angle = math.asin((n + 0.5) / size)
        for a in (angle, math.pi - angle):
            times |= {(a + TURN * k - phase) / w for k in range(-1, int(w * end / TURN) + 3)}
    times = sorted(t for t in times if 0 <= t < end)
    pieces = [(t, math.floor(value((t + u) / 2) + 0.5)) for t, u in zip(times, times[1:] + [end])]
    return f"round({size}*sin({w!r}*t + {phase!r}))", pieces


IN_TIME = (pwm, square_wave, pulses, chirp, stairs)


def in_time(chance, end, kind):
    """A force of time alone on a free mass or on a spring."""
    force, pieces = kind(chance, end)
    w = 0.0 if chance.random() < 0.6 else chance.uniform(0.5, 6) / end * TURN
    start, rate = chance.uniform(-1, 1), chance.uniform(-1, 1)
    x, v = follow(pieces, end, start, rate, w)
    largest = max(abs(f) for _, f in pieces) if kind is not pulses else 0.0
    return Case(force, x, v, start, rate, w, max(abs(x), abs(v), abs(start), abs(rate), largest * end / 10))


def late_pulse(chance, end, narrowest=1e-7):
    """A smooth pulse, however narrow: the area of a Gaussian up to the end."""
    at, width = chance.uniform(0.2, 0.9) * end, end * 10 ** chance.uniform(math.log10(narrowest), -1.5)
    height = chance.choice((-1, 1)) * chance.uniform(0.5, 2) / width
    start, rate = chance.uniform(-1, 1), chance.uniform(-1, 1)
    area = height * width * math.sqrt(math.pi) / 2
    far, near = (end - at) / width, at / width
    v = rate + area * (math.erf(far) + math.erf(near))
    # The integral of erf is z erf(z) + exp(-z^2)/sqrt(pi).
    whole = lambda z: z * math.erf(z) + math.exp(-z * z) / math.sqrt(math.pi)
    x = start + rate * end + area * width * (whole(far) - whole(-near)) + area * math.erf(near) * end
    return Case(f"{height!r}*exp(-((t - {at!r})/{width!r})^2)", x, v, start, rate)


def bang_bang(chance, end):
    """A constant force towards zero: parabolas between passages."""
    force, start = chance.uniform(2, 10), chance.uniform(0.3, 1)
    quarter = math.sqrt(2 * start / force)
    since, quarters = end % (4 * quarter), int(end % (4 * quarter) / quarter)
    fastest, h = force * quarter, since - quarters * quarter
    x, v = ((start - force * h * h / 2, -force * h), (-fastest * h + force * h * h / 2, -fastest + force * h),
            (-start + force * h * h / 2, force * h), (fastest * h - force * h * h / 2, fastest - force * h))[quarters]
    return Case(f"-{force!r}*sign({{x}})", x, v, start, 0.0, size=fastest)


def followed(chance, end):
    """Switched by where another coordinate is, which moves on steadily, and by t: {y} = a + b t."""
    a, b = chance.uniform(-1, 1), chance.uniform(0.2, 3)
    w, level, slope = chance.uniform(3, 120), chance.uniform(-0.5, 0.5), chance.uniform(-0.4, 0.4) / (abs(a) + b * end)
    if chance.random() < 0.5:
        text = f"sin({w!r}*t) - {level!r} - {slope!r}*{{y}}"
        function = lambda t: math.sin(w * t) - level - slope * (a + b * t)
    else:
        text = f"sin({w / b!r}*{{y}}) - {level!r}"
        function = lambda t: math.sin(w / b * (a + b * t)) - level
    high, low = chance.uniform(-5, 5), chance.uniform(-5, 5)
    # Below 0.9 of its size a sine crosses a level at least 0.9/w apart.
    times = crossings(function, 0.5 / w, end, int(20 * w * end) + 10)
    pieces = levels(times, high, low) if function(0.0) > 0 or function(1e-9) > 0 else levels(times, low, high)
    start, rate = chance.uniform(-1, 1), chance.uniform(-1, 1)
    x, v = follow(pieces, end, start, rate)
    case = Case(f"if({text} > 0, {high!r}, {low!r})", x, v, start, rate)
    case.leader = (a, b)
    return case


def model(cases, end, unit_x=1.0, unit_t=1.0, mass=1.0):
    """A model of several cases at once, told in other units: lengths, times and masses this much larger in numbers."""
    lines, kinetic, potential, work = ["[coordinates]"], [], [], []
    force_unit = mass * unit_x / unit_t**2
    for k, case in enumerate(cases):
        name = f"x{k}"
        lines.append(f"{name} = {{start = {case.start * unit_x!r}, rate = {case.rate * unit_x / unit_t!r}, unit = \"m\"}}")
        kinetic.append(f"{mass!r}*{name}'^2/2")
        if case.w:
            potential.append(f"{mass * (case.w / unit_t)**2!r}*{name}^2/2")
        leader = getattr(case, "leader", None)
        if leader:
            lines.append(f"y{k} = {{start = {leader[0] * unit_x!r}, rate = {leader[1] * unit_x / unit_t!r}, unit = \"m\"}}")
            kinetic.append(f"{mass!r}*y{k}'^2/2")
        work.append((name, f"{force_unit!r}*(" + in_units(case.force, name, f"y{k}", unit_x, unit_t) + ")"))
    lines += ["[energy]", f'kinetic = "{" + ".join(kinetic)}"', f'potential = "{" + ".join(potential) or "0"}"', "[work]"]
    lines += [f'{name} = "{formula}"' for name, formula in work]
    lines += ["[simulate]", f"time = {end * unit_t!r}", f"step = {end * unit_t!r}"]
    return "\n".join(lines) + "\n"


def in_units(force, x, y, unit_x, unit_t):
    """The formula with t, {x} and {y} measured in these units."""
    named = force.replace("{x}", f"({x}/{unit_x!r})").replace("{y}", f"({y}/{unit_x!r})")
    return re.sub(r"\bt\b", f"(t/{unit_t!r})", named) if unit_t != 1.0 else named
