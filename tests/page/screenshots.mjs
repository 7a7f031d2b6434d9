// Pictures of reports for the documentation: node screenshots.mjs FOLDER. The same command, browser and fonts make the
// same pictures, but for the last bit of a few pixels on rounded corners.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeBrowser, drawn, missing, withPage } from "./browser.mjs";
import { example, removeScratch, run } from "./command.mjs";
import { formulas } from "./formulas.mjs";

/** What is shown: a time [s], a chosen body, a part of the page, a form of the equations. */
const pictures = [
  { name: "light", model: "four-bar", time: 0.62 },
  { name: "dark", model: "stewart", time: 0.9, dark: true },
  { name: "free-body", model: "four-bar", time: 0.31, body: "coupler" },
  { name: "spatial", model: "quadruped", time: 1.2, body: "shank[0]" },
  { name: "equations", model: "rod-roller", part: "equations", form: "Augmented", marked: "roller" },
];

/** A picture that no longer changes: fonts and scrolling take their time. */
async function settled(page) {
  const take = () => page.screenshot({ animations: "disabled" });
  let [before, now] = [await take(), await take()];
  while (!before.equals(now)) [before, now] = [now, await take()];
  return now;
}

async function shoot({ name, model, time = 0, body, part, form, marked, dark = false }, folder) {
  const { report } = await run(example(model));
  const path = join(folder, `report-${name}.png`);
  await withPage(
    report,
    async (page) => {
      await page.evaluate((at) => window.alembert.store.set({ time: at }), time);
      if (body !== undefined) await page.selectOption(".motion-body", { label: body });
      if (form !== undefined) await page.getByRole("tab", { name: form, exact: true }).click();
      if (marked !== undefined) await page.locator(".equations .chip", { hasText: marked }).first().click();
      if (part !== undefined) {
        await formulas(page);
        await page.evaluate((id) => document.getElementById(id).scrollIntoView(), part);
      }
      await page.mouse.move(0, 0);
      await drawn(page);
      writeFileSync(path, await settled(page));
    },
    { colorScheme: dark ? "dark" : "light", viewport: { width: 1400, height: 900 } },
  );
  console.log(path);
}

const reason = missing();
if (reason !== null) {
  console.error(`screenshots.mjs: ${reason}`);
  process.exit(1);
}
const [folder = "docs/pictures"] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
try {
  for (const picture of pictures) await shoot(picture, folder);
} finally {
  await closeBrowser();
  removeScratch();
}
