/** All that acts on one body in a frame, and how well it adds up to nothing. */
import type { Load, Vec3 } from "../recording";
import type { Kinematics } from "./kinematics";
import { Loads, magnitudes, usual } from "./loads";
import { add, cross, norm, subtract, toWorld } from "./vector";

export interface Entry {
  name: string;
  kind: Load["kind"];
  force: Vec3;
  moment: Vec3;
  /** World [m]. */
  point: Vec3;
}

export interface Balance {
  entries: Entry[];
  /** Of all, the moment about the centre of mass. */
  force: Vec3;
  moment: Vec3;
  /** Relative to the largest force, and to the largest moment, or force times arm, about the centre of mass. */
  forceResidual: number;
  momentResidual: number;
}

export function balance(kinematics: Kinematics, loads: Loads, body: number, frame: number): Balance {
  const place = { frame, fraction: 0 };
  const center = toWorld(kinematics.pose(body, place), kinematics.motion.bodies[body].center);
  let [force, moment]: Vec3[] = [[0, 0, 0], [0, 0, 0]];
  let [largestForce, largestMoment] = [0, 0];
  const entries = loads.on(body).map((acting): Entry => {
    const point = loads.point(acting.load, place);
    const entry = {
      name: acting.load.name,
      kind: acting.load.kind,
      force: loads.force(acting, place),
      moment: loads.moment(acting, place),
      point,
    };
    const arm = subtract(point, center);
    const about = add(entry.moment, cross(arm, entry.force));
    force = add(force, entry.force);
    moment = add(moment, about);
    largestForce = Math.max(largestForce, norm(entry.force));
    largestMoment = Math.max(largestMoment, norm(entry.moment), norm(arm) * norm(entry.force));
    return entry;
  });
  const relative = (rest: number, largest: number) => (largest > 0 ? rest / largest : 0);
  return {
    entries,
    force,
    moment,
    forceResidual: relative(norm(force), largestForce),
    momentResidual: relative(norm(moment), largestMoment),
  };
}

/** What a body's forces and moments usually are, over the run. */
export function usualLoads(kinematics: Kinematics, loads: Loads, body: number): { force: number; moment: number } {
  const own = loads.on(body).map(({ load }) => load);
  return {
    force: usual(magnitudes(kinematics, own, "force"), 0.98),
    moment: usual(magnitudes(kinematics, own, "moment"), 0.98),
  };
}

/** Those that are zero over the whole run need no line. */
export function matters({ force, moment }: Load): boolean {
  return [...force, ...moment].some((packed) => packed !== 0);
}
