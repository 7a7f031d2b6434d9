import assert from "node:assert/strict";
import test from "node:test";
import { balance } from "./balance";
import { Kinematics } from "./kinematics";
import { Loads, usual } from "./loads";
import { sampleRecording, times } from "./sample_recording";

test("all loads of a body with its inertia add up to nothing", () => {
  const kinematics = new Kinematics(sampleRecording());
  const loads = new Loads(kinematics);
  times.forEach((_, frame) => {
    const { forceResidual, momentResidual, entries } = balance(kinematics, loads, 1, frame);
    assert.equal(entries.length, 3);
    assert.ok(forceResidual < 1e-6 && momentResidual < 1e-6, `${forceResidual}, ${momentResidual}`);
  });
});

test("whom a load comes from feels the opposite", () => {
  const kinematics = new Kinematics(sampleRecording());
  const loads = new Loads(kinematics);
  const [own] = loads.on(2);
  const other = loads.on(1).find(({ load }) => load.name === "push")!;
  assert.equal(own.sign, 1);
  assert.equal(other.sign, -1);
  assert.equal(loads.force(other, { frame: 0, fraction: 0 })[1], 5);
});

test("a usual value leaves out zeros, rounding errors and rare peaks", () => {
  const many = Array.from({ length: 99 }, () => 2);
  assert.equal(usual([...many, 1000, 0, 0, 1e-12, NaN]), 2);
  assert.equal(usual([0, 0]), 0);
});
