/** Formulas for the clipboard: clean LaTeX, and plain text that the program itself would read. */
import type { Definition, Equation, Form, Item, Matrix } from "../recording";
import { sum } from "./sums";

/** Wider than this a matrix is not readable as rows of plain text. */
const widest = 120;

export function itemLatex(item: Item): string {
  if (item.kind === "matrix") return `${item.latex} = ${matrixLatex(item)}`;
  if (item.kind === "equation") return sides(item, "latex");
  return `${item.latex} = ${item.value.latex}`;
}

export function itemText(item: Item): string {
  if (item.kind === "matrix") return matrixText(item);
  if (item.kind === "equation") return sides(item, "text");
  return definitionText(item);
}

export function formLatex(form: Form, model: string): string {
  const title = comment(`${model}: ${form.title}`);
  return [title, ...form.items.map((item) => `${label(item)}\\[\n${itemLatex(item)}\n\\]`)].join("\n\n") + "\n";
}

export function formText(form: Form, model: string): string {
  const notes = form.notes.map((note) => `Note: ${note}`);
  const items = form.items.map((item) =>
    item.kind === "equation" && item.name !== "" ? `${item.name}:  ${itemText(item)}` : itemText(item),
  );
  return [`${model}\n${form.title}`, ...items, ...notes].join("\n\n") + "\n";
}

function label(item: Item): string {
  if (item.kind === "matrix") return item.meaning === "" ? "" : `${comment(item.meaning)}\n`;
  return item.kind === "equation" && item.name !== "" ? `${comment(item.name)}\n` : "";
}

/** On one line: what follows a line break would be no comment any more. */
function comment(text: string): string {
  return `% ${text.replace(/\s+/g, " ")}`;
}

function sides(equation: Equation, as: "latex" | "text"): string {
  return `${sum(equation.left.map((term) => term[as]))} = ${sum(equation.right.map((term) => term[as]))}`;
}

function definitionText(definition: Definition): string {
  return `${definition.name} = ${definition.value.text}`;
}

/** All entries, row by row: those that are absent are 0, those without a term as `hidden`. */
function rowsOf(matrix: Matrix, as: "latex" | "text", hidden: string): string[][] {
  const rows = Array.from({ length: matrix.rows }, () => new Array<string>(matrix.columns).fill("0"));
  for (const { row, column, term } of matrix.entries) rows[row][column] = term ? term[as] : hidden;
  return rows;
}

export function matrixLatex(matrix: Matrix): string {
  const rows = rowsOf(matrix, "latex", "\\ast").map((row) => `${row.join(" & ")} \\\\`);
  const inside = (lines: number[], count: number) => lines.filter((line) => line > 0 && line < count);
  const rowLines = inside(matrix.row_lines, matrix.rows);
  const columnLines = inside(matrix.column_lines, matrix.columns);
  if (rowLines.length + columnLines.length === 0) return ["\\begin{bmatrix}", ...rows, "\\end{bmatrix}"].join("\n");
  const columns = Array.from({ length: matrix.columns }, (_, k) => (columnLines.includes(k) ? "|c" : "c")).join("");
  const ruled = rows.map((row, k) => (rowLines.includes(k) ? `\\hline\n${row}` : row));
  return [`\\left[\\begin{array}{${columns}}`, ...ruled, "\\end{array}\\right]"].join("\n");
}

/** Rows in columns of equal width, or one entry a line where that would be too wide. */
function matrixText(matrix: Matrix): string {
  const head = matrix.meaning === "" ? "" : `${matrix.name}: ${matrix.meaning} (${matrix.rows} x ${matrix.columns})\n`;
  return head + (grid(matrix) ?? list(matrix));
}

function grid(matrix: Matrix): string | null {
  if (matrix.columns * 4 > widest) return null;
  const rows = rowsOf(matrix, "text", "*");
  const widths = Array.from({ length: matrix.columns }, (_, k) => Math.max(...rows.map((row) => row[k].length)));
  if (widths.reduce((all, width) => all + width + 3, 0) > widest) return null;
  const start = `${matrix.name} = `;
  return rows
    .map((row, k) => {
      const cells = row.map((cell, column) => cell.padEnd(widths[column])).join("   ");
      return `${k === 0 ? start : " ".repeat(start.length)}[ ${cells} ]`;
    })
    .join("\n");
}

function list(matrix: Matrix): string {
  return matrix.entries
    .map(({ row, column, term }) => {
      const names = [matrix.row_names[row] ?? String(row + 1)];
      if (matrix.columns > 1) names.push(matrix.column_names[column] ?? String(column + 1));
      return `${matrix.name}[${names.join(",")}] = ${term ? term.text : "*"}`;
    })
    .join("\n");
}
