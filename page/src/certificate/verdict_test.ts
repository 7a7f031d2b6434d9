import assert from "node:assert/strict";
import test from "node:test";
import type { Certificate } from "../recording";
import { certificateText } from "./certificate_text";
import { verdict } from "./verdict";

type Outcome = boolean | null | "idle";

const certificate = (word: Certificate["verdict"], ...results: Outcome[]): Certificate => ({
  verdict: word,
  passed: word === "passed",
  states: 5,
  compared: 6,
  seed: 7,
  checks: results.map((result) => ({
    name: "c",
    residual: 1e-12,
    tolerance: 1e-9,
    passed: result === "idle" ? null : result,
    applies: result !== "idle",
    note: "",
  })),
});

test("the verdict counts what was done", () => {
  assert.equal(verdict(certificate("passed", true, true, "idle")), "All 2 checks passed, 1 not applicable");
  assert.equal(verdict(certificate("incomplete", true, true, null)), "Incomplete: 2 checks passed, 1 not done");
  assert.equal(verdict(certificate("failed", true, false)), "1 of 2 checks failed");
  assert.equal(verdict(certificate("passed", true)), "The check passed");
});

test("as text a check that was not done has no numbers", () => {
  const text = certificateText(certificate("incomplete", true, null), "Arm");
  assert.match(text, /\nc\tpassed\t1e-12\t1e-9\nc\tnot done\n$/);
});
