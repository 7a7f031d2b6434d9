/** One term of a formula, with the classes of the owners it belongs to. */
import type { Term } from "../recording";
import { breakable } from "./breaks";
import { math } from "./math";
import { ownerClass, type Owners } from "./owners";
import { signed } from "./sums";

/** An entry of a matrix, or a whole right-hand side. */
export function termView(term: Term, owners: Owners, latex = term.latex, spoken = term.text): HTMLSpanElement {
  const view = math(breakable(latex), spoken);
  view.classList.add("term", ...owners.of(term).map(ownerClass));
  return view;
}

/** The terms of a sum: every one but the first has its sign before it, and a line may end there. */
export function* sumView(terms: readonly Term[], owners: Owners): Generator<HTMLElement, void, void> {
  if (terms.length === 0) yield math("0", "0");
  for (const [place, term] of terms.entries()) {
    if (place === 0) yield termView(term, owners, `\\displaystyle ${term.latex}`);
    else yield termView(term, owners, `\\displaystyle {}${signed(term.latex)}`, signed(term.text));
  }
}
