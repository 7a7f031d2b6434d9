import assert from "node:assert/strict";
import test from "node:test";
import type { Equation, Form, Matrix, Term } from "../recording";
import { formLatex, formText, itemLatex, itemText } from "./source";

const term = (latex: string, text = latex): Term => ({ latex, text, of: [] });

const mass: Matrix = {
  kind: "matrix", latex: "M", name: "M", meaning: "", rows: 2, columns: 2,
  row_names: ["x", "y"], column_names: ["x''", "y''"], row_lines: [], column_lines: [],
  entries: [
    { row: 0, column: 0, term: term("m_{2}", "m2") },
    { row: 1, column: 0 },
    { row: 1, column: 1, term: term("-J", "-J") },
  ],
};
const motion: Equation = { kind: "equation", name: "of x", left: [term("m a"), term("-m g")], right: [] };

test("a matrix as LaTeX has zeros and stars for what is absent and hidden", () => {
  assert.equal(itemLatex(mass), "M = \\begin{bmatrix}\nm_{2} & 0 \\\\\n\\ast & -J \\\\\n\\end{bmatrix}");
});

test("lines between blocks need an array", () => {
  const blocks = { ...mass, row_lines: [0, 1], column_lines: [1] };
  assert.equal(
    itemLatex(blocks),
    "M = \\left[\\begin{array}{c|c}\nm_{2} & 0 \\\\\n\\hline\n\\ast & -J \\\\\n\\end{array}\\right]",
  );
});

test("a matrix as text stands in columns", () => {
  assert.equal(itemText(mass), "M = [ m2   0  ]\n    [ *    -J ]");
});

test("a wide matrix as text names its entries", () => {
  const wide = { ...mass, entries: [{ row: 0, column: 1, term: term("x".repeat(130)) }] };
  assert.equal(itemText(wide), `M[x,y''] = ${"x".repeat(130)}`);
});

test("an equation is left = right", () => {
  assert.equal(itemLatex(motion), "m a - m g = 0");
  assert.equal(itemText(motion), "m a - m g = 0");
});

test("a form names itself, and a name with a line break stays in its comment", () => {
  const form: Form = {
    form: "f", title: "Form", about: "", used: true, operations: 0, notes: ["said"],
    items: [motion, { kind: "definition", latex: "e_{1}", name: "e1", value: term("\\sin q", "sin(q)") }],
  };
  assert.equal(
    formLatex(form, "A\n\\input{x}"),
    "% A \\input{x}: Form\n\n% of x\n\\[\nm a - m g = 0\n\\]\n\n\\[\ne_{1} = \\sin q\n\\]\n",
  );
  assert.equal(formText(form, "A"), "A\nForm\n\nof x:  m a - m g = 0\n\ne1 = sin(q)\n\nNote: said\n");
});
