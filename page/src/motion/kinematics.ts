/** Where every body is at a time. Between the frames the poses are interpolated; at a frame's time they are its own. */
import { decoded, type Decoded, type Place } from "../decode";
import type { Body, Motion, Packed3, Quaternion, Recording, Vec3 } from "../recording";
import {
  add, along, conjugate, cross, multiply, norm, rotate, scale, subtract, toWorld, turnBy, turnVector, type Pose,
} from "./vector";

export class Kinematics {
  readonly motion: Motion;
  readonly data: Decoded;
  private readonly columns: (Float32Array[] | null)[];

  constructor(recording: Recording) {
    this.motion = recording.motion!;
    this.data = decoded(recording);
    this.columns = this.motion.bodies.map(() => null);
  }

  /** All bodies, in the order of Motion.bodies. */
  poses(place: Place): Pose[] {
    return this.motion.bodies.map((_, body) => this.pose(body, place));
  }

  pose(body: number, { frame, fraction }: Place): Pose {
    const start = this.frame(body, frame);
    if (fraction === 0) return start;
    const end = this.frame(body, frame + 1);
    const { center } = this.motion.bodies[body];
    const orientation = this.turnBetween(body, frame, fraction, start.orientation, end.orientation);
    const middle = this.centerBetween(body, frame, fraction, toWorld(start, center), toWorld(end, center));
    return { position: subtract(middle, rotate(orientation, center)), orientation };
  }

  /** The world's position of a point of a body. */
  point(body: number, at: Vec3, place: Place): Vec3 {
    return toWorld(this.pose(body, place), at);
  }

  velocity(body: number, place: Place): Vec3 {
    return this.data.vector(this.motion.bodies[body].velocity, place);
  }

  acceleration(body: number, place: Place): Vec3 {
    return this.data.vector(this.motion.bodies[body].acceleration, place);
  }

  /** x, y, z of a body's point at `parts` places in every step from a frame to the next, and at the last frame. */
  track(body: number, at: Vec3, parts: number): Float32Array {
    const last = parts * (this.data.frames - 1);
    const result = new Float32Array(3 * (last + 1));
    for (let i = 0; i <= last; ++i) {
      const place = { frame: Math.floor(i / parts), fraction: (i % parts) / parts };
      result.set(this.point(body, at, place), 3 * i);
    }
    return result;
  }

  /** Evenly spread frames, the first and the last among them: enough to measure a run by. */
  sampled(most: number): Place[] {
    const last = this.data.frames - 1;
    const count = Math.min(most, last + 1);
    return Array.from({ length: count }, (_, i) => ({
      frame: count > 1 ? Math.round((i * last) / (count - 1)) : 0,
      fraction: 0,
    }));
  }

  private frame(body: number, frame: number): Pose {
    const columns = (this.columns[body] ??= this.decode(this.motion.bodies[body]));
    const at = (i: number) => columns[i][frame];
    return { position: [at(0), at(1), at(2)], orientation: [at(3), at(4), at(5), at(6)] as Quaternion };
  }

  private decode(body: Body): Float32Array[] {
    return [...body.position, ...body.orientation].map((packed) => this.data.values(packed));
  }

  private centerBetween(body: number, frame: number, s: number, start: Vec3, end: Vec3): Vec3 {
    const rates = this.changes(this.motion.bodies[body].velocity, frame);
    return add(start, partOf(subtract(end, start), rates, s, 1e-3 * this.motion.length));
  }

  private turnBetween(body: number, frame: number, s: number, start: Quaternion, end: Quaternion): Quaternion {
    const turn = turnVector(multiply(end, conjugate(start)));
    const [first, last] = this.changes(this.motion.bodies[body].angular_velocity, frame);
    // what the turn's vector gains while the body turns at the last rate, to the second order in the turn
    const across = cross(turn, last);
    const gained = along(along(last, across, -1 / 2), cross(turn, across), 1 / 12);
    return multiply(turnBy(partOf(turn, [first, gained], s, 1e-3)), start);
  }

  /** What a rate makes of the time from a frame to the next, at its beginning and at its end. */
  private changes(rate: Packed3, frame: number): [Vec3, Vec3] {
    const duration = this.data.times[frame + 1] - this.data.times[frame];
    const at = (place: number) => scale(this.data.vector(rate, { frame: place, fraction: 0 }), duration);
    return [at(frame), at(frame + 1)];
  }
}

/**
 * How much of a way is gone at a fraction of the time: cubic by the rates at both ends, even where frames lie too far
 * apart for the rates to say what happened between.
 */
function partOf(way: Vec3, [first, last]: [Vec3, Vec3], s: number, slack: number): Vec3 {
  if (Math.max(norm(first), norm(last)) > 3 * norm(way) + slack) return scale(way, s);
  const line = scale(way, s * s * (3 - 2 * s));
  return along(along(line, first, s * (1 - s) * (1 - s)), last, s * s * (s - 1));
}
