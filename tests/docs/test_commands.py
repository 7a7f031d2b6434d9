"""Every command in the documentation runs and prints what is shown, or draws the picture that follows. A page's commands share a folder in which `examples/` is
beside them, and the models that the page shows: a block of TOML that begins with `# NAME.toml` is that file."""
import concurrent.futures
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import unittest

from pages import PAGES, SOURCE
from sessions import NUMBER_IN_TEXT, commands, disagreement

ALEMBERT = pathlib.Path(os.environ["ALEMBERT"]).resolve()
# Not called here, each with the reason.
LEFT_OUT = {
    r"tools/validate": "takes minutes; ./test --all runs it",
    r"xdg-open": "opens a browser",
}


def lay_out(page, folder):
    (folder / "bin").mkdir()
    (folder / "bin/alembert").symlink_to(ALEMBERT)
    (folder / "examples").symlink_to(SOURCE / "examples")
    for block in page.blocks_of("toml"):
        if name := re.fullmatch(r"# ([\w-]+\.toml)", block.lines[0]):
            (folder / name[1]).write_text(block.text)


def call(command, folder, limit=60):
    """What is printed, and the exit code: None where it took too long."""
    environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}"}
    with subprocess.Popen(["bash", "-c", f"exec {command.words}"], cwd=folder, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        if command.interrupted:
            time.sleep(1.0)
            process.send_signal(signal.SIGINT)
        try:
            output, _ = process.communicate(timeout=limit)
            return process.returncode, output
        except subprocess.TimeoutExpired:
            process.kill()
            return None, ""


def picture_after(command):
    """The picture that a plot stands for: the first one before the next command."""
    later = [c.line for c in commands(command.page) if c.line > command.line]
    for number, line in sorted(command.page.prose.items()):
        if command.line < number < min(later, default=number + 1) and (found := re.search(r"!\[.*\]\((.*\.svg)\)", line)):
            return command.page.path.parent / found[1]
    return None


def in_words(picture):
    """Title and description of a plot, and the numbers in it."""
    text = "".join(re.findall(r"<(?:title|desc)>.*</(?:title|desc)>", picture.read_text()))
    return NUMBER_IN_TEXT.sub("#", text), [float(number) for number in NUMBER_IN_TEXT.findall(text)]


def picture_complaint(command, folder):
    picture = picture_after(command) if re.match("alembert run .*--plot", command.words) else None
    if picture is None:
        return None
    model = re.search(r"examples/([\w-]+)\.", command.words)[1]
    (shown, a), (drawn, b) = in_words(picture), in_words(folder / "results" / model / "plot.svg")
    if shown != drawn:
        return f"{picture.name} shows something else: {drawn}"
    if any(abs(x - y) > 1e-4 * max(map(abs, b)) for x, y in zip(a, b)):
        return f"{picture.name} shows other numbers: {a} instead of {b}"
    return None


def complaint(command, folder):
    code, output = call(command, folder)
    if code is None:
        wrong = "takes more than a minute"
    elif command.shown is None:
        wrong = f"exit code {code}" if code else picture_complaint(command, folder)
    else:
        wrong = disagreement(command.shown, output.rstrip().splitlines())
    return wrong and f"\n{command.place}: {command.words}\n{wrong}\n--- the output:\n{output[:4000]}"


def complaints(page):
    """How many commands were called, and what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        lay_out(page, pathlib.Path(folder))
        todo = [c for c in commands(page) if not any(re.match(words, c.words) for words in LEFT_OUT)]
        return len(todo), [wrong for command in todo if (wrong := complaint(command, pathlib.Path(folder)))]


class Commands(unittest.TestCase):
    def test_commands_print_what_is_shown(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(complaints, PAGES))
        self.assertGreater(sum(count for count, _ in results), 200)
        wrong = [text for _, texts in results for text in texts]
        self.assertFalse(wrong, "\n".join(wrong))


if __name__ == "__main__":
    unittest.main()
