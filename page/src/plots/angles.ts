/** Angles are recorded in radians; some people read degrees. */

export interface Shown {
  unit: string;
  /** The shown value is this many times the recorded one. */
  factor: number;
}

const angle = /^rad(?=$|[\s/*^])/;

export function isAngle(unit: string): boolean {
  return angle.test(unit) && !unit.startsWith("rad^");
}

export function shownAs(unit: string, degrees: boolean): Shown {
  if (!degrees || !isAngle(unit)) return { unit, factor: 1 };
  return { unit: unit.replace(angle, "deg"), factor: 180 / Math.PI };
}
