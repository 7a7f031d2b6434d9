/** One body alone, as it stands now, with everything that acts on it. */
import { formatQuantity } from "../format";
import type { Vec3 } from "../recording";
import { drawArrow, drawTurn } from "./arrows";
import { usualLoads, type Balance, type Entry } from "./balance";
import { kindOf } from "./overlay";
import { css, type Colour, type Palette } from "./palette";
import { clear, inPixels, type Context, type Picture } from "./picture";
import type { Stage } from "./stage";
import { centerMark } from "./strokes";
import { along, norm, toWorld } from "./vector";

/** Shares of the smaller side of the canvas: the body's radius, the longest usual arrow, the largest usual circle. */
const bodyShare = 0.34;
const forceShare = 0.34;
const momentShare = 0.1;
/** Arrows beyond this many times the usual are cut and marked. */
const longest = 1.5;
const font = "12px system-ui, sans-serif";

interface Box {
  x: number;
  y: number;
  width: number;
}

export class FreeBodyDiagram {
  private usual: { body: number; force: number; moment: number } | null = null;

  constructor(private readonly canvas: HTMLCanvasElement, private readonly stage: Stage) {}

  draw(body: number, frame: number, { entries }: Balance, density: number): void {
    const { canvas, stage } = this;
    const { model, palette } = stage;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (width === 0) return;
    Object.assign(canvas, { width: Math.round(width * density), height: Math.round(height * density) });
    if (this.usual?.body !== body) this.usual = { body, ...usualLoads(model.kinematics, stage.overlay.loads, body) };
    const smaller = Math.min(width, height);
    const poses = model.kinematics.poses({ frame, fraction: 0 });
    const center = toWorld(poses[body], model.motion.bodies[body].center);
    const camera = stage.camera.facing();
    Object.assign(camera, { width, height, target: center, zoom: (bodyShare * smaller) / model.figures[body].radius });

    const context = canvas.getContext("2d")!;
    const place = { frame, fraction: 0 };
    const picture: Picture = {
      context, camera, palette, density, model, place, poses, pointed: new Set(), chosen: null, centers: false,
    };
    clear(picture, css(palette.paper));
    stage.view.drawAlone(picture, body);
    inPixels(picture);
    const [cx, cy] = camera.project(center);
    centerMark(context, cx, cy, 4.5, css(palette.ink), css(palette.paper));

    const metresPerNewton = this.usual.force > 0 ? (forceShare * smaller) / camera.zoom / this.usual.force : 0;
    const metresPerMoment = this.usual.moment > 0 ? (momentShare * smaller) / camera.zoom / this.usual.moment : 0;
    const labels: Box[] = [];
    for (const entry of entries) {
      this.drawForce(picture, entry, metresPerNewton, labels);
      this.drawMoment(picture, entry, metresPerMoment, labels);
    }
  }

  private drawForce(picture: Picture, entry: Entry, metres: number, labels: Box[]): void {
    const { context, camera, palette } = picture;
    const size = norm(entry.force);
    const cut = Math.min(1, (longest * this.usual!.force) / size);
    const from = camera.project(entry.point);
    const to = camera.project(along(entry.point, entry.force, metres * cut));
    context.setLineDash(entry.kind === "inertia" ? [5, 4] : []);
    const drawn = size > 0 && drawArrow(context, from, to, colourOf(entry, palette), 2.2);
    context.setLineDash([]);
    if (!drawn) return;
    if (cut < 1) drawArrow(context, from, towards(from, to, -12), colourOf(entry, palette), 2.2);
    const text = `${entry.name} ${formatQuantity(size, "N", 3)}`;
    label(picture, towards(from, to, 10), text, colourOf(entry, palette), labels, to[0] < from[0]);
  }

  private drawMoment(picture: Picture, entry: Entry, metres: number, labels: Box[]): void {
    const { context, camera, palette } = picture;
    const size = norm(entry.moment);
    if (!(size > 1e-9 * this.usual!.moment)) return;
    const radius = Math.min(size, longest * this.usual!.moment) * metres;
    const colour = colourOf(entry, palette);
    context.setLineDash(entry.kind === "inertia" ? [5, 4] : []);
    const drawn = drawTurn(context, camera, entry.point, entry.moment, radius, colour);
    context.setLineDash([]);
    if (!drawn) return;
    const [x, y] = camera.project(entry.point);
    const edge: Vec3 = [x + 0.75 * radius * camera.zoom + 4, y - 0.75 * radius * camera.zoom - 4, 0];
    label(picture, edge, `${entry.name} ${formatQuantity(size, "N m", 3)}`, colour, labels, false);
  }
}

export function colourOf({ kind }: Entry, palette: Palette): Colour {
  const shown = kindOf[kind];
  return shown === null ? palette.inertia : palette[shown];
}

/** So many pixels beyond the end of a line. */
function towards(from: Vec3, to: Vec3, beyond: number): Vec3 {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [to[0] + ((to[0] - from[0]) / length) * beyond, to[1] + ((to[1] - from[1]) / length) * beyond, 0];
}

/** Text that keeps clear of the texts before it, and inside the canvas. */
function label(picture: Picture, at: Vec3, text: string, colour: Colour, others: Box[], leftwards: boolean): void {
  const { context, camera, palette } = picture;
  context.font = font;
  context.textBaseline = "middle";
  const width = context.measureText(text).width;
  const x = Math.min(Math.max(leftwards ? at[0] - width : at[0], 4), camera.width - width - 4);
  const box = { x, y: Math.min(Math.max(at[1], 9), camera.height - 9), width };
  const beside = (other: Box) => box.x > other.x + other.width + 4 || other.x > box.x + width + 4;
  const hits = () => others.some((other) => Math.abs(other.y - box.y) < 15 && !beside(other));
  const start = box.y;
  for (let i = 1; i <= 12 && hits(); ++i) box.y = start + (i % 2 === 0 ? -1 : 1) * 8 * Math.ceil(i / 2);
  others.push(box);
  halo(context, text, box.x, box.y, css(colour), css(palette.paper, 0.85));
}

function halo(context: Context, text: string, x: number, y: number, ink: string, paper: string): void {
  context.lineWidth = 4;
  context.strokeStyle = paper;
  context.strokeText(text, x, y);
  context.fillStyle = ink;
  context.fillText(text, x, y);
}
