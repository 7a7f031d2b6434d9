/** What somebody has chosen to see in the picture. */

export type ArrowKind = "velocity" | "acceleration" | "applied" | "reaction";
export const arrowKinds: ArrowKind[] = ["velocity", "acceleration", "applied", "reaction"];
export const arrowNames: Record<ArrowKind, string> = {
  velocity: "Velocities",
  acceleration: "Accelerations",
  applied: "Applied forces and moments",
  reaction: "Reactions",
};

export interface Options {
  arrows: ReadonlySet<ArrowKind>;
  /** On top of the automatic scale of arrows. */
  arrowScale: number;
  /** Keys of trail points. */
  trails: ReadonlySet<string>;
  centers: boolean;
  /** The camera goes along with the chosen body, or with all of them. */
  follow: boolean;
}

export class Choice {
  private readonly listeners: ((options: Options) => void)[] = [];

  constructor(private options: Options) {}

  get now(): Options {
    return this.options;
  }

  set(partial: Partial<Options>): void {
    this.options = { ...this.options, ...partial };
    for (const listener of this.listeners) listener(this.options);
  }

  subscribe(listener: (options: Options) => void): void {
    this.listeners.push(listener);
  }
}

/** With a member more or less. */
export function toggled<T>(set: ReadonlySet<T>, member: T, on = !set.has(member)): Set<T> {
  const result = new Set(set);
  if (on) result.add(member);
  else result.delete(member);
  return result;
}
