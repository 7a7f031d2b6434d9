/** Signs of planar joints, of ground, and of the guides that blocks slide on. */
import type { Joint, Vec3 } from "../recording";
import { css } from "./palette";
import type { Picture } from "./picture";
import type { Slider } from "./sliders";
import { centerMark, disc, hatched, turned } from "./strokes";
import { along, cross, dot, rotate, subtract, toWorld, unit } from "./vector";

/** Below this size [px] signs only make a long chain slower and darker. */
const smallest = 1.6;

/** What lies behind the bodies: ground, guides, the planes that wheels roll on. */
export function drawGround(picture: Picture): void {
  const { context, model, palette } = picture;
  context.lineWidth = 1.6;
  for (const slider of model.sliders) if (slider.telescope === null) drawGuide(picture, slider);
  context.strokeStyle = context.fillStyle = css(palette.muted);
  for (const joint of model.motion.joints) if (joint.bodies.includes(0)) drawSupport(picture, joint);
  drawWalls(picture);
  drawFloors(picture);
}

/** Signs over the bodies. */
export function drawJoints(picture: Picture): void {
  const { context, camera, model, palette } = picture;
  const size = Math.min(0.27 * model.measures.width * camera.zoom, 11);
  if (size < smallest) return;
  context.lineWidth = Math.min(1.5, 0.5 * size);
  context.strokeStyle = css(palette.ink);
  for (const { type, bodies, at, driven } of model.motion.joints) {
    if (type === "free" || type === "planar") continue;
    const [x, y] = camera.project(toWorld(picture.poses[bodies[1]], at[1]));
    if (type === "prismatic" && !driven) continue;
    context.fillStyle = css(driven ? palette.accent : palette.paper);
    if (type === "fixed") {
      context.beginPath();
      context.rect(x - 0.8 * size, y - 0.8 * size, 1.6 * size, 1.6 * size);
      context.fillStyle = css(palette.metal);
    } else disc(context, x, y, type === "prismatic" ? 0.6 * size : size);
    context.fill();
    context.stroke();
  }
}

export function drawCenters(picture: Picture): void {
  const { context, camera, model, palette } = picture;
  const size = Math.min(0.2 * model.measures.width * camera.zoom, 6);
  if (size < smallest) return;
  for (const body of model.marked) {
    const { center } = model.motion.bodies[body];
    const [x, y] = camera.project(toWorld(picture.poses[body], center));
    centerMark(context, x, y, Math.max(size, 3), css(palette.ink), css(palette.paper));
  }
}

function screenAngle([x, y]: Vec3): number {
  return Math.atan2(y, x);
}

/** Ground at a joint: a bracket below a pin, a bar through a weld. */
function drawSupport({ context, camera, model, palette }: Picture, { type, bodies, at }: Joint): void {
  const size = Math.min(model.measures.width * camera.zoom, 40);
  if (size < 2 * smallest || (type !== "revolute" && type !== "fixed")) return;
  const [x, y] = camera.project(at[bodies[0] === 0 ? 0 : 1]);
  turned(context, x, y, screenAngle(model.up) - Math.PI / 2, () => {
    const depth = type === "fixed" ? 0 : 1.25 * size;
    if (type === "revolute") {
      context.beginPath();
      context.moveTo(-0.75 * size, depth);
      context.lineTo(-0.42 * size, 0);
      context.arc(0, 0, 0.42 * size, Math.PI, 2 * Math.PI);
      context.lineTo(0.75 * size, depth);
      context.closePath();
      context.fillStyle = css(palette.line);
      context.fill();
      context.stroke();
    }
    hatched(context, -1.2 * size, 1.2 * size, depth, 0.4 * size);
  });
}

/** A hatched line below the block where the rail is ground, a slim bar through it where the rail moves. */
function drawGuide({ context, camera, model, palette, poses }: Picture, { rail, at, axis, from, to }: Slider): void {
  const size = model.measures.width * camera.zoom;
  const pose = poses[rail];
  const direction = rotate(pose.orientation, axis);
  const [x, y] = camera.project(toWorld(pose, at));
  const flipped = rail === 0 && dot(cross([0, 0, 1], direction), model.up) < -1e-6;
  turned(context, x, y, screenAngle(direction) + (flipped ? Math.PI : 0), () => {
    const [a, b] = flipped ? [-to, -from] : [from, to];
    const start = a * camera.zoom - 2 * size;
    const end = b * camera.zoom + 2 * size;
    context.strokeStyle = css(palette.muted);
    if (rail === 0) return hatched(context, start, end, 0.95 * size + 1.5, Math.min(Math.max(0.4 * size, 5), 12));
    context.fillStyle = css(palette.line);
    context.beginPath();
    context.rect(start, -0.2 * size, end - start, 0.4 * size);
    context.fill();
    context.stroke();
  });
}

/** Ground at the end of a spring or rod: a wall across it. */
function drawWalls({ context, camera, model, poses }: Picture): void {
  const size = Math.min(model.measures.width * camera.zoom, 40);
  if (size < 2 * smallest) return;
  for (const { kind, bodies, at } of model.motion.links) {
    const end = bodies.indexOf(0);
    if (end < 0 || kind === "rotational-spring") continue;
    const here = toWorld(poses[0], at[end]);
    const there = toWorld(poses[bodies[1 - end]], at[1 - end]);
    const [x, y] = camera.project(here);
    const direction = unit(subtract(there, here), [0, 1, 0]);
    turned(context, x, y, screenAngle(direction) - Math.PI / 2, () => {
      hatched(context, -1.2 * size, 1.2 * size, 0, Math.max(0.4 * size, 4));
    });
  }
}

/** The lines that wheels roll on, as long as they are rolled on. */
function drawFloors({ context, camera, model, poses }: Picture): void {
  for (const { plane, on, body, at, radii } of model.motion.contacts) {
    if (plane === null) continue;
    const normal = rotate(poses[on].orientation, plane.normal);
    const origin = toWorld(poses[on], plane.point);
    const tangent = cross(normal, [0, 0, 1]);
    const room = model.bounds.map((p) => dot(tangent, subtract(p, origin)));
    const wheel = dot(tangent, subtract(toWorld(poses[body], at), origin));
    const from = Math.min(...(on === 0 ? room : [wheel])) - 1.2 * radii[0];
    const to = Math.max(...(on === 0 ? room : [wheel])) + 1.2 * radii[0];
    const [x, y] = camera.project(along(origin, tangent, from));
    const length = (to - from) * camera.zoom;
    turned(context, x, y, screenAngle(tangent), () => {
      hatched(context, 0, length, 1.5, Math.min(Math.max(0.12 * radii[0] * camera.zoom, 6), length / 8));
    });
  }
}
