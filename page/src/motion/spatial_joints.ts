/** Signs of spatial joints: a sleeve, rails, a ball, a cross, a thread, a weld. */
import type { Joint, Vec3 } from "../recording";
import { decoded, valueAt } from "../decode";
import type { Recording } from "../recording";
import type { Painter } from "./painter";
import { blend, type Colour } from "./palette";
import type { Picture } from "./picture";
import type { Slider } from "./sliders";
import { blockAxes, boxSolid } from "./solids";
import { add, along, dot, perpendicular, rotate, scale, toWorld, turnAbout, unit } from "./vector";

export class SpatialJoints {
  /** The column of the table that says how far a universal joint has turned about its first axis. */
  private readonly turned: (Float32Array | null)[];

  constructor(recording: Recording) {
    const columns = recording.table?.columns ?? [];
    this.turned = recording.motion!.joints.map(({ type, coordinates }) => {
      const index = type === "universal" ? columns.findIndex(({ name }) => name === coordinates[0]) : -1;
      return index < 0 ? null : decoded(recording).column(index);
    });
  }

  add(painter: Painter, picture: Picture): void {
    const { model, camera, palette } = picture;
    const { width } = model.measures;
    for (const slider of model.sliders) addRail(painter, picture, slider);
    if (width * camera.zoom < 3) return;
    const metal = blend(palette.metal, [205, 210, 218], 0.45);
    model.motion.joints.forEach((joint, i) => {
      const colour = joint.driven ? palette.accent : metal;
      this.addSign(painter, picture, joint, i, colour);
      if (joint.bodies.includes(0) && !hasShapes(picture, joint)) addBase(painter, picture, joint, metal);
    });
  }

  private addSign(painter: Painter, picture: Picture, joint: Joint, index: number, colour: Colour): void {
    const { width } = picture.model.measures;
    const first = picture.poses[joint.bodies[0]];
    const at = toWorld(picture.poses[joint.bodies[1]], joint.at[1]);
    const axes = joint.axes.map((axis) => unit(rotate(first.orientation, axis)));
    // in a body with shapes it sits where it is; on bars it must not be covered by them
    const nearer = hasShapes(picture, joint) ? 0 : width;
    const bar = (axis: Vec3, half: number, radius: number) =>
      painter.tube(along(at, axis, -half), along(at, axis, half), radius, colour, -1, false, nearer);
    switch (joint.type) {
      case "revolute":
        bar(axes[0], 0.55 * width, 0.44 * width);
        break;
      case "universal": {
        const angle = this.turned[index] === null ? 0 : valueAt(this.turned[index], picture.place);
        bar(axes[0], 0.75 * width, 0.17 * width);
        if (axes[1] !== undefined) bar(rotate(turnAbout(axes[0], angle), axes[1]), 0.75 * width, 0.17 * width);
        painter.ball(at, 0.3 * width, colour, -1, 1.1 * nearer);
        break;
      }
      case "spherical":
      case "gimbal":
        painter.ball(at, 0.5 * width, colour, -1, nearer);
        break;
      case "fixed":
        addBox(painter, picture, at, [1, 0, 0], [0.7 * width, 0.7 * width, 0.7 * width], colour);
        break;
      case "screw":
        addThread(painter, picture, at, axes[0], colour);
        break;
      default:
        break;
    }
  }
}

function hasShapes({ model }: Picture, { bodies }: Joint): boolean {
  return bodies.some((body) => model.figures[body].solids.length > 0);
}

/** A slim rod as long as the way of its block. */
function addRail(painter: Painter, { model, poses, palette }: Picture, slider: Slider): void {
  const { rail, at, axis, from, to, telescope } = slider;
  if (telescope !== null) return;
  const { width } = model.measures;
  const [a, b] = [from - 2 * width, to + 2 * width].map((s) => toWorld(poses[rail], along(at, axis, s)));
  painter.tube(a, b, 0.16 * width, blend(palette.metal, palette.paper, 0.7), -1, false, -0.5 * width);
}

/** A foot below a joint on ground. */
function addBase(painter: Painter, { model, poses }: Picture, { type, bodies, at }: Joint, metal: Colour): void {
  // what slides has its rail
  if (["free", "planar", "prismatic", "cylindrical", "screw"].includes(type)) return;
  const { width } = model.measures;
  const end = bodies.indexOf(0);
  const here = toWorld(poses[0], at[end]);
  const foot = along(here, model.up, -0.9 * width);
  painter.tube(along(foot, model.up, -0.3 * width), foot, 0.85 * width, metal, -1, false, -width);
  painter.tube(foot, here, 0.28 * width, metal, -1, false, -0.5 * width);
}

function addBox(painter: Painter, { camera }: Picture, at: Vec3, axis: Vec3, size: Vec3, colour: Colour): void {
  const solid = boxSolid(at, blockAxes(axis), size);
  const seen = solid.corners.map((p) => camera.project(p));
  for (const { corners, normal } of solid.faces) painter.face(corners.map((i) => seen[i]), normal, colour, -1, true);
}

/** A screw's thread about its axis. */
function addThread(painter: Painter, { camera, model, palette }: Picture, at: Vec3, axis: Vec3, colour: Colour): void {
  const { width } = model.measures;
  const [a, b] = [along(at, axis, -1.4 * width), along(at, axis, 1.4 * width)];
  const depth = painter.tube(a, b, 0.34 * width, colour, -1, false, width);
  const [u, v] = perpendicular(axis);
  const eye = camera.towardsEye(at);
  for (let turn = -3; turn <= 3; ++turn) {
    const start = Math.atan2(dot(v, eye), dot(u, eye)) - Math.PI / 2;
    const points = Array.from({ length: 9 }, (_, i) => {
      const angle = start + (Math.PI * i) / 8;
      const rim = add(scale(u, 0.38 * width * Math.cos(angle)), scale(v, 0.38 * width * Math.sin(angle)));
      return camera.project(add(along(at, axis, (0.4 * turn + 0.02 * i) * width), rim));
    });
    painter.line(points, 1.2, palette.ink, -1, depth + 1e-6);
  }
}
