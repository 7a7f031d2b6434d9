/** Springs, dampers, actuators, rods and spirals between two points of a planar picture; blades. */
import type { Link } from "../recording";
import { bodyColour, surface, type Picture } from "./picture";
import { blend, css } from "./palette";
import { disc, turned, zigzag } from "./strokes";
import { planarAngle, rotate, toWorld } from "./vector";

type Range = [number, number];

export function drawLinks(picture: Picture): void {
  picture.model.motion.links.forEach((link, i) => {
    if (link.kind === "rotational-spring") drawSpiral(picture, link);
    else drawBetween(picture, link, picture.model.stretches[i]);
  });
}

function drawBetween(picture: Picture, link: Link, [shortest, longest]: Range): void {
  const { context, camera, palette, poses, model } = picture;
  const [a, b] = [0, 1].map((end) => camera.project(toWorld(poses[link.bodies[end]], link.at[end])));
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const size = Math.min(Math.max(model.measures.width * camera.zoom, 3), 26);
  const range: Range = [shortest * camera.zoom, longest * camera.zoom];
  turned(context, a[0], a[1], Math.atan2(a[1] - b[1], b[0] - a[0]), () => {
    context.strokeStyle = css(palette.ink);
    context.fillStyle = css(blend(palette.metal, palette.paper, 0.35));
    context.lineWidth = 1.5;
    const both = link.spring && link.damper;
    const parts = [link.spring, link.damper, link.actuator].filter(Boolean).length;
    // what works side by side starts and ends at cross bars
    const lead = parts > 1 ? 0.1 * range[0] : 0;
    const aside = parts > 1 ? 0.85 * size : 0;
    const part = longest - shortest > 1e-3 * longest ? (length / camera.zoom - shortest) / (longest - shortest) : 0.5;
    const changes = link.kind === "distance" && longest - shortest > 1e-3 * longest;
    if (link.kind === "distance" && !changes) drawRod(picture, length, size);
    else if (parts > 1) yoke(picture, length, size, lead);
    if (link.spring) coil(picture, [lead, length - lead], size, range[1], -aside);
    if (link.damper) dashpot(picture, [lead, length - lead], size, part, aside);
    if (link.actuator || changes) cylinder(picture, [lead, length - lead], size, range[0], both ? 0 : aside);
    for (const x of [0, length]) {
      disc(context, x, 0, Math.min(0.22 * size, 4));
      context.fillStyle = css(palette.paper);
      context.fill();
      context.stroke();
    }
  });
}

function drawRod({ context }: Picture, length: number, size: number): void {
  context.beginPath();
  context.rect(0, -0.16 * size, length, 0.32 * size);
  context.fill();
  context.stroke();
}

/** The cross bars by which a spring and what works beside it share their ends. */
function yoke({ context }: Picture, length: number, size: number, lead: number): void {
  context.beginPath();
  for (const [x, end] of [[lead, 0], [length - lead, length]]) {
    context.moveTo(end, 0);
    context.lineTo(x, 0);
    context.moveTo(x, -0.85 * size);
    context.lineTo(x, 0.85 * size);
  }
  context.stroke();
}

/** As many turns as suit its greatest length: their number must not change while it stretches. */
function coil({ context }: Picture, [from, to]: Range, size: number, longest: number, y: number): void {
  const turns = Math.min(Math.max(Math.round(longest / (0.9 * size)), 5), 14);
  context.beginPath();
  zigzag(context, from, to, y, y === 0 ? 0.62 * size : 0.5 * size, turns);
  context.stroke();
}

/** A cup and a piston, which goes through the cup as the length goes through its range: `part` of the way. */
function dashpot({ context }: Picture, [from, to]: Range, size: number, part: number, y: number): void {
  const cup = from + 0.25 * (to - from);
  const rim = cup + Math.min(0.45 * (to - from), 4.5 * size);
  const piston = cup + (rim - cup) * (0.2 + 0.6 * part);
  const half = 0.42 * size;
  context.beginPath();
  context.moveTo(from, y);
  context.lineTo(cup, y);
  context.moveTo(rim, y - half);
  context.lineTo(cup, y - half);
  context.lineTo(cup, y + half);
  context.lineTo(rim, y + half);
  context.moveTo(piston, y - 0.8 * half);
  context.lineTo(piston, y + 0.8 * half);
  context.moveTo(piston, y);
  context.lineTo(to, y);
  context.stroke();
}

/** Barrel and rod. */
function cylinder({ context, palette }: Picture, [from, to]: Range, size: number, shortest: number, y: number): void {
  const start = from + 0.06 * shortest;
  context.beginPath();
  context.rect(from, y - 0.13 * size, to - from, 0.26 * size);
  context.fillStyle = css(palette.paper);
  context.fill();
  context.stroke();
  context.beginPath();
  context.rect(start, y - 0.45 * size, Math.max(0.56 * shortest - start, 1), 0.9 * size);
  context.fillStyle = css(blend(palette.metal, palette.paper, 0.35));
  context.fill();
  context.stroke();
}

/** Wound tighter or looser by the angle between the bodies. */
function drawSpiral({ context, camera, palette, poses, model }: Picture, { bodies, at }: Link): void {
  const [x, y] = camera.project(toWorld(poses[bodies[1]], at[1]));
  const outer = Math.min(1.15 * model.measures.width * camera.zoom, 34);
  if (outer < 4) return;
  const start = planarAngle(poses[bodies[0]].orientation);
  const angle = planarAngle(poses[bodies[1]].orientation) - start;
  const turns = 4.5 * Math.PI + Math.atan2(Math.sin(angle), Math.cos(angle));
  context.beginPath();
  for (let i = 0; i <= 60; ++i) {
    const radius = outer * (1 - (0.72 * i) / 60);
    const phi = start + (turns * i) / 60;
    context.lineTo(x + radius * Math.cos(phi), y - radius * Math.sin(phi));
  }
  context.strokeStyle = css(palette.ink);
  context.lineWidth = 1.4;
  context.stroke();
}

/** A runner along the direction in which its body may go. */
export function drawBlades(picture: Picture): void {
  const { context, camera, model, poses } = picture;
  const size = Math.min(Math.max(model.measures.width * camera.zoom, 5), 30);
  for (const { kind, body, at, axis } of model.motion.contacts) {
    if (kind !== "blade") continue;
    const [x, y] = camera.project(toWorld(poses[body], at));
    const [ax, ay] = rotate(poses[body].orientation, axis);
    turned(context, x, y, Math.atan2(ay, ax) - Math.PI / 2, () => {
      context.beginPath();
      context.ellipse(0, 0, 1.3 * size, 0.2 * size, 0, 0, 2 * Math.PI);
      context.fillStyle = css(surface(picture, body));
      context.strokeStyle = css(bodyColour(picture, body));
      context.lineWidth = 1.6;
      context.fill();
      context.stroke();
    });
  }
}
