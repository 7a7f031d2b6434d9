/** Plots: in step with the picture, of any columns, and as files. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { drawn, state, withPage } from "./browser.mjs";
import { cells, example, run } from "./command.mjs";

const fourBar = () => run(example("four-bar"), "--bodies", "--time", "1", "--step", "0.005");
const cursorTime = (page) => page.evaluate(() => window.alembert.plotCursorTime());

/** Where the line of the time stands in the first chart, from 0 to 1. */
function linePlace(page) {
  return page.evaluate(() => {
    const line = document.querySelector(".plot-card .time-line").getBoundingClientRect();
    const over = document.querySelector(".plot-card .u-over").getBoundingClientRect();
    return (line.left + line.width / 2 - over.left) / over.width;
  });
}

/** The picture's crank stands where the trajectory has it at the store's time: it turns at a constant rate. */
async function assertCrank(page) {
  const { time } = await state(page);
  const { orientation } = await page.evaluate(() => window.alembert.scene.pose("crank"));
  const off = 2 * Math.atan2(orientation[3], orientation[0]) - 4 * Math.PI * time;
  assert.ok(Math.abs(Math.sin(off / 2)) < 1e-6, `crank at ${time} s is off by ${off}`);
}

test("the cursor of the plots and the picture show one time", async () => {
  const { report } = await fourBar();
  await withPage(report, async (page) => {
    const slider = page.locator(".motion-slider");
    const box = await slider.boundingBox();
    await page.mouse.move(box.x + 10, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.7 * box.width, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await drawn(page);
    const { time, end } = await state(page);
    assert.ok(Math.abs(time / end - 0.7) < 0.03, `dragged to ${time} s of ${end} s`);
    assert.equal(await cursorTime(page), time);
    assert.ok(Math.abs((await linePlace(page)) - time / end) < 0.005);
    await assertCrank(page);

    const over = page.locator(".plot-card .u-over").first();
    const { width, height } = await over.boundingBox();
    await over.click({ position: { x: 0.3 * width, y: height / 2 } });
    await drawn(page);
    const clicked = await state(page);
    assert.ok(Math.abs(clicked.time / end - 0.3) < 0.005, `clicked ${clicked.time} s`);
    assert.equal(await cursorTime(page), clicked.time);
    assert.ok(Math.abs(Number(await slider.inputValue()) - clicked.time) < 1e-9);
    assert.ok(Math.abs((await linePlace(page)) - 0.3) < 0.005);
    await assertCrank(page);
  });
});

test("values in the legend are those of the trajectory", async () => {
  const { report, trajectory } = await fourBar();
  const row = trajectory().rows[80];
  await withPage(report, async (page) => {
    await page.evaluate((time) => window.alembert.store.set({ time }), row.t);
    const entries = await page.locator(".plot-legend .entry").all();
    assert.ok(entries.length > 4);
    let compared = 0;
    for (const entry of entries) {
      const name = await entry.locator(".name").textContent();
      const value = Number((await entry.locator(".value").textContent()).replace("\u2212", "-"));
      if (!(name in row) || Number.isNaN(value)) continue;
      assert.ok(Math.abs(value - row[name]) <= 1e-3 * Math.abs(row[name]) + 1e-9, `${name} ${value} not ${row[name]}`);
      compared += 1;
    }
    assert.ok(compared > 4);
  });
});

/** Whether a chart has pixels of its first curve's colour. */
function hasCurve(card) {
  return card.evaluate((root) => {
    const probe = document.createElement("canvas").getContext("2d");
    probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--c0").trim();
    probe.fillRect(0, 0, 1, 1);
    const [r, g, b] = probe.getImageData(0, 0, 1, 1).data;
    const canvas = root.querySelector(".chart canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      const off = Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b);
      if (data[i + 3] > 200 && off < 12) count += 1;
    }
    return count > 50;
  });
}

test("a phase plot by hand, and its curves switched off and on", async () => {
  const { report } = await run(example("double-pendulum"), "--time", "1");
  await withPage(report, async (page) => {
    const before = await page.locator(".plot-card").count();
    await page.getByRole("button", { name: "Add plot" }).click();
    const dialog = page.locator("dialog.picker");
    await dialog.getByRole("searchbox").fill("th1'");
    await dialog.getByLabel("th1' [rad/s]").check();
    await dialog.getByLabel("Against").selectOption({ label: "th1 [rad]" });
    await dialog.getByRole("button", { name: "Show" }).click();
    assert.equal(await page.locator(".plot-card").count(), before + 1);
    const card = page.locator(".plot-card").last();
    await drawn(page);
    assert.equal(await card.locator("h3").textContent(), "th1' against th1");
    assert.ok(await hasCurve(card));

    const entry = card.locator(".plot-legend .entry");
    await entry.click();
    await drawn(page);
    assert.equal(await entry.getAttribute("aria-pressed"), "false");
    assert.ok(!(await hasCurve(card)));
    await entry.click();
    await drawn(page);
    assert.ok(await hasCurve(card));

    await card.getByRole("button", { name: "Remove this plot" }).click();
    assert.equal(await page.locator(".plot-card").count(), before);
  });
});

test("dragging zooms, a double click shows the whole", async () => {
  const { report } = await fourBar();
  await withPage(report, async (page) => {
    const over = page.locator(".plot-card .u-over").first();
    const { x, y, width, height } = await over.boundingBox();
    await page.mouse.move(x + 0.2 * width, y + 0.5 * height);
    await page.mouse.down();
    await page.mouse.move(x + 0.4 * width, y + 0.5 * height, { steps: 4 });
    await page.mouse.up();
    // a fifth of the time now fills the width
    await page.evaluate(() => window.alembert.store.set({ time: 0.3 }));
    assert.ok(Math.abs((await linePlace(page)) - 0.5) < 0.02);
    await over.dblclick({ position: { x: 0.6 * width, y: 0.5 * height } });
    await page.evaluate(() => window.alembert.store.set({ time: 0.3 }));
    assert.ok(Math.abs((await linePlace(page)) - 0.3) < 0.01);
  });
});

async function saved(page, card, kind) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    card.getByRole("button", { name: `Save as ${kind}` }).click(),
  ]);
  assert.ok(download.suggestedFilename().endsWith(`.${kind.toLowerCase()}`), download.suggestedFilename());
  return readFileSync(await download.path());
}

test("plots as files", async () => {
  const { report, trajectory } = await fourBar();
  const { rows } = trajectory();
  await withPage(report, async (page) => {
    const card = page.locator(".plot-card").first();
    const [head, ...lines] = (await saved(page, card, "CSV")).toString("utf8").trim().split("\n").map(cells);
    const names = head.map((text) => text.replace(/ \[.*\]$/, ""));
    assert.equal(names[0], "t");
    assert.ok(names.length > 1);
    assert.equal(lines.length, rows.length);
    lines.forEach((line, i) =>
      names.forEach((name, k) => {
        const expected = rows[i][name];
        const off = Math.abs(Number(line[k]) - expected);
        // curves are recorded as float32
        assert.ok(off <= 1e-7 * Math.abs(expected), `${name} in row ${i}: ${line[k]} not ${expected}`);
      }),
    );

    const drawing = (await saved(page, card, "SVG")).toString("utf8");
    const parsed = await page.evaluate((text) => {
      const document = new DOMParser().parseFromString(text, "image/svg+xml");
      return { root: document.documentElement.tagName, paths: document.querySelectorAll("path, polyline").length };
    }, drawing);
    assert.equal(parsed.root, "svg");
    assert.ok(parsed.paths > 0);

    const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
    const png = await saved(page, card, "PNG");
    assert.deepEqual([...png.subarray(0, 8)], signature);
    assert.ok(png.length > 5000);
  });
});
