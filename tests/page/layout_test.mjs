/** Paper, dark colours and narrow screens. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn, withPage } from "./browser.mjs";
import { example, run } from "./command.mjs";
import { lowContrast } from "./contrast.mjs";

const fourBar = () => run(example("four-bar"), "--bodies", "--time", "1", "--step", "0.005");

test("on paper: the first frame, plots and equations, no controls", async () => {
  const { report } = await fourBar();
  await withPage(
    report,
    async (page) => {
      await page.evaluate(() => window.alembert.store.set({ time: 0.5, body: 2 }));
      await page.emulateMedia({ media: "print" });
      await drawn(page);
      assert.ok(await page.locator(".motion-stage canvas").isVisible());
      for (const part of [".motion-transport", ".motion-tools", ".page-nav", ".plot-tools"]) {
        assert.equal(await page.locator(part).isVisible(), false, part);
      }
      assert.ok(await page.locator(".paper-plot svg").first().isVisible());
      assert.ok(await page.locator(".equations .katex").first().isVisible());
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
      assert.match(await page.locator(".motion-free-body .muted").textContent(), /t = 0\.0+ s/);
      const file = (await page.pdf({ format: "A4" })).toString("latin1");
      assert.ok(file.match(/\/Type\s*\/Page\b/g).length >= 2);
    },
    { colorScheme: "dark" },
  );
});

for (const scheme of ["light", "dark"]) {
  test(`${scheme}: texts can be read`, async () => {
    const { report } = await fourBar();
    await withPage(
      report,
      async (page) => {
        await page.evaluate(() => window.alembert.store.set({ body: 2 }));
        await drawn(page);
        const { back, bad } = await lowContrast(page, 4.5);
        assert.equal(back < 0.2, scheme === "dark", `luminance ${back}`);
        assert.deepEqual(bad, []);
      },
      { colorScheme: scheme },
    );
  });
}

test("the button changes colours", async () => {
  const { report } = await fourBar();
  await withPage(report, async (page) => {
    await page.getByRole("button", { name: "Light or dark colours" }).click();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  });
});

for (const [name, step] of [["four-bar", "0.005"], ["arm-7", "0.01"], ["double-pendulum", "0.01"]]) {
  test(`${name} on a phone: nothing reaches beyond the screen`, async () => {
    const { report } = await run(example(name), "--bodies", "--time", "1", "--step", step);
    await withPage(
      report,
      async (page) => {
        for (const body of [null, 1]) {
          await page.evaluate((chosen) => {
            const { store, recording } = window.alembert;
            if (recording.motion) store.set({ body: chosen });
          }, body);
          await drawn(page);
          const { inner, outer } = await page.evaluate(() => ({
            inner: document.documentElement.scrollWidth,
            outer: document.documentElement.clientWidth,
          }));
          assert.ok(inner <= outer, `${inner} px in ${outer} px`);
        }
      },
      { viewport: { width: 380, height: 760 }, hasTouch: true, isMobile: true },
    );
  });
}
