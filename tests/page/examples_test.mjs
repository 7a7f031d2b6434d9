/** The report of every example stands: no errors, no failed parts, every formula set, a picture that is not empty. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { withPage } from "./browser.mjs";
import { example, examples, run } from "./command.mjs";
import { formulas } from "./formulas.mjs";

/** [s] of every example, or less where the model itself asks for less. */
const longest = 1;

function shortTime(path) {
  const [, own] = /^time\s*=\s*([\d.]+)/m.exec(readFileSync(path, "utf8")) ?? [];
  return String(Math.min(longest, Number(own ?? longest)));
}

/** Begun at once: the command works while the browser does. */
function begin(name) {
  const result = run(example(name), "--time", shortTime(example(name)));
  result.catch(() => {});
  return result;
}

test("every example", { concurrency: 2 }, async (t) => {
  const runs = examples().map((name) => [name, begin(name)]);
  const tests = runs.map(([name, done]) =>
    t.test(name, async () => {
      await withPage((await done).report, async (page) => {
        const { motion, motion_note } = await page.evaluate(() => window.alembert.recording);
        assert.deepEqual(await sectionsOf(page), ["motion", "plots", "equations", "facts", "certificate"]);
        if (motion === undefined) assert.ok(motion_note.length > 10);
        else assert.ok((await inkOfPicture(page)) > 30, "the picture is empty");
        await formulas(page);
      });
    }),
  );
  await Promise.all(tests);
});

/** Where there is no certificate, facts must name the command that makes it. */
async function sectionsOf(page) {
  const sections = await page.locator("section[aria-labelledby]").evaluateAll((all) => all.map(({ id }) => id));
  const named = (await page.locator("#facts").textContent()).includes("alembert check");
  return sections.includes("certificate") || !named ? sections : [...sections, "certificate"];
}

/** Different colours in the picture of the motion, of its parts and of their edges. */
function inkOfPicture(page) {
  return page.evaluate(() => {
    window.alembert.scene.draw();
    const canvas = document.querySelector(".motion-stage canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
}
