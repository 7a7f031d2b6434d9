/** All forms of the equations, as part of a report and as a sheet of their own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { withPage } from "./browser.mjs";
import { example, page as written, run } from "./command.mjs";
import { formulas } from "./formulas.mjs";

/** Opens every tab; all formulas of all must be set. Gives the titles. */
async function everyForm(page) {
  const tabs = page.locator(".equations [role=tab]");
  const titles = [];
  for (const tab of await tabs.all()) {
    await tab.click();
    titles.push((await tab.textContent()).replace(/used$/, ""));
    assert.ok((await formulas(page)) > 0, titles.at(-1));
  }
  return titles;
}

for (const name of ["four-bar", "rod-roller", "double-pendulum"]) {
  test(`every form of ${name}`, async () => {
    const { report } = await run(example(name), "--time", "1");
    await withPage(report, async (page) => {
      const { forms } = await page.evaluate(() => window.alembert.recording.equations);
      const used = forms.filter((form) => form.used);
      assert.equal(used.length, 1);
      const titles = await everyForm(page);
      assert.equal(titles[0], used[0].title);
      assert.deepEqual([...titles].sort(), forms.filter((form) => !form.why_not).map(({ title }) => title).sort());
      const missing = (await page.locator(".missing dt").allTextContents()).map((text) => text.trim());
      assert.deepEqual(missing.sort(), forms.filter((form) => form.why_not).map(({ title }) => title).sort());
    });
  });
}

test("a coordinate that is pointed at marks its terms and its body", async () => {
  const { report } = await run(example("rod-roller"), "--time", "1");
  await withPage(report, async (page) => {
    await formulas(page);
    await page.locator(".equations .chip").first().hover();
    const opacities = await page.evaluate(() => {
      const terms = [...document.querySelectorAll(".equations .form:not([hidden]) .term")];
      return [...new Set(terms.map((term) => getComputedStyle(term).opacity))].sort();
    });
    assert.deepEqual(opacities, ["0.3", "1"]);
    assert.equal((await page.evaluate(() => window.alembert.store.state.pointed)).length, 1);
  });
});

test("the equation sheet", async () => {
  await withPage(await written("derive", example("rod-roller")), async (page) => {
    assert.ok((await everyForm(page)).length > 10);
    const sections = await page.locator("main > section").evaluateAll((all) => all.map(({ id }) => id));
    assert.deepEqual(sections, ["equations", "facts"]);
  });
  await withPage(await written("derive", example("four-bar"), "--form", "embedded"), async (page) => {
    assert.ok((await formulas(page)) > 0);
  });
});

test("the certificate", async () => {
  await withPage(await written("check", example("rod-roller")), async (page) => {
    const { checks } = await page.evaluate(() => window.alembert.recording.certificate);
    assert.equal(await page.locator("#certificate tbody tr").count(), checks.length);
    assert.equal(await page.locator("#certificate .verdict.passed").count(), 1);
  });
});
