/** A logarithmic scale of residuals against tolerances, common to all checks. */
import type { Certificate } from "../recording";

export type Check = Certificate["checks"][number];

export interface Scale {
  /** Powers of ten of residual over tolerance at the two ends; the tolerance itself is 0 between them. */
  from: number;
  to: number;
}

/** No residual of double precision is told apart below this. */
const smallest = -16;

/** log10 of residual over tolerance; -Infinity for none, NaN where it was not done. */
export function excess(check: Check): number {
  if (check.passed === null) return NaN;
  // exact checks have the tolerance 0
  return check.residual === 0 ? -Infinity : Math.log10(check.residual / check.tolerance);
}

export function scaleOf(checks: readonly Check[]): Scale {
  const known = checks.map(excess).filter((value) => Number.isFinite(value));
  const from = Math.max(smallest, Math.floor(Math.min(-3, ...known)) - 1);
  const to = Math.ceil(Math.max(1, ...known));
  return { from, to };
}

/** Where a power of ten lies, 0 to 1. */
export function along(scale: Scale, power: number): number {
  return Math.min(Math.max((power - scale.from) / (scale.to - scale.from), 0), 1);
}

/** For people who do not see the bar. */
export function spokenExcess(check: Check): string {
  const power = excess(check);
  if (Number.isNaN(power)) return check.passed === null ? "not done" : "not a number";
  if (power === -Infinity) return "exactly zero";
  const factor = Number((10 ** Math.abs(power)).toPrecision(2));
  if (power === Infinity || !Number.isFinite(factor)) return "far above the tolerance";
  return power > 0 ? `${factor} times the tolerance` : `the tolerance divided by ${factor}`;
}
