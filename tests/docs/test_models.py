"""Every block of TOML is a model that loads, with what is given for it, or an excerpt of an example with the values that stand
there, or is marked as a fragment: "toml fragment"."""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import tempfile
import tomllib
import unittest

from pages import PAGES, SOURCE


def leaves(value, path=()):
    """The path of keys to each value that is no table."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    else:
        yield path, value


def excerpt_complaint(block, model):
    whole = dict(leaves(tomllib.loads(model.read_text())))
    for path, value in leaves(tomllib.loads(block.text)):
        if path not in whole or whole[path] != value:
            return f"{'.'.join(path)} is {whole.get(path, 'not there')} in {model.name}"
    return None


def loading_complaint(block):
    with tempfile.TemporaryDirectory() as folder:
        model = pathlib.Path(folder, "model.toml")
        model.write_text(f"{block.given}\n{block.text}")
        result = subprocess.run([os.environ["ALEMBERT"], "evaluate", model], capture_output=True, text=True, timeout=60)
        return result.stderr if result.returncode else None


def complaint(block):
    try:
        tomllib.loads(block.text)
    except tomllib.TOMLDecodeError as error:
        return f"{block.place}: {error}"
    model = SOURCE / "examples" / f"{block.page.path.stem}.toml"
    if "fragment" in block.info:
        wrong = None
    elif re.fullmatch(r"docs/examples/.*", block.page.name) and model.exists():
        wrong = excerpt_complaint(block, model)
    else:
        wrong = loading_complaint(block)
    return wrong and f"{block.place}: {wrong}"


class Models(unittest.TestCase):
    def test_blocks_load(self):
        blocks = [block for page in PAGES for block in page.blocks_of("toml")]
        self.assertGreater(len(blocks), 60)
        self.assertLess(sum("fragment" in block.info for block in blocks), 5)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            wrong = list(filter(None, pool.map(complaint, blocks)))
        self.assertFalse(wrong, "\n".join(wrong))


if __name__ == "__main__":
    unittest.main()
