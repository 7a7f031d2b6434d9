/** A view on the screen, drawn by uPlot. The ranges are ours: uPlot is told them. */
import uPlot from "uplot";
import { cssVariable } from "../dom";
import { ticksOf, tickTexts, type Range } from "./axis";
import { axisFont, colourOf, dashOf } from "./style";
import type { Axis, Line, View, Zoom } from "./view";

const tickSpace = { x: 70, y: 30 };
export const chartHeight = 240;

export interface ChartEvents {
  /** Somebody dragged a rectangle. */
  zoom(zoom: Zoom): void;
  reset(): void;
  /** Everything has a new place. */
  drawn(): void;
}

export interface Chart {
  readonly plot: uPlot;
  /** Draws again: other ranges, curves switched on and off, other colours. The curves are those it was made with. */
  show(view: View): void;
  /** The other curves fade; null for none. */
  point(line: number | null): void;
  resize(width: number): void;
  destroy(): void;
}

export function makeChart(root: HTMLElement, first: View, width: number, free: boolean, events: ChartEvents): Chart {
  let view = first;
  const options: uPlot.Options = {
    mode: 2,
    width,
    height: chartHeight,
    padding: [10, first.y.length > 1 ? 4 : 14, 0, 4],
    legend: { show: false },
    focus: { alpha: 0.25 },
    scales: Object.fromEntries([[scaleKey(first.x), { time: false, auto: false }], ...first.y.map(ownScale)]),
    axes: [
      axisOptions(() => view.x, 2, true),
      ...first.y.map((_, i) => axisOptions(() => view.y[i], i % 2 === 0 ? 3 : 1, i === 0)),
    ],
    series: [null as unknown as uPlot.Series, ...first.lines.map((line) => seriesOptions(line))],
    cursor: {
      x: false,
      y: false,
      points: { show: false },
      drag: { x: true, y: free, uni: 24, dist: 5, setScale: false },
      bind: {
        dblclick: () => () => {
          events.reset();
          return null;
        },
      },
    },
    hooks: {
      setSelect: [(plot) => select(plot, view, free, events)],
      draw: [() => events.drawn()],
    },
  };
  const data = [null, ...first.lines.map(({ points }) => [points.x, points.y])] as unknown as uPlot.AlignedData;
  const plot = new uPlot(options, data, root);
  const show = (next: View) => {
    view = next;
    plot.batch(() => {
      view.lines.forEach(({ hidden }, i) => {
        if (plot.series[i + 1].show === hidden) plot.setSeries(i + 1, { show: !hidden }, false);
      });
      for (const axis of [view.x, ...view.y]) plot.setScale(scaleKey(axis), axis.range);
    });
    plot.redraw(true, true);
  };
  show(first);
  return {
    plot,
    show,
    point: (line) => plot.setSeries(line === null ? null : line + 1, { focus: true }, false),
    resize: (next) => plot.setSize({ width: next, height: chartHeight }),
    destroy: () => plot.destroy(),
  };
}

/** uPlot knows its x by the name "x"; units must not be taken for it. */
export function scaleKey({ scale }: { scale: string }): string {
  return scale === "x" ? "x" : yKey(scale);
}

export function yKey(scale: string): string {
  return `y:${scale}`;
}

function ownScale(axis: Axis): [string, uPlot.Scale] {
  return [yKey(axis.scale), { auto: false }];
}

function seriesOptions({ index, scale, curve }: Line): uPlot.Series {
  return {
    facets: [
      { scale: "x", auto: false },
      { scale: yKey(scale), auto: false },
    ],
    stroke: () => colourOf(index),
    width: curve.extremes === undefined ? 1.5 : 1,
    dash: dashOf(index),
    paths: path,
    points: { show: false },
  };
}

/** In the order of the points, with a gap where there is no number. */
function path(plot: uPlot, series: number): uPlot.Series.Paths {
  const stroke = new Path2D();
  uPlot.orient(plot, series, (_, xs, ys, scaleX, scaleY, toX, toY, left, top, width, height) => {
    let drawing = false;
    for (let i = 0; i < xs.length; ++i) {
      const x = toX(xs[i], scaleX, width, left);
      const y = toY(ys[i] as number, scaleY, height, top);
      if (Number.isNaN(x) || Number.isNaN(y)) drawing = false;
      else if (drawing) stroke.lineTo(x, y);
      else stroke.moveTo(x, y);
      drawing = !Number.isNaN(x) && !Number.isNaN(y);
    }
  });
  return { stroke, fill: null, clip: null, flags: 1 };
}

function axisOptions(axis: () => Axis, side: uPlot.Axis.Side, grid: boolean): uPlot.Axis {
  const across = side === 2;
  const most = (plot: uPlot) => (across ? (plot.width - 100) / tickSpace.x : (plot.height - 50) / tickSpace.y);
  const ticks = (plot: uPlot) => ticksOf(axis().range, Math.max(Math.floor(most(plot)), 2));
  const line = { stroke: () => cssVariable("--line"), width: 1 };
  return {
    scale: scaleKey(axis()),
    side,
    font: axisFont,
    labelFont: axisFont,
    stroke: () => cssVariable("--muted"),
    label: () => axis().label,
    labelSize: across ? 17 : 18,
    labelGap: across ? 0 : 2,
    gap: 5,
    size: (_, texts) => (across ? 26 : 16 + 6.5 * longest(texts)),
    // uPlot looks for a step of its own before it asks for ours, and hides the axis if none suits: this one does.
    incrs: [1e300],
    splits: ticks,
    values: (_, shown) => tickTexts(shown, axis().range),
    grid: { show: grid, ...line, stroke: () => cssVariable("--faint") },
    ticks: { show: true, ...line, size: 4 },
    border: { show: true, ...line },
  };
}

function longest(texts: (string | null)[] | null): number {
  return Math.max(2, ...(texts ?? []).map((text) => text?.length ?? 0));
}

function select(plot: uPlot, view: View, free: boolean, events: ChartEvents): void {
  const { left, top, width, height } = plot.select;
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  if (width < 2 && height < 2) return;
  const between = (key: string, from: number, to: number): Range => {
    const ends = [plot.posToVal(from, key), plot.posToVal(to, key)];
    return { min: Math.min(...ends), max: Math.max(...ends) };
  };
  const x = between("x", left, left + width);
  const y = new Map<string, Range>();
  const everyHeight = !free || height >= plot.over.clientHeight - 1;
  if (!everyHeight) for (const { scale } of view.y) y.set(scale, between(yKey(scale), top, top + height));
  events.zoom({ x, y });
}
