"""Mistakes planted in a page of their own are noticed, and the page without them is good."""
import pathlib
import tempfile
import unittest

import test_commands
import test_links
import test_models
import test_programs
from pages import SOURCE, Page, pages_in
from sessions import agrees, disagreement

GOOD = """# A pendulum

See [below](#what-comes-out), [the top](README.md) and `docs/cli.md`.

```toml
# pendulum.toml
[parameters]
l = 0.8
[coordinates]
th = "60 deg"
[energy]
kinetic   = "(l*th')^2/2"
potential = "-9.81*l*cos(th)"
```

## What comes out

```
$ alembert evaluate pendulum.toml
...
M = (0.64)
...
kinetic = 0 J
potential = -3.924 J
```

<!-- given: const alembert::Robot& robot -->
```cpp
std::printf("%zu\\n", robot.nv());
```
"""


class Planted(unittest.TestCase):
    def page(self, *replaced):
        text = GOOD
        for old, new in zip(replaced[::2], replaced[1::2]):
            self.assertEqual(text.count(old), 1)
            text = text.replace(old, new)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name, "README.md").resolve()
        path.write_text(text)
        self.assertEqual(len(pages_in(path.parent)), 1)
        return Page(path, path.parent)

    def wrong(self, *replaced):
        """What the checks say about commands, links and models."""
        page = self.page(*replaced)
        models = filter(None, map(test_models.complaint, page.blocks_of("toml")))
        return [*test_commands.complaints(page)[1], *test_links.complaints(page), *models]

    def test_without_mistakes(self):
        self.assertEqual(self.wrong(), [])

    def test_outputs(self):
        for mistake in (("-3.924 J", "-3.925 J"), ("-3.924 J", "-3.924 N"), ("...\nkinetic", "kinetic"), ("0.64", "0.65"),
                        ("potential = -3.924 J\n", ""), ("M = (0.64)\n...", "M = (0.64)"),
                        ("evaluate pendulum.toml", "evaluate pendulums.toml"),
                        ("evaluate pendulum.toml", "evaluate pendulum.toml --set l=0.7")):
            with self.subTest(mistake):
                self.assertEqual(len(self.wrong(*mistake)), 1)

    def test_a_command_that_fails(self):
        shown = GOOD[GOOD.index("$ alembert"):GOOD.index("\n```\n\n<!--")]
        self.assertEqual(self.wrong(shown, "alembert evaluate pendulum.toml"), [])
        self.assertEqual(len(self.wrong(shown, "alembert evaluate pendulum.toml --q x=1")), 1)

    def test_links(self):
        for mistake in (("#what-comes-out", "#what-comes"), ("(README.md)", "(READ.md)"), ("(README.md)", "(../README.md)"),
                        ("docs/cli.md", "docs/client.md")):
            with self.subTest(mistake):
                self.assertEqual(len(self.wrong(*mistake)), 1)

    def test_models(self):
        loads = [test_models.complaint(b) for b in self.page("l = 0.8", "length = 0.8").blocks_of("toml")]
        self.assertIn("unknown name 'l'", loads[0])
        parses = [test_models.complaint(b) for b in self.page("l = 0.8", "l = = 0.8").blocks_of("toml")]
        self.assertIn("line 3", parses[0])
        block = self.page("l = 0.8", "l = 0.7", "-9.81*l*cos(th)", "-g*l*cos(th)").blocks_of("toml")[0]
        self.assertIn("parameters.l is 0.8", test_models.excerpt_complaint(block, SOURCE / "examples/cart-pendulum.toml"))

    def test_programs(self):
        def errors(page):
            compiled, _ = test_programs.blocks_in([page])
            return test_programs.compile_errors(test_programs.program(compiled, ["alembert/alembert.h"]))

        self.assertEqual(errors(self.page()), "")
        line = 1 + GOOD.splitlines().index('std::printf("%zu\\n", robot.nv());')
        self.assertIn(f"README.md:{line}", errors(self.page("robot.nv()", "robot.nw()")))

    def test_what_agrees(self):
        for shown, printed in (("a = 0.47", "a = 0.46999999"), ("q = (1.5, 2e-17)", "q = (1.5, -3e-18)"), ("x  y", "x y"),
                               ("drift 2.4e-09 of it", "drift 2.5e-09 of it"), ("from ... to 2", "from 1 to 2"),
                               ("3 evaluations, 0.1 s", "3 evaluations, 17 s"), ("0.1234567890123456", "0.1234567890123457"),
                               ("x2 + 3*y", "x2 + 3*y"), ("wrote results/b-2/x.csv", "wrote results/b-2/x.csv")):
            self.assertTrue(agrees(shown, printed), (shown, printed))
        for shown, printed in (("a = 0.47", "a = 0.464"), ("a = 4", "a = 4.2"), ("q = 1e-9", "q = 1e-17"), ("x2 + y", "x3 + y"),
                               ("drift 2.4e-09 of it", "drift 2.4e-08 of it"), ("3*x", "3*y"), ("a = 12", "a = 13"),
                               ("0.1234567890123456", "0.1234567890223456"), ("a", "b"), ("a = 2", "a = -2"), ("a = 2", "a = 2 m")):
            self.assertFalse(agrees(shown, printed), (shown, printed))

    def test_elisions(self):
        printed = ["a", "b", "c", "d"]
        for shown in (printed, ["...", "d"], ["a", "..."], ["a", "...", "c", "..."], ["...", "b", "c", "..."], ["..."]):
            self.assertIsNone(disagreement(shown, printed), shown)
        for shown in (["a", "b", "c"], ["b", "c", "d"], ["a", "...", "c"], ["a", "c", "..."], ["...", "c", "...", "b", "..."]):
            self.assertIsNotNone(disagreement(shown, printed), shown)


if __name__ == "__main__":
    unittest.main()
