/** The paths of chosen points. */
import type { Motion, Vec3 } from "../recording";
import type { Kinematics } from "./kinematics";
import { attached, isDrawing } from "./measures";
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
  const middle = { key: `${body}`, body, at: center };
  if (mass > 0) return [...named, { ...middle, label: `${name}, centre of mass` }];
  return isDrawing(motion) && isRound(motion, body) ? [...named, { ...middle, label: name }] : named;
}

function isRound({ bodies }: Motion, body: number): boolean {
  return bodies[body].shapes.some(({ kind }) => kind === "cylinder" || kind === "sphere");
}

/** The far ends of open chains, or points of what has no joint to ground; of a drawing its last circle. */
export function defaultTrails(motion: Motion): string[] {
  const all = motion.bodies.flatMap((_, body) => pointsOf(motion, body).map(({ key }) => key));
  if (isDrawing(motion)) return all.slice(-1);
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

/** The point of a body that is farthest from its first joint; one where a joint is only if there are no others. */
function farEnd(motion: Motion, body: number): TrailPoint | undefined {
  const pins = motion.joints.flatMap(({ bodies, at }) => at.filter((_, end) => bodies[end] === body));
  const root = attached(motion, body)[0] ?? [0, 0, 0];
  const isFree = ({ at }: TrailPoint) => pins.every((pin) => distance(pin, at) > 1e-9);
  const all = pointsOf(motion, body);
  const points = all.some(isFree) ? all.filter(isFree) : all;
  const away = ({ at }: TrailPoint) => distance(at, root);
  return points.length === 0 ? undefined : points.reduce((a, b) => (away(b) > 1.001 * away(a) ? b : a));
}

/** A path needs about so many places to look smooth, and more than so many in a step do not help. */
const places = 1500;
const mostParts = 12;

export class Trails {
  private readonly tracks = new Map<string, { point: TrailPoint; path: Float32Array }>();
  private readonly parts: number;

  constructor(private readonly kinematics: Kinematics) {
    this.parts = Math.min(Math.max(Math.ceil(places / kinematics.data.frames), 1), mostParts);
  }

  /** The whole path, pale. */
  drawAhead(picture: Picture, keys: ReadonlySet<string>): void {
    for (const { point, path } of this.chosen(keys)) {
      this.stroke(picture, path, path.length / 3 - 1, css(bodyColour(picture, point.body), 0.35), 1.2);
    }
  }

  /** What has been passed, and where the point is now. */
  drawPassed(picture: Picture, keys: ReadonlySet<string>): void {
    for (const { point, path } of this.chosen(keys)) {
      const colour = css(bodyColour(picture, point.body));
      const now = toWorld(picture.poses[point.body], point.at);
      const { frame, fraction } = picture.place;
      this.stroke(picture, path, Math.floor(this.parts * (frame + fraction)), colour, 1.7, now);
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
    const track = { point, path: this.kinematics.track(point.body, point.at, this.parts) };
    this.tracks.set(key, track);
    return track;
  }

  private stroke(picture: Picture, path: Float32Array, to: number, colour: string, width: number, end?: Vec3): void {
    const { context, camera } = picture;
    let [x, y] = [Infinity, Infinity];
    context.beginPath();
    for (let i = 0; i <= to; ++i) {
      const [px, py] = camera.project([path[3 * i], path[3 * i + 1], path[3 * i + 2]]);
      // steps that cannot be seen cost as much as others
      if (i < to && Math.abs(px - x) + Math.abs(py - y) < 1.5) continue;
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
