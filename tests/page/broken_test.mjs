/** A damaged report says so, and what is whole is shown. This also shows that the other tests would notice. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { inflateSync } from "node:zlib";
import { visit } from "./browser.mjs";
import { example, run } from "./command.mjs";

/** The report with another recording. */
async function damaged(name, change) {
  const { report } = await run(example("four-bar"), "--bodies", "--time", "1", "--step", "0.005");
  const whole = readFileSync(report, "utf8");
  const mark = '<script id="recording" type="application/json">';
  const from = whole.indexOf(mark) + mark.length;
  const to = whole.indexOf("</script>", from);
  const path = report.replace(/[^/]*$/, `${name}.html`);
  const text = change(whole.slice(from, to));
  writeFileSync(path, whole.slice(0, from) + text + whole.slice(to));
  return path;
}

/** Pages also read a recording that is not compressed. */
const changed = (change) => (text) => {
  const recording = JSON.parse(inflateSync(Buffer.from(text, "base64")).toString("utf8"));
  change(recording);
  return JSON.stringify(recording).replaceAll("<", "\\u003c");
};

test("cut short", async () => {
  const problems = await visit(await damaged("cut", (text) => text.slice(0, text.length / 2)), () => {});
  assert.ok(problems.some((text) => text.includes("This report cannot be read")), problems.join("\n"));
});

test("of another format", async () => {
  const path = await damaged("format", changed((recording) => (recording.format = 2)));
  const problems = await visit(path, () => {});
  assert.ok(problems.some((text) => text.includes("format 2")), problems.join("\n"));
});

test("a part that fails leaves the others", async () => {
  const fail = changed(({ motion }) => (motion.bodies[2].position[0] = "AAAA"));
  const problems = await visit(await damaged("part", fail), async (page) => {
    assert.equal(await page.locator("#motion .note.error").count(), 1);
    assert.equal(await page.locator(".note.error").count(), 1);
    assert.ok((await page.locator(".plot-card").count()) > 1);
  });
  assert.ok(problems.some((text) => text.includes("This part cannot be shown")), problems.join("\n"));
});

test("a formula that cannot be set is plain text", async () => {
  const fail = changed(({ equations }) => {
    for (const form of equations.forms) for (const item of form.items) if (item.value) item.value.latex = "\\frac{";
    for (const { items } of equations.forms) for (const item of items) if (item.left) item.left[0].latex = "\\frac{";
  });
  await visit(await damaged("formula", fail), async (page) => {
    await page.evaluate(() => window.alembert.store.set({ printing: true }));
    assert.ok((await page.locator(".equations [role=math] > code").count()) > 0);
  });
});
