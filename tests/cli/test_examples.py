"""Every example has its page, and the page tells the truth."""
import re

from command import EXAMPLES, SOURCE, CommandTest


class Examples(CommandTest):
    def test_each_has_a_page_with_equations_command_and_plot(self):
        for path in EXAMPLES:
            with self.subTest(path.name):
                page = (SOURCE / "docs" / "examples" / f"{path.stem}.md").read_text()
                self.assertIn(f"examples/{path.name}", page)
                self.assertRegex(page, r"!\[[^]]*\]\([^)]*\.svg\)")
                for image in re.findall(r"\]\(([^)]*\.svg)\)", page):
                    self.assertTrue((SOURCE / "docs" / "examples" / image).exists(), image)

    def test_equations_on_the_page_are_what_derive_prints(self):
        for path in EXAMPLES:
            if "[coordinates]" not in path.read_text():
                continue  # pages of mechanisms: test_mechanism_examples.py
            with self.subTest(path.name):
                page = (SOURCE / "docs" / "examples" / f"{path.stem}.md").read_text()
                text = self.good("derive", path)
                motion = text.split("Equations of motion:\n")[1].split("\n\n")[0]
                for line in motion.splitlines():
                    self.assertIn(line.strip(), page)
