/** Colours of the terms that somebody has chosen, as style rules: they hold for formulas that are set later, too. */
import { ownerClass } from "./owners";

export const colours = 8;

export interface Mark {
  owner: number;
  /** Of the palette, 0 to colours - 1. */
  colour: number;
}

/** The least used colour of the palette, so that the first eight marks differ. */
export function nextColour(marks: readonly Mark[]): number {
  const uses = new Array<number>(colours).fill(0);
  for (const { colour } of marks) uses[colour] += 1;
  return uses.indexOf(Math.min(...uses));
}

/** A term of two marked owners shows both colours; everything else in `scope` steps back. */
export function markRules(marks: readonly Mark[], scope: string): string {
  if (marks.length === 0) return "";
  const rules = [`${scope} .term, ${scope} .zero, ${scope} .cells { opacity: 0.3; }`];
  for (const { owner, colour } of marks) {
    const name = ownerClass(owner);
    rules.push(`${scope} .term.${name} { opacity: 1; ${painted(colour)} }`);
    rules.push(`${scope} .owned.${name} { fill: var(--c${colour}); }`);
  }
  marks.forEach((one, k) => {
    for (const other of marks.slice(k + 1)) {
      const both = `.${ownerClass(one.owner)}.${ownerClass(other.owner)}`;
      rules.push(`${scope} .term${both} { ${painted(one.colour, other.colour)} }`);
    }
  });
  return rules.join("\n");
}

/** Ink keeps its contrast: the colour is a tint behind it and a line below, one under the other for two colours. */
function painted(colour: number, other = colour): string {
  const line = (which: number, height: number) =>
    `linear-gradient(var(--c${which}), var(--c${which})) left bottom / 100% ${height}px no-repeat`;
  const tint = `color-mix(in srgb, color-mix(in srgb, var(--c${colour}), var(--c${other})) 18%, transparent)`;
  const lines = other === colour ? line(colour, 2) : `${line(other, 2)}, ${line(colour, 4)}`;
  return `background: ${lines}, ${tint};`;
}
