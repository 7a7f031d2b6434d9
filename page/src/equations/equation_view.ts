/** Equations, which break between terms, and named sub-expressions. */
import { element } from "../dom";
import type { Definition, Equation } from "../recording";
import { math } from "./math";
import type { Owners } from "./owners";
import type { Work } from "./slices";
import { sumView, termView } from "./term_view";

export function* fillEquation(host: HTMLElement, equation: Equation, owners: Owners): Work {
  for (const node of sumView(equation.left, owners)) {
    host.append(node);
    yield;
  }
  host.append(element("span", { class: "equals" }, math("=", "=")));
  for (const node of sumView(equation.right, owners)) {
    host.append(node);
    yield;
  }
}

export function* fillDefinition(host: HTMLElement, definition: Definition, owners: Owners): Work {
  host.append(
    element("dt", {}, math(`${definition.latex} =`, `${definition.name} =`)),
    element("dd", { tabindex: 0 }, termView(definition.value, owners, `\\displaystyle ${definition.value.latex}`)),
  );
  yield;
}
