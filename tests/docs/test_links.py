"""Every relative link leads to a file, every #anchor to a heading, and every path of a file that a page names is there."""
import re
import unittest

from pages import PAGES, SOURCE, Page

CODE = re.compile(r"`([^`]*)`")
LINK = re.compile(r"\]\(([^)\s]+)\)|\b(?:src|srcset|href)=\"([^\"]+)\"")
FILE = re.compile(r"(?:[\w-]+/)+[\w-]+\.(?:cc|h|md|mjs|py|ts|toml|urdf|adm|acf|json|cmake)")
# Paths are told from the top folder, or from where the layers are, as in docs/architecture.md.
FOLDERS = ["", "src", "src/alembert", "page", "tests"]
MADE = re.compile(r"results/|build/|.*NAME")  # by runs and builds, or by the reader


def anchor(heading):
    """How GitHub names a heading."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(page):
    found = {}
    for line in page.prose.values():
        if match := re.match(r"#+ +(.+?) *$", line):
            name = anchor(match[1])
            found[name] = found.get(name, -1) + 1
    return {name if i == 0 else f"{name}-{i}" for name, count in found.items() for i in range(count + 1)}


def targets(page):
    """The line and the target of each link and picture that is not on the web."""
    for number, line in page.prose.items():
        for target in LINK.findall(CODE.sub("", line)):
            target = "".join(target)
            if not re.match(r"[a-z]+:", target):
                yield number, target


def link_complaint(page, target):
    name, _, heading = target.partition("#")
    file = (page.path.parent / name).resolve() if name else page.path
    if not file.exists() or not file.is_relative_to(page.root):
        return "no such file"
    return None if not heading or heading in anchors(Page(file, page.root)) else "no such heading"


def named_files(page):
    for number, line in page.prose.items():
        for code in CODE.findall(line):
            if FILE.fullmatch(code) and not MADE.match(code):
                yield number, code


def complaints(page):
    for number, target in targets(page):
        if wrong := link_complaint(page, target):
            yield f"{page.name}:{number}: {target}: {wrong}"
    for number, name in named_files(page):
        if not any((SOURCE / folder / name).exists() for folder in FOLDERS):
            yield f"{page.name}:{number}: there is no file {name}"


class Links(unittest.TestCase):
    def test_links_lead_somewhere(self):
        self.assertGreater(sum(len(list(targets(page))) for page in PAGES), 200)
        self.assertGreater(sum(len(list(named_files(page))) for page in PAGES), 100)
        wrong = [text for page in PAGES for text in complaints(page)]
        self.assertFalse(wrong, "\n".join(wrong))

    def test_every_page_is_reached_from_the_readme(self):
        pages = {page.path: page for page in PAGES}
        reached, ahead = set(), [SOURCE / "README.md"]
        while ahead:
            path = ahead.pop()
            if path in pages and path not in reached:
                reached.add(path)
                ahead += [(path.parent / target.partition("#")[0]).resolve() for _, target in targets(pages[path])]
        self.assertEqual(set(pages) - reached, set())


if __name__ == "__main__":
    unittest.main()
