/** The picture shows the poses of the trajectory, at its rows and between them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { posesAt, withPage } from "./browser.mjs";
import { example, run } from "./command.mjs";

/** Poses are recorded as float32: relative, with the mechanism's size of about a metre. */
const rounding = 2 ** -23;
/** Between two rows a picture may leave the motion by so much of the way that is gone there. */
const between = 0.03;

/** Where --bodies says that a body is: its origin, and its orientation as a quaternion. */
function recorded(row, body) {
  const position = ["x", "y", "z"].map((axis) => row[`${body}.origin.${axis}`] ?? 0);
  const angle = row[`${body}.angle`];
  if (angle !== undefined) return { position, orientation: [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)] };
  return { position, orientation: ["qw", "qx", "qy", "qz"].map((name) => row[`${body}.${name}`]) };
}

function distance(a, b) {
  return Math.hypot(...a.map((x, i) => x - b[i]));
}

/** A quaternion and its negative are the same turn. */
function turn(a, b) {
  return Math.min(distance(a, b), distance(a, b.map((x) => -x)));
}

function assertPose(pose, expected, way, swing, what) {
  const size = Math.max(1, ...expected.position.map(Math.abs));
  const off = distance(pose.position, expected.position);
  assert.ok(off <= 2 * rounding * size + way, `${what}: ${pose.position} instead of ${expected.position}`);
  const turned = turn(pose.orientation, expected.orientation);
  assert.ok(turned <= 4 * rounding + swing, `${what}: ${pose.orientation} instead of ${expected.orientation}`);
}

const models = [
  { name: "four-bar", step: 0.005, bodies: ["crank", "coupler", "rocker"] },
  { name: "arm-7", step: 0.01, bodies: ["link1", "link4", "link7"] },
  { name: "rolling-disc", step: 0.01, bodies: ["disc"] },
];

for (const { name, step, bodies } of models) {
  test(`poses of ${name}`, async () => {
    const [{ report, trajectory }, fine] = await Promise.all([
      run(example(name), "--bodies", "--time", "1", "--step", String(step)),
      run(example(name), "--bodies", "--time", "1", "--step", String(step / 2), "--no-report"),
    ]);
    const { rows } = trajectory();
    const halves = fine.trajectory().rows;
    await withPage(report, async (page) => {
      for (const place of [0, 1, 0.25 * (rows.length - 1), 0.5 * (rows.length - 1), rows.length - 1].map(Math.round)) {
        const poses = await posesAt(page, rows[place].t, bodies);
        for (const body of bodies) {
          assertPose(poses[body], recorded(rows[place], body), 0, 0, `${body} at ${rows[place].t} s`);
        }
      }
      for (const place of [0.1 * rows.length, 0.3 * rows.length, rows.length - 2].map(Math.round)) {
        const middle = halves[2 * place + 1];
        assert.ok(Math.abs(middle.t - (rows[place].t + rows[place + 1].t) / 2) < 1e-9);
        const poses = await posesAt(page, middle.t, bodies);
        for (const body of bodies) {
          const [before, after] = [recorded(rows[place], body), recorded(rows[place + 1], body)];
          const way = between * distance(before.position, after.position);
          const swing = between * turn(before.orientation, after.orientation);
          assertPose(poses[body], recorded(middle, body), way, swing, `${body} at ${middle.t} s, between rows`);
        }
      }
    });
  });
}

test("systems given by energies are drawn as their model says", async () => {
  const { report, trajectory } = await run(example("cart-pendulum"), "--time", "1");
  const { rows } = trajectory();
  await withPage(report, async (page) => {
    for (const { t, x, th } of [rows[0], rows[37], rows.at(-1)]) {
      const poses = await posesAt(page, t, ["cart", "bob"]);
      assert.ok(distance(poses.cart.position, [x, 0.8, 0]) < 1e-6, `cart at ${t} s`);
      const bob = [x + 0.8 * Math.sin(th), 0.8 * (1 - Math.cos(th)), 0];
      assert.ok(distance(poses.bob.position, bob) < 1e-6, `bob at ${t} s`);
    }
  });
});
