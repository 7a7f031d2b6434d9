"""Fails when a layer includes one that stands below it in the list (docs/architecture.md).

Usage: layers.py SOURCE_FOLDER LAYER...   (from the lowest level up; a layer may include itself and those before it)
"""
import pathlib
import re
import sys


def faults_in(root, layers):
    rank = {layer: i for i, layer in enumerate(layers)}
    faults = []
    for path in sorted(root.rglob("*.[hc]*")):
        layer = path.relative_to(root).parts[0]
        if layer not in rank:
            faults.append(f"{path}: '{layer}' is not a layer")
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = re.match(r'\s*#\s*include\s*["<]alembert/([^/">]+)/', line)
            if not found:
                continue
            target = found.group(1)
            if target not in rank:
                faults.append(f"{path}:{number}: includes '{target}', which is not a layer")
            elif rank[target] > rank[layer]:
                faults.append(f"{path}:{number}: '{layer}' reaches up to '{target}'")
    return faults


def self_test():
    """The check must be able to fail: a planted upward include is found."""
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "core").mkdir()
        (root / "core" / "a.h").write_text('#include "alembert/io/b.h"\n')
        assert faults_in(root, ["core", "io"]), "a planted upward include was not found"
        assert not faults_in(root, ["io", "core"])


if __name__ == "__main__":
    self_test()
    problems = faults_in(pathlib.Path(sys.argv[1]), sys.argv[2:])
    print("\n".join(problems) or "every include points to the same layer or one above")
    sys.exit(1 if problems else 0)
