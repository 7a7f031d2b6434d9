/** One form of the equations: what it is, its matrices and equations, the names used in them, and notes. */
import { copyButton, element } from "../dom";
import { formatCount } from "../format";
import type { Definition, Form, Item } from "../recording";
import { fillDefinition } from "./equation_view";
import { copyTools, equationView, matrixView } from "./item_view";
import type { Owners } from "./owners";
import type { Lazy } from "./slices";
import { formLatex, formText } from "./source";

/** More names than this are folded away at first. */
const unfolded = 12;

export function formView(form: Form, model: string, owners: Owners, lazy: Lazy): HTMLElement[] {
  const latex = copyButton(() => formLatex(form, model), "Copy all as LaTeX");
  const text = copyButton(() => formText(form, model), "Copy all as text");
  const facts = [form.used ? "used by the simulation" : "", form.operations > 0 ? operations(form) : ""];
  const head = element(
    "header",
    { class: "form-head" },
    element("h3", {}, form.title),
    element("p", { class: "about" }, form.about),
    element("p", { class: "facts" }, facts.filter((fact) => fact !== "").join(" \u00b7 ")),
    element("div", { class: "tools" }, latex, text),
  );
  let number = 0;
  const items = runs(form.items).map((run) => {
    if (run.definitions !== undefined) return definitionsView(run.definitions, number > 0, owners, lazy);
    if (run.item.kind === "matrix") return matrixView(run.item, owners, lazy);
    number += 1;
    return equationView(run.item, number, owners, lazy);
  });
  const notes = element("ul", { class: "notes" }, ...form.notes.map((note) => element("li", {}, note)));
  return [head, ...items, ...(form.notes.length > 0 ? [notes] : [])];
}

function operations(form: Form): string {
  return `${formatCount(form.operations)} ${form.operations === 1 ? "operation" : "operations"}`;
}

type Run = { item: Exclude<Item, Definition>; definitions?: undefined } | { definitions: Definition[] };

/** Definitions that follow each other belong in one list. */
export function runs(items: readonly Item[]): Run[] {
  const result: Run[] = [];
  for (const item of items) {
    const last = result[result.length - 1];
    if (item.kind !== "definition") result.push({ item });
    else if (last?.definitions !== undefined) last.definitions.push(item);
    else result.push({ definitions: [item] });
  }
  return result;
}

function definitionsView(definitions: Definition[], after: boolean, owners: Owners, lazy: Lazy): HTMLElement {
  const rows = definitions.map((definition) => {
    const row = element("div", { class: "definition" });
    lazy.add(row, function* () {
      yield* fillDefinition(row, definition, owners);
      row.append(copyTools(definition));
    });
    return row;
  });
  return element(
    "details",
    { class: "item where", open: definitions.length <= unfolded },
    element("summary", {}, `${after ? "where" : "Definitions"} (${definitions.length})`),
    element("dl", {}, ...rows),
  );
}
