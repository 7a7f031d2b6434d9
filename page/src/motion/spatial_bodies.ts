/** Puts spatial bodies on the painter's list. */
import type { Shape, Vec3 } from "../recording";
import type { Figure } from "./figures";
import type { Model } from "./model";
import type { Painter } from "./painter";
import { blend, lit, type Colour } from "./palette";
import { bodyColour, type Picture } from "./picture";
import type { Slider } from "./sliders";
import { blockAxes, boxSolid, ellipsoidSolid, meshSolid, plateSolid, shapeAxes, type Solid } from "./solids";
import { addWheel } from "./spatial_wheels";
import { add, along, distance, dot, mix, perpendicular, rotate, scale, toWorld, type Pose } from "./vector";

/** Triangles of all meshes together; what is beyond is simplified. */
const trianglesInAll = 5000;

export class SpatialBodies {
  private readonly solids: (Solid[] | null)[];
  private readonly trianglesEach: number;

  constructor(private readonly model: Model) {
    this.solids = model.figures.map(() => null);
    const meshes = model.figures.flatMap(({ solids }) => solids.filter(({ kind }) => kind === "mesh"));
    this.trianglesEach = Math.max(Math.floor(trianglesInAll / Math.max(meshes.length, 1)), 40);
  }

  add(painter: Painter, picture: Picture, body: number): void {
    const figure = this.model.figures[body];
    const pose = picture.poses[body];
    const colour = paint(picture, body);
    const { width } = this.model.measures;
    for (const solid of this.solidsOf(body)) addSolid(painter, picture, solid, pose, colour, body);
    for (const shape of figure.solids) addRound(painter, shape, pose, colour, body);
    for (const cut of figure.cuts) addHollow(painter, picture, cut, figure, pose, colour);
    const bar = ([a, b]: [Vec3, Vec3], radius: number) =>
      painter.tube(toWorld(pose, a), toWorld(pose, b), radius, colour, body, true);
    for (const ends of figure.bars) bar(ends, 0.3 * width);
    for (const ends of figure.stalks) bar(ends, 0.1 * width);
    for (const slider of this.model.sliders) addTelescope(painter, picture, slider, body, colour);
    for (const { at, radius } of figure.balls) painter.ball(toWorld(pose, at), radius, colour, body);
    for (const wheel of figure.wheels) addWheel(painter, picture, wheel, figure, colour);
  }

  private solidsOf(body: number): Solid[] {
    return (this.solids[body] ??= this.build(this.model.figures[body]));
  }

  private build(figure: Figure): Solid[] {
    const { width } = this.model.measures;
    const result: Solid[] = [];
    if (figure.plate.length > 2) result.push(plateSolid(figure.plate, 0.35 * width));
    for (const { at, axis } of figure.blocks) {
      result.push(boxSolid(at, blockAxes(axis), [2.4 * width, 1.5 * width, 1.5 * width]));
    }
    for (const shape of figure.solids) {
      const { kind, at, size = [0, 0, 0] } = shape;
      if (kind === "box") result.push(boxSolid(at, shapeAxes(shape), size));
      if (kind === "ellipsoid") result.push(ellipsoidSolid(at, shapeAxes(shape), size, false));
      if (kind === "mesh") result.push(meshSolid(shape, this.trianglesEach));
    }
    for (const { kind, at, radii } of figure.wheels) {
      if (kind === "ellipsoid") result.push(ellipsoidSolid(at, [[1, 0, 0], [0, 1, 0], [0, 0, 1]], radii, true));
    }
    return result;
  }
}

/** Bodies are pale like painted metal; one that is pointed at or chosen has its full colour. */
function paint(picture: Picture, body: number): Colour {
  const own = bodyColour(picture, body);
  if (picture.chosen === body) return own;
  return blend(own, [228, 233, 240], picture.pointed.has(body) ? 0.82 : body === 0 ? 0.35 : 0.58);
}

function addSolid(painter: Painter, { camera }: Picture, solid: Solid, pose: Pose, colour: Colour, body: number): void {
  const seen = solid.corners.map((p) => camera.project(toWorld(pose, p)));
  const shadow = lit(colour, 0.55);
  for (const { corners, normal, edged, dark } of solid.faces) {
    painter.face(corners.map((i) => seen[i]), rotate(pose.orientation, normal), dark ? shadow : colour, body, edged);
  }
}

function addRound(painter: Painter, shape: Shape, pose: Pose, colour: Colour, body: number): void {
  const { kind, radius = 0, length = 0 } = shape;
  if (kind === "sphere") painter.ball(toWorld(pose, shape.at), radius, colour, body);
  if (kind !== "cylinder" && kind !== "capsule") return;
  const axis = scale(shapeAxes(shape)[2], length / 2);
  const [a, b] = [along(shape.at, axis, -1), add(shape.at, axis)].map((p) => toWorld(pose, p));
  painter.tube(a, b, radius, colour, body, kind === "capsule");
}

/** Tube or rod. The rod goes right behind its tube on the list: what is inside must not be seen. */
function addTelescope(painter: Painter, picture: Picture, slider: Slider, body: number, colour: Colour): void {
  const { camera, model, poses } = picture;
  const { rail, block, at, axis, telescope } = slider;
  if (telescope === null || model.figures[body].solids.length > 0) return;
  const { width } = model.measures;
  const [foot, mouth] = [at, along(at, axis, telescope.tube)].map((p) => toWorld(poses[rail], p));
  if (body === rail) painter.tube(foot, mouth, 0.42 * width, colour, body, false);
  if (body !== block) return;
  const inner = along(slider.blockAt, slider.blockAxis, -telescope.rod);
  const [a, b] = [slider.blockAt, inner].map((p) => toWorld(poses[body], p));
  const behind = camera.project(mix(foot, mouth, 0.5))[2] - camera.project(mix(a, b, 0.5))[2];
  painter.tube(a, b, 0.2 * width, colour, body, false, Math.min(behind - 1e-6, 0));
}

/** A hole is drawn as its dark mouth where it leaves the body. */
function addHollow(painter: Painter, picture: Picture, cut: Shape, figure: Figure, pose: Pose, colour: Colour): void {
  if (cut.kind !== "cylinder") return;
  const { camera } = picture;
  const { radius = 0, length = 0 } = cut;
  const axis = shapeAxes(cut)[2];
  const around = figure.solids.find(({ kind, at }) => kind !== "mesh" && distance(at, cut.at) < length);
  const { length: height, size } = around ?? {};
  const thickness = height ?? (size ? Math.max(...size.map((s, k) => s * Math.abs(axis[k]))) : length);
  const center = toWorld(pose, cut.at);
  const world = rotate(pose.orientation, axis);
  const sign = dot(world, camera.towardsEye(center)) > 0 ? 1 : -1;
  const half = Math.min(length, thickness) / 2;
  const mouth = along(center, world, sign * half);
  const [u, v] = perpendicular(world);
  const rim = Array.from({ length: 25 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 24;
    return camera.project(along(along(mouth, u, radius * Math.cos(angle)), v, radius * Math.sin(angle)));
  });
  painter.patch(rim, lit(colour, 0.2), camera.project(mouth)[2] + half);
}
