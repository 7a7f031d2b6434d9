/** Small drawings that symbols are made of, in pixels. */
import type { Context } from "./picture";

/** Draws in a frame with its origin at a point, turned by an angle (counter-clockwise on the screen). */
export function turned(context: Context, x: number, y: number, angle: number, draw: () => void): void {
  context.save();
  context.translate(x, y);
  context.rotate(-angle);
  draw();
  context.restore();
}

/** A line along x from `from` to `to`, with hatching below it: the sign of what does not move. */
export function hatched(context: Context, from: number, to: number, y: number, step: number): void {
  context.beginPath();
  context.moveTo(from, y);
  context.lineTo(to, y);
  context.stroke();
  const width = context.lineWidth;
  context.lineWidth = 0.6 * width;
  context.beginPath();
  for (let x = from + 0.9 * step; x <= to + 0.1; x += step) {
    context.moveTo(x, y);
    context.lineTo(x - 0.9 * step, y + 0.9 * step);
  }
  context.stroke();
  context.lineWidth = width;
}

export function disc(context: Context, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

/** A zigzag along x, with straight ends. */
export function zigzag(context: Context, from: number, to: number, y: number, height: number, coils: number): void {
  const lead = Math.min(0.12 * (to - from), 2 * height);
  const step = (to - from - 2 * lead) / (2 * coils);
  context.moveTo(from, y);
  context.lineTo(from + lead, y);
  for (let i = 0; i < 2 * coils; ++i) {
    context.lineTo(from + lead + (i + 0.5) * step, y + (i % 2 === 0 ? -height : height));
  }
  context.lineTo(to - lead, y);
  context.lineTo(to, y);
}

/** The mark of a centre of mass: a disc with two dark quarters. */
export function centerMark(context: Context, x: number, y: number, radius: number, dark: string, bright: string): void {
  disc(context, x, y, radius);
  context.fillStyle = bright;
  context.fill();
  context.fillStyle = dark;
  context.beginPath();
  for (const start of [0, Math.PI]) {
    context.moveTo(x, y);
    context.arc(x, y, radius, start, start + Math.PI / 2);
    context.closePath();
  }
  context.fill();
  disc(context, x, y, radius);
  context.strokeStyle = dark;
  context.lineWidth = 1;
  context.stroke();
}
