/** A plot as a file. */
import { save } from "../dom";
import { shownAs } from "./angles";
import type { Plot, Points } from "./plot";
import type { View } from "./view";

const pngScale = 2;

export function svgText(drawn: SVGSVGElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(drawn)}\n`;
}

/** The SVG in pixels. */
export async function savePng(name: string, drawn: SVGSVGElement): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(drawn))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Number(drawn.getAttribute("width")) * pngScale;
  canvas.height = Number(drawn.getAttribute("height")) * pngScale;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob !== null && save(name, blob));
}

/** The curves that are shown, as columns. */
export function csvText(plot: Plot, view: View, times: Float64Array, degrees: boolean): string {
  const lines = view.lines.filter(({ hidden }) => !hidden);
  const header = (name: string, unit: string) =>
    quoted(unit === "" ? name : `${name} [${shownAs(unit, degrees).unit}]`);
  const heads = lines.map(({ curve }) => header(curve.name, curve.unit));
  const points = lines.map((line) => line.points);
  if (plot.x !== null) {
    const columns = [times, ...points.slice(0, 1).map(({ x }) => x), ...points.map(({ y }) => y)];
    return rows([header("t", "s"), header(plot.x.name, plot.x.unit), ...heads], columns);
  }
  return rows([header("t", "s"), ...heads], joined(points));
}

/** All times of all curves in order, then a column for each curve: NaN where it has no value at that time. */
export function joined(curves: Points[]): ArrayLike<number>[] {
  const same = curves.every(({ x }) => x === curves[0].x);
  if (same) return curves.length === 0 ? [] : [curves[0].x, ...curves.map(({ y }) => y)];
  const times = [...new Set(curves.flatMap(({ x }) => Array.from(x)))].sort((a, b) => a - b);
  return [times, ...curves.map((points) => spread(points, times))];
}

function spread({ x, y }: Points, times: number[]): Float32Array {
  let next = 0;
  return Float32Array.from(times, (time) => {
    // Of several values at one time (an impact) the last stands.
    while (x[next] === time && x[next + 1] === time) ++next;
    return x[next] === time ? y[next++] : NaN;
  });
}

function rows(heads: string[], columns: ArrayLike<number>[]): string {
  const lines = [heads.join(",")];
  for (let i = 0; i < (columns[0]?.length ?? 0); ++i) {
    lines.push(columns.map((column) => written(column[i], column)).join(","));
  }
  return lines.join("\n") + "\n";
}

/** As many digits as were recorded. */
function written(value: number, column: ArrayLike<number>): string {
  if (Number.isNaN(value)) return "";
  return String(column instanceof Float32Array ? Number(value.toPrecision(8)) : value);
}

function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
