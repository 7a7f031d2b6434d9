"""Fails when a layer includes one that stands below it in the list, or a room one that it may not (docs/architecture.md).

Usage: layers.py SOURCE_FOLDER LAYER...   (from the lowest level up; a layer may include itself and those before it)

Headers in the source folder itself stand above all layers: they gather what programs include, and no layer includes them.
Inside a layer each folder, a room, includes itself and those that ROOMS allows.
"""
import pathlib
import re
import sys


# [room] the other rooms of its layer that it includes, "." for the layer's own folder. What nobody uses any more must go.
ROOMS = {
    "analysis/action": "driven",
    "analysis/branches": "driven state",
    "analysis/certificate": "certificate/lines certificate/oracles derivation state",
    "analysis/certificate/lines": "certificate certificate/oracles derivation state",
    "analysis/certificate/oracles": "certificate state",
    "analysis/derivation": "certificate/oracles fields state",
    "analysis/driven": "state",
    "analysis/fields": "",
    "analysis/mobility": "driven fields state",
    "analysis/state": "",
    "forms/blocks": "bodies energies",
    "forms/bodies": "",
    "forms/classical": "blocks",
    "forms/energies": "",
    "forms/identification": "energies traced",
    "forms/traced": "bodies energies",
    "io": "adm formulas lagrangian mechanism toml urdf",
    "io/adm": "formulas mechanism toml",
    "io/formulas": "toml",
    "io/lagrangian": "formulas toml",
    "io/mechanism": ". formulas mesh toml",
    "io/mesh": "",
    "io/tables": "formulas",
    "io/toml": "",
    "io/urdf": "formulas mechanism toml",
    "io/write": "mechanism",
    "kernel": "joints rows",
    "kernel/joints": ".",
    "kernel/rows": ". joints",
    "plan": "",
    "plan/retold": ".",
    "system": "",
    "system/assembly": ". constraints mechanism rank",
    "system/constraints": ". mechanism rank",
    "system/energies": ". events",
    "system/events": ". constraints mechanism",
    "system/mechanism": ". assembly constraints events rank reactions",
    "system/rank": ". assembly constraints",
    "system/reactions": "constraints mechanism",
    "workbench": "answers tables",
    "workbench/answers": ". tables",
    "workbench/driven": ". run tables",
    "workbench/report": ". answers run tables",
    "workbench/robot": ".",
    "workbench/run": ". report tables",
    "workbench/tables": ".",
}


def included(line):
    """The part after alembert/ of what the line includes: "core/error.h", "alembert.h"; None for anything else."""
    found = re.match(r'\s*#\s*include\s*["<]alembert/([^">]+)[">]', line)
    return pathlib.PurePosixPath(found.group(1)) if found else None


def faults_of_rooms(root, rooms):
    """Rooms that are not in the table, includes that it does not allow, and what it allows in vain."""
    used, faults = {}, []
    for path in sorted(root.rglob("*.[hc]*")):
        here = path.relative_to(root).parent.as_posix()
        layer = here.split("/")[0]
        used.setdefault(here, set())
        for number, line in enumerate(path.read_text().splitlines(), 1):
            target = included(line)
            if target is None or target.parts[0] != layer or target.parent.as_posix() == here:
                continue
            room = target.parent.as_posix()[len(layer) + 1:] or "."
            used[here].add(room)
            if room not in rooms.get(here, "").split():
                faults.append(f"{path}:{number}: '{here}' may not include '{target.parent}'")
    divided = {here.split("/")[0] for here in used if "/" in here}
    for here in sorted(used):
        if here.split("/")[0] in divided and here not in rooms:
            faults.append(f"{root / here}: the room is not in the table")
    for here, allowed in rooms.items():
        for room in set(allowed.split()) - used.get(here, set()):
            faults.append(f"'{here}' does not use '{room}' any more")
    return faults


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

    def room_faults(files, rooms):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, target in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(f'#include "alembert/{target}"\n')
            return faults_of_rooms(root, rooms)

    assert room_faults({"io/a/x.h": "io/b/y.h"}, {"io/a": ""}), "a room that may not be included"
    assert not room_faults({"io/a/x.h": "io/b/y.h", "io/b/y.h": "core/z.h"}, {"io/a": "b", "io/b": ""})
    assert room_faults({"io/a/x.h": "io/a/y.h"}, {"io/a": "b"}), "a room that is allowed in vain"
    assert room_faults({"io/a/x.h": "io/a/y.h"}, {}), "a room that nobody has written down"
    assert faults({"core/a.h": "io/b.h"}), "an upward include"
    assert not faults({"core/a.h": "io/b.h"}, ("io", "core"))
    assert not faults({"all.h": "io/b.h"}), "a header above the layers may include them"
    assert faults({"io/b.h": "all.h"}), "a layer that includes a header above the layers"
    assert faults({"all.h": "nowhere/b.h"}), "a folder that is not a layer"
    assert faults({"all.cc": "io/b.h"}), "code outside of the layers"


if __name__ == "__main__":
    self_test()
    source = pathlib.Path(sys.argv[1])
    problems = faults_in(source, sys.argv[2:]) + faults_of_rooms(source, ROOMS)
    print("\n".join(problems) or "every include points to the same layer or one above, and to rooms that it may")
    sys.exit(1 if problems else 0)
