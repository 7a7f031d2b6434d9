"""The tolerance means what users think: with every method the error reached is at most 100 tolerances.

The problems, references and limits are those of tests/validation; tools/validate prints all figures.
"""
import pathlib
import sys
import unittest

from command import SOURCE, CommandTest, call, example

sys.path.insert(0, str(pathlib.Path(SOURCE) / "tests" / "validation"))

from measure import measure  # noqa: E402
from problems import PROBLEMS, TOLERANCES  # noqa: E402


class Tolerance(CommandTest):
    def reached(self, method):
        for problem in PROBLEMS:
            if not problem.all_methods:
                continue
            for tolerance in TOLERANCES[method]:
                with self.subTest(problem=problem.name, tolerance=tolerance):
                    result = measure(problem, method, tolerance, longest=120)
                    self.assertEqual(result.reason, "")
                    self.assertLessEqual(result.error, result.limit)

    def test_rk5(self):
        self.reached("rk5")

    def test_rk8(self):
        self.reached("rk8")

    def test_cvode(self):
        self.reached("cvode")

    def test_ida(self):
        self.reached("ida")

    def test_alpha(self):
        self.reached("alpha")

    def test_variational(self):
        self.reached("variational")

    def test_a_method_that_takes_long_says_so_before(self):
        for tolerance, told in (("1e-7", True), ("1e-5", False)):
            result = call("run", example("pendulum-xy"), "--method", "alpha", "--tolerance", tolerance, "--time", "0.1",
                          "-o", self.folder / tolerance, "--no-report")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual("alpha is of order 2" in result.stderr, told)


if __name__ == "__main__":
    unittest.main()
