/** The time on a chart: a line across it where it is drawn against time, and a dot on every curve. */
import uPlot from "uplot";
import { decoded, valueAt, type Place } from "../decode";
import { element } from "../dom";
import type { Recording } from "../recording";
import { shownAs } from "./angles";
import { yKey } from "./chart";
import type { Curve } from "./curves";
import { scaleOf, type Plot } from "./plot";
import { colourOf } from "./style";

export interface TimeMarks {
  place(time: number): void;
  /** The time that the marks show. */
  time(): number;
  recolour(): void;
}

export function timeMarks(chart: uPlot, recording: Recording, plot: Plot, degrees: boolean): TimeMarks {
  const { place } = decoded(recording);
  const line = element("div", { class: "time-line" });
  const dots = plot.curves.map(() => element("div", { class: "time-dot" }));
  const recolour = () => dots.forEach((dot, i) => (dot.style.backgroundColor = colourOf(i)));
  recolour();
  chart.over.append(...(plot.x === null ? [line] : []), ...dots);
  let shown = 0;

  return {
    recolour,
    time: () => shown,
    place(time) {
      shown = time;
      const at = place(time);
      const width = chart.bbox.width / uPlot.pxRatio;
      const height = chart.bbox.height / uPlot.pxRatio;
      const x = chart.valToPos(plot.x === null ? time : shownValue(plot.x, at, degrees), "x");
      put(line, x, 0, inside(x, width));
      plot.curves.forEach((curve, i) => {
        const y = chart.valToPos(shownValue(curve, at, degrees), yKey(scaleOf(curve)));
        const seen = !plot.hidden.has(curve) && inside(x, width) && inside(y, height);
        put(dots[i], x, y, seen);
      });
    },
  };
}

export function shownValue(curve: Curve, place: Place, degrees: boolean): number {
  return valueAt(curve.values(), place) * shownAs(curve.unit, degrees).factor;
}

/** The time [s] under a point of the chart [px]: in a phase plane that of the nearest point of a curve. */
export function timeUnder(
  [left, top]: [number, number],
  chart: uPlot,
  recording: Recording,
  plot: Plot,
  degrees: boolean,
): number {
  if (plot.x === null) return chart.posToVal(left, "x");
  const { times, frames } = decoded(recording);
  const curves = plot.curves.filter((curve) => !plot.hidden.has(curve));
  let nearest = 0;
  let least = Infinity;
  for (let frame = 0; frame < frames; ++frame) {
    const place = { frame, fraction: 0 };
    const x = chart.valToPos(shownValue(plot.x, place, degrees), "x") - left;
    for (const curve of curves) {
      const y = chart.valToPos(shownValue(curve, place, degrees), yKey(scaleOf(curve))) - top;
      const distance = x * x + y * y;
      if (distance >= least) continue;
      least = distance;
      nearest = frame;
    }
  }
  return frames > 0 ? times[nearest] : 0;
}

function inside(position: number, size: number): boolean {
  return position >= -1 && position <= size + 1;
}

function put(mark: HTMLElement, x: number, y: number, seen: boolean): void {
  mark.style.display = seen ? "" : "none";
  if (seen) mark.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
}
