"""The pages of the documentation, taken apart: fenced blocks with the line where they begin, and the prose between them.

A comment `<!-- given: ... -->` right above a block holds what its text needs besides itself: it stands before the block when
that is loaded or compiled.
"""
import os
import pathlib
import re

SOURCE = pathlib.Path(os.environ["ALEMBERT_SOURCE"])


class Block:
    def __init__(self, page, line, info, given):
        self.page, self.line, self.info, self.given, self.lines = page, line, info.split(), given, []

    @property
    def text(self):
        return "".join(f"{line}\n" for line in self.lines)

    @property
    def place(self):
        return f"{self.page.name}:{self.line}"


class Page:
    """`blocks`, and `prose`: number of the line to the line."""

    def __init__(self, path, root=SOURCE):
        self.path, self.root = path, root
        self.name = str(path.relative_to(root))
        self.blocks, self.prose = [], {}
        block, given = None, ""
        lines = iter(enumerate(path.read_text().splitlines(), 1))
        for number, line in lines:
            fence = re.fullmatch(r"( *)```(.*)", line)
            if fence and block:
                self.blocks.append(block)
                block, given = None, ""
            elif fence:
                indent = len(fence[1])
                block = Block(self, number, fence[2], given)
            elif block:
                block.lines.append(line[indent:])
            elif line.lstrip().startswith("<!-- given:"):
                text = line
                while not line.endswith("-->"):
                    number, line = next(lines)
                    text += "\n" + line
                given = text.strip().removeprefix("<!-- given:").removesuffix("-->").strip()
            else:
                self.prose[number] = line
                given = ""
        if block:
            raise ValueError(f"{block.place}: a block without an end")

    def blocks_of(self, language):
        return [block for block in self.blocks if block.info[:1] == [language]]


def pages_in(root):
    return [Page(path, root) for path in (root / "README.md", *sorted((root / "docs").rglob("*.md")))]


PAGES = pages_in(SOURCE)
