"""Commands in the documentation with the output that is shown for them, and what it takes for an output to agree.

`$ ` begins a command; what follows up to the next one is its output. Without `$`, lines that call alembert are commands
without output. `...` stands for any lines, inside a line for any text. `^C` as the first line of an output means that the
command is interrupted.

Text must be what is printed, numbers what is printed in the digits shown. Three things may differ: the seconds that a run took
or when it was interrupted; numbers that are nothing but rounding, where it counts that they are that small; and small errors in
two digits (2.4e-09), which are told from each other by their powers of ten.
"""
import re

USAGE = re.compile(r"\b(MODEL|VERB|TRAJECTORY)\b|\[-")
NUMBER = r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?"
NUMBER_IN_TEXT = re.compile(rf"(?<![\w.)\]'])({NUMBER})(?!\w)")
TIMES = [(re.compile(pattern), mask) for pattern, mask in (
    (r"(evaluations), [\d.]+ s", r"\1, TIME s"),
    (r"(at|from) t = [\d.]+ s( the run was interrupted|$)", r"\1 t = TIME s\2"))]
ROUNDING = 1e-13
SMALL_ERROR = re.compile(r"\d\.\de-(0[5-9]|1\d)")


class Command:
    def __init__(self, page, line, words):
        self.page, self.line, self.words, self.output = page, line, words, []

    @property
    def place(self):
        return f"{self.page.name}:{self.line}"

    @property
    def interrupted(self):
        return self.output[:1] == ["^C"]

    @property
    def shown(self):
        """The output, or None where none is shown."""
        lines = self.output[1:] if self.interrupted else self.output
        while lines and not lines[-1].strip():
            lines = lines[:-1]
        return lines or None


def commands_in_block(block):
    found = []
    with_output = any(line.startswith("$ ") for line in block.lines)
    for number, line in enumerate(block.lines, block.line + 1):
        if line.startswith("$ ") or (not with_output and line.startswith("alembert ") and not USAGE.search(line)):
            found.append(Command(block.page, number, line.removeprefix("$ ")))
        elif with_output and found:
            found[-1].output.append(line)
    return found


def commands_in_prose(page):
    """Only those that name an example: others are told of, not called."""
    lines = sorted(page.prose)
    text = "\n".join(page.prose[number] for number in lines)
    for match in re.finditer(r"`(alembert\s[a-z]+\sexamples/[^`]+)`", text):
        yield Command(page, lines[text.count("\n", 0, match.start())], " ".join(match[1].split()))


def commands(page):
    """In the order in which a reader calls them."""
    found = [command for block in page.blocks if not block.info for command in commands_in_block(block)]
    return sorted([*found, *commands_in_prose(page)], key=lambda command: command.line)


def numbers_agree(shown, printed):
    a, b = float(shown), float(printed)
    if a == b or max(abs(a), abs(b)) < ROUNDING:
        return True
    if re.fullmatch(r"-?\d+", shown):
        return False
    if SMALL_ERROR.fullmatch(shown):
        return 0.5 < b / a < 2.0
    mantissa, _, exponent = shown.partition("e")
    decimals = len(mantissa.partition(".")[2])
    digits = len(mantissa.strip("-").replace(".", "").lstrip("0"))
    unit = 10.0 ** (int(exponent or 0) - decimals)
    return abs(a - b) <= (1e-11 * abs(a) if digits > 12 else 0.500001 * unit)


def normal(line):
    for pattern, mask in TIMES:
        line = pattern.sub(mask, line)
    return " ".join(line.split())


def pattern_of(shown):
    """What a line must look like, and the numbers that it shows."""
    pattern, numbers = "", []
    for i, part in enumerate(NUMBER_IN_TEXT.split(shown)):
        if i % 2:
            numbers.append(part)
            pattern += f"({NUMBER})"
        else:
            pattern += ".*?".join(map(re.escape, part.split("...")))
    return pattern, numbers


def agrees(shown, printed):
    if shown == printed:
        return True
    pattern, numbers = pattern_of(normal(shown))
    match = re.fullmatch(pattern, normal(printed))
    return match is not None and all(map(numbers_agree, numbers, match.groups()))


def pieces(shown):
    """Lists of lines between those that are `...`."""
    result = [[]]
    for line in shown:
        if line.strip() == "...":
            result.append([])
        else:
            result[-1].append(line)
    return result


def disagreement(shown, printed):
    """The first line that is not where it should be, or None."""
    at, parts = 0, pieces(shown)
    for i, piece in enumerate(parts):
        last = len(printed) - len(piece)
        places = [at] if i == 0 else [last] if i == len(parts) - 1 else range(at, last + 1)
        place = next((p for p in places if at <= p <= last and all(map(agrees, piece, printed[p:]))), None)
        if place is None:
            return f"not there, or not where it is shown: {worst_line(piece, printed[at:])}"
        at = place + len(piece)
    if at == len(printed) or len(parts) > 1:
        return None
    return f"not shown: {printed[at]}"


def worst_line(piece, printed):
    """The line that is to blame: the first that is printed nowhere, or else the first of the piece."""
    return next((line for line in piece if not any(agrees(line, other) for other in printed)), piece[0])
