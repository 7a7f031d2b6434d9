/** Convex outlines. */
import type { Vec3 } from "../recording";
import { along, cross, distance, dot, norm, perpendicular, subtract, unit } from "./vector";

export type Point2 = [number, number];

/** The corners of the convex hull, counter-clockwise. */
export function hull(points: readonly Point2[]): Point2[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: Point2[]) => {
    const chain: Point2[] = [];
    for (const p of list) {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) chain.pop();
      chain.push(p);
    }
    chain.pop();
    return chain;
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

function turn(a: Point2, b: Point2, c: Point2): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Whether a point lies inside a closed polygon. */
export function inside(polygon: readonly Point2[], [x, y]: Point2): boolean {
  let result = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[i], polygon[j]];
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) result = !result;
  }
  return result;
}

/** What a body with these points looks like: nothing, a bar, a plate, or bars from the first point to the others. */
export interface Skeleton {
  bars: [Vec3, Vec3][];
  plate: Vec3[];
}

/** `slack` is how far [m] points may lie off a line or plane that is drawn through them. */
export function skeleton(points: Vec3[], slack: number): Skeleton {
  if (points.length < 2) return { bars: [], plate: [] };
  const [start, end] = farthest(points);
  const axis = unit(subtract(end, start));
  const off = (p: Vec3) => norm(cross(axis, subtract(p, start)));
  const aside = points.reduce((best, p) => (off(p) > off(best) ? p : best));
  if (off(aside) <= slack) return { bars: [[start, end]], plate: [] };

  const normal = unit(cross(axis, subtract(aside, start)));
  const thickness = Math.max(slack, 0.12 * distance(start, end));
  const isFlat = points.every((p) => Math.abs(dot(normal, subtract(p, start))) <= thickness);
  if (!isFlat) return { bars: points.slice(1).map((p) => [points[0], p]), plate: [] };
  const [u, v] = perpendicular(normal);
  const corners = hull(points.map((p): Point2 => [dot(u, subtract(p, start)), dot(v, subtract(p, start))]));
  return { bars: [], plate: corners.map(([x, y]) => along(along(start, u, x), v, y)) };
}

function farthest(points: Vec3[]): [Vec3, Vec3] {
  let best: [Vec3, Vec3] = [points[0], points[0]];
  for (const a of points) for (const b of points) if (distance(a, b) > distance(...best)) best = [a, b];
  return best;
}

/** Without those that lie where another one does. */
export function distinct(points: Vec3[], tolerance: number): Vec3[] {
  const result: Vec3[] = [];
  for (const p of points) if (result.every((q) => distance(p, q) > tolerance)) result.push(p);
  return result;
}
