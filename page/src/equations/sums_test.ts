import assert from "node:assert/strict";
import test from "node:test";
import { signed, sum } from "./sums";

test("a sum writes the terms' own signs between them", () => {
  assert.equal(sum(["a", "b", "-c"]), "a + b - c");
  assert.equal(sum(["-a", "b"]), "-a + b");
});

test("an empty sum is zero", () => assert.equal(sum([]), "0"));

test("the sign is taken from the beginning alone", () => {
  assert.equal(signed(" -m g"), "- m g");
  assert.equal(signed("a - b"), "+ a - b");
});
