/** The paths of chosen points. */
import type { Motion, Vec3 } from "../recording";
import type { Kinematics } from "./kinematics";
import { attached } from "./measures";
import { css } from "./palette";
import { bodyColour, type Context, type Picture } from "./picture";
import { distance, toWorld } from "./vector";

export interface TrailPoint {
  key: string;
  label: string;
  body: number;
  at: Vec3;
}

export function pointsOf(motion: Motion, body: number): TrailPoint[] {
  const { name, points, mass, center } = motion.bodies[body];
  const named = points.map((point): TrailPoint => {
    return { key: `${body} ${point.name}`, label: `${name}.${point.name}`, body, at: point.at };
  });
  return mass > 0 ? [...named, { key: `${body}`, label: `${name}, centre of mass`, body, at: center }] : named;
}

/** The far ends of open chains, or points of what has no joint to ground. */
export function defaultTrails(motion: Motion): string[] {
  const joints = motion.joints.filter(({ type }) => type !== "free");
  const moving = motion.bodies.map((_, body) => body).slice(1);
  const grounded = (body: number) => joints.some(({ bodies }) => bodies.includes(body) && bodies.includes(0));
  const last = (body: number) => joints.filter(({ bodies }) => bodies.includes(body)).length < 2;
  const inner = moving.filter((body) => !grounded(body));
  const ends = inner.filter(last);
  const named = inner.filter((body) => motion.bodies[body].points.length > 0);
  const mass = (body: number) => motion.bodies[body].mass;
  const heaviest = [...inner].sort((a, b) => mass(b) - mass(a)).slice(0, 1);
  const chosen = [ends, named, heaviest, moving.slice(-1)].find((list) => list.length > 0) ?? [];
  return chosen.slice(-3).flatMap((body) => farEnd(motion, body)?.key ?? []);
}

/** The point of a body that is farthest from its first joint. */
function farEnd(motion: Motion, body: number): TrailPoint | undefined {
  const root = attached(motion, body)[0] ?? [0, 0, 0];
  const points = pointsOf(motion, body);
  const away = ({ at }: TrailPoint) => distance(at, root);
  return points.length === 0 ? undefined : points.reduce((a, b) => (away(b) > 1.001 * away(a) ? b : a));
}

export class Trails {
  private readonly tracks = new Map<string, { point: TrailPoint; path: Float32Array }>();

  constructor(private readonly kinematics: Kinematics) {}

  /** The whole path, pale. */
  drawAhead(picture: Picture, keys: ReadonlySet<string>): void {
    for (const { point, path } of this.chosen(keys)) {
      this.stroke(picture, path, this.kinematics.data.frames - 1, css(bodyColour(picture, point.body), 0.35), 1.2);
    }
  }

  /** What has been passed, and where the point is now. */
  drawPassed(picture: Picture, keys: ReadonlySet<string>): void {
    for (const { point, path } of this.chosen(keys)) {
      const colour = css(bodyColour(picture, point.body));
      const now = toWorld(picture.poses[point.body], point.at);
      this.stroke(picture, path, picture.place.frame, colour, 1.7, now);
      dot(picture.context, picture.camera.project(now), colour);
    }
  }

  private chosen(keys: ReadonlySet<string>): { point: TrailPoint; path: Float32Array }[] {
    return [...keys].flatMap((key) => this.track(key) ?? []);
  }

  private track(key: string): { point: TrailPoint; path: Float32Array } | undefined {
    const known = this.tracks.get(key);
    if (known !== undefined) return known;
    const { motion } = this.kinematics;
    const body = parseInt(key, 10);
    const point = body < motion.bodies.length ? pointsOf(motion, body).find((other) => other.key === key) : undefined;
    if (point === undefined) return undefined;
    const track = { point, path: this.kinematics.track(point.body, point.at) };
    this.tracks.set(key, track);
    return track;
  }

  private stroke(picture: Picture, path: Float32Array, to: number, colour: string, width: number, end?: Vec3): void {
    const { context, camera } = picture;
    let [x, y] = [Infinity, Infinity];
    context.beginPath();
    for (let frame = 0; frame <= to; ++frame) {
      const [px, py] = camera.project([path[3 * frame], path[3 * frame + 1], path[3 * frame + 2]]);
      // steps that cannot be seen cost as much as others
      if (frame < to && Math.abs(px - x) + Math.abs(py - y) < 1.5) continue;
      context.lineTo(px, py);
      [x, y] = [px, py];
    }
    if (end !== undefined) {
      const [px, py] = camera.project(end);
      context.lineTo(px, py);
    }
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
  }
}

function dot(context: Context, [x, y]: Vec3, colour: string): void {
  context.beginPath();
  context.arc(x, y, 3, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}
