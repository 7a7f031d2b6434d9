/** Signs on the buttons, drawn by lines on a 16 by 16 field. */
import { svg } from "../dom";

const paths = {
  play: "M4.5 2.8v10.4l8.5-5.2z",
  pause: "M4.5 3v10M11.5 3v10",
  first: "M3.5 3v10M12.5 3.2v9.6L6 8z",
  last: "M12.5 3v10M3.5 3.2v9.6L10 8z",
  back: "M10.5 3.5L5 8l5.5 4.5z",
  on: "M5.5 3.5L11 8l-5.5 4.5z",
  loop: "M13 8a5 5 0 1 1-1.6-3.7M11.8 1.6v3h-3",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  help: "M5.8 6.2a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.6M8 12.2v.1",
  close: "M4 4l8 8M12 4l-8 8",
} as const;

export type Icon = keyof typeof paths;

const filled: Icon[] = ["play", "first", "last", "back", "on"];

export function icon(name: Icon): SVGSVGElement {
  const fill = filled.includes(name) ? "currentColor" : "none";
  const line = { stroke: "currentColor", "stroke-width": 1.5, "stroke-linecap": "round", "stroke-linejoin": "round" };
  const path = svg("path", { d: paths[name], fill, ...line });
  return svg("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, path);
}
