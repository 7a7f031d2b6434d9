/** The pattern of a matrix's entries as the outline of squares, in units of cells. */
import type { Matrix } from "../recording";
import type { Owners } from "./owners";

/** [px] the longer side of the picture at most, of that of a vector, and one cell at most. */
const largest = 460;
const largestVector = 240;
const largestCell = 18;

export interface Pattern {
  /** [px] of one cell. */
  cell: number;
  /** Outline of all entries, and of those that belong to an owner. */
  all: string;
  owned: Map<number, string>;
}

/** [px] of one cell: a vector's narrow side stays visible by the page's own minimum. */
export function cellSize(rows: number, columns: number): number {
  const side = Math.min(rows, columns) > 1 ? largest : largestVector;
  return Math.min(largestCell, side / Math.max(rows, columns, 1));
}

export function patternOf(matrix: Matrix, owners: Owners): Pattern {
  const cell = cellSize(matrix.rows, matrix.columns);
  // Squares of large matrices grow to what can still be seen; those of small ones leave a gap.
  const side = round(Math.max(cell > 6 ? 0.84 : 1, 1.5 / cell));
  const offset = (1 - side) / 2;
  const owned = new Map<number, string[]>();
  const all = matrix.entries.map(({ row, column, term }) => {
    const square = `M${round(column + offset)} ${round(row + offset)}h${side}v${side}h-${side}z`;
    for (const owner of term ? owners.of(term) : []) owned.set(owner, [...(owned.get(owner) ?? []), square]);
    return square;
  });
  return { cell, all: all.join(""), owned: new Map([...owned].map(([owner, squares]) => [owner, squares.join("")])) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The entry at a cell, or the nearest one within `reach` cells. */
export function nearestEntry(
  entries: ReadonlyMap<number, Matrix["entries"][number]>,
  columns: number,
  row: number,
  column: number,
  reach: number,
): Matrix["entries"][number] | undefined {
  let best: Matrix["entries"][number] | undefined;
  let least = Infinity;
  for (let r = row - reach; r <= row + reach; r += 1) {
    for (let c = Math.max(0, column - reach); c <= Math.min(columns - 1, column + reach); c += 1) {
      const distance = (r - row) ** 2 + (c - column) ** 2;
      const entry = distance < least ? entries.get(r * columns + c) : undefined;
      if (entry === undefined) continue;
      best = entry;
      least = distance;
    }
  }
  return best;
}
