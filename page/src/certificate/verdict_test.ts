import assert from "node:assert/strict";
import test from "node:test";
import type { Certificate } from "../recording";
import { certificateText } from "./certificate_text";
import { verdict } from "./verdict";

const certificate = (...results: (boolean | null)[]): Certificate => ({
  passed: !results.includes(false),
  states: 5,
  seed: 7,
  checks: results.map((passed) => ({ name: "c", residual: 1e-12, tolerance: 1e-9, passed, note: "" })),
});

test("the verdict counts what was done", () => {
  assert.equal(verdict(certificate(true, true, null)), "All 2 checks passed, 1 not done");
  assert.equal(verdict(certificate(true, false)), "1 of 2 checks failed");
  assert.equal(verdict(certificate(true)), "The check passed");
});

test("as text a check that was not done has no numbers", () => {
  assert.match(certificateText(certificate(true, null), "Arm"), /\nc\tpassed\t1e-12\t1e-9\nc\tnot done\n$/);
});
