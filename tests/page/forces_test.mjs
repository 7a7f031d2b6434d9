/** Arrows are the reactions that the command gives at the same state, and what acts on a body adds up to nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { posesAt, withPage } from "./browser.mjs";
import { example, json, run } from "./command.mjs";

/** Of the largest force: float32, and the state in the file has as many digits as the solution. */
const tolerance = 1e-5;

const models = [
  { name: "four-bar", time: 1, joints: { O: "crank", A: "coupler", C: "rocker", B: "rocker" } },
  { name: "spatial-slider-crank", time: 1, joints: {} },
  { name: "arm-7", time: 1, joints: { q1: "link1", q4: "link4", q7: "link7" } },
];

function arrows(page, joints) {
  return page.evaluate((pairs) => {
    const { scene } = window.alembert;
    return Object.fromEntries(pairs.map(([joint, body]) => [joint, scene.arrow(joint, body, "reaction")]));
  }, Object.entries(joints));
}

/** Every joint with a reaction, and the body that feels it. */
function jointsOf(page) {
  return page.evaluate(() => {
    const { loads, bodies } = window.alembert.recording.motion;
    const reactions = loads.filter(({ kind }) => kind === "reaction");
    return Object.fromEntries(reactions.map(({ name, on }) => [name, bodies[on].name]));
  });
}

for (const { name, time, joints } of models) {
  test(`arrows of ${name}`, async () => {
    const { report, trajectory } = await run(example(name), "--bodies", "--time", String(time), "--step", "0.01");
    const { rows } = trajectory();
    const start = await json("evaluate", example(name));
    await withPage(report, async (page) => {
      const all = await jointsOf(page);
      for (const [joint, body] of Object.entries(joints)) assert.equal(all[joint], body);
      for (const row of [rows[0], rows[17], rows.at(-1)]) {
        const list = (names) => names.map((one) => `${one}=${row[one]}`).join(",");
        const at = ["--t", String(row.t), "--q", list(start.coordinates), "--v", list(start.speeds)];
        const { reactions } = await json("evaluate", example(name), ...at);
        await posesAt(page, row.t, []);
        const drawn = await arrows(page, all);
        const forces = Object.values(reactions).map(({ force }) => Math.hypot(...force));
        for (const joint of Object.keys(all)) {
          const force = [...reactions[joint].force, 0].slice(0, 3);
          const off = Math.hypot(...force.map((x, i) => x - drawn[joint][i]));
          assert.ok(off <= tolerance * Math.max(...forces), `${joint} at ${row.t} s: ${drawn[joint]} N not ${force} N`);
        }
      }
    });
  });
}

const superscripts = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

/** "−1.5×10⁻³" as a number. */
function numberOf(text) {
  const [mantissa, power = ""] = text.replace("\u2212", "-").split("\u00d710");
  const exponent = [...power].map((digit) => (digit === "\u207b" ? "-" : superscripts.indexOf(digit))).join("");
  return Number(mantissa) * 10 ** Number(exponent);
}

for (const [name, body] of [["four-bar", "coupler"], ["arm-7", "link3"], ["rolling-disc", "disc"]]) {
  test(`free body of ${name}`, async () => {
    const { report } = await run(example(name), "--bodies", "--time", "1", "--step", "0.01");
    await withPage(report, async (page) => {
      await page.selectOption(".motion-body", { label: body });
      for (const time of [0, 0.4, 1]) {
        await posesAt(page, time, []);
        assert.match(await page.locator(".motion-residual").textContent(), /^In balance/);
        const heads = await page.locator(".motion-numbers thead th").allTextContents();
        const lines = await page.locator(".motion-numbers tbody tr:not(.motion-sum)").all();
        const table = await Promise.all(lines.map((line) => line.locator("td").allTextContents()));
        assert.ok(table.length >= 3, "gravity, inertia, and what holds it");
        heads.forEach((head, i) => {
          if (!/^F/.test(head)) return;
          // the first head stands above a th
          const column = table.map((line) => numberOf(line[i - 1]));
          const sum = column.reduce((a, b) => a + b, 0);
          // four digits are shown
          const rounding = 1e-3 * column.length * Math.max(...column.map(Math.abs));
          assert.ok(Math.abs(sum) <= rounding, `${head} at ${time} s: ${column}`);
        });
      }
    });
  });
}
