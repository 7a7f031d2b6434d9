"""Calling the command as a user does."""
import csv
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

ALEMBERT = os.environ["ALEMBERT"]
SOURCE = pathlib.Path(os.environ["ALEMBERT_SOURCE"])
EXAMPLES = sorted((SOURCE / "examples").glob("*.toml"))


def example(name):
    return str(SOURCE / "examples" / f"{name}.toml")


def call(*words, timeout=60):
    return subprocess.run([ALEMBERT, *map(str, words)], capture_output=True, text=True, timeout=timeout)


class CommandTest(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self._folder.name)
        self.addCleanup(self._folder.cleanup)

    def good(self, *words, timeout=60):
        """Standard output of a call that must succeed."""
        result = call(*words, timeout=timeout)
        self.assertEqual(result.returncode, 0, f"{words}\n{result.stdout}{result.stderr}")
        return result.stdout

    def json(self, *words):
        return json.loads(self.good(*words, "--json"))

    def bad(self, code, *words):
        """Standard error of a call that must end with this exit code."""
        result = call(*words)
        self.assertEqual(result.returncode, code, f"{words}\n{result.stdout}{result.stderr}")
        return result.stderr

    def model(self, text, name="model.toml"):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def table(self, path):
        with open(path, newline="") as file:
            rows = list(csv.reader(file))
        return rows[0], [[float(x) for x in row] for row in rows[1:]]
