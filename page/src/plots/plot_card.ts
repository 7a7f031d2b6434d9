/** A plot with its title, tools, chart and legend. */
import { decoded } from "../decode";
import { button, element, save } from "../dom";
import { fileName } from "../format";
import type { Recording } from "../recording";
import type { Changed, State, Store } from "../store";
import { chartHeight, makeChart, type Chart } from "./chart";
import type { CurveGroup } from "./curves";
import { drawing } from "./drawing";
import { csvText, savePng, svgText } from "./export";
import { makeLegend, type Legend } from "./legend";
import { pickCurves } from "./picker";
import { manyCurves, type Plot } from "./plot";
import { timeMarks, timeUnder, type TimeMarks } from "./time_marks";
import { linesOf, viewOf, type Line, type View, type Zoom } from "./view";

/** While it plays, numbers change no faster than they can be read [ms]. */
const legendPause = 120;

export interface PlotCard {
  readonly root: HTMLElement;
  /** Draws the chart, once the card stands in the page and has a width. */
  build(): void;
  update(state: Readonly<State>, changed: Changed): void;
  /** The time that the chart's marks show. */
  time(): number;
}

export function plotCard(
  recording: Recording,
  store: Store,
  groups: CurveGroup[],
  plot: Plot,
  removed: (card: PlotCard) => void,
): PlotCard {
  const unzoomed = (): Zoom => ({ x: null, y: new Map() });
  let zoom = unzoomed();
  let lines: Line[] = [];
  let chart: Chart | null = null;
  let marks: TimeMarks | null = null;
  let legend: Legend | null = null;
  let legendTime = 0;
  let inSight = true;

  const title = element("h3");
  const canvas = element("div", { class: "chart", tabindex: 0, role: "group", "aria-roledescription": "plot" });
  const below = element("div");
  const paper = element("div", { class: "paper-plot", "aria-hidden": "true" });
  const unzoom = button("Whole", () => reset(), { class: "small", title: "Show everything (double click)" });

  const view = (): View => viewOf(recording, plot, lines, store.state.degrees, zoom);
  const place = (time: number, state: Readonly<State> = store.state) => {
    marks?.place(time);
    const now = performance.now();
    if (state.playing && now - legendTime < legendPause) return;
    legendTime = now;
    legend?.place(time);
  };
  const redraw = () => {
    unzoom.hidden = zoom.x === null;
    chart?.show(view());
  };
  const reset = () => {
    zoom = unzoomed();
    redraw();
  };

  /** Other curves, another unit: everything is new but the zoom along the same x. */
  const rebuild = () => {
    chart?.destroy();
    chart = marks = null;
    const { degrees } = store.state;
    lines = linesOf(recording, plot, degrees);
    title.textContent = plot.title;
    canvas.setAttribute("aria-label", `${describe(plot)}. Left and right arrows move the time.`);
    legend = makeLegend(recording, plot, degrees, {
      toggle(curve) {
        if (!plot.hidden.delete(curve)) plot.hidden.add(curve);
        redraw();
      },
      more() {
        plot.curves.push(...plot.rest.splice(0, manyCurves));
        rebuild();
      },
      point: (curve) => store.set({ pointed: curve === null ? [] : [curve.name] }),
    });
    below.replaceChildren(legend.root);
    canvas.replaceChildren();
    if (lines.length === 0) canvas.append(element("p", { class: "muted" }, "No curves are chosen."));
    else drawChart(degrees);
    unzoom.hidden = zoom.x === null;
    place(store.state.time);
  };
  const drawChart = (degrees: boolean) => {
    const width = canvas.clientWidth || 600;
    const drawn = () => marks?.place(store.state.time);
    chart = makeChart(canvas, view(), width, plot.x !== null, {
      zoom(next) {
        zoom = next;
        redraw();
      },
      reset,
      drawn,
    });
    marks = timeMarks(chart.plot, recording, plot, degrees);
    listen(chart, degrees);
  };

  /** The pointer leads the time while nothing plays; a click always does. */
  const listen = ({ plot: drawn }: Chart, degrees: boolean) => {
    const lead = ({ offsetX, offsetY }: MouseEvent) =>
      store.set({ time: timeUnder([offsetX, offsetY], drawn, recording, plot, degrees) });
    drawn.over.addEventListener("click", lead);
    drawn.over.addEventListener("mousemove", (event) => {
      const moved = event.movementX !== 0 || event.movementY !== 0;
      if (!store.state.playing && event.buttons === 0 && moved) lead(event);
    });
  };
  canvas.addEventListener("keydown", (event) => {
    const time = timeAfterKey(event, store);
    if (event.key === "Escape") reset();
    else if (time !== null) store.set({ time });
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  const file = (kind: string) => `${fileName(recording.name, plot.title)}.${kind}`;
  const exports = {
    PNG: () => void savePng(file("png"), drawing(plot.title, view())),
    SVG: () => save(file("svg"), svgText(drawing(plot.title, view())), "image/svg+xml"),
    CSV: () => save(file("csv"), csvText(plot, view(), decoded(recording).times, store.state.degrees), "text/csv"),
  };
  const choose = () =>
    pickCurves(groups, plot, ({ x, curves }) => {
      if (x !== plot.x) zoom = unzoomed();
      const kept = new Set([...plot.hidden].filter((curve) => curves.includes(curve)));
      const rest = plot.rest.filter((curve) => !curves.includes(curve));
      Object.assign(plot, { x, curves, hidden: kept, rest });
      rebuild();
    });
  const saves = Object.entries(exports).map(([kind, click]) =>
    button(kind, click, { class: "small", title: `Save as ${kind}` }),
  );
  const tools = element(
    "div",
    { class: "tools screen-only" },
    title,
    unzoom,
    button("Curves\u2026", choose, { class: "small", title: "Choose curves and what they are drawn against" }),
    element("span", { class: "buttons", role: "group", "aria-label": "Save" }, ...saves),
    button("\u00d7", () => removed(card), { class: "small plain remove", title: "Remove this plot" }),
  );
  const root = element("article", { class: "card plot-card" }, tools, canvas, below, paper);
  canvas.style.minHeight = `${chartHeight}px`;

  new ResizeObserver(() => {
    if (canvas.clientWidth > 0 && canvas.clientWidth !== chart?.plot.width) chart?.resize(canvas.clientWidth);
  }).observe(canvas);
  new IntersectionObserver(([{ isIntersecting }]) => {
    inSight = isIntersecting;
    if (inSight) place(store.state.time);
  }).observe(root);

  const card: PlotCard = {
    root,
    build: rebuild,
    time: () => marks?.time() ?? store.state.time,
    update(state, changed) {
      if (changed.has("degrees")) {
        zoom = unzoomed();
        rebuild();
      }
      if (changed.has("dark")) {
        marks?.recolour();
        redraw();
      }
      if (changed.has("pointed")) {
        const line = plot.curves.findIndex(({ name }) => state.pointed.includes(name));
        chart?.point(line < 0 ? null : line);
      }
      if (changed.has("printing")) paper.replaceChildren(...(state.printing ? [drawing(plot.title, view())] : []));
      if ((changed.has("time") || changed.has("playing")) && (inSight || !state.playing)) place(state.time, state);
    },
  };
  return card;
}

function describe({ title, curves, x }: Plot): string {
  return `${title}: ${curves.map(({ name }) => name).join(", ")} against ${x === null ? "time" : x.name}`;
}

/** A hundredth of the run at a key, a thousandth with shift; null for other keys. */
function timeAfterKey(event: KeyboardEvent, { state, start, end }: Store): number | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const step = (end - start) / (event.shiftKey ? 1000 : 100);
  const times: Record<string, number> = {
    ArrowLeft: state.time - step,
    ArrowRight: state.time + step,
    Home: start,
    End: end,
  };
  return times[event.key] ?? null;
}

