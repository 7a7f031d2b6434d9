/** Long chains seen from afar: bars that would be thinner than a line become lines, all of one colour at once. */
import type { Vec3 } from "../recording";
import type { Figure } from "./figures";
import { css } from "./palette";
import { colourOfBody, inPixels, type Picture } from "./picture";
import { toWorld } from "./vector";

/** [px] */
const thin = 2.4;
const fewBodies = 12;
/** How near [px] a point of the screen must be to choose a line. */
const reach = 7;

export function showsLines({ model, camera }: Picture): boolean {
  return model.measures.width * camera.zoom < thin && model.figures.length > fewBodies;
}

/** Bodies that are pointed at or chosen, and those that have shapes, are drawn as always. */
export function isLine({ chosen, pointed }: Picture, { body, solids, wheels }: Figure): boolean {
  return body > 0 && solids.length === 0 && wheels.length === 0 && body !== chosen && !pointed.has(body);
}

export function drawLines(picture: Picture): void {
  const { context, camera, palette, model } = picture;
  inPixels(picture);
  const colours = new Map<string, Figure[]>();
  for (const figure of model.figures.slice(1)) {
    const colour = css(colourOfBody(palette, model, figure.body));
    if (!colours.has(colour)) colours.set(colour, []);
    colours.get(colour)!.push(figure);
  }
  context.lineWidth = Math.max(model.measures.width * camera.zoom, 2.2);
  colours.forEach((figures, colour) => {
    context.strokeStyle = colour;
    context.beginPath();
    for (const figure of figures) {
      if (!isLine(picture, figure)) continue;
      corners(picture, figure).forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    }
    context.stroke();
  });
}

/** The nearest line to a point of the screen. */
export function pickLine(picture: Picture, x: number, y: number): number | null {
  let [best, nearest]: [number | null, number] = [null, reach];
  for (const figure of picture.model.figures.slice(1)) {
    const points = corners(picture, figure);
    for (let i = 1; i < points.length; ++i) {
      const away = fromSegment(points[i - 1], points[i], x, y);
      if (away < nearest) [best, nearest] = [figure.body, away];
    }
  }
  return best;
}

/** The way a pen takes along the bars of a figure, on the screen. */
function corners({ camera, poses }: Picture, { body, bars, plate, balls, blocks }: Figure): Vec3[] {
  const to = (p: Vec3) => camera.project(toWorld(poses[body], p));
  const result = plate.map(to);
  for (const [a, b] of bars) result.push(to(a), to(b));
  for (const { at } of balls) result.push(to(at), to(at));
  for (const { at } of blocks) result.push(to(at), to(at));
  return result;
}

function fromSegment(a: Vec3, b: Vec3, x: number, y: number): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const part = ((x - a[0]) * dx + (y - a[1]) * dy) / Math.max(dx * dx + dy * dy, 1e-12);
  const s = Math.min(Math.max(part, 0), 1);
  return Math.hypot(a[0] + s * dx - x, a[1] + s * dy - y);
}
