/** Everything that can be plotted: the table's columns, and what the joints' reactions amount to. */
import { decoded, float32, float64 } from "../decode";
import type { Load, Packed3, Recording } from "../recording";

export interface Curve {
  /** Unique: what plots remember. */
  name: string;
  /** In SI, "" where nobody says. */
  unit: string;
  /** One value a frame. */
  values(): Float32Array;
  /** Minimum and maximum of every stretch, where rows were left out. */
  extremes?(): { t: Float64Array; y: Float32Array };
}

export interface CurveGroup {
  name: string;
  curves: Curve[];
  /** Those that a plot of this group starts with. */
  leading: Curve[];
}

export function curveGroups(recording: Recording): CurveGroup[] {
  const columns = columnsOf(recording);
  const own = recording.table?.groups ?? [];
  const groups = own.map((one) => group(one.name, one.columns.map((i) => columns[i])));
  const grouped = new Set(groups.flatMap(({ curves }) => curves));
  const others = columns.filter((curve) => !grouped.has(curve));
  if (others.length > 0) groups.push(group("Other columns", others));
  const taken = new Set(columns.map(({ name }) => name));
  const reactions = reactionsOf(recording, taken);
  if (reactions.curves.length > 0) groups.push(reactions);
  return groups.filter(({ curves }) => curves.length > 0);
}

function group(name: string, curves: Curve[]): CurveGroup {
  return { name: name.charAt(0).toUpperCase() + name.slice(1), curves, leading: curves };
}

function columnsOf(recording: Recording): Curve[] {
  const { column } = decoded(recording);
  return (recording.table?.columns ?? []).map(({ name, unit, extremes }, i) => ({
    name,
    unit,
    values: () => column(i),
    extremes: extremes && once(() => ({ t: float64(extremes.t), y: float32(extremes.y) })),
  }));
}

/** Size and components of the force and moment in every joint; a plane model has only those of the plane. */
function reactionsOf(recording: Recording, taken: ReadonlySet<string>): CurveGroup {
  const { motion } = recording;
  const result: CurveGroup = { name: "Reactions", curves: [], leading: [] };
  const used = new Set(taken);
  for (const load of motion?.loads ?? []) {
    if (load.kind !== "reaction") continue;
    const owner = ownerName(load, motion!.bodies[load.on].name, used);
    const curves = componentsOf(recording, load, owner, motion!.planar).filter(({ name }) => !taken.has(name));
    for (const { name } of curves) used.add(name);
    result.curves.push(...curves);
    result.leading.push(...curves.slice(0, 1));
  }
  return result;
}

/** A joint may act on several bodies: then the body's name tells its loads apart. */
function ownerName({ name }: Load, body: string, used: ReadonlySet<string>): string {
  if (!used.has(`${name}.|f|`)) return name;
  let result = `${name} on ${body}`;
  for (let i = 2; used.has(`${result}.|f|`); ++i) result = `${name} on ${body} (${i})`;
  return result;
}

function componentsOf(recording: Recording, { force, moment }: Load, owner: string, planar: boolean): Curve[] {
  const { values } = decoded(recording);
  const size = ([x, y, z]: Packed3) => once(() => lengths(values(x), values(y), values(z)));
  const parts = (letter: string, vector: Packed3, unit: string, axes: number[]) =>
    axes.map((axis): Curve => ({ name: `${owner}.${letter}${"xyz"[axis]}`, unit, values: () => values(vector[axis]) }));
  const forces = [
    { name: `${owner}.|f|`, unit: "N", values: size(force) },
    ...parts("f", force, "N", planar ? [0, 1] : [0, 1, 2]),
  ];
  if (moment.every((component) => component === 0)) return forces;
  if (planar) return [...forces, ...parts("m", moment, "N m", [2])];
  const moments = { name: `${owner}.|m|`, unit: "N m", values: size(moment) };
  return [...forces, moments, ...parts("m", moment, "N m", [0, 1, 2])];
}

function lengths(x: Float32Array, y: Float32Array, z: Float32Array): Float32Array {
  return x.map((value, i) => Math.hypot(value, y[i], z[i]));
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
