/** The keys of the picture. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn, state, withPage } from "./browser.mjs";
import { example, run } from "./command.mjs";

test("keys play, step and jump", async () => {
  const { report } = await run(example("four-bar"), "--bodies", "--time", "1", "--step", "0.005");
  await withPage(report, async (page) => {
    await page.keyboard.press("Space");
    assert.equal((await state(page)).playing, true);
    while ((await state(page)).time < 0.02) await drawn(page);
    await page.keyboard.press("Space");
    assert.equal((await state(page)).playing, false);
    const { time } = await state(page);
    await page.waitForTimeout(100);
    assert.equal((await state(page)).time, time);

    await page.focus(".motion-stage canvas");
    const steps = [
      ["Home", 0],
      ["ArrowRight", 0.005],
      ["ArrowRight", 0.01],
      ["ArrowLeft", 0.005],
      ["Shift+ArrowRight", 0.055],
      ["End", 1],
      ["ArrowRight", 1],
      ["ArrowLeft", 0.995],
    ];
    for (const [key, expected] of steps) {
      await page.keyboard.press(key);
      assert.ok(Math.abs((await state(page)).time - expected) < 1e-9, `${key}: ${(await state(page)).time}`);
    }
    const { speed } = await state(page);
    await page.keyboard.press("ArrowUp");
    assert.ok((await state(page)).speed > speed);
    await page.keyboard.press("l");
    assert.equal((await state(page)).loop, false);
    await page.keyboard.press("n");
    assert.equal((await state(page)).body, 1);
    assert.ok(await page.locator(".motion-free-body").isVisible());
    await page.keyboard.press("Escape");
    assert.equal((await state(page)).body, null);
  });
});

test("everything that can be used has a name", async () => {
  const { report } = await run(example("four-bar"), "--bodies", "--time", "1", "--step", "0.005");
  await withPage(report, async (page) => {
    const nameless = await page.evaluate(() => {
      const nameOf = (one) => one.getAttribute("aria-label") || one.title || one.textContent.trim();
      const named = (one) => nameOf(one) || one.labels?.length > 0;
      const used = document.querySelectorAll("button, select, input, a, [tabindex='0'], [role=img]");
      return [...used].filter((one) => one.offsetParent && !named(one)).map((one) => one.outerHTML.slice(0, 120));
    });
    assert.deepEqual(nameless, []);
  });
});
