/** From the world to the screen: a camera that circles a target. Planar models are seen along z, in parallel. */
import type { Vec3 } from "../recording";
import { along, cross, dot, scale, subtract, unit } from "./vector";

export type StandardView = "front" | "side" | "top" | "iso";

const angles: Record<StandardView, [number, number]> = {
  front: [0, 0],
  side: [Math.PI / 2, 0],
  top: [0, Math.PI / 2],
  iso: [0.62, 0.42],
};

/** Tangent of half the angle of view. */
const opening = 0.28;

export class Camera {
  width = 1;
  height = 1;
  target: Vec3 = [0, 0, 0];
  /** Pixels a metre at the target. */
  zoom = 100;
  perspective: boolean;
  right: Vec3 = [1, 0, 0];
  up: Vec3 = [0, 1, 0];
  /** From the target towards the eye. */
  back: Vec3 = [0, 0, 1];
  private yaw = 0;
  private pitch = 0;
  private readonly east: Vec3;
  private readonly north: Vec3;

  constructor(readonly planar: boolean, readonly vertical: Vec3) {
    this.perspective = !planar;
    const nearest: Vec3 = Math.abs(vertical[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
    this.east = unit(subtract(nearest, scale(vertical, dot(nearest, vertical))));
    this.north = cross(vertical, this.east);
    if (!planar) this.look("iso");
  }

  /** The same direction of view in another picture. */
  facing(): Camera {
    const result = new Camera(this.planar, this.vertical);
    result.perspective = false;
    if (!this.planar) result.turnTo(this.yaw, this.pitch);
    return result;
  }

  look(view: StandardView): void {
    this.turnTo(...angles[view]);
  }

  orbit(yaw: number, pitch: number): void {
    if (!this.planar) this.turnTo(this.yaw + yaw, this.pitch + pitch);
  }

  private turnTo(yaw: number, pitch: number): void {
    this.yaw = yaw;
    this.pitch = Math.min(Math.max(pitch, -Math.PI / 2), Math.PI / 2);
    const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
    this.right = along(scale(this.east, cy), this.north, sy);
    this.back = along(along(scale(this.east, sy * cp), this.north, -cy * cp), this.vertical, sp);
    this.up = cross(this.back, this.right);
  }

  /** By pixels of the screen. */
  pan(x: number, y: number): void {
    this.target = along(along(this.target, this.right, -x / this.zoom), this.up, y / this.zoom);
  }

  /** What lies below the point of the screen stays there. */
  zoomBy(factor: number, x = this.width / 2, y = this.height / 2): void {
    const [dx, dy] = [x - this.width / 2, y - this.height / 2];
    this.pan(-dx, -dy);
    this.zoom *= factor;
    this.pan(dx, dy);
  }

  /** x and y on the screen [px], and how far towards the eye from the target [m]. */
  project(point: Vec3): Vec3 {
    const d = subtract(point, this.target);
    const depth = dot(d, this.back);
    const size = this.sizeAt(depth);
    return [this.width / 2 + size * dot(d, this.right), this.height / 2 - size * dot(d, this.up), depth];
  }

  /** Pixels a metre at a depth. What is behind the eye is kept just before it. */
  sizeAt(depth: number): number {
    if (!this.perspective) return this.zoom;
    const eye = this.eyeDistance();
    return (this.zoom * eye) / Math.max(eye - depth, 0.05 * eye);
  }

  /** Whether a depth is well before the eye. */
  before(depth: number): boolean {
    return !this.perspective || depth < 0.95 * this.eyeDistance();
  }

  /** The unit vector from a point to the eye. */
  towardsEye(point: Vec3): Vec3 {
    if (!this.perspective) return this.back;
    return unit(subtract(along(this.target, this.back, this.eyeDistance()), point), this.back);
  }

  private eyeDistance(): number {
    return Math.min(this.width, this.height) / this.zoom / (2 * opening);
  }

  /** Shows all points, with a margin [px]. */
  fit(points: Vec3[], margin: number): void {
    if (points.length === 0) return;
    const [w, h] = [Math.max(this.width - 2 * margin, 40), Math.max(this.height - 2 * margin, 40)];
    this.target = scale(points.reduce((sum, p) => along(sum, p, 1), [0, 0, 0] as Vec3), 1 / points.length);
    this.zoom = 1e-9;
    // with perspective the right distance follows from a few rounds; without, from the first
    for (let round = 0; round < 4; ++round) {
      const seen = points.map((p) => this.project(p));
      const box = [Infinity, -Infinity, Infinity, -Infinity];
      for (const [x, y] of seen) {
        box[0] = Math.min(box[0], x);
        box[1] = Math.max(box[1], x);
        box[2] = Math.min(box[2], y);
        box[3] = Math.max(box[3], y);
      }
      const zoom = this.zoom;
      const factor = Math.min(w / Math.max(box[1] - box[0], 1e-12), h / Math.max(box[3] - box[2], 1e-12));
      this.pan(this.width / 2 - (box[0] + box[1]) / 2, this.height / 2 - (box[2] + box[3]) / 2);
      this.zoom = zoom * Math.min(factor, 1e12);
    }
  }
}
