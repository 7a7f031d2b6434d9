/** Draws planar bodies, and finds the one below a point of the screen. */
import type { Camera } from "./camera";
import type { Figure } from "./figures";
import { isDrawing } from "./measures";
import type { Model } from "./model";
import { bodyColour, inPixels, surface, type Picture } from "./picture";
import { css } from "./palette";
import { outlineOf, type Outline } from "./planar_outline";
import { drawLines, isLine, showsLines } from "./thin_lines";
import { planarAngle, type Pose } from "./vector";

export class PlanarBodies {
  private readonly outlines: (Outline | null)[];
  /** Plates and solids lie behind bars, large before small; cylinders before all. A drawing keeps its own order. */
  private readonly backToFront: Figure[];

  constructor(private readonly model: Model) {
    this.outlines = model.figures.map(() => null);
    const far = (a: Figure, b: Figure) => layer(a) - layer(b) || b.radius - a.radius;
    this.backToFront = isDrawing(model.motion) ? model.figures : [...model.figures].sort(far);
  }

  draw(picture: Picture): void {
    const asLines = showsLines(picture);
    if (asLines) drawLines(picture);
    for (const figure of this.backToFront) {
      if (!asLines || !isLine(picture, figure)) this.drawBody(picture, figure.body);
    }
    inPixels(picture);
  }

  drawBody(picture: Picture, body: number): void {
    const { context, camera, density } = picture;
    const { body: path, lines, hidden } = this.outline(body);
    const edge = css(bodyColour(picture, body));
    const special = body === picture.chosen || picture.pointed.has(body);
    place(context, camera, picture.poses[body], density);
    const pixel = 1 / camera.zoom;
    context.strokeStyle = edge;
    context.fillStyle = css(surface(picture, body));
    // the edge goes first and the surface over it, so that parts which overlap have one outline
    context.lineWidth = (special ? 4.4 : 2.8) * pixel;
    context.stroke(path);
    context.fill(path);
    context.lineWidth = 1.2 * pixel;
    if (lines !== null) context.stroke(lines);
    if (hidden !== null) {
      context.setLineDash([5 * pixel, 4 * pixel]);
      context.stroke(hidden);
      context.setLineDash([]);
    }
  }

  /** The topmost body at a point of the screen, or one within a few pixels of it. */
  pick(picture: Picture, x: number, y: number): number | null {
    const { context, camera, density } = picture;
    let near: number | null = null;
    for (const { body } of [...this.backToFront].reverse()) {
      if (body === 0) continue;
      const { body: path } = this.outline(body);
      context.save();
      place(context, camera, picture.poses[body], density);
      context.lineWidth = 12 / camera.zoom;
      const hit = context.isPointInPath(path, x * density, y * density);
      const touched = near === null && !hit && context.isPointInStroke(path, x * density, y * density);
      context.restore();
      if (hit) return body;
      if (touched) near = body;
    }
    return near;
  }

  private outline(body: number): Outline {
    return (this.outlines[body] ??= outlineOf(this.model.figures[body], this.model.measures.width));
  }
}

/** Rods go into their tubes. */
function layer({ bars, plate, solids, blocks, rods, tubes }: Figure): number {
  if (tubes.length > 0) return 3;
  if (rods.length > 0) return 2;
  return bars.length > 0 && plate.length + solids.length + blocks.length === 0 ? 1 : 0;
}

/** From now on the context draws in the body's frame, in metres. */
function place(context: CanvasRenderingContext2D, camera: Camera, pose: Pose, density: number): void {
  const [x, y] = camera.project(pose.position);
  const angle = planarAngle(pose.orientation);
  const c = Math.cos(angle) * camera.zoom * density;
  const s = Math.sin(angle) * camera.zoom * density;
  context.setTransform(c, -s, -s, -c, x * density, y * density);
}
