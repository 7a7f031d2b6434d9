/**
 * Formulas as KaTeX sets them. Their LaTeX is made of the model's names: commands that reach outside the formula
 * (links, pictures, attributes) stay untrusted, sizes and macros are bounded, and what cannot be set is plain text.
 */
import katex, { type KatexOptions } from "katex";
import { element } from "../dom";

const options: KatexOptions = {
  output: "html",
  throwOnError: true,
  strict: "ignore",
  trust: false,
  maxSize: 20,
  maxExpand: 1000,
};

/** Matrices repeat their entries: a formula is set once and copied afterwards. */
const settled = new Map<string, HTMLElement>();

/** A formula in a line; `spoken` is what a screen reader says, and what is shown where the LaTeX is not valid. */
export function math(latex: string, spoken: string): HTMLSpanElement {
  let pattern = settled.get(latex);
  if (pattern === undefined) {
    pattern = set(latex, spoken);
    settled.set(latex, pattern);
  }
  return element("span", { role: "math", "aria-label": spoken }, ...[...pattern.cloneNode(true).childNodes]);
}

function set(latex: string, spoken: string): HTMLElement {
  const target = element("span");
  try {
    katex.render(latex, target, options);
  } catch {
    target.replaceChildren(element("code", { "aria-hidden": "true" }, spoken));
  }
  return target;
}
