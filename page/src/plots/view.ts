/** A plot worked out: ranges, labels and points, the same for the screen and for paper. */
import { decoded } from "../decode";
import type { Recording } from "../recording";
import { exponentText, extentOf, rangeOf, type Range } from "./axis";
import type { Curve } from "./curves";
import { axisLabel, pointsOf, scaleOf, scalesOf, type Plot, type Points } from "./plot";

/** What somebody has zoomed to; null for everything. */
export interface Zoom {
  x: Range | null;
  /** By scale; scales that are not in it fit what is seen. */
  y: Map<string, Range>;
}

export interface Axis {
  scale: string;
  range: Range;
  label: string;
}

export interface Line {
  curve: Curve;
  /** Place in Plot.curves: its colour. */
  index: number;
  scale: string;
  points: Points;
  hidden: boolean;
}

export interface View {
  x: Axis;
  y: Axis[];
  lines: Line[];
}

const time: Curve = { name: "t", unit: "s", values: () => new Float32Array(0) };

/** The points of all curves; they stay the same while one zooms and switches curves off. */
export function linesOf(recording: Recording, plot: Plot, degrees: boolean): Line[] {
  const { times } = decoded(recording);
  return plot.curves.map((curve, index) => ({
    curve,
    index,
    scale: scaleOf(curve),
    points: pointsOf(plot, curve, times, degrees),
    hidden: plot.hidden.has(curve),
  }));
}

export function viewOf(recording: Recording, plot: Plot, lines: Line[], degrees: boolean, zoom: Zoom): View {
  const { times } = decoded(recording);
  const shown = lines.filter(({ curve }) => !plot.hidden.has(curve));
  const against = plot.x === null ? extentOf(times) : rangeOf(lines.slice(0, 1).map(swapped), null);
  const x = zoom.x ?? against ?? extentOf([]);
  const y = scalesOf(plot).map((scale): Axis => {
    const own = shown.filter((line) => line.scale === scale);
    const points = own.map((line) => line.points);
    const range = zoom.y.get(scale) ?? rangeOf(points, zoom.x) ?? rangeOf(points, null) ?? { min: 0, max: 1 };
    const curves = own.length > 0 ? own : lines.filter((line) => line.scale === scale);
    return { scale, range, label: axisLabel(curves.map(({ curve }) => curve), degrees)(exponentText(range)) };
  });
  return {
    x: { scale: "x", range: x, label: axisLabel([plot.x ?? time], degrees)(exponentText(x)) },
    y,
    lines: lines.map((line) => ({ ...line, hidden: plot.hidden.has(line.curve) })),
  };
}

function swapped({ points }: Line): Points {
  return { x: points.y, y: points.x };
}
