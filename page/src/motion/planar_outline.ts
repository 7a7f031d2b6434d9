/** The outline of a planar body as paths in its own frame: made once, drawn at every pose. */
import { float32, uint32 } from "../decode";
import type { Shape, Vec3 } from "../recording";
import { shapeCorners, type Figure } from "./figures";
import { hull, type Point2 } from "./hull";
import { add, along, perpendicular, rotate, unit } from "./vector";

export interface Outline {
  /** Filled and edged. What is cut away runs the other way round and so stays empty. */
  body: Path2D;
  /** Lines on it: spokes. */
  lines: Path2D | null;
  /** Hollows that do not go through: hidden lines. */
  hidden: Path2D | null;
}

export function outlineOf(figure: Figure, width: number): Outline {
  const body = new Path2D();
  for (const { from, to } of figure.tubes) rounded(body, ends(from, to), 0.75 * width);
  for (const [a, b] of figure.rods) rounded(body, ends(a, b), 0.28 * width);
  for (const [a, b] of figure.bars) rounded(body, ends(a, b), width / 2);
  if (figure.plate.length > 0) rounded(body, hull(figure.plate.map(flat)), width / 2);
  for (const { at, axis } of figure.blocks) rounded(body, blockCorners(at, axis, width), 0.2 * width);
  for (const { at, radius } of figure.balls) circle(body, at, radius);
  for (const { at, radii } of figure.wheels) circle(body, at, radii[0]);
  for (const shape of figure.solids) addShape(body, shape, false);

  const hidden = new Path2D();
  const through = figure.cuts.filter((cut) => goesThrough(cut, figure.solids));
  for (const cut of through) addShape(body, cut, true);
  for (const cut of figure.cuts) if (!through.includes(cut)) addShape(hidden, cut, true);

  const lines = new Path2D();
  for (const { at, radii } of figure.wheels) spokes(lines, at, radii[0]);
  return {
    body,
    lines: figure.wheels.length > 0 ? lines : null,
    hidden: through.length < figure.cuts.length ? hidden : null,
  };
}

function flat([x, y]: Vec3): Point2 {
  return [x, y];
}

function ends(a: Vec3, b: Vec3): Point2[] {
  return [flat(a), flat(b)];
}

export function blockCorners(at: Vec3, axis: Vec3, width: number): Point2[] {
  const u = unit([axis[0], axis[1], 0], [1, 0, 0]);
  const [a, b] = [1.4 * width, 0.75 * width];
  return [[-a, -b], [a, -b], [a, b], [-a, b]].map(([x, y]) => [
    at[0] + x * u[0] - y * u[1],
    at[1] + x * u[1] + y * u[0],
  ]);
}

/** All that is no farther than `radius` from a convex polygon (counter-clockwise), a line or a point. */
export function rounded(path: Path2D, corners: Point2[], radius: number): void {
  const n = corners.length;
  if (n === 1) return circle(path, [...corners[0], 0], radius);
  for (let i = 0; i < n; ++i) {
    const [before, here, next] = [corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]];
    const start = Math.atan2(before[0] - here[0], here[1] - before[1]);
    const end = Math.atan2(here[0] - next[0], next[1] - here[1]);
    if (i === 0) path.moveTo(here[0] + radius * Math.cos(start), here[1] + radius * Math.sin(start));
    path.arc(here[0], here[1], radius, start, end < start - 1e-9 ? end + 2 * Math.PI : end);
  }
  path.closePath();
}

function circle(path: Path2D, [x, y]: Vec3, radius: number, backwards = false): void {
  path.moveTo(x + radius, y);
  path.arc(x, y, radius, 0, 2 * Math.PI, backwards);
  path.closePath();
}

function spokes(path: Path2D, [x, y]: Vec3, radius: number): void {
  circle(path, [x, y, 0], 0.86 * radius);
  circle(path, [x, y, 0], 0.14 * radius);
  for (let i = 0; i < 5; ++i) {
    const [c, s] = [Math.cos((2 * Math.PI * i) / 5), Math.sin((2 * Math.PI * i) / 5)];
    path.moveTo(x + 0.14 * radius * c, y + 0.14 * radius * s);
    path.lineTo(x + 0.86 * radius * c, y + 0.86 * radius * s);
  }
}

function addShape(path: Path2D, shape: Shape, backwards: boolean): void {
  if (shape.kind === "sphere" || (shape.kind === "cylinder" && isUpright(shape))) {
    return circle(path, shape.at, shape.radius ?? 0, backwards);
  }
  if (shape.kind === "mesh") return addMesh(path, shape, backwards);
  polygon(path, hull(rim(shape).map(flat)), backwards);
}

function isUpright({ orientation }: Shape): boolean {
  return Math.abs(rotate(orientation, [0, 0, 1])[2]) > 0.9999;
}

/** Points whose hull is the shape's. */
function rim(shape: Shape): Vec3[] {
  const { radius = 0, length = 0, size = [0, 0, 0] } = shape;
  if (shape.kind === "box") return shapeCorners(shape);
  const axis = rotate(shape.orientation, [0, 0, 1]);
  const turn = Array.from({ length: 48 }, (_, i) => (2 * Math.PI * i) / 48);
  if (shape.kind === "ellipsoid") {
    // where its surface faces the direction of sight sideways, for every direction in the plane
    return turn.map((angle) => {
      const [u, v, w] = [0, 1, 2].map((k) => rotate(shape.orientation, [+(k === 0), +(k === 1), +(k === 2)]));
      const n = [u, v, w].map((e, k) => size[k] * (e[0] * Math.cos(angle) + e[1] * Math.sin(angle)));
      const length = Math.hypot(n[0], n[1], n[2]);
      return [u, v, w].reduce((p, e, k) => along(p, e, (size[k] * n[k]) / length), shape.at);
    });
  }
  const [u, v]: Vec3[] = shape.kind === "capsule" ? [[1, 0, 0], [0, 1, 0]] : perpendicular(axis);
  return [-0.5, 0.5].flatMap((end) => {
    const middle = along(shape.at, axis, end * length);
    return turn.map((angle) => along(along(middle, u, radius * Math.cos(angle)), v, radius * Math.sin(angle)));
  });
}

function polygon(path: Path2D, corners: Point2[], backwards: boolean): void {
  const list = backwards ? [...corners].reverse() : corners;
  list.forEach(([x, y], i) => (i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
  path.closePath();
}

/** The triangles that face the viewer: together they cover what is seen of it. */
function addMesh(path: Path2D, shape: Shape, backwards: boolean): void {
  const corners = float32(shape.corners ?? "");
  const triangles = uint32(shape.triangles ?? "");
  const at = (i: number) =>
    flat(add(shape.at, rotate(shape.orientation, [corners[3 * i], corners[3 * i + 1], corners[3 * i + 2]])));
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const [a, b, c] = [at(triangles[i]), at(triangles[i + 1]), at(triangles[i + 2])];
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (area > 0) polygon(path, [a, b, c], backwards);
  }
}

/** A hollow through the whole thickness of the body. */
function goesThrough(cut: Shape, solids: Shape[]): boolean {
  const heights = (shape: Shape) => shapeCorners(shape).map((p) => p[2]);
  const all = solids.flatMap(heights);
  const own = heights(cut);
  const slack = 1e-3 * (Math.max(...all) - Math.min(...all));
  return Math.min(...own) <= Math.min(...all) + slack && Math.max(...own) >= Math.max(...all) - slack;
}
