/** Before printing: everything is set, folded lists are open, and what cannot break is made to fit the paper. */
import type { Lazy } from "./slices";

/** [px] of what fits on A4 and Letter in their usual margins, beside a symbol and a number. */
const paperWidth = 600;
/** Smaller than this nobody can read it. */
const smallest = 0.3;

export function prepareForPaper(root: HTMLElement, lazy: Lazy): void {
  const form = ".form:not([hidden])";
  for (const list of root.querySelectorAll<HTMLDetailsElement>(`${form} details:not([open])`)) {
    list.open = true;
    window.addEventListener("afterprint", () => (list.open = false), { once: true });
  }
  lazy.finish();
  // All widths are read before the first is changed, so that the page is laid out once.
  const boxes = [...root.querySelectorAll<HTMLElement>(`${form} .scroller, ${form} .sum, ${form} dd`)];
  const scales = boxes.map((box) => Math.min(1, Math.max(smallest, paperWidth / widestPiece(box))));
  boxes.forEach((box, place) => box.style.setProperty("--paper-scale", String(scales[place])));
}

/** A matrix, or the pieces of a formula between which a line may end. */
function widestPiece(box: HTMLElement): number {
  const pieces = box.querySelectorAll<HTMLElement>(".matrix:not(.vector), .base");
  return Math.max(1, ...[...pieces].map((piece) => piece.offsetWidth));
}
