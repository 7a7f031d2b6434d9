"""Faults that a programmer makes, as edits of one line of C++: what tools/mutate plants.

Only the text of the code is looked at, not its meaning: some edits do not compile, and some change nothing.
"""
import hashlib
import random
import re
from dataclasses import dataclass

# What is computed, by area: a draw gives each the same share, however many lines it has.
AREAS = {
    "joints and recursions": ["kernel/*.h", "kernel/joints/*.h"],
    "rows": ["kernel/rows/*.h", "kernel/rows/*.cc", "plan/formula_rows.cc", "system/constraints/constraint_rows*",
             "system/constraints/closing_*"],
    "forces": ["kernel/forces*", "kernel/dissipation.h", "plan/force_params*", "forms/bodies/body_forces*",
               "system/reactions/load_list*"],
    "plan": ["plan/*"],
    "forms": ["forms/**/*"],
    "system": ["system/**/*"],
    "reactions": ["system/reactions/*reaction*", "system/reactions/*wrench*"],
    "impacts": ["system/events/hybrid_*"],
    "integration": ["integrate/*"],
}


@dataclass(frozen=True)
class Edit:
    file: str  # below src/alembert
    line: int  # from 1
    kind: str
    old: str  # the line
    new: str


def masked(text):
    """The code with comments, strings and preprocessor lines blanked, at the same places."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    text = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', blank, text, flags=re.S)
    return re.sub(r"^\s*(?:#|template\b|using\b|namespace\b|static_assert\b|case\b)[^\n]*", blank, text, flags=re.M)


def swap_words(pattern, pairs):
    """Every match of `pattern` for its counterpart."""
    table = dict(pairs)
    return lambda line: [(m.start(), m.end(), table[m.group()]) for m in re.finditer(pattern, line)]


def signs(line):
    found = swap_words(r"(?<=[\w)\]] )[+-](?= [\w(])", [("+", "-"), ("-", "+")])(line)
    found += swap_words(r"(?<= )[+-]=(?= )", [("+=", "-="), ("-=", "+=")])(line)
    # A minus in front of a term.
    return found + [(m.start(), m.end(), "") for m in re.finditer(r"(?<=[(,{?:=] |.[({])-(?=[a-z_(])|(?<=return )-(?=\w)", line)]


def factors(line):
    """A number twice as large, and half a number."""
    found = []
    for m in re.finditer(r"(?<![\w.])\d+\.\d+(?![\w.])", line):
        value = float(m.group())
        if 0.0 < value < 100.0:
            found.append((m.start(), m.end(), "1.0" if value in (0.5, 2.0) else repr(2.0 * value)))
    return found


def summand_end(line, at):
    """Where the term that begins at `at` ends, -1 where it goes on in another line."""
    depth = 0
    for i in range(at, len(line)):
        c = line[i]
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
            if depth < 0:
                return i
        elif depth == 0 and (c in ";," or line[i:i + 3] in (" + ", " - ", " < ", " > ", " ? ", " : ", " ==", " <=", " >=", " &&", " ||")):
            return i
    return -1


def dropped_summands(line):
    found = []
    for m in re.finditer(r"(?<=[\w)\]]) [+-] (?=[\w(-])", line):
        end = summand_end(line, m.end())
        if end > 0:
            found.append((m.start(), end, ""))
    return found


def swapped_arguments(line):
    symmetric = {"dot", "max", "min", "hypot", "for", "if", "while", "switch", "EXPECT", "span", "copy"}
    found = []
    for m in re.finditer(r"\b(\w+)\(([^(),]+), ([^(),]+)\)(?! \{| const)", line):
        name, a, b = m.groups()
        declares = re.search(r"[&*]|\b(?:const|int|double|auto|S|size_t)\s", a + " " + b)
        if name not in symmetric and a != b and a.strip() and b.strip() and not declares:
            found.append((m.start(2), m.end(3), f"{b}, {a}"))
    return found


def transposes(line):
    found = [(m.start(), m.end(), "") for m in re.finditer(r"\.(?:transposed|inverse|conjugate)\(\)", line)]
    found += [(m.start(), m.end(), " * (") for m in re.finditer(r"\.transpose_times\(", line)]
    return found + swap_words(r"\bto_(?:child|parent)(?=\()", [("to_child", "to_parent"), ("to_parent", "to_child")])(line)


def components(line):
    after = {"x": "y", "y": "z", "z": "x", "c0": "c1", "c1": "c2", "c2": "c0", "r0": "r1", "r1": "r2", "r2": "r0"}
    return [(m.start(1), m.end(1), after[m.group(1)]) for m in re.finditer(r"[\w)\]]\.(x|y|z|c0|c1|c2|r0|r1|r2)\b", line)]


def indices(line):
    found = [(m.start(1), m.end(1), str(int(m.group(1)) + 1)) for m in re.finditer(r"\w[\[(](\d)[\])]", line)]
    return found + [(m.start(), m.end(), "") for m in re.finditer(r"(?<=\w) [+-] 1(?![\w.])", line)]


KINDS = {
    "sign": signs,
    "factor 2": factors,
    "dropped summand": dropped_summands,
    "swapped arguments": swapped_arguments,
    "transposed": transposes,
    "x for y": components,
    "index": indices,
    "comparison": swap_words(r"(?<= )(?:<=?|>=?)(?= )", [("<", "<="), ("<=", "<"), (">", ">="), (">=", ">")]),
    "sine for cosine": swap_words(r"\b(?:sin|cos|sine|cosine)\b", [("sin", "cos"), ("cos", "sin"), ("sine", "cosine"), ("cosine", "sine")]),
}


def edits_of(file, text):
    """All edits of a file, by kind."""
    lines, code = text.split("\n"), masked(text).split("\n")
    result = {kind: [] for kind in KINDS}
    for number, (line, seen) in enumerate(zip(lines, code), 1):
        for kind, find in KINDS.items():
            for start, end, replacement in find(seen):
                new = line[:start] + replacement + line[end:]
                if new != line:
                    result[kind].append(Edit(file, number, kind, line, new))
    return {kind: edits for kind, edits in result.items() if edits}


def files_by_area(root):
    """[area] the files whose area it is: the last that names them, so that narrow areas come out of wide ones."""
    area_of = {}
    for area, patterns in AREAS.items():
        for pattern in patterns:
            for path in root.glob(pattern):
                if path.suffix in (".h", ".cc"):
                    area_of.setdefault(str(path.relative_to(root)), []).append(area)
    narrow = sorted(AREAS, key=lambda area: sum(area in areas for areas in area_of.values()))
    result = {area: [] for area in AREAS}
    for file, areas in sorted(area_of.items()):
        result[min(areas, key=narrow.index)].append(file)
    return result


def draw(root, seed, allowed=lambda file: True):
    """Edits without end or repetition: area, then kind, then place, each at random; (area, edit).

    The order of places comes from what the edits say, so that changes elsewhere in the source leave it as it was.
    """
    chance = random.Random(seed)
    place = lambda edit: hashlib.sha256(f"{seed} {edit.file} {edit.old.strip()} {edit.new.strip()}".encode()).digest()
    pool = {}
    for area, files in files_by_area(root).items():
        for file in filter(allowed, files):
            for kind, edits in edits_of(file, (root / file).read_text()).items():
                pool.setdefault(area, {}).setdefault(kind, []).extend(edits)
    for kinds in pool.values():
        for edits in kinds.values():
            edits.sort(key=place)
    while pool:
        area = chance.choice(sorted(pool))
        kind = chance.choice(sorted(pool[area]))
        yield area, pool[area][kind].pop()
        if not pool[area][kind]:
            del pool[area][kind]
        if not pool[area]:
            del pool[area]
