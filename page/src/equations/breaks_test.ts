import assert from "node:assert/strict";
import test from "node:test";
import { breakable } from "./breaks";

const long = Array.from({ length: 20 }, (_, k) => `m_{${k}} l_{${k}}`).join(" + ");

test("short formulas stay as they are", () => {
  const latex = "\\left(m_{1} + m_{2}\\right) l_{1}^{2}";
  assert.equal(breakable(latex), latex);
});

test("a long parenthesis opens for line breaks, a short one beside it does not", () => {
  const latex = `\\left(a + b\\right) \\left(${long}\\right)^{2}`;
  assert.equal(breakable(latex), `\\left(a + b\\right) \\bigl(${long}\\bigr)^{2}`);
});

test("nested parentheses open as far as they are long", () => {
  const latex = `x \\left(y + \\left(${long}\\right) \\left(a\\right)\\right)`;
  assert.equal(breakable(latex), `x \\bigl(y + \\bigl(${long}\\bigr) \\left(a\\right)\\bigr)`);
});

test("what stands in a group cannot break and keeps its size", () => {
  const latex = `\\frac{\\left(${long}\\right)}{2}`;
  assert.equal(breakable(latex), latex);
});

test("parentheses around fractions are larger", () => {
  assert.match(breakable(`\\left(\\frac{1}{2} + ${long}\\right)`), /^\\Bigl\(.*\\Bigr\)$/);
});

test("formulas that do not close lose nothing", () => {
  const latex = `\\left(${long} {`;
  assert.equal(breakable(latex), latex);
});
