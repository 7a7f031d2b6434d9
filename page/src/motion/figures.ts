/** What each body looks like, in its own frame: its shapes, or a sensible link where it has none. */
import type { Contact, Motion, Shape, Vec3 } from "../recording";
import { float32 } from "../decode";
import { distinct, skeleton } from "./hull";
import type { Kinematics } from "./kinematics";
import { attached, type Measures } from "./measures";
import type { Slider } from "./sliders";
import { add, along, distance, dot, rotate, scale, subtract, zero } from "./vector";

export interface Ball {
  at: Vec3;
  radius: number;
}

export interface Figure {
  body: number;
  solids: Shape[];
  cuts: Shape[];
  bars: [Vec3, Vec3][];
  plate: Vec3[];
  balls: Ball[];
  /** From a bar to a centre of mass that lies beside it. */
  stalks: [Vec3, Vec3][];
  /** Sliding blocks; a lone body that turns is one too, so that its turning is seen. */
  blocks: { at: Vec3; axis: Vec3 }[];
  /** Outer parts of telescopes. */
  tubes: { from: Vec3; to: Vec3 }[];
  rods: [Vec3, Vec3][];
  wheels: Contact[];
  /** Points that say how much room it takes. */
  outline: Vec3[];
  /** Farthest from the centre of mass [m]. */
  radius: number;
}

export function figures(kinematics: Kinematics, measures: Measures, sliders: Slider[]): Figure[] {
  return kinematics.motion.bodies.map((_, body) => figure(kinematics, measures, sliders, body));
}

function figure(kinematics: Kinematics, measures: Measures, sliders: Slider[], body: number): Figure {
  const { motion } = kinematics;
  const { shapes, center, mass } = motion.bodies[body];
  const { width } = measures;
  const result: Figure = {
    body,
    solids: shapes.filter(({ kind, cut }) => kind !== "point" && !cut),
    cuts: shapes.filter(({ kind, cut }) => kind !== "point" && cut),
    bars: [],
    plate: [],
    balls: shapes.filter(({ kind }) => kind === "point").map(({ at }) => ({ at, radius: 0.8 * width })),
    stalks: [],
    blocks: [],
    tubes: [],
    rods: [],
    wheels: motion.contacts.filter((contact) => contact.body === body && contact.kind !== "blade"),
    outline: [],
    radius: 0,
  };
  if (body > 0 && result.solids.length === 0) link(result, kinematics, measures, sliders);
  result.outline = outline(result, motion);
  const heart = mass > 0 ? center : zero;
  result.radius = Math.max(...result.outline.map((p) => distance(p, heart)), width);
  return result;
}

/** A body without shapes: bars or a plate through what it carries, a block on a rail, a ball if there is no more. */
function link(result: Figure, kinematics: Kinematics, measures: Measures, sliders: Slider[]): void {
  const { body } = result;
  const { motion } = kinematics;
  const { center, mass } = motion.bodies[body];
  const { width, size, heaviest } = measures;
  const points = [...attached(motion, body), ...result.balls.map(({ at }) => at)];
  for (const slider of sliders) {
    const { telescope } = slider;
    if (telescope !== null && slider.rail === body) {
      result.tubes.push({ from: slider.at, to: along(slider.at, slider.axis, telescope.tube) });
    }
    if (slider.block !== body) continue;
    if (telescope === null) result.blocks.push({ at: slider.blockAt, axis: slider.blockAxis });
    else result.rods.push([slider.blockAt, along(slider.blockAt, slider.blockAxis, -telescope.rod)]);
  }
  const inTelescope = result.tubes.length + result.rods.length > 0;
  const slack = 0.4 * width;
  const carried = skeleton(distinct(points, 0.004 * size), slack);
  // in space a centre of mass beside its link would make a wedge of it: a stalk says the same
  const stalk = !motion.planar && mass > 0 && !inTelescope ? stalkTo(center, carried.bars, slack) : null;
  if (stalk !== null) result.stalks.push(stalk);
  if (mass > 0 && !inTelescope && stalk === null) points.push(center);

  const nodes = distinct(points, 0.004 * size);
  Object.assign(result, skeleton(nodes, slack));
  if (nodes.length > 1 || inTelescope || result.blocks.length > 0 || result.wheels.length > 0 || !(mass > 0)) return;
  const lone = { at: center, radius: 1.6 * width * Math.max(Math.cbrt(mass / heaviest), 0.45) };
  if (turns(kinematics, body)) result.blocks.push({ at: center, axis: [1, 0, 0] });
  else if (result.balls.length === 0) result.balls.push(lone);
}

/** From the nearest point of some bars; null where there are none, or where it lies on one of them. */
function stalkTo(center: Vec3, bars: [Vec3, Vec3][], slack: number): [Vec3, Vec3] | null {
  const feet = bars.map(([a, b]) => nearestOn(a, b, center));
  const way = (foot: Vec3) => distance(foot, center);
  const foot = feet.sort((a, b) => way(a) - way(b))[0];
  return foot === undefined || way(foot) <= slack ? null : [foot, center];
}

function nearestOn(a: Vec3, b: Vec3, p: Vec3): Vec3 {
  const way = subtract(b, a);
  const share = dot(subtract(p, a), way) / Math.max(dot(way, way), 1e-300);
  return along(a, way, Math.min(Math.max(share, 0), 1));
}

function turns({ motion }: Kinematics, body: number): boolean {
  return motion.bodies[body].orientation.some((packed) => typeof packed === "string");
}

function outline(figure: Figure, motion: Motion): Vec3[] {
  const result: Vec3[] = attached(motion, figure.body);
  for (const shape of figure.solids) result.push(...shapeCorners(shape));
  for (const [a, b] of [...figure.bars, ...figure.rods, ...figure.stalks]) result.push(a, b);
  for (const { from, to } of figure.tubes) result.push(from, to);
  for (const { at, radius } of figure.balls) result.push(...box(at, [radius, radius, radius]));
  for (const { at, radii } of figure.wheels) result.push(...box(at, radii));
  for (const { at } of figure.blocks) result.push(at);
  result.push(...figure.plate);
  return result;
}

function box(at: Vec3, half: Vec3): Vec3[] {
  return Array.from({ length: 8 }, (_, i) => add(at, half.map((h, k) => ((i >> k) & 1 ? h : -h)) as Vec3));
}

/** Corners of a box about a shape, in the body's frame. */
export function shapeCorners(shape: Shape): Vec3[] {
  const { radius = 0, length = 0, size = zero } = shape;
  const place = (corners: Vec3[]) => corners.map((p) => add(shape.at, rotate(shape.orientation, p)));
  switch (shape.kind) {
    case "box":
      return place(box(zero, scale(size, 0.5)));
    case "cylinder":
      return place(box(zero, [radius, radius, length / 2]));
    case "capsule":
      return place(box(zero, [radius, radius, length / 2 + radius]));
    case "sphere":
      return place(box(zero, [radius, radius, radius]));
    case "ellipsoid":
      return place(box(zero, size));
    case "point":
      return [shape.at];
    case "mesh":
      return place(meshBox(float32(shape.corners ?? "")));
  }
}

function meshBox(corners: Float32Array): Vec3[] {
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < corners.length; ++i) {
    low[i % 3] = Math.min(low[i % 3], corners[i]);
    high[i % 3] = Math.max(high[i % 3], corners[i]);
  }
  if (corners.length === 0) return [];
  return box(scale(add(low, high), 0.5), scale(along(high, low, -1), 0.5));
}
