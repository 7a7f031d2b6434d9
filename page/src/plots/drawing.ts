/** A view as SVG: for paper and for files. Colours are those of paper, whatever the screen shows. */
import { cssVariable, svg } from "../dom";
import { ticksOf, tickTexts, type Range } from "./axis";
import { colourOf, dashOf } from "./style";
import type { Axis, Line, View } from "./view";

const width = 760;
const plotHeight = 260;
const fontSize = 12;
/** Of a character of the font, on average: there is nothing to measure texts with outside a page. */
const characterWidth = 6.6;
const lineHeight = 18;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export function drawing(title: string, view: View): SVGSVGElement {
  return onPaper(() => {
    const shown = view.lines.filter(({ hidden }) => !hidden);
    const axes = view.y.filter(({ scale }) => shown.some((line) => line.scale === scale));
    const widths = axes.map(axisWidth);
    const sum = (side: number) => widths.reduce((total, next, i) => total + (i % 2 === side ? next : 0), 0);
    const legend = legendOf(shown);
    const top = 30 + legend.height;
    const box = { left: Math.max(sum(0), 24), right: width - Math.max(sum(1), 20), top, bottom: top + plotHeight };
    const height = box.bottom + 44;
    const clip = `clip-${drawn++}`;

    const root = svg("svg", {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      "font-family": "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif",
      "font-size": fontSize,
      fill: cssVariable("--ink"),
      role: "img",
      "aria-label": title,
    });
    const frame = { x: box.left, y: box.top, width: box.right - box.left, height: plotHeight };
    root.append(
      svg("rect", { width, height, fill: cssVariable("--paper") }),
      svg("clipPath", { id: clip }, svg("rect", frame)),
      text(title, 8, 18, "start", { "font-size": 14, "font-weight": 600 }),
      legend.root,
      xAxis(view.x, box),
      ...axes.map((axis, i) => yAxis(axis, box, i, i < 2 ? 0 : widths[i - 2])),
      svg("rect", { ...frame, fill: "none", stroke: cssVariable("--muted") }),
      svg("g", { "clip-path": `url(#${clip})`, fill: "none" }, ...shown.map((line) => curve(line, view, box))),
    );
    return root;
  });
}

/** Several drawings may stand in one page: what they refer to needs names of its own. */
let drawn = 0;

function onPaper<T>(draw: () => T): T {
  const page = document.documentElement.dataset;
  const before = page.theme;
  page.theme = "light";
  try {
    return draw();
  } finally {
    page.theme = before;
  }
}

function text(content: string, x: number, y: number, anchor: string, more = {}): SVGTextElement {
  return svg("text", { x: round(x), y: round(y), "text-anchor": anchor, ...more }, content);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function position(value: number, { min, max }: Range, from: number, to: number): number {
  return from + ((value - min) / (max - min)) * (to - from);
}

function yTicks({ range }: Axis): { ticks: number[]; texts: string[] } {
  const ticks = ticksOf(range, 6);
  return { ticks, texts: tickTexts(ticks, range) };
}

function axisWidth(axis: Axis): number {
  return 34 + characterWidth * Math.max(...yTicks(axis).texts.map(({ length }) => length), 1);
}

function xAxis({ range, label }: Axis, { left, right, top, bottom }: Box): SVGGElement {
  const ticks = ticksOf(range, 8);
  const group = svg("g", { fill: cssVariable("--muted") });
  tickTexts(ticks, range).forEach((tick, i) => {
    const x = round(position(ticks[i], range, left, right));
    group.append(svg("line", { x1: x, x2: x, y1: top, y2: bottom + 4, stroke: cssVariable("--line") }));
    group.append(text(tick, x, bottom + 18, "middle"));
  });
  group.append(text(label, (left + right) / 2, bottom + 36, "middle"));
  return group;
}

/** Even places stand to the left, odd ones to the right; `out` is how far others have pushed it from the plot. */
function yAxis(axis: Axis, { left, right, top, bottom }: Box, index: number, out: number): SVGGElement {
  const side = index % 2 === 0 ? -1 : 1;
  const at = side < 0 ? left - out : right + out;
  const { ticks, texts } = yTicks(axis);
  const border = svg("line", { x1: round(at), x2: round(at), y1: top, y2: bottom, stroke: cssVariable("--muted") });
  const group = svg("g", { fill: cssVariable("--muted") }, border);
  texts.forEach((tick, i) => {
    const y = round(position(ticks[i], axis.range, bottom, top));
    const far = index === 0 ? right : at;
    const x1 = round(at + side * 4);
    group.append(svg("line", { x1, x2: round(far), y1: y, y2: y, stroke: cssVariable("--line") }));
    group.append(text(tick, at + side * 8, y + 4, side < 0 ? "end" : "start"));
  });
  const x = round(at + side * (axisWidth(axis) - 12));
  const y = (top + bottom) / 2;
  group.append(text(axis.label, x, y, "middle", { transform: `rotate(-90 ${x} ${y})` }));
  return group;
}

function curve({ points, scale, index }: Line, view: View, { left, right, top, bottom }: Box): SVGPathElement {
  const { range } = view.y.find((axis) => axis.scale === scale)!;
  let d = "";
  let drawing = false;
  for (let i = 0; i < points.x.length; ++i) {
    const x = round(position(points.x[i], view.x.range, left, right));
    const y = round(position(points.y[i], range, bottom, top));
    const number = Number.isFinite(x) && Number.isFinite(y);
    if (number) d += `${drawing ? "L" : "M"}${x} ${y}`;
    drawing = number;
  }
  return svg("path", { d, ...strokeOf(index, 1.5) });
}

function strokeOf(index: number, thickness: number): Record<string, string | number | undefined> {
  const dash = dashOf(index).join(" ");
  return { stroke: colourOf(index), "stroke-width": thickness, "stroke-dasharray": dash === "" ? undefined : dash };
}

function legendOf(lines: Line[]): { root: SVGGElement; height: number } {
  const root = svg("g");
  let x = 8;
  let row = 0;
  for (const { curve: { name }, index } of lines) {
    const needed = 28 + characterWidth * name.length + 16;
    if (x > 8 && x + needed > width) {
      x = 8;
      ++row;
    }
    const y = 36 + row * lineHeight;
    root.append(svg("line", { x1: x, x2: x + 20, y1: y, y2: y, ...strokeOf(index, 2) }));
    root.append(text(name, x + 26, y + 4, "start"));
    x += needed;
  }
  return { root, height: lines.length === 0 ? 0 : (row + 1) * lineHeight + 4 };
}
