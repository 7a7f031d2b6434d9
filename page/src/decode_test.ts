import assert from "node:assert/strict";
import test from "node:test";
import { decoded, float32, float64, placeOf, uint32, unpack, valueAt } from "./decode";
import { base64, recordingOf } from "./testing";

test("base64 becomes the numbers that it was made of", () => {
  assert.deepEqual([...float32(base64(Float32Array.of(1.5, -2)))], [1.5, -2]);
  assert.deepEqual([...float64(base64(Float64Array.of(0.1, 1e300)))], [0.1, 1e300]);
  assert.deepEqual([...uint32(base64(Uint32Array.of(7, 4294967295)))], [7, 4294967295]);
});

test("a number stands for all frames", () => {
  assert.deepEqual([...unpack(3, 2)], [3, 3]);
});

test("values for another number of frames are refused", () => {
  assert.throws(() => unpack(base64(Float32Array.of(1, 2, 3)), 2), /3 values where 2 frames/);
});

test("a time lies between two frames", () => {
  const times = [0, 1, 3];
  assert.deepEqual(placeOf(times, 2), { frame: 1, fraction: 0.5 });
  assert.deepEqual(placeOf(times, 1), { frame: 1, fraction: 0 });
  assert.deepEqual(placeOf(times, -1), { frame: 0, fraction: 0 });
  assert.deepEqual(placeOf(times, 9), { frame: 2, fraction: 0 });
  assert.deepEqual(placeOf([], 1), { frame: 0, fraction: 0 });
});

test("of two frames at the same time the later counts", () => {
  assert.deepEqual(placeOf([0, 1, 1, 2], 1), { frame: 2, fraction: 0 });
  assert.deepEqual(placeOf([0, 0, 2], 0), { frame: 1, fraction: 0 });
  assert.deepEqual(placeOf([0, 1, 1], 1), { frame: 2, fraction: 0 });
});

test("values are linear between the frames", () => {
  assert.equal(valueAt([0, 10], { frame: 0, fraction: 0.25 }), 2.5);
  assert.equal(valueAt([0, 10], { frame: 1, fraction: 0 }), 10);
});

test("a recording is decoded once", () => {
  const recording = recordingOf([0, 1], { a: [1, 2] });
  assert.equal(decoded(recording), decoded(recording));
  assert.equal(decoded(recording).column(0), decoded(recording).column(0));
  const { values } = recording.table!.columns[0];
  assert.deepEqual(decoded(recording).vector([0, values, 5], { frame: 0, fraction: 0.5 }), [0, 1.5, 5]);
});
