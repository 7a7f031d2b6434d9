/** Names that look like markup, formulas or paths stay names. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formulas } from "./formulas.mjs";
import { withPage } from "./browser.mjs";
import { model, page as written, run } from "./command.mjs";

const script = "<script>alert(1)</script>";
const image = "<img src=x onerror=alert(2)>";
const odd = String.raw`50% \href{x}{y} $&_^#~{} ${"\u{1F980}"}`;
const title = `${script}${image}</script><!-- "double" 'single' \`back\` & ${odd}`;

/** A pendulum on a slider whose bodies, joints, points, parameters and outputs are all called such names. */
function text() {
  const quoted = (name) => JSON.stringify(name);
  return `
name  = ${JSON.stringify(title)}
space = "planar"
[parameters]
${quoted(image)} = 2
[body.${quoted(script)}]
mass = 1
[body.${quoted(odd)}]
mass = ${JSON.stringify("`" + image + "`")}
center = [0, -0.5]
inertia = 0.1
points.${quoted(script)} = [0, -1]
[joint.${quoted(`</title>${script}`)}]
type = "prismatic"
bodies = ["ground", ${quoted(script)}]
[joint.${quoted(odd)}]
type = "revolute"
bodies = [${quoted(script)}, ${quoted(odd)}]
start = 1
[outputs]
${quoted(`${image},${odd}`)} = "t"
[simulate]
time = 0.2
`;
}

/** What a page has beside texts: whatever a name would add to it. */
function elements(page) {
  return page.evaluate(() => ({
    scripts: document.scripts.length,
    images: document.images.length,
    links: [...document.links].filter(({ hash }) => hash === "").length,
    title: document.title,
    heading: document.querySelector("h1").textContent,
  }));
}

test("names are never run", async () => {
  const path = model("names", text());
  const { report } = await run(path);
  await withPage(report, async (page) => {
    const found = await elements(page);
    assert.deepEqual({ ...found, title: "" }, { scripts: 2, images: 0, links: 0, title: "", heading: title });
    await formulas(page);
    await page.selectOption(".motion-body", { label: odd });
    assert.equal(await page.locator(".motion-free-body h3").textContent(), odd);
    const rows = await page.locator(".motion-numbers th").allTextContents();
    assert.ok(rows.includes(odd), rows.join("\n"));
    const legend = await page.locator(".plot-legend .name").allTextContents();
    assert.ok(legend.includes(`</title>${script}`), legend.join("\n"));
    assert.ok(legend.includes(`${image},${odd}`), legend.join("\n"));
    assert.equal((await elements(page)).scripts, 2);
    // once more on the way out: into a file, whose markup they must not become either
    const drawing = await page.evaluate(() => {
      window.alembert.store.set({ printing: true });
      return document.querySelectorAll(".paper-plot script, .paper-plot image, .paper-plot img").length;
    });
    assert.equal(drawing, 0);
  });
  for (const verb of ["derive", "check"]) {
    await withPage(await written(verb, path), async (page) => {
      const found = await elements(page);
      assert.deepEqual({ ...found, title: "" }, { scripts: 2, images: 0, links: 0, title: "", heading: title });
    });
  }
});
