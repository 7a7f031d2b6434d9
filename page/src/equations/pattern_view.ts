/** A matrix as a picture of the places that are not zero; the pointer or the arrow keys say which entry is where. */
import { element, svg } from "../dom";
import type { Matrix } from "../recording";
import { cellTitle } from "./matrix_view";
import { ownerClass, type Owners } from "./owners";
import { nearestEntry, patternOf } from "./pattern";

const hint = "Point at the picture, or move in it with the arrow keys, to see which entry is where.";

export function patternView(matrix: Matrix, owners: Owners): HTMLElement {
  const { rows, columns } = matrix;
  const pattern = patternOf(matrix, owners);
  const entries = new Map(matrix.entries.map((entry) => [entry.row * columns + entry.column, entry]));
  const reach = Math.ceil(3 / pattern.cell) - 1;
  const caption = element("p", { class: "caption", "aria-live": "polite" }, hint);
  const cursor = svg("path", { class: "cursor" });
  const picture = svg(
    "svg",
    { viewBox: `0 0 ${columns} ${rows}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("path", { class: "lines", d: blockLines(matrix) }),
    svg("path", { class: "cells", d: pattern.all }),
    ...[...pattern.owned].map(([owner, d]) => svg("path", { class: `owned ${ownerClass(owner)}`, d })),
    cursor,
  );
  const frame = element("div", { class: "pattern", tabindex: 0, role: "img" }, picture);
  frame.setAttribute("aria-label", `pattern of ${matrix.name}: ${entries.size} of ${rows} by ${columns} entries`);
  frame.style.width = `${Math.max(10, columns * pattern.cell)}px`;
  frame.style.aspectRatio = `${Math.max(10, columns * pattern.cell)} / ${Math.max(10, rows * pattern.cell)}`;

  let at = { row: 0, column: 0 };
  const show = (row: number, column: number, snap: number) => {
    const entry = nearestEntry(entries, columns, row, column, snap);
    at = { row: entry?.row ?? row, column: entry?.column ?? column };
    cursor.setAttribute("d", `M0 ${at.row + 0.5}H${columns}M${at.column + 0.5} 0V${rows}`);
    const value = entry === undefined ? "0" : (entry.term?.text ?? "not zero, too large to read");
    caption.textContent = `${cellTitle(matrix, at.row, at.column)}: ${value}`;
  };
  const clear = () => {
    cursor.setAttribute("d", "");
    caption.textContent = hint;
  };
  picture.addEventListener("pointermove", (event) => {
    const box = picture.getBoundingClientRect();
    const row = Math.floor(((event.clientY - box.top) / box.height) * rows);
    const column = Math.floor(((event.clientX - box.left) / box.width) * columns);
    show(within(row, rows), within(column, columns), reach);
  });
  picture.addEventListener("pointerleave", clear);
  frame.addEventListener("blur", clear);
  frame.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(within(at.row + step[0], rows), within(at.column + step[1], columns), 0);
  });
  return element("figure", { class: "pattern-figure" }, frame, caption);
}

const steps: Record<string, [number, number] | undefined> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function within(place: number, count: number): number {
  return Math.min(Math.max(place, 0), count - 1);
}

function blockLines(matrix: Matrix): string {
  const across = matrix.row_lines.map((row) => `M0 ${row}H${matrix.columns}`);
  const down = matrix.column_lines.map((column) => `M${column} 0V${matrix.rows}`);
  return [...across, ...down].join("");
}
