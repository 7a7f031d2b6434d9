/** Springs, dampers, actuators, rods and spirals in space; blades. */
import type { Contact, Joint, Link, Vec3 } from "../recording";
import type { Painter } from "./painter";
import { blend, type Colour } from "./palette";
import { bodyColour, type Picture } from "./picture";
import { add, along, cross, distance, mix, perpendicular, rotate, scale, subtract, toWorld, unit } from "./vector";

export function addLinks(painter: Painter, picture: Picture): void {
  const { motion, stretches } = picture.model;
  const colour = blend(picture.palette.metal, [210, 215, 222], 0.5);
  motion.links.forEach((link, i) => {
    if (link.kind === "rotational-spring") addSpiral(painter, picture, link);
    else addBetween(painter, picture, link, stretches[i], colour);
  });
  for (const contact of motion.contacts) if (contact.kind === "blade") addBlade(painter, picture, contact);
}

function addBetween(painter: Painter, picture: Picture, link: Link, stretch: [number, number], colour: Colour): void {
  const { poses, model } = picture;
  const [shortest, longest] = stretch;
  const { width } = model.measures;
  const [a, b] = [0, 1].map((end) => toWorld(poses[link.bodies[end]], link.at[end]));
  const length = distance(a, b);
  const changes = link.kind === "distance" && longest - shortest > 1e-3 * longest;
  for (const end of [a, b]) painter.ball(end, 0.26 * width, colour, -1, 0.4 * width);
  if (link.kind === "distance" && !changes) painter.tube(a, b, 0.16 * width, colour, -1, false);
  if (link.damper || link.actuator || changes) {
    // barrel and rod; a spring is wound about them
    const slim = link.spring ? 0.7 : 1;
    painter.tube(a, b, 0.11 * width, colour, -1, false);
    const [start, end] = [0.06, 0.62].map((part) => mix(a, b, length > 0 ? (part * shortest) / length : 0));
    painter.tube(start, end, 0.36 * slim * width, colour, -1, false, 0.1 * width);
  }
  if (link.spring) addCoil(painter, picture, a, b, longest);
}

function addCoil(painter: Painter, { camera, model, palette }: Picture, a: Vec3, b: Vec3, longest: number): void {
  const { width } = model.measures;
  const axis = unit(subtract(b, a));
  const [u, v] = perpendicular(axis);
  const turns = Math.min(Math.max(Math.round(longest / (0.8 * width)), 5), 14);
  const count = 14 * turns;
  const points: Vec3[] = [camera.project(a)];
  for (let i = 0; i <= count; ++i) {
    const angle = (2 * Math.PI * turns * i) / count;
    const rim = add(scale(u, 0.55 * width * Math.cos(angle)), scale(v, 0.55 * width * Math.sin(angle)));
    points.push(camera.project(add(mix(a, b, 0.08 + (0.84 * i) / count), rim)));
  }
  points.push(camera.project(b));
  painter.line(points, 1.6, palette.ink, -1, camera.project(mix(a, b, 0.5))[2] + 0.6 * width);
}

/** About the axis of the joint that it works on. */
function addSpiral(painter: Painter, { camera, model, poses, palette }: Picture, { bodies, at }: Link): void {
  const { width } = model.measures;
  const joins = (joint: Joint) => joint.axes.length > 0 && bodies.every((body) => joint.bodies.includes(body));
  const joint = model.motion.joints.find(joins);
  const axis = joint ? rotate(poses[joint.bodies[0]].orientation, unit(joint.axes[0])) : ([0, 0, 1] as Vec3);
  const center = along(toWorld(poses[bodies[1]], at[1]), axis, 0.7 * width);
  const [u, v] = perpendicular(axis);
  const points = Array.from({ length: 61 }, (_, i) => {
    const angle = (5 * Math.PI * i) / 60;
    const radius = width * (1.15 - (0.8 * i) / 60);
    return camera.project(add(center, add(scale(u, radius * Math.cos(angle)), scale(v, radius * Math.sin(angle)))));
  });
  painter.line(points, 1.4, palette.ink, -1, camera.project(center)[2] + width);
}

/** A runner that stands on the plane and points where its body may go. */
function addBlade(painter: Painter, picture: Picture, { body, at, axis }: Contact): void {
  const { model, poses, camera } = picture;
  const { width } = model.measures;
  const forbidden = rotate(poses[body].orientation, unit(axis));
  const forward = unit(cross(model.up, forbidden), [1, 0, 0]);
  const foot = toWorld(poses[body], at);
  const corner = (x: number, z: number) => camera.project(along(along(foot, forward, x * width), model.up, z * width));
  const corners = [corner(-1.3, 0), corner(1.1, 0), corner(1.5, 0.5), corner(-1.3, 0.5)];
  painter.patch(corners, bodyColour(picture, body), camera.project(foot)[2] + 0.3 * width);
}
