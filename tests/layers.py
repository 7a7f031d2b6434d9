"""Fails when a layer includes one that stands below it in the list (docs/architecture.md).

Usage: layers.py SOURCE_FOLDER LAYER...   (from the lowest level up; a layer may include itself and those before it)

Headers in the source folder itself stand above all layers: they gather what programs include, and no layer includes them.
"""
import pathlib
import re
import sys


def included(line):
    """The part after alembert/ of what the line includes: "core/error.h", "alembert.h"; None for anything else."""
    found = re.match(r'\s*#\s*include\s*["<]alembert/([^">]+)[">]', line)
    return pathlib.PurePosixPath(found.group(1)) if found else None


def faults_in(root, layers):
    rank = {layer: i for i, layer in enumerate(layers)}
    above_all = len(layers)
    faults = []
    for path in sorted(root.rglob("*.[hc]*")):
        place = path.relative_to(root).parts
        if len(place) == 1 and path.suffix != ".h":
            faults.append(f"{path}: only headers may stand outside of the layers")
            continue
        if len(place) > 1 and place[0] not in rank:
            faults.append(f"{path}: '{place[0]}' is not a layer")
            continue
        here = rank[place[0]] if len(place) > 1 else above_all
        for number, line in enumerate(path.read_text().splitlines(), 1):
            target = included(line)
            if target is None:
                continue
            layer = target.parts[0]
            if len(target.parts) > 1 and layer not in rank:
                faults.append(f"{path}:{number}: includes '{layer}', which is not a layer")
            elif here < (rank[layer] if len(target.parts) > 1 else above_all):
                faults.append(f"{path}:{number}: '{place[0]}' reaches up to '{layer}'")
    return faults


def self_test():
    """The check must be able to fail: planted faults are found."""
    import tempfile

    def faults(files, layers=("core", "io")):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, target in files.items():
                (root / name).parent.mkdir(exist_ok=True)
                (root / name).write_text(f'#include "alembert/{target}"\n')
            return faults_in(root, list(layers))

    assert faults({"core/a.h": "io/b.h"}), "an upward include"
    assert not faults({"core/a.h": "io/b.h"}, ("io", "core"))
    assert not faults({"all.h": "io/b.h"}), "a header above the layers may include them"
    assert faults({"io/b.h": "all.h"}), "a layer that includes a header above the layers"
    assert faults({"all.h": "nowhere/b.h"}), "a folder that is not a layer"
    assert faults({"all.cc": "io/b.h"}), "code outside of the layers"


if __name__ == "__main__":
    self_test()
    problems = faults_in(pathlib.Path(sys.argv[1]), sys.argv[2:])
    print("\n".join(problems) or "every include points to the same layer or one above")
    sys.exit(1 if problems else 0)
