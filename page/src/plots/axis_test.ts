import assert from "node:assert/strict";
import test from "node:test";
import { exponentText, extentOf, rangeOf, ticksOf, tickTexts } from "./axis";

test("ticks are round and within the range", () => {
  assert.deepEqual(ticksOf({ min: -0.3, max: 2.1 }, 5), [0, 0.5, 1, 1.5, 2]);
  assert.deepEqual(ticksOf({ min: 0, max: 10 }, 5), [0, 2, 4, 6, 8, 10]);
});

test("their texts have equal decimals", () => {
  assert.deepEqual(tickTexts([-0.5, 0, 0.5], { min: -0.6, max: 0.6 }), ["\u22120.5", "0.0", "0.5"]);
  assert.deepEqual(tickTexts([0, 20, 40], { min: 0, max: 45 }), ["0", "20", "40"]);
});

test("a power of ten goes to the unit", () => {
  const range = { min: 0, max: 4e-9 };
  assert.deepEqual(tickTexts([0, 2e-9, 4e-9], range), ["0", "2", "4"]);
  assert.equal(exponentText(range), "10\u207b\u2079");
  assert.equal(exponentText({ min: 0, max: 100 }), "");
});

test("a range has some air, and follows the window", () => {
  const points = [{ x: [0, 1, 2], y: [0, 1, 100] }];
  const { min, max } = rangeOf(points, { min: 0, max: 1 })!;
  assert.ok(min < 0 && min > -0.2 && max > 1 && max < 1.2);
  assert.equal(rangeOf(points, { min: 5, max: 6 }), null);
});

test("constants and noise do not stretch an axis", () => {
  assert.deepEqual(rangeOf([{ x: [0, 1], y: [0, 0] }], null), { min: -1, max: 1 });
  assert.deepEqual(rangeOf([{ x: [0, 1], y: [4, 4] }], null), { min: 2, max: 6 });
  const noise = rangeOf([{ x: [0, 1], y: [4, 4.000001] }], null)!;
  assert.ok(noise.max - noise.min > 1);
});

test("gaps count for nothing", () => {
  assert.ok(rangeOf([{ x: [0, 1, 2], y: [1, Infinity, 2] }], null)!.max < 3);
  assert.deepEqual(extentOf([]), { min: 0, max: 1 });
  assert.deepEqual(extentOf([2]), { min: 1.5, max: 2.5 });
});
