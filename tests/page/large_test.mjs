/** Sizes and times. Times are printed, never judged: they belong to the machine. */
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { test } from "node:test";
import { withPage } from "./browser.mjs";
import { example, model, run } from "./command.mjs";

const megabytes = (path) => statSync(path).size / 1e6;

test("a short report is below 1.2 MB", async (t) => {
  const { report } = await run(example("four-bar"), "--bodies", "--time", "1", "--step", "0.005");
  t.diagnostic(`four-bar: ${megabytes(report).toFixed(2)} MB`);
  assert.ok(megabytes(report) < 1.2);
});

const chain = `
name  = "Chain of fifty links"
space = "planar"
[ground]
points.tip = [0, 0]
[body.link]
count   = 50
mass    = 1
center  = [0, -0.1]
inertia = 0.005
points.tip = [0, -0.2]
[joint.J]
count  = 50
type   = "revolute"
bodies = ["link[#-1]", "link[#]"]
at     = ["link[#-1].tip", [0, 0]]
start  = "0.03*(1 - #/25)"
[simulate]
time = 3
step = 0.02
`;

test("a chain of fifty links plays", async (t) => {
  const { report } = await run(model("chain", chain));
  await withPage(report, async (page) => {
    const frames = await page.evaluate(
      () =>
        new Promise((done) => {
          const { store } = window.alembert;
          const times = [];
          const tick = (now) => {
            times.push(now);
            if (now - times[0] < 2000) return requestAnimationFrame(tick);
            store.set({ playing: false });
            done(times.slice(1).map((time, i) => time - times[i]));
          };
          store.set({ playing: true });
          requestAnimationFrame(tick);
        }),
    );
    assert.ok((await page.evaluate(() => window.alembert.store.state.time)) > 0);
    const drawings = await page.evaluate(() => Array.from({ length: 40 }, () => window.alembert.scene.draw()));
    const part = (list, share) => [...list].sort((a, b) => a - b)[Math.floor(share * (list.length - 1))].toFixed(1);
    t.diagnostic(`chain of 50: ${megabytes(report).toFixed(2)} MB`);
    t.diagnostic(`frames: median ${part(frames, 0.5)} ms, 95 % below ${part(frames, 0.95)} ms`);
    t.diagnostic(`drawing alone: median ${part(drawings, 0.5)} ms, 95 % below ${part(drawings, 0.95)} ms`);
  });
});

const pendulum = `
name = "Pendulum"
[coordinates]
th = { start = 1 }
[energy]
kinetic   = "th'^2/2"
potential = "-9.81*cos(th)"
[draw.rod]
line = [[0, 0], ["sin(th)", "-cos(th)"]]
[simulate]
time = 1000
step = 0.001
`;

test("a million rows are thinned, and the page says so", async (t) => {
  const { report } = await run(model("pendulum", pendulum));
  const before = performance.now();
  await withPage(report, async (page) => {
    const opened = performance.now() - before;
    const { rows, points } = await page.evaluate(() => {
      const { table } = window.alembert.recording;
      const numbers = (text, size) => (typeof text === "number" ? 1 : atob(text).length / size);
      const points = table.columns.flatMap(({ values, extremes }) => [
        numbers(values, 4),
        ...(extremes ? [numbers(extremes.y, 4), numbers(extremes.t, 8)] : []),
      ]);
      return { rows: table.rows, points: Math.max(...points) };
    });
    assert.equal(rows, 1_000_001);
    assert.ok(points <= 2000, `${points} points`);
    assert.match(await page.locator("#plots .note").textContent(), /^1\D000\D001 rows/);
    const start = performance.now();
    await page.evaluate(() => window.alembert.store.set({ time: 500 }));
    await page.locator(".plot-legend .entry").first().click();
    t.diagnostic(`million rows: ${megabytes(report).toFixed(2)} MB, opened in ${opened.toFixed(0)} ms`);
    t.diagnostic(`a click is answered in ${(performance.now() - start).toFixed(0)} ms`);
  });
});
