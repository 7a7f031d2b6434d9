/** A matrix as a table in brackets, each entry a formula of its own, with names of rows and columns on demand. */
import { element } from "../dom";
import type { Matrix } from "../recording";
import type { Owners } from "./owners";
import type { Work } from "./slices";
import { termView } from "./term_view";

export function* fillMatrix(host: HTMLElement, matrix: Matrix, owners: Owners): Work {
  const body = element("tbody");
  const shape = matrix.columns === 1 ? "matrix vector" : "matrix";
  const spoken = `${matrix.name}, ${matrix.rows} by ${matrix.columns}`;
  host.append(element("table", { class: shape, "aria-label": spoken }, columnNames(matrix), body));
  const entries = new Map(matrix.entries.map((entry) => [entry.row * matrix.columns + entry.column, entry]));
  for (let row = 0; row < matrix.rows; row += 1) {
    const line = element("tr", {}, element("th", { scope: "row" }, rowName(matrix, row)));
    body.append(line);
    for (let column = 0; column < matrix.columns; column += 1) {
      const entry = entries.get(row * matrix.columns + column);
      const cell = element("td", { class: cellClasses(matrix, row, column), title: cellTitle(matrix, row, column) });
      if (entry === undefined) cell.append(element("span", { class: "zero" }, "0"));
      else if (entry.term === undefined) cell.append(element("span", { class: "too-large" }, "\u2217"));
      else cell.append(termView(entry.term, owners));
      line.append(cell);
      if (entry !== undefined) yield;
    }
    yield;
  }
}

function columnNames(matrix: Matrix): HTMLElement {
  const names = Array.from({ length: matrix.columns }, (_, k) =>
    element("th", { scope: "col" }, matrix.column_names[k] ?? String(k + 1)),
  );
  return element("thead", {}, element("tr", {}, element("td"), ...names));
}

export function rowName(matrix: Matrix, row: number): string {
  return matrix.row_names[row] ?? String(row + 1);
}

/** "row, column", as plain text names an entry. */
export function cellTitle(matrix: Matrix, row: number, column: number): string {
  if (matrix.columns === 1) return rowName(matrix, row);
  return `${rowName(matrix, row)}, ${matrix.column_names[column] ?? String(column + 1)}`;
}

/** Brackets and the lines between blocks are borders of cells. */
function cellClasses(matrix: Matrix, row: number, column: number): string {
  const classes = ["entry"];
  if (row === 0) classes.push("first-row");
  if (row === matrix.rows - 1) classes.push("last-row");
  if (column === 0) classes.push("first-column");
  if (column === matrix.columns - 1) classes.push("last-column");
  if (row > 0 && matrix.row_lines.includes(row)) classes.push("line-above");
  if (column > 0 && matrix.column_lines.includes(column)) classes.push("line-before");
  return classes.join(" ");
}
