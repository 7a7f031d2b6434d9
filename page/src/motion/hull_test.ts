import assert from "node:assert/strict";
import test from "node:test";
import type { Vec3 } from "../recording";
import { distinct, hull, inside, skeleton } from "./hull";

test("a hull has the corners alone, counter-clockwise", () => {
  assert.deepEqual(hull([[0, 0], [2, 0], [1, 0], [2, 2], [1, 1], [0, 2]]), [[0, 0], [2, 0], [2, 2], [0, 2]]);
});

test("inside and outside", () => {
  const square: [number, number][] = [[0, 0], [2, 0], [2, 2], [0, 2]];
  assert.ok(inside(square, [1, 1.5]));
  assert.ok(!inside(square, [3, 1]));
});

test("points in a row are a bar, flat ones a plate, others a star", () => {
  const row: Vec3[] = [[0, 0, 0], [1, 0.01, 0], [3, 0, 0]];
  assert.deepEqual(skeleton(row, 0.1).bars, [[[0, 0, 0], [3, 0, 0]]]);
  const flat: Vec3[] = [[0, 0, 0], [1, 0, 0], [0, 1, 0]];
  assert.equal(skeleton(flat, 0.01).plate.length, 3);
  const star = skeleton([...flat, [0.2, 0.2, 1]], 0.01);
  assert.equal(star.plate.length, 0);
  assert.equal(star.bars.length, 3);
  assert.deepEqual(skeleton([[0, 0, 0]], 0.1), { bars: [], plate: [] });
});

test("points that fall together count once", () => {
  assert.equal(distinct([[0, 0, 0], [1e-6, 0, 0], [1, 0, 0]], 1e-3).length, 2);
});
