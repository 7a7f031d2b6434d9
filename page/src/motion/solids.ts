/** Flat faces of what is not round: boxes, plates, meshes; and of ellipsoids. In the body's frame. */
import { float32, uint32 } from "../decode";
import type { Shape, Vec3 } from "../recording";
import { add, along, cross, perpendicular, rotate, scale, subtract, unit } from "./vector";

export interface Face {
  corners: number[];
  normal: Vec3;
  /** Its edge is an edge of the solid. */
  edged: boolean;
  /** Every other face of something round that rolls is darker, so that its turning is seen. */
  dark: boolean;
}

export interface Solid {
  corners: Vec3[];
  faces: Face[];
}

const boxFaces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];

/** A box by its centre, its unit axes and its full lengths along them. */
export function boxSolid(at: Vec3, axes: [Vec3, Vec3, Vec3], size: Vec3): Solid {
  const corners = Array.from({ length: 8 }, (_, i) =>
    axes.reduce((p, axis, k) => along(p, axis, ((i >> k) & 1 ? 0.5 : -0.5) * size[k]), at),
  );
  return { corners, faces: boxFaces.map((face) => flatFace(corners, face, true)) };
}

/** A flat plate with straight edges. */
export function plateSolid(polygon: Vec3[], thickness: number): Solid {
  const n = polygon.length;
  const normal = unit(cross(subtract(polygon[1], polygon[0]), subtract(polygon[2], polygon[0])));
  const corners = [-0.5, 0.5].flatMap((side) => polygon.map((p) => along(p, normal, side * thickness)));
  const faces = [
    polygon.map((_, i) => n - 1 - i),
    polygon.map((_, i) => n + i),
    ...polygon.map((_, i) => [i, (i + 1) % n, n + ((i + 1) % n), n + i]),
  ];
  return { corners, faces: faces.map((face) => flatFace(corners, face, true)) };
}

/** Half axes along the unit axes. */
export function ellipsoidSolid(at: Vec3, axes: [Vec3, Vec3, Vec3], half: Vec3, chequered: boolean): Solid {
  const [rows, columns] = [10, 16];
  const corners: Vec3[] = [];
  for (let i = 0; i <= rows; ++i) {
    const [ring, height] = [Math.sin((Math.PI * i) / rows), Math.cos((Math.PI * i) / rows)];
    for (let j = 0; j < columns; ++j) {
      const phi = (2 * Math.PI * j) / columns;
      const local = [ring * Math.cos(phi) * half[0], ring * Math.sin(phi) * half[1], height * half[2]];
      corners.push(axes.reduce((p, axis, k) => along(p, axis, local[k]), at));
    }
  }
  const faces: Face[] = [];
  for (let i = 0; i < rows; ++i) {
    for (let j = 0; j < columns; ++j) {
      const next = (j + 1) % columns;
      const all = [i * columns + j, (i + 1) * columns + j, (i + 1) * columns + next, i * columns + next];
      const face = i === 0 ? all.slice(0, 3) : i === rows - 1 ? [all[0], all[1], all[3]] : all;
      const dark = chequered && (Math.floor(i / 2) + Math.floor(j / 4)) % 2 === 1;
      faces.push({ ...flatFace(corners, face, false), dark });
    }
  }
  return { corners, faces };
}

/** A mesh with at most about so many triangles. */
export function meshSolid(shape: Shape, most: number): Solid {
  const numbers = float32(shape.corners ?? "");
  const corners: Vec3[] = [];
  for (let i = 0; i + 2 < numbers.length; i += 3) {
    corners.push(add(shape.at, rotate(shape.orientation, [numbers[i], numbers[i + 1], numbers[i + 2]])));
  }
  let triangles = Array.from(uint32(shape.triangles ?? ""));
  if (volume(corners, triangles) < 0) triangles.reverse();
  for (let cells = 24; triangles.length > 3 * most && cells > 2; cells = Math.floor(0.75 * cells)) {
    triangles = clustered(corners, triangles, cells);
  }
  const faces: Face[] = [];
  for (let i = 0; i + 2 < triangles.length; i += 3) faces.push(flatFace(corners, triangles.slice(i, i + 3), false));
  return { corners, faces };
}

export function shapeAxes({ orientation }: Shape): [Vec3, Vec3, Vec3] {
  return [rotate(orientation, [1, 0, 0]), rotate(orientation, [0, 1, 0]), rotate(orientation, [0, 0, 1])];
}

/** Three unit axes of which the first is given; the second is level where the body's z is up. */
export function blockAxes(axis: Vec3): [Vec3, Vec3, Vec3] {
  const side = cross([0, 0, 1], axis);
  const second = Math.hypot(...side) > 1e-3 ? unit(side) : perpendicular(axis)[0];
  return [axis, second, cross(axis, second)];
}

function flatFace(corners: Vec3[], face: number[], edged: boolean): Face {
  const [a, b, c] = face.map((i) => corners[i]);
  return { corners: face, normal: unit(cross(subtract(b, a), subtract(c, a))), edged, dark: false };
}

function volume(corners: Vec3[], triangles: number[]): number {
  let sum = 0;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const [a, b, c] = [corners[triangles[i]], corners[triangles[i + 1]], corners[triangles[i + 2]]];
    const normal = cross(b, c);
    sum += a[0] * normal[0] + a[1] * normal[1] + a[2] * normal[2];
  }
  return sum;
}

/** Corners in the same cell of a grid become one; triangles that have shrunk to a line are dropped. */
function clustered(corners: Vec3[], triangles: number[], cells: number): number[] {
  const low = [0, 1, 2].map((k) => corners.reduce((least, p) => Math.min(least, p[k]), Infinity)) as Vec3;
  const high = [0, 1, 2].map((k) => corners.reduce((most, p) => Math.max(most, p[k]), -Infinity)) as Vec3;
  const cell = Math.max(...scale(subtract(high, low), 1 / cells), 1e-12);
  const first = new Map<string, number>();
  const chosen = corners.map((p, i) => {
    const key = subtract(p, low).map((x) => Math.floor(x / cell)).join();
    if (!first.has(key)) first.set(key, i);
    return first.get(key)!;
  });
  const result: number[] = [];
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const [a, b, c] = [chosen[triangles[i]], chosen[triangles[i + 1]], chosen[triangles[i + 2]]];
    if (a !== b && b !== c && c !== a) result.push(a, b, c);
  }
  return result;
}
