import assert from "node:assert/strict";
import test from "node:test";
import { along, excess, scaleOf, spokenExcess, type Check } from "./scale";

const check = (residual: number, tolerance: number, passed: boolean | null = residual <= tolerance): Check => ({
  name: "", residual, tolerance, passed, applies: true, note: "",
});

test("the scale holds all residuals and the tolerance", () => {
  const checks = [check(1e-13, 1e-9), check(3e-8, 1e-9), check(0, 1e-9), check(0, 0, null)];
  const scale = scaleOf(checks);
  assert.ok(scale.from <= -4 && scale.to >= 2);
  assert.ok(along(scale, excess(checks[0])) < along(scale, 0) && along(scale, 0) < along(scale, excess(checks[1])));
  assert.equal(along(scale, excess(checks[2])), 0);
});

test("no checks still make a scale", () => assert.deepEqual(scaleOf([]), { from: -4, to: 1 }));

test("bars are said in words", () => {
  assert.equal(spokenExcess(check(1e-11, 1e-9)), "the tolerance divided by 100");
  assert.equal(spokenExcess(check(5e-9, 1e-9)), "5 times the tolerance");
  assert.equal(spokenExcess(check(0, 1e-9)), "exactly zero");
  assert.equal(spokenExcess(check(0, 0)), "exactly zero");
  assert.equal(spokenExcess(check(1e-300, 0)), "far above the tolerance");
  assert.equal(spokenExcess(check(0, 0, null)), "not done");
  assert.equal(spokenExcess(check(NaN, 1e-9, false)), "not a number");
});
