import assert from "node:assert/strict";
import test from "node:test";
import { eventsText, groupText } from "./facts_text";

test("a group is one line a fact, and texts cannot make cells", () => {
  const rows = [{ label: "Mass", value: "2", unit: "kg" }, { label: "a\tb", value: "c\nd", note: "why" }];
  assert.equal(groupText({ title: "Model", rows }), "Model\nMass\t2\tkg\na b\tc d\t\twhy\n");
});

test("events keep all digits", () => {
  const text = eventsText([{ time: 0.1 + 0.2, what: "stop", energy: -1e-9 }]);
  assert.equal(text, "time [s]\tevent\tenergy gained [J]\n0.30000000000000004\tstop\t-1e-9\n");
});
