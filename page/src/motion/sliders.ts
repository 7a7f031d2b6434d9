/** Sliding joints: which body is the rail, which the block, and how far it goes. */
import type { Vec3 } from "../recording";
import type { Kinematics } from "./kinematics";
import { travel, type Measures } from "./measures";
import { conjugate, multiply, rotate, scale, unit } from "./vector";

export interface Slider {
  joint: number;
  rail: number;
  block: number;
  /** In the rail's frame, and how far the block's point goes along the axis. */
  at: Vec3;
  axis: Vec3;
  from: number;
  to: number;
  /** In the block's frame. */
  blockAt: Vec3;
  blockAxis: Vec3;
  /** A tube from the rail's point and a rod from the block's that goes into it and never leaves it: their lengths. */
  telescope: { tube: number; rod: number } | null;
}

export function sliders(kinematics: Kinematics, { width }: Measures): Slider[] {
  const result: Slider[] = [];
  const start = { frame: 0, fraction: 0 };
  kinematics.motion.joints.forEach(({ type, bodies, at, axes }, joint) => {
    if (type !== "prismatic" && type !== "cylindrical" && type !== "screw") return;
    const axis = unit(axes[0] ?? [1, 0, 0]);
    const [first, second] = bodies.map((body) => kinematics.pose(body, start).orientation);
    const other = rotate(multiply(conjugate(second), first), axis);
    const [from, to] = travel(kinematics, joint);
    // the axis stands in the first body's frame; where the second is ground, that is the rail all the same
    const turned = bodies[1] === 0;
    result.push({
      joint,
      rail: turned ? bodies[1] : bodies[0],
      block: turned ? bodies[0] : bodies[1],
      at: turned ? at[1] : at[0],
      axis: turned ? other : axis,
      from: turned ? -to : from,
      to: turned ? -from : to,
      blockAt: turned ? at[0] : at[1],
      blockAxis: turned ? axis : other,
      telescope: bodies.includes(0) ? null : telescope(from, to, width),
    });
  });
  return result.map((slider) => (slider.telescope !== null && slider.to < 0 ? reversed(slider) : slider));
}

function telescope(from: number, to: number, width: number): Slider["telescope"] {
  const shortest = Math.min(Math.abs(from), Math.abs(to));
  const longest = Math.max(Math.abs(from), Math.abs(to));
  if (from * to <= 0 || shortest < 2 * width || longest > 1.7 * shortest) return null;
  return { tube: 0.9 * shortest, rod: Math.min(0.95 * shortest, longest - 0.6 * shortest) };
}

/** With the axis the other way, so that a telescope always points from tube to rod. */
function reversed(slider: Slider): Slider {
  return {
    ...slider,
    axis: scale(slider.axis, -1),
    blockAxis: scale(slider.blockAxis, -1),
    from: -slider.to,
    to: -slider.from,
  };
}
