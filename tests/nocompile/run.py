"""Compiles programs that must not compile, and each once more with -DCORRECT, where it must.

Usage: run.py COMPILER INCLUDE_FOLDER FILE...
"""
import subprocess
import sys

compiler, include, *files = sys.argv[1:]
failures = 0
for file in files:
    def compiles(*flags):
        command = [compiler, "-std=c++20", "-fsyntax-only", "-I", include, *flags, file]
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
