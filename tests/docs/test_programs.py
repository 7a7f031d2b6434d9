"""Every block of C++ compiles, and all headers of the library in one program. What a block has from its surroundings is given as
the parameters of a function that it is the body of; a block of an example's program is found there."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from pages import PAGES, SOURCE

GENERATED = pathlib.Path(os.environ["ALEMBERT"]).parent / "generated"
STANDARD = ["array", "cstdio", "iostream", "span", "string", "vector"]
# Headers of libraries that serve the library's own files (docs/dependencies.md).
OWN = re.compile(r"#include <(Eigen|boost|cvode|hdf5|ida|klu|nlohmann|pugixml|sundials|toml|zlib)")
INCLUDE = re.compile(r"#include [<\"](.+)[>\"]")


def headers():
    source = SOURCE / "src"
    all_of_them = [p for p in sorted(source.rglob("*.h")) if not p.name.endswith(".impl.h")]
    own = {p for p in all_of_them if OWN.search(p.read_text())}
    while more := {p for p in all_of_them if p not in own and {source / h for h in INCLUDE.findall(p.read_text())} & own}:
        own |= more
    return [str(p.relative_to(source)) for p in all_of_them if p not in own]


def function(block, number):
    """The block as the body of a function; as it stands, in a namespace, where it is a program."""
    text = f'#line {block.line + 1} "{block.page.name}"\n' + "\n".join(
        "" if INCLUDE.match(line) else line for line in block.lines)
    if any(line.startswith("int main(") for line in block.lines):
        return f"namespace block_{number} {{\n{text}\n}}\n"
    return f"void block_{number}({' '.join(block.given.split())}) {{\n{text}\n}}\n"


def compile_errors(text):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "blocks.cc")
        file.write_text(text)
        command = [os.environ.get("CXX", "c++"), "-std=c++20", "-fsyntax-only", "-w", "-I", SOURCE / "src", "-I", GENERATED, file]
        return subprocess.run(command, capture_output=True, text=True).stderr


def bare(lines):
    """Without comments and indentation."""
    return "\n".join(re.sub(r" *//.*", "", line).strip() for line in lines)


def blocks_in(pages):
    """Those that are compiled, and those that stand in a program of examples/, which the test find_package compiles."""
    programs = "\n".join(bare(p.read_text().splitlines()) for p in (SOURCE / "examples").glob("*.cc"))
    blocks = [block for page in pages for block in page.blocks_of("cpp")]
    found = [block for block in blocks if bare(block.lines) in programs]
    return [block for block in blocks if block not in found], found


def program(blocks, included):
    own = sorted({header for block in blocks for header in INCLUDE.findall(block.text)} | set(STANDARD))
    includes = "".join(f"#include <{header}>\n" for header in [*own, *included])
    return includes + "".join(function(block, number) for number, block in enumerate(blocks))


class Programs(unittest.TestCase):
    def test_blocks_and_all_headers_compile_together(self):
        compiled, found = blocks_in(PAGES)
        self.assertGreaterEqual(len(compiled), 5)
        self.assertGreaterEqual(len(found), 1)
        self.assertGreater(len(headers()), 400)
        errors = compile_errors(program(compiled, headers()))
        self.assertFalse(errors, errors[:4000])


if __name__ == "__main__":
    unittest.main()
