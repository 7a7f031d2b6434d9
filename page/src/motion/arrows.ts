/** Arrows on the screen: straight for forces and velocities, curved for moments. */
import type { Vec3 } from "../recording";
import type { Camera } from "./camera";
import { css, type Colour } from "./palette";
import type { Context } from "./picture";
import { along, perpendicular, scale, norm } from "./vector";

/** From the projected start to the projected end [px]. Gives false where it is too short to be seen. */
export function drawArrow(context: Context, from: Vec3, to: Vec3, colour: Colour, width = 2): boolean {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (!(length > 2.5)) return false;
  const head = Math.min(4.6 * width, 0.62 * length);
  const [ux, uy] = [dx / length, dy / length];
  context.strokeStyle = context.fillStyle = css(colour);
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(from[0], from[1]);
  context.lineTo(to[0] - 0.8 * head * ux, to[1] - 0.8 * head * uy);
  context.stroke();
  drawHead(context, to[0], to[1], ux, uy, head);
  return true;
}

/** Three quarters of a circle about the moment's axis, by the right hand; `radius` in metres. */
export function drawTurn(
  context: Context,
  camera: Camera,
  center: Vec3,
  moment: Vec3,
  radius: number,
  colour: Colour,
): boolean {
  const width = 1.9;
  const length = norm(moment);
  if (!(length > 0) || !(radius * camera.zoom > 3)) return false;
  const axis = scale(moment, 1 / length);
  const [u, v] = perpendicular(axis);
  const points = Array.from({ length: 28 }, (_, i) => {
    const angle = -0.6 + (1.5 * Math.PI * i) / 27;
    return camera.project(along(along(center, u, radius * Math.cos(angle)), v, radius * Math.sin(angle)));
  });
  context.strokeStyle = context.fillStyle = css(colour);
  context.lineWidth = width;
  context.beginPath();
  for (const [x, y] of points.slice(0, -1)) context.lineTo(x, y);
  context.stroke();
  const [a, b] = [points[25], points[27]];
  const step = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (step < 0.2) return true;
  const head = Math.min(4.6 * width, 0.8 * radius * camera.zoom);
  drawHead(context, b[0] + ((b[0] - a[0]) / step) * 0.4 * head, b[1] + ((b[1] - a[1]) / step) * 0.4 * head,
    (b[0] - a[0]) / step, (b[1] - a[1]) / step, head);
  return true;
}

function drawHead(context: Context, x: number, y: number, ux: number, uy: number, head: number): void {
  const [bx, by] = [x - head * ux, y - head * uy];
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(bx - 0.36 * head * uy, by + 0.36 * head * ux);
  context.lineTo(x - 0.78 * head * ux, y - 0.78 * head * uy);
  context.lineTo(bx + 0.36 * head * uy, by - 0.36 * head * ux);
  context.closePath();
  context.fill();
}
