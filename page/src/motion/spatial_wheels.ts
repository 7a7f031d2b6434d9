/** Things that roll: a disc with spokes, a ball with great circles. Their rolling must be seen. */
import type { Contact, Shape, Vec3 } from "../recording";
import type { Figure } from "./figures";
import type { Painter } from "./painter";
import { blend, lit, type Colour } from "./palette";
import type { Picture } from "./picture";
import { along, distance, dot, perpendicular, rotate, toWorld, unit, type Pose } from "./vector";

const spokes = 5;
/** Of a disc without a shape, as a share of its radius. */
const halfThickness = 0.05;

export function addWheel(painter: Painter, picture: Picture, wheel: Contact, figure: Figure, colour: Colour): void {
  const pose = picture.poses[figure.body];
  // where the body has a shape that is the wheel, only its marks are added
  const shape = figure.solids.find((solid) => isWheel(solid, wheel));
  const ink = blend(lit(colour, 0.3), picture.palette.paper, 0.9);
  if (wheel.kind === "sphere") addBall(painter, picture, wheel, figure.body, shape, pose, colour, ink);
  if (wheel.kind === "disc") addDisc(painter, picture, wheel, figure.body, shape, pose, colour, ink);
}

function isWheel({ at, radius = 0 }: Shape, wheel: Contact): boolean {
  const size = wheel.radii[0];
  return distance(at, wheel.at) < 0.1 * size && Math.abs(radius / size - 1) < 0.1;
}

function addBall(painter: Painter, picture: Picture, { at, radii }: Contact, body: number,
  shape: Shape | undefined, pose: Pose, colour: Colour, ink: Colour): void {
  const { camera } = picture;
  const center = toWorld(pose, at);
  const depth = shape ? camera.project(center)[2] : painter.ball(center, radii[0], colour, body);
  const eye = camera.towardsEye(center);
  for (const axis of [[1, 0, 0], [0, 1, 0], [0, 0, 1]] as Vec3[]) {
    // the half of the circle that faces the eye
    const [u, v] = perpendicular(axis).map((e) => rotate(pose.orientation, e));
    const start = Math.atan2(dot(v, eye), dot(u, eye)) - Math.PI / 2;
    const points = Array.from({ length: 19 }, (_, i) => {
      const angle = start + (Math.PI * i) / 18;
      return camera.project(onCircle(center, u, v, radii[0], angle));
    });
    painter.line(points, 1.2, ink, -1, depth + 1e-6);
  }
}

function addDisc(painter: Painter, picture: Picture, { at, radii, axis: own }: Contact, body: number,
  shape: Shape | undefined, pose: Pose, colour: Colour, ink: Colour): void {
  const { camera } = picture;
  const radius = radii[0];
  const center = toWorld(pose, at);
  const axis = rotate(pose.orientation, unit(own));
  const half = shape?.length !== undefined ? shape.length / 2 : halfThickness * radius;
  const [a, b] = [along(center, axis, -half), along(center, axis, half)];
  const depth = shape ? camera.project(center)[2] : painter.tube(a, b, radius, colour, body, false);
  const face = dot(axis, camera.towardsEye(center)) > 0 ? b : a;
  // the spokes are fixed in the body, and so must be the axes they are measured from
  const [u, v] = perpendicular(unit(own)).map((e) => rotate(pose.orientation, e));
  const on = (part: number, angle: number) => camera.project(onCircle(face, u, v, part * radius, angle));
  for (let i = 0; i < spokes; ++i) {
    const angle = (2 * Math.PI * i) / spokes;
    painter.line([on(0.14, angle), on(0.84, angle)], 1.3, ink, -1, depth + 1e-6);
  }
  for (const part of [0.14, 0.84]) {
    const rim = Array.from({ length: 33 }, (_, i) => on(part, (Math.PI * i) / 16));
    painter.line(rim, 1.1, ink, -1, depth + 1e-6);
  }
}

function onCircle(center: Vec3, u: Vec3, v: Vec3, radius: number, angle: number): Vec3 {
  return along(along(center, u, radius * Math.cos(angle)), v, radius * Math.sin(angle));
}
