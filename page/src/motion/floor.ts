/** A level grid below a spatial model, and the shadows on it: they show how high things are. */
import type { Contact, Vec3 } from "../recording";
import { shapeCorners } from "./figures";
import { hull, type Point2 } from "./hull";
import type { Model } from "./model";
import { css } from "./palette";
import type { Picture } from "./picture";
import { add, along, dot, perpendicular, rotate, scale, subtract, toWorld } from "./vector";

export class Floor {
  private readonly axes: [Vec3, Vec3];
  private readonly origin: Vec3;
  /** Room of the run along the two axes, in steps of the grid. */
  private readonly room: [number, number][];
  private readonly step: number;

  constructor(model: Model) {
    const { up, bounds, measures, motion } = model;
    this.axes = perpendicular(up);
    const isLevel = (plane: Contact["plane"]) => plane !== null && dot(plane.normal, up) > 0.99;
    const rolledOn = motion.contacts.find(({ on, plane }) => on === 0 && isLevel(plane));
    const lowest = Math.min(...bounds.map((p) => dot(p, up))) - 1.2 * measures.width;
    const height = rolledOn?.plane ? dot(rolledOn.plane.point, up) : bounds.length > 0 ? lowest : 0;
    this.origin = scale(up, height);
    const ranges = this.axes.map((axis) => {
      const along = bounds.map((p) => dot(p, axis));
      return [Math.min(...along, 0), Math.max(...along, 0)];
    });
    const largest = Math.max(...ranges.map(([low, high]) => high - low), measures.size);
    this.step = niceStep(largest / 8);
    const margin = Math.max(0.25 * largest, this.step);
    this.room = ranges.map(([low, high]) => [
      Math.floor((low - margin) / this.step),
      Math.ceil((high + margin) / this.step),
    ]);
  }

  draw(picture: Picture): void {
    const { context, camera, palette, model } = picture;
    // from below only the lines are seen, and no shadow
    const above = dot(camera.towardsEye(this.origin), model.up) > 0;
    const [[x0, x1], [y0, y1]] = this.room;
    context.lineWidth = 1;
    context.strokeStyle = css(palette.line, above ? 1 : 0.5);
    context.beginPath();
    for (let i = x0; i <= x1; ++i) this.segment(picture, [i, y0], [i, y1]);
    for (let j = y0; j <= y1; ++j) this.segment(picture, [x0, j], [x1, j]);
    context.stroke();
    if (above && model.figures.length <= 120) this.drawShadows(picture);
  }

  private at([i, j]: Point2): Vec3 {
    return along(along(this.origin, this.axes[0], i * this.step), this.axes[1], j * this.step);
  }

  /** What lies behind the eye is cut off. */
  private segment({ context, camera }: Picture, from: Point2, to: Point2): void {
    let [a, b] = [this.at(from), this.at(to)];
    const behind = (p: Vec3) => !camera.before(camera.project(p)[2]);
    if (behind(a) && behind(b)) return;
    for (let round = 0; round < 12 && behind(a); ++round) a = add(a, scale(subtract(b, a), 0.2));
    for (let round = 0; round < 12 && behind(b); ++round) b = add(b, scale(subtract(a, b), 0.2));
    const [p, q] = [camera.project(a), camera.project(b)];
    context.moveTo(p[0], p[1]);
    context.lineTo(q[0], q[1]);
  }

  private drawShadows(picture: Picture): void {
    const { context, camera, model, poses, palette } = picture;
    const { up, measures } = model;
    const down = (p: Vec3): Point2 => {
      const [x, y] = camera.project(along(p, up, dot(subtract(this.origin, p), up)));
      return [x, y];
    };
    context.beginPath();
    const cast = (points: Vec3[]) => {
      hull(points.map(down)).forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
      context.closePath();
    };
    for (const figure of model.figures.slice(1)) {
      const pose = poses[figure.body];
      const place = (points: Vec3[]) => points.map((p) => toWorld(pose, p));
      const wide = (a: Vec3, b: Vec3, radius: number) => {
        const [p, q] = place([a, b]);
        const spread = [...this.axes, ...this.axes.map((axis) => scale(axis, -1))];
        return spread.flatMap((axis) => [along(p, axis, radius), along(q, axis, radius)]);
      };
      for (const shape of figure.solids) cast(place(shapeCorners(shape)));
      for (const [a, b] of [...figure.bars, ...figure.rods]) cast(wide(a, b, 0.3 * measures.width));
      for (const [a, b] of figure.stalks) cast(wide(a, b, 0.1 * measures.width));
      for (const { from, to } of figure.tubes) cast(wide(from, to, 0.42 * measures.width));
      for (const { at, radius } of figure.balls) cast(wide(at, at, radius));
      for (const { at } of figure.blocks) cast(wide(at, at, measures.width));
      for (const { at, radii, axis } of figure.wheels) {
        cast(rim(toWorld(pose, at), rotate(pose.orientation, axis), radii[0]));
      }
      if (figure.plate.length > 2) cast(place(figure.plate));
    }
    context.fillStyle = css(palette.ink, 0.09);
    context.fill();
  }
}

function rim(center: Vec3, axis: Vec3, radius: number): Vec3[] {
  const [u, v] = perpendicular(axis);
  return Array.from({ length: 24 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 24;
    return along(along(center, u, radius * Math.cos(angle)), v, radius * Math.sin(angle));
  });
}

/** The nearest of 1, 2, 5 times a power of ten above. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((k) => k * power).find((step) => step >= 0.999 * least) ?? 10 * power;
}
