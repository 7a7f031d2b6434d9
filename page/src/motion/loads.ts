/** Forces and moments at a time: what acts on which body, and how large it usually is. */
import type { Place } from "../decode";
import type { Load, Vec3 } from "../recording";
import type { Kinematics } from "./kinematics";
import { norm, scale } from "./vector";

/** A load as one body feels it: whom it comes from feels the opposite. */
export interface Acting {
  load: Load;
  sign: 1 | -1;
}

export class Loads {
  readonly all: Load[];

  constructor(private readonly kinematics: Kinematics) {
    this.all = kinematics.motion.loads ?? [];
  }

  on(body: number): Acting[] {
    return this.all.flatMap((load): Acting[] => {
      if (load.on === body) return [{ load, sign: 1 }];
      return load.from === body ? [{ load, sign: -1 }] : [];
    });
  }

  force({ load, sign }: Acting, place: Place): Vec3 {
    return scale(this.kinematics.data.vector(load.force, place), sign);
  }

  moment({ load, sign }: Acting, place: Place): Vec3 {
    return scale(this.kinematics.data.vector(load.moment, place), sign);
  }

  /** Where it acts, in the world. */
  point({ at }: Load, place: Place): Vec3 {
    if (at.body === null) return this.kinematics.data.vector(at.point, place);
    return this.kinematics.point(at.body, at.point, place);
  }
}

/** The magnitude that `share` of some values do not exceed; zeros do not count. */
export function usual(magnitudes: number[], share = 0.95): number {
  const sorted = magnitudes.filter((value) => value > 0 && Number.isFinite(value)).sort((a, b) => a - b);
  if (sorted.length === 0) return 0;
  const largest = sorted[sorted.length - 1];
  // rounding errors of loads that are zero are not values either
  const real = sorted.filter((value) => value > 1e-9 * largest);
  return real[Math.floor(share * (real.length - 1))];
}

/** Magnitudes of all forces, or moments, of some loads over the run. */
export function magnitudes(kinematics: Kinematics, loads: Load[], what: "force" | "moment"): number[] {
  const moving = loads.filter((load) => load[what].some((packed) => packed !== 0));
  const places = kinematics.sampled(Math.max(Math.floor(20_000 / Math.max(moving.length, 1)), 12));
  return moving.flatMap((load) => places.map((place) => norm(kinematics.data.vector(load[what], place))));
}
