"""One run of the command against the reference of a problem."""
import csv
import dataclasses
import json
import math
import os
import pathlib
import resource
import subprocess
import tempfile
import time

from references import SOURCE, Missing

FACTOR = 100  # the error reached may be this many tolerances
LONGEST = 300  # s, of one run


def command():
    return os.environ.get("ALEMBERT", str(SOURCE / "build" / "release" / "alembert"))


@dataclasses.dataclass
class Result:
    error: float = math.nan    # largest |difference|/(1 + |reference|)
    wall: float = math.nan     # s, of the whole command, model file to result file
    cpu: float = math.nan      # s, of the processor: a run uses one core, so this is the wall time of an idle machine
    method: str = ""           # that the command took
    reason: str = ""           # why it was skipped or failed
    skipped: bool = False
    limit: float = math.nan

    @property
    def passed(self):
        return self.skipped or not self.reason and self.error <= self.limit


def limit_of(problem, tolerance):
    return problem.limit or FACTOR * tolerance + problem.good_to


def reference_value(column, row):
    return column(row) if callable(column) else row[column]


def error_of_row(problem, row, known):
    sign = 1.0
    if problem.quaternion:  # q and -q are the same orientation
        sign = math.copysign(1.0, sum(row[n] * reference_value(problem.columns[n], known) for n in problem.quaternion))
    worst = 0.0
    for name, column in problem.columns.items():
        value, expected = row[name], reference_value(column, known)
        if name in problem.quaternion:
            value *= sign
        difference = abs(value - expected) / (1 + abs(expected))
        worst = difference if math.isnan(difference) else max(worst, difference)
    return worst


def error_of(problem, rows, known):
    """Largest scaled error over all rows of the reference within the time of the problem; each must have its row."""
    if problem.at_event:
        return max(error_of_row(problem, rows[-1], known[0]), abs(rows[-1]["t"] - known[0]["t_s"]))
    by_time = {round(row["t"], 9): row for row in rows}
    wanted = [k for k in known if k["t_s"] <= problem.time * (1 + 1e-12)]
    return max(error_of_row(problem, by_time[round(k["t_s"], 9)], k) for k in wanted)


def processor():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def read(path):
    with open(path, newline="") as file:
        rows = csv.reader(file)
        names = next(rows)
        return [dict(zip(names, map(float, row), strict=True)) for row in rows]


def first_message(text):
    """Of what the command complains about, without advice."""
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[0].removeprefix("alembert: ").split(";")[0] if lines else ""


def words_of(problem, model, folder, method, tolerance):
    words = ["run", str(model), "-o", str(folder), "--method", method, "--tolerance", repr(tolerance), "--no-report"]
    for option, value in (("--time", problem.time), ("--step", problem.step)):
        if value is not None:
            words += [option, repr(value)]
    return [*words, *problem.options]


def measure(problem, method, tolerance, longest=LONGEST):
    """Runs the command; a table that is missing makes a skipped result, a run that fails a failed one with its reason."""
    result = Result(method=method, limit=limit_of(problem, tolerance))
    try:
        known = problem.reference()
    except Missing as missing:
        result.reason, result.skipped = str(missing), True
        return result
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        model = problem.model
        if isinstance(model, str):
            model = folder / "model.toml"
            model.write_text(problem.model)
        begin, used = time.monotonic(), processor()
        try:
            run = subprocess.run([command(), *words_of(problem, model, folder / "out", method, tolerance)], capture_output=True,
                                 text=True, timeout=longest)
        except subprocess.TimeoutExpired:
            result.reason = f"stopped after {longest:g} s"
            return result
        finally:
            result.wall, result.cpu = time.monotonic() - begin, processor() - used
        if run.returncode != 0:
            result.reason = first_message(run.stderr) or f"exit code {run.returncode}"
        try:
            result.method = json.loads((folder / "out" / "summary.json").read_text())["method"]
            result.error = error_of(problem, read(folder / "out" / "trajectory.csv"), known)
        except (FileNotFoundError, KeyError) as missing:
            result.reason = result.reason or f"the result lacks {missing}"
    return result
