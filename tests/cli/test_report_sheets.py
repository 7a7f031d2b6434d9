"""Equation sheets and certificates as pages."""
import base64
import json
import pathlib
import re
import zlib

from command import CommandTest, call, example

FORMS = ("lagrange newton-euler dalembert variational augmented-reactions augmented eliminated embedded amalgamated "
         "separate subsystem recursive state-space").split()


def rows_of(matrix):
    """The entries as text, row by row."""
    cells = {(e["row"], e["column"]): e["term"]["text"] for e in matrix["entries"]}
    return [[cells.get((i, j), "0") for j in range(matrix["columns"])] for i in range(matrix["rows"])]


class Sheets(CommandTest):
    def setUp(self):
        super().setUp()
        if "built without the page" in call("check", example("pendulum-xy"), "--format", "html").stderr:
            self.skipTest("this command was built without the page")

    def recording(self, page):
        """What the page holds; it must stand in one element that nothing in it ends."""
        self.assertEqual(page.count('type="application/json">'), 1)
        inside = re.search(r'<script id="recording" type="application/json">(.*?)</script>', page, re.S).group(1)
        self.assertRegex(inside, "^[A-Za-z0-9+/=]+$")
        return json.loads(zlib.decompress(base64.b64decode(inside)))

    def sheet(self, *words):
        return self.recording(self.good("derive", *words, "--format", "html"))

    def test_every_form_of_rod_and_roller(self):
        page = self.folder / "sheet.html"
        self.good("derive", example("rod-roller"), "--format", "html", "-o", page)
        found = self.recording(page.read_text())
        self.assertEqual(found["kind"], "equations")
        self.assertEqual(found["file"], "rod-roller.toml")
        forms = found["equations"]["forms"]
        self.assertEqual([f["form"] for f in forms], FORMS)
        for form in forms:
            with self.subTest(form["form"]):
                self.assertNotIn("why_not", form)
                self.assertTrue(any(item["kind"] == "equation" for item in form["items"]))
        self.assertEqual([f["form"] for f in forms if f["used"]], ["recursive"])

    def test_matrices_are_those_of_json(self):
        found = self.sheet(example("rod-roller"))
        for name in FORMS[1:]:
            form = next(f for f in found["equations"]["forms"] if f["form"] == name)
            expected = self.json("derive", example("rod-roller"), "--form", name)
            self.assertEqual(form["operations"], expected["operations"]["after"])
            matrices = [rows_of(item) for item in form["items"] if item["kind"] == "matrix"]
            self.assertIn(expected["matrix"], matrices, name)

    def test_one_form_alone(self):
        found = self.sheet(example("four-bar"), "--form", "embedded")
        self.assertEqual([f["form"] for f in found["equations"]["forms"]], ["embedded"])
        self.assertIn("energies", self.bad(2, "derive", example("cart-pendulum"), "--form", "recursive", "--format", "html"))

    def test_forms_of_bodies_say_why_they_do_not_apply(self):
        forms = self.sheet(example("cart-pendulum"))["equations"]["forms"]
        reasons = {f["form"]: f.get("why_not") for f in forms}
        self.assertIn("bodies", reasons["newton-euler"])
        self.assertIsNone(reasons["lagrange"])
        self.assertTrue(next(f for f in forms if f["form"] == "lagrange")["used"])

    def test_certificate_has_the_residuals_of_json(self):
        for model in ("rod-roller", "cart-pendulum", "four-bar"):
            with self.subTest(model):
                page = self.good("check", example(model), "--format", "html")
                found = self.recording(page)
                expected = self.json("check", example(model))
                self.assertEqual(found["kind"], "certificate")
                self.assertEqual(found["certificate"], expected)
                self.assertTrue(expected["passed"])

    def test_failed_certificate_is_written_and_exits_with_1(self):
        model = self.model("[parameters]\nm = -1\n[coordinates]\nx = 0\n[energy]\nkinetic = \"m*x'^2/2\"\n")
        page = self.folder / "certificate.html"
        self.bad(1, "check", model, "--format", "html", "-o", page)
        self.assertIs(self.recording(page.read_text())["certificate"]["passed"], False)

    def test_hostile_names_stay_names(self):
        evil, odd = "</script><script>alert(1)</script>", "<b>&%#$_^{}~\\ \u2028\U0001F642"
        quoted = json.dumps(odd, ensure_ascii=False)
        model = self.model(
            f'name = "{evil}"\nspace = "planar"\n[parameters]\n"{evil}" = 2\n[body.{quoted}]\nmass = "`{evil}`"\n'
            f'inertia = 1\n[joint."A{evil}"]\ntype = "revolute"\nbodies = ["ground", {quoted}]\n', "evil.toml")
        page = self.good("derive", model, "--format", "html")
        self.assertNotIn("<script>alert", page)
        found = self.recording(page)
        self.assertEqual(found["name"], evil)
        self.assertEqual(found["equations"]["coordinates"], ["A" + evil])
        self.assertEqual(found["equations"]["bodies"], [odd])
        page = self.good("check", model, "--format", "html")
        self.assertNotIn("<script>alert", page)
        self.recording(page)

    def test_links_are_replaced_and_pipes_stay_what_they_are(self):
        link, page = self.folder / "link.html", self.folder / "page.html"
        page.write_text("somebody's")
        link.symlink_to("page.html")
        self.good("check", example("pendulum-xy"), "--format", "html", "-o", link)
        self.assertFalse(link.is_symlink())
        self.assertTrue(self.recording(link.read_text())["certificate"]["passed"])
        self.assertEqual(page.read_text(), "somebody's")
        self.good("check", example("pendulum-xy"), "--format", "html", "-o", "/dev/null")
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())
        printed = self.good("check", example("pendulum-xy"), "--format", "html", "-o", "-")
        self.assertTrue(self.recording(printed)["certificate"]["passed"])

    def test_bad_options(self):
        self.assertIn("html", self.bad(2, "derive", example("rod-roller"), "--format", "hmtl"))
        self.assertIn("--at", self.bad(2, "derive", example("rod-roller"), "--format", "html", "--at", "A=1"))
        self.bad(2, "derive", example("rod-roller"), "--format", "html", "--constants")
        self.bad(1, "check", example("rod-roller"), "--format", "html", "-o", self.folder / "none" / "x.html")

    def test_a_report_that_cannot_be_written_is_missed(self):
        folder = self.folder / "out"
        (folder / "report.html").mkdir(parents=True)
        error = self.bad(1, "run", example("pendulum-xy"), "-o", folder)
        self.assertIn("no report.html", error)
        self.assertTrue((folder / "trajectory.csv").exists())


if __name__ == "__main__":
    import unittest

    unittest.main()
