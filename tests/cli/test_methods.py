"""Methods where they are strained: tight tolerances, given orders, rows that lose rank, forces that switch."""
import math

from command import CommandTest, example


class Methods(CommandTest):
    def columns(self, model, *words):
        """Column name to values of a run that must come to its end."""
        folder = self.folder / "-".join(word.strip("-") for word in words)
        self.good("run", model, "-o", folder, "--no-report", *words)
        names, rows = self.table(folder / "trajectory.csv")
        return {name: [row[i] for row in rows] for i, name in enumerate(names)}

    def apart(self, a, b, names):
        return max(abs(x - y) for name in names for x, y in zip(a[name], b[name]))

    def test_order(self):
        """Halving the step divides the error by 2^order: x = cos t."""
        model = self.model('[coordinates]\nx = { start = 1 }\n[energy]\nkinetic = "x\'^2/2"\npotential = "x^2/2"\n')
        for order in [2, 4, 6, 8]:
            errors = []
            for steps in [10, 20]:
                run = self.columns(model, "--method", "variational", "--order", str(order), "--time", "10", "--step", "1",
                                   "--step-size", str(10 / steps))
                errors.append(max(abs(x - math.cos(t)) for t, x in zip(run["t"], run["x"])))
            self.assertAlmostEqual(math.log2(errors[0] / errors[1]), order, delta=0.35, msg=str(errors))
        self.assertIn("2, 4, 6, 8", self.bad(2, "run", model, "--method", "variational", "--order", "3"))
        self.assertIn("variational", self.bad(2, "run", model, "--method", "rk8", "--order", "4"))
        self.assertIn("--order", self.good("run", "--help"))

    def test_cvode_at_the_limits_of_doubles(self):
        """Noise of projections exceeds such tolerances; two methods still agree."""
        model, words = example("four-bar"), ["--time", "1", "--step", "0.05"]
        exact = self.columns(model, "--method", "rk8", "--tolerance", "1e-13", *words)
        for tolerance in ["1e-11", "1e-13", "1e-15"]:
            run = self.columns(model, "--method", "cvode", "--tolerance", tolerance, *words)
            self.assertLess(self.apart(exact, run, ["A", "B", "C", "A'", "B'", "C'"]), 1e-9)
