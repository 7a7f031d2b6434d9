/** How large things are drawn: what the run needs of room, and a width for bars that suits its links. */
import type { Motion, Vec3 } from "../recording";
import type { Kinematics } from "./kinematics";
import { distance, rotate, subtract, toWorld, unit } from "./vector";

export interface Measures {
  /** [m] the size of the mechanism. */
  size: number;
  /** [m] width of a bar: symbols are drawn in proportion to it. */
  width: number;
  /** [kg] the heaviest body. */
  heaviest: number;
}

/** A model given by its energies has no bodies: what it draws carries no mass, and nothing is known of its forces. */
export function isDrawing({ bodies, joints }: Motion): boolean {
  return joints.length === 0 && bodies.every(({ mass }) => mass === 0);
}

export function measure({ motion }: Kinematics): Measures {
  const size = motion.length > 0 && Number.isFinite(motion.length) ? motion.length : 1;
  const lengths = motion.bodies.slice(1).map((_, i) => reach(attached(motion, i + 1)));
  const long = lengths.filter((length) => length > 1e-4 * size).sort((a, b) => a - b);
  const usual = long.length > 0 ? long[long.length >> 1] : size;
  const masses = motion.bodies.slice(1).map(({ mass }) => mass).filter(Number.isFinite);
  return { size, width: Math.min(0.045 * size, 0.18 * usual), heaviest: Math.max(...masses, 1e-300) };
}

/** Points of a body that something is fastened to, and its own named points. */
export function attached(motion: Kinematics["motion"], body: number): Vec3[] {
  const result: Vec3[] = [];
  for (const { type, bodies, at } of motion.joints) {
    if (type === "free" || type === "planar") continue;
    for (const end of [0, 1]) if (bodies[end] === body) result.push(at[end]);
  }
  for (const { bodies, at } of motion.links) for (const end of [0, 1]) if (bodies[end] === body) result.push(at[end]);
  for (const contact of motion.contacts) if (contact.body === body) result.push(contact.at);
  for (const { at } of motion.bodies[body].points) result.push(at);
  return result;
}

/** The largest distance from the first of some points. */
function reach(points: Vec3[]): number {
  return points.reduce((most, p) => Math.max(most, distance(points[0], p)), 0);
}

/** How far a sliding joint goes: the second point along the axis, seen from the first, over the run. */
export function travel(kinematics: Kinematics, joint: number): [number, number] {
  const { bodies, at, axes } = kinematics.motion.joints[joint];
  const axis = unit(axes[0] ?? [1, 0, 0]);
  let least = Infinity;
  let most = -Infinity;
  for (const place of kinematics.sampled(120)) {
    const first = kinematics.pose(bodies[0], place);
    const way = subtract(kinematics.point(bodies[1], at[1], place), toWorld(first, at[0]));
    const direction = rotate(first.orientation, axis);
    const s = way[0] * direction[0] + way[1] * direction[1] + way[2] * direction[2];
    least = Math.min(least, s);
    most = Math.max(most, s);
  }
  return [least, most];
}

/** Shortest and longest distance of two bodies' points over the run. */
export function stretch(kinematics: Kinematics, bodies: [number, number], at: [Vec3, Vec3]): [number, number] {
  const lengths = kinematics
    .sampled(120)
    .map((place) => distance(kinematics.point(bodies[0], at[0], place), kinematics.point(bodies[1], at[1], place)));
  return [Math.min(...lengths), Math.max(...lengths)];
}

/** Where bodies' points (by body) come over the run: so many as are needed to fit a picture about them. */
export function cloud(kinematics: Kinematics, points: Vec3[][]): Vec3[] {
  const each = points.reduce((sum, list) => sum + list.length, 0);
  const places = kinematics.sampled(Math.min(Math.max(Math.floor(12_000 / Math.max(each, 1)), 8), 150));
  return places.flatMap((place) =>
    points.flatMap((list, body) => {
      if (list.length === 0) return [];
      const pose = kinematics.pose(body, place);
      return list.map((p) => toWorld(pose, p)).filter((p) => p.every(Number.isFinite));
    }),
  );
}

/** The corners of the box about some points. */
export function bounds(points: Vec3[]): Vec3[] {
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (const p of points) {
    for (let i = 0; i < 3; ++i) {
      if (p[i] < low[i]) low[i] = p[i];
      if (p[i] > high[i]) high[i] = p[i];
    }
  }
  if (points.length === 0) return [];
  return Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((k) => ((i >> k) & 1 ? high : low)[k]) as Vec3);
}
