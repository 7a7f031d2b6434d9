/** Vectors and quaternions, as far as a picture needs them. */
import type { Quaternion, Vec3 } from "../recording";

export const zero: Vec3 = [0, 0, 0];

export function add(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function subtract(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function scale(a: Vec3, factor: number): Vec3 {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

/** a + factor b. */
export function along(a: Vec3, b: Vec3, factor: number): Vec3 {
  return [a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]];
}

export function mix(a: Vec3, b: Vec3, fraction: number): Vec3 {
  return along(a, subtract(b, a), fraction);
}

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function norm(a: Vec3): number {
  return Math.hypot(a[0], a[1], a[2]);
}

export function distance(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Of length one; `otherwise` where there is no direction. */
export function unit(a: Vec3, otherwise: Vec3 = [0, 0, 1]): Vec3 {
  const length = norm(a);
  return length > 1e-12 ? scale(a, 1 / length) : otherwise;
}

/** Two unit vectors that make a right-handed frame with the unit vector `axis` as third. */
export function perpendicular(axis: Vec3): [Vec3, Vec3] {
  const other: Vec3 = Math.abs(axis[0]) < 0.8 ? [1, 0, 0] : [0, 1, 0];
  const first = unit(subtract(other, scale(axis, dot(other, axis))));
  return [first, cross(axis, first)];
}

export function multiply(a: Quaternion, b: Quaternion): Quaternion {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

export function conjugate(q: Quaternion): Quaternion {
  return [q[0], -q[1], -q[2], -q[3]];
}

export function turnAbout(axis: Vec3, angle: number): Quaternion {
  const s = Math.sin(angle / 2);
  return [Math.cos(angle / 2), s * axis[0], s * axis[1], s * axis[2]];
}

export function rotate(q: Quaternion, v: Vec3): Vec3 {
  const [w, x, y, z] = q;
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  return [
    v[0] + w * tx + y * tz - z * ty,
    v[1] + w * ty + z * tx - x * tz,
    v[2] + w * tz + x * ty - y * tx,
  ];
}

/** Axis times angle of a turn, the shorter way. */
export function turnVector([w, x, y, z]: Quaternion): Vec3 {
  const sine = Math.hypot(x, y, z);
  const half = w < 0 ? Math.atan2(-sine, -w) : Math.atan2(sine, w);
  return scale([x, y, z], sine > 1e-9 ? (2 * half) / sine : w < 0 ? -2 : 2);
}

/** The turn about a vector by its length. */
export function turnBy(vector: Vec3): Quaternion {
  return turnAbout(unit(vector), norm(vector));
}

/** Position and orientation of a body's frame. */
export interface Pose {
  position: Vec3;
  orientation: Quaternion;
}

export function toWorld(pose: Pose, point: Vec3): Vec3 {
  return add(pose.position, rotate(pose.orientation, point));
}

/** The angle of a turn about z. */
export function planarAngle(q: Quaternion): number {
  return 2 * Math.atan2(q[3], q[0]);
}
