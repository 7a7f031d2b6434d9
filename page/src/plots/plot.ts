/** What a plot shows, apart from how it is drawn. */
import type { Curve, CurveGroup } from "./curves";
import { shownAs } from "./angles";
import { formatUnit } from "../format";

/** More curves than colours are hard to tell apart. */
export const manyCurves = 8;

export interface Plot {
  title: string;
  /** null: against time. */
  x: Curve | null;
  curves: Curve[];
  /** Those of `curves` that were switched off. */
  hidden: Set<Curve>;
  /** Further curves of the same group. */
  rest: Curve[];
}

/** Points of a curve as drawn, in the units that are shown. */
export interface Points {
  x: ArrayLike<number>;
  y: ArrayLike<number>;
}

export function plotOf(title: string, curves: Curve[], x: Curve | null = null): Plot {
  return { title, x, curves: curves.slice(0, manyCurves), hidden: new Set(), rest: curves.slice(manyCurves) };
}

/** One plot for every group, except for what people look at only on purpose. */
export function defaultPlots(groups: CurveGroup[]): Plot[] {
  const plots = groups
    .filter(({ name }) => !/^(other columns|accelerations|bodies|poses|multipliers)\b/i.test(name))
    .map(({ name, leading }) => plotOf(name, leading));
  return plots.length > 0 ? plots : groups.slice(0, 1).map(({ name, leading }) => plotOf(name, leading));
}

export function shownCurves({ curves, hidden }: Plot): Curve[] {
  return curves.filter((curve) => !hidden.has(curve));
}

/** Curves with the same scale share an axis. A balance is tiny beside what it balances: it has its own. */
export function scaleOf({ name, unit }: Curve): string {
  return /^(balance|drift)$/i.test(name) ? `${unit} of ${name}` : unit;
}

/** The scales of all curves, in the order in which they appear. */
export function scalesOf({ curves }: Plot): string[] {
  return [...new Set(curves.map(scaleOf))];
}

export function pointsOf({ x }: Plot, curve: Curve, times: Float64Array, degrees: boolean): Points {
  const scaled = (values: Float32Array, { unit }: Curve) => {
    const { factor } = shownAs(unit, degrees);
    return factor === 1 ? values : values.map((value) => value * factor);
  };
  if (x !== null) return { x: scaled(x.values(), x), y: scaled(curve.values(), curve) };
  const extremes = curve.extremes?.();
  if (extremes !== undefined) return { x: extremes.t, y: scaled(extremes.y, curve) };
  return { x: times, y: scaled(curve.values(), curve) };
}

/** "th1 [rad]", or the unit alone where several curves share an axis. */
export function axisLabel(curves: Curve[], degrees: boolean): (exponent: string) => string {
  const names = curves.length === 1 ? curves[0].name : "";
  const unit = curves.length === 0 ? "" : formatUnit(shownAs(curves[0].unit, degrees).unit);
  return (exponent) => {
    const measure = [exponent, unit].filter((part) => part !== "").join("\u202f");
    return [names, measure === "" ? "" : `[${measure}]`].filter((part) => part !== "").join(" ");
  };
}
