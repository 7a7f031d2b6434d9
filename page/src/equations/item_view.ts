/** A matrix or an equation with its heading and what can be done with it. */
import { button, copyButton, element } from "../dom";
import { formatCount } from "../format";
import type { Equation, Item, Matrix } from "../recording";
import { fillEquation } from "./equation_view";
import { math } from "./math";
import { fillMatrix } from "./matrix_view";
import type { Owners } from "./owners";
import { patternView } from "./pattern_view";
import type { Lazy } from "./slices";
import { itemLatex, itemText } from "./source";

/** Larger than this a matrix is shown as a picture first. */
const readable = 144;

export function copyTools(item: Item): HTMLElement {
  const latex = copyButton(() => itemLatex(item), "LaTeX");
  const text = copyButton(() => itemText(item), "Text");
  latex.title = "Copy as LaTeX";
  text.title = "Copy as plain text";
  return element("span", { class: "tools" }, latex, text);
}

export function equationView(equation: Equation, number: number, owners: Owners, lazy: Lazy): HTMLElement {
  const formula = element("div", { class: "sum", tabindex: 0, role: "group", "aria-label": `equation ${number}` });
  lazy.add(formula, () => fillEquation(formula, equation, owners));
  return element(
    "section",
    { class: "item equation" },
    element("header", {}, element("span", { class: "meaning" }, equation.name), copyTools(equation)),
    element("div", { class: "numbered" }, formula, element("span", { class: "number" }, `(${number})`)),
  );
}

export function matrixView(matrix: Matrix, owners: Owners, lazy: Lazy): HTMLElement {
  const tools = copyTools(matrix);
  const dimensions = `${formatCount(matrix.rows)} \u00d7 ${formatCount(matrix.columns)}`;
  const filled = `${formatCount(matrix.entries.length)} not zero`;
  const meaning = matrix.meaning === "" ? null : element("span", { class: "meaning" }, matrix.meaning);
  const size = element("span", { class: "size" }, `${dimensions}, ${filled}`);
  const symbol = math(`${matrix.latex} =`, `${matrix.name} =`);
  const place = element("div", { class: "matrix-place" }, symbol);
  const formulas = matrix.entries.some(({ term }) => term !== undefined);
  const large = matrix.rows * matrix.columns > readable && Math.min(matrix.rows, matrix.columns) > 2;
  const empty = matrix.entries.length === 0;

  const scroller = element("div", { class: "scroller", tabindex: 0, role: "group", "aria-label": matrix.name });
  const showFormula = () => {
    place.replaceChildren(symbol, scroller);
    if (scroller.childElementCount > 0) return;
    scroller.style.minHeight = `${Math.min(matrix.rows, 40) * 1.8}em`;
    lazy.add(scroller, function* () {
      yield* fillMatrix(scroller, matrix, owners);
      scroller.style.minHeight = "";
    });
  };
  let picture: HTMLElement | null = null;
  const showPicture = () => place.replaceChildren(symbol, (picture ??= patternView(matrix, owners)));

  if (empty) place.append(element("span", { class: "zero" }, "0"));
  else if (!formulas || large) showPicture();
  else showFormula();
  if (formulas && large) tools.append(...switchButtons(showPicture, showFormula));
  return element("section", { class: "item" }, element("header", {}, meaning, size, tools), place);
}

function switchButtons(showPicture: () => void, showFormula: () => void): HTMLElement[] {
  const choose = (chosen: HTMLElement, other: HTMLElement, show: () => void) => {
    chosen.setAttribute("aria-pressed", "true");
    other.setAttribute("aria-pressed", "false");
    show();
  };
  const picture = button("Picture", () => choose(picture, formula, showPicture), { "aria-pressed": "true" });
  const formula = button("Formulas", () => choose(formula, picture, showFormula), { "aria-pressed": "false" });
  picture.classList.add("small");
  formula.classList.add("small");
  return [picture, formula];
}
