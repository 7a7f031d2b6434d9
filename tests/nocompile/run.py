"""Compiles programs that must not compile, and each once more with -DCORRECT, where it must.

Usage: run.py COMPILER INCLUDE_FOLDER FILE...
"""
import pathlib
import re
import subprocess
import sys
import tempfile

compiler, include, *files = sys.argv[1:]
language = [compiler, "-std=c++20"]


def precompile(folder):
    """The headers of this project that the files include, compiled once: g++ takes them from a folder that comes first."""
    headers = {header for file in files for header in re.findall(r'#include "(.+)"', pathlib.Path(file).read_text())}
    for header in headers:
        made = pathlib.Path(folder, header + ".gch")
        made.parent.mkdir(parents=True, exist_ok=True)
        source = pathlib.Path(include, header)
        subprocess.run([*language, "-I", include, "-w", "-x", "c++-header", source, "-o", made], check=True)


failures = 0
with tempfile.TemporaryDirectory() as compiled:
    precompile(compiled)
    for file in files:
        def compiles(*flags):
            command = [*language, "-fsyntax-only", "-I", compiled, "-I", include, *flags, file]
            return subprocess.run(command, capture_output=True, text=True)

        wrong, right = compiles(), compiles("-DCORRECT")
        if wrong.returncode == 0:
            failures += 1
            print(f"{file}: compiles, but must not")
        if right.returncode != 0:
            failures += 1
            print(f"{file}: must compile with -DCORRECT:\n{right.stderr}")
print(f"{len(files)} programs, {failures} failures")
sys.exit(1 if failures or not files else 0)
