import assert from "node:assert/strict";
import test from "node:test";
import type { Matrix } from "../recording";
import { createOwners } from "./owners";
import { cellSize, nearestEntry, patternOf } from "./pattern";

const owners = createOwners({ coordinates: ["q"], bodies: [], forms: [] });
const matrix: Matrix = {
  kind: "matrix", latex: "M", name: "M", meaning: "", rows: 1000, columns: 1000,
  row_names: [], column_names: [], row_lines: [], column_lines: [],
  entries: [{ row: 10, column: 20, term: { latex: "", text: "", of: ["q"] } }, { row: 999, column: 0 }],
};

test("every entry has its square, and owners have theirs", () => {
  const { all, owned } = patternOf(matrix, owners);
  assert.equal(all.match(/M/g)?.length, 2);
  assert.equal(owned.get(0)?.match(/M/g)?.length, 1);
});

test("squares of large matrices can still be seen", () => {
  const { cell, all } = patternOf(matrix, owners);
  const side = Number(/h([\d.]+)/.exec(all)?.[1]);
  assert.ok(cell < 0.5 && side * cell >= 1.4);
});

test("small matrices have cells of a bounded size", () => assert.equal(cellSize(3, 3), 18));

test("the nearest entry within reach is found, and does not wrap around rows", () => {
  const entries = new Map(matrix.entries.map((entry) => [entry.row * 1000 + entry.column, entry]));
  assert.equal(nearestEntry(entries, 1000, 12, 21, 3)?.column, 20);
  assert.equal(nearestEntry(entries, 1000, 12, 21, 1), undefined);
  assert.equal(nearestEntry(entries, 1000, 998, 999, 2), undefined);
});
