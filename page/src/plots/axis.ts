/** Where an axis begins and ends, and what is written along it. */
import type { Points } from "./plot";
import { formatPower } from "../format";

export interface Range {
  min: number;
  max: number;
}

/** Below this part of its size a recorded value (float32) is noise: no axis is stretched so far. */
const finest = 2e-6;

/** Of the y of points whose x lie in `window` (everywhere for null), with some air; null without points. */
export function rangeOf(curves: Points[], window: Range | null): Range | null {
  let min = Infinity;
  let max = -Infinity;
  for (const { x, y } of curves) {
    for (let i = 0; i < y.length; ++i) {
      if (!Number.isFinite(y[i]) || (window !== null && (x[i] < window.min || x[i] > window.max))) continue;
      if (y[i] < min) min = y[i];
      if (y[i] > max) max = y[i];
    }
  }
  if (min > max) return null;
  const size = Math.max(Math.abs(min), Math.abs(max));
  const air = Math.max((max - min) * 0.06, size * finest);
  if (size === 0) return { min: -1, max: 1 };
  return max - min < size * finest ? around(min, size) : { min: min - air, max: max + air };
}

/** A constant is a line in the middle. */
function around(value: number, size: number): Range {
  return { min: value - 0.5 * size, max: value + 0.5 * size };
}

export function extentOf(values: ArrayLike<number>): Range {
  let min = Infinity;
  let max = -Infinity;
  for (let i = 0; i < values.length; ++i) {
    if (values[i] < min) min = values[i];
    if (values[i] > max) max = values[i];
  }
  return min < max ? { min, max } : min === max ? { min: min - 0.5, max: max + 0.5 } : { min: 0, max: 1 };
}

/** Round values between the ends, at most so many. */
export function ticksOf({ min, max }: Range, most: number): number[] {
  const step = roundStep((max - min) / Math.max(most, 1));
  const ticks: number[] = [];
  for (let i = Math.ceil(min / step - 1e-9); i * step <= max + 1e-9 * step; ++i) ticks.push(i * step + 0);
  return ticks;
}

/** The next of 1, 2, 5, 10, ... */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** The power of ten that is written with the unit instead of at every tick; 0 where the numbers are handy. */
export function exponentOf({ min, max }: Range): number {
  const size = Math.max(Math.abs(min), Math.abs(max));
  const exponent = size > 0 ? Math.floor(Math.log10(size)) : 0;
  return exponent >= -3 && exponent <= 4 ? 0 : 3 * Math.floor(exponent / 3);
}

export function exponentText(range: Range): string {
  const exponent = exponentOf(range);
  return exponent === 0 ? "" : formatPower(exponent);
}

/** All with the same number of decimals, as many as tell them apart. */
export function tickTexts(ticks: number[], range: Range): string[] {
  const unit = 10 ** exponentOf(range);
  const step = ticks.length > 1 ? (ticks[1] - ticks[0]) / unit : 1;
  const decimals = Math.min(Math.max(0, -Math.floor(Math.log10(step) + 1e-9)), 12);
  return ticks.map((tick) => (tick / unit).toFixed(decimals).replace(/^-(?=0(\.0*)?$)/, "").replace("-", "\u2212"));
}
