/** The colours of the pictures: the page's own variables, as numbers that can be mixed. */
import { cssVariable } from "../dom";

export type Colour = [number, number, number];

export interface Palette {
  ink: Colour;
  paper: Colour;
  muted: Colour;
  line: Colour;
  accent: Colour;
  /** What belongs to no body: pins, rails, springs. */
  metal: Colour;
  bodies: Colour[];
  /** For many bodies in a row. */
  shades: Colour[];
  velocity: Colour;
  acceleration: Colour;
  applied: Colour;
  reaction: Colour;
  inertia: Colour;
}

/** As the page is now, light or dark. */
export function palette(): Palette {
  const page = (name: string) => colour(cssVariable(name));
  const ink = page("--ink");
  const paper = page("--card");
  return {
    ink,
    paper,
    muted: page("--muted"),
    line: page("--line"),
    accent: page("--accent"),
    metal: blend(ink, paper, 0.55),
    bodies: ["--c0", "--c4", "--c2", "--c3", "--c5", "--c1", "--c6"].map(page),
    shades: ["--c0", "--c5"].map(page),
    velocity: page("--c2"),
    acceleration: page("--c3"),
    applied: page("--c1"),
    reaction: page("--c0"),
    inertia: page("--c7"),
  };
}

/** Reads #rgb and #rrggbb; anything else becomes grey. */
function colour(text: string): Colour {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1];
  if (digits === undefined) return [128, 128, 128];
  const width = digits.length / 3;
  return [0, 1, 2].map((i) => {
    const part = digits.slice(i * width, (i + 1) * width);
    return parseInt(width === 1 ? part + part : part, 16);
  }) as Colour;
}

export function css([r, g, b]: Colour, opacity = 1): string {
  const rounded = `${Math.round(r)},${Math.round(g)},${Math.round(b)}`;
  return opacity === 1 ? `rgb(${rounded})` : `rgba(${rounded},${opacity})`;
}

/** `part` of a and the rest of b. */
export function blend(a: Colour, b: Colour, part: number): Colour {
  return [b[0] + part * (a[0] - b[0]), b[1] + part * (a[1] - b[1]), b[2] + part * (a[2] - b[2])];
}

/** Under a light: 0 is its shadow, 1 the colour itself, above it shines. */
export function lit(base: Colour, light: number): Colour {
  if (light > 1) return blend([255, 255, 255], base, Math.min(light - 1, 1));
  return blend(base, [base[0] * 0.3, base[1] * 0.33, base[2] * 0.4], Math.max(light, 0));
}
