"""Runs the validation problems through the command and prints a table: error reached, limit, seconds. See docs/validation.md."""
import argparse
import itertools
import math
import sys

from measure import FACTOR, measure
from problems import METHODS, PROBLEMS, TOLERANCES

NOTE = f"""Errors are the largest |difference|/(1 + |reference|) over all rows and columns compared; the limit is {FACTOR} tolerances
and the error of the reference itself. Times are those of the whole command, reading and writing included; a run uses one
core, so that its processor time is the wall time of an idle machine. semi-implicit-euler is left out: it has no control of
its error."""


def arguments():
    parser = argparse.ArgumentParser(prog="tools/validate", description="Validation problems: errors reached against limits.")
    parser.add_argument("problem", nargs="*", help="V01, V02, ... (default: all)")
    parser.add_argument("--method", choices=["auto", *METHODS], help="this method alone")
    parser.add_argument("--tolerance", type=float, help="this tolerance alone")
    parser.add_argument("--markdown", action="store_true", help="tables for docs/validation.md")
    parser.add_argument("--all", action="store_true",
                        help="also the tests of published numbers, reactions and robots")
    chosen = parser.parse_args()
    names = list(dict.fromkeys(problem.name for problem in PROBLEMS))
    for name in chosen.problem:
        if name.upper() not in names:
            parser.error(f"no problem {name}; there are {' '.join(names)}")
    return chosen


def runs(chosen):
    """(problem, method, tolerance): each problem with its own settings, then those that are run with every method."""
    wanted = [name.upper() for name in chosen.problem]
    problems = [problem for problem in PROBLEMS if not wanted or problem.name in wanted]
    own = [(problem, method, chosen.tolerance or tolerance) for problem in problems
           for method, tolerance in ([(chosen.method, problem.tolerance)] if chosen.method else problem.runs)]
    every = [(problem, method, tolerance) for problem in problems if problem.all_methods
             for method in ([chosen.method] if chosen.method else METHODS) if method in TOLERANCES
             for tolerance in ([chosen.tolerance] if chosen.tolerance else TOLERANCES[method])]
    return own, [run for run in every if run not in own]


def verdict(result):
    if result.skipped:
        return f"skipped: {result.reason}"
    return "good" if result.passed else f"MISSED{': ' if result.reason else ''}{result.reason}"


def short(x):
    return f"{x:.0f}" if x >= 10 else f"{x:.2g}"


def row(problem, method, tolerance, result):
    name = method if result.method == method else f"{method} ({result.method})"
    figures = ["-"] * 3 if result.skipped else [f"{result.error:.1e}", f"{result.wall:.2f}", f"{result.cpu:.2f}"]
    return [problem.name, problem.title, name, f"{tolerance:.0e}", figures[0], f"{result.limit:.0e}", *figures[1:], verdict(result)]


HEAD = ["", "problem", "method", "tolerance", "error", "limit", "wall [s]", "CPU [s]", ""]
FORM = "{:4} {:52} {:13} {:>9} {:>8} {:>7} {:>8} {:>8}  {}"
MARKDOWN = "| " + " | ".join(["{}"] * len(HEAD)) + " |"


def print_rows(title, chosen_runs, form):
    """One line a run, as soon as it is known; returns the results."""
    print(f"\n{title}\n\n{form.format(*HEAD)}")
    if form.startswith("|"):
        print("|---" * len(HEAD) + "|")
    results = []
    for problem, method, tolerance in chosen_runs:
        results.append(measure(problem, method, tolerance))
        print(form.format(*row(problem, method, tolerance, results[-1])), flush=True)
    return results


def print_matrix(title, chosen_runs):
    """One line for each problem and method: the error in tolerances, and the seconds, at each tolerance."""
    tolerances = sorted({tolerance for *_, tolerance in chosen_runs}, reverse=True)
    head = ["problem", "method", *(f"{tolerance:.0e}" for tolerance in tolerances)]
    print(f"\n{title}\n\n| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|")
    results = []
    for (name, method), group in itertools.groupby(chosen_runs, key=lambda run: (run[0].name, run[1])):
        cells = dict.fromkeys(tolerances, "")
        for problem, _, tolerance in group:
            results.append(result := measure(problem, method, tolerance))
            known = "" if math.isnan(result.error) else f"{short(result.error / tolerance)} ({result.cpu:.2f} s)"
            cells[tolerance] = known if result.passed and known else f"{known} {verdict(result)}".strip()
        print(f"| {name} | {method} | " + " | ".join(cells.values()) + " |", flush=True)
    return results


def main():
    chosen = arguments()
    own, every = runs(chosen)
    results = print_rows("Each problem with settings of its own", own, MARKDOWN if chosen.markdown else FORM)
    if every:
        title = "Every method at every tolerance"
        results += print_matrix(f"{title}: error in tolerances", every) if chosen.markdown else print_rows(title, every, FORM)
    missed, skipped = sum(not result.passed for result in results), sum(result.skipped for result in results)
    print(f"\n{NOTE}\n{len(results)} runs, {missed} missed their limit, {skipped} skipped.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
