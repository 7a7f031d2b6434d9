/** The curves of a plot with their values at the time; a press switches a curve off and on. */
import { decoded } from "../decode";
import { button, element, svg } from "../dom";
import { formatNumber, formatUnit } from "../format";
import type { Recording } from "../recording";
import { shownAs } from "./angles";
import type { Curve } from "./curves";
import { manyCurves, type Plot } from "./plot";
import { dashOf } from "./style";
import { shownValue } from "./time_marks";

export interface Legend {
  readonly root: HTMLElement;
  place(time: number): void;
}

export interface LegendEvents {
  toggle(curve: Curve): void;
  more(): void;
  /** Somebody points at a curve, or no longer. */
  point(curve: Curve | null): void;
}

export function makeLegend(recording: Recording, plot: Plot, degrees: boolean, events: LegendEvents): Legend {
  const { place } = decoded(recording);
  const values = plot.curves.map(() => element("span", { class: "value" }));
  const entries = plot.curves.map((curve, i) => {
    const unit = formatUnit(shownAs(curve.unit, degrees).unit);
    const entry = button(
      swatch(i),
      () => {
        events.toggle(curve);
        entry.setAttribute("aria-pressed", String(!plot.hidden.has(curve)));
      },
      {
        class: "entry",
        "aria-pressed": String(!plot.hidden.has(curve)),
        mouseenter: () => events.point(curve),
        mouseleave: () => events.point(null),
      },
    );
    entry.append(element("span", { class: "name" }, curve.name), values[i], element("span", { class: "unit" }, unit));
    return entry;
  });
  const root = element("div", { class: "plot-legend", role: "group", "aria-label": "Curves" }, ...entries);
  if (plot.rest.length > 0) {
    const next = Math.min(plot.rest.length, manyCurves);
    const text = next < plot.rest.length ? `Show ${next} of ${plot.rest.length} more` : `Show ${next} more`;
    root.append(button(text, events.more, { class: "small plain more" }));
  }
  return {
    root,
    place(time) {
      const at = place(time);
      plot.curves.forEach((curve, i) => {
        values[i].textContent = formatNumber(shownValue(curve, at, degrees), 4, true);
      });
    },
  };
}

function swatch(index: number): SVGSVGElement {
  const line = svg("line", {
    x1: 0,
    y1: 5,
    x2: 20,
    y2: 5,
    style: `stroke: var(--c${index % manyCurves})`,
    "stroke-width": 2.5,
    "stroke-dasharray": dashOf(index).join(" "),
  });
  return svg("svg", { viewBox: "0 0 20 10", width: 20, height: 10, "aria-hidden": "true" }, line);
}
