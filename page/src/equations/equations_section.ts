/** The equations of motion in every form that applies, the one of the simulation first. */
import { element } from "../dom";
import type { Form, Recording } from "../recording";
import type { Store } from "../store";
import { formView } from "./form_view";
import { createLegend } from "./legend";
import { createOwners, ownersIn } from "./owners";
import { prepareForPaper } from "./paper";
import { createLazy } from "./slices";
import { createTabs } from "./tabs";

export function mount(root: HTMLElement, recording: Recording, store: Store): void {
  const { equations } = recording;
  if (equations === undefined) return;
  root.classList.add("equations");
  const shown = equations.forms.filter((form) => form.why_not === undefined).sort((a, b) => +b.used - +a.used);
  const missing = equations.forms.filter((form) => form.why_not !== undefined);

  const owners = createOwners(equations);
  const legend = createLegend(owners, store, ".equations");
  const lazy = createLazy();
  const names = namesSwitch(root);
  const panels = shown.map(() => element("div", { class: "form card" }));
  const tabs = createTabs(
    "Form of the equations",
    shown.map((form) => ({ title: form.title, badge: form.used ? "used" : undefined })),
    panels,
    (place) => {
      const panel = panels[place];
      if (panel.childElementCount === 0) panel.append(...formView(shown[place], recording.name, owners, lazy));
      legend.offer(ownersIn(shown[place], owners));
      names.hidden = !shown[place].items.some(({ kind }) => kind === "matrix");
    },
  );
  if (shown.length > 0) {
    if (shown.length > 1) root.append(tabs.view);
    root.append(element("div", { class: "bar" }, legend.view, names), ...panels);
    tabs.choose(0);
  }
  if (missing.length > 0) root.append(missingView(missing, shown.length > 0));
  store.subscribe((state, changed) => {
    if (changed.has("printing") && state.printing) prepareForPaper(root, lazy);
  });
}

/** Names beside the rows and above the columns of every matrix; without them a tooltip still has them. */
function namesSwitch(root: HTMLElement): HTMLElement {
  const box = element("input", { type: "checkbox" });
  box.addEventListener("change", () => root.classList.toggle("with-names", box.checked));
  return element("label", { class: "names-switch" }, box, "Names of rows and columns");
}

/** Forms that are left out for the same reason share a line; where it names the form, NAME stands for any of them. */
function missingView(forms: Form[], folded: boolean): HTMLElement {
  const reasonOf = ({ form, why_not = "" }: Form) => why_not.replace(`--form ${form}`, "--form NAME");
  const entries = [...new Set(forms.map(reasonOf))].flatMap((reason) => {
    const own = forms.filter((form) => reasonOf(form) === reason);
    const text = own.length > 1 ? reason : (own[0].why_not ?? "");
    return [element("dt", {}, own.map((form) => form.title).join("; ")), element("dd", {}, ...withCode(text))];
  });
  const title = forms.length === 1 ? "One form is not shown" : `${forms.length} forms are not shown`;
  return element(
    "details",
    { class: "missing", open: !folded },
    element("summary", {}, title),
    element("dl", {}, ...entries),
  );
}

/** What stands between backquotes is code. */
function withCode(text: string): (Node | string)[] {
  return text.split("`").map((part, place) => (place % 2 === 1 ? element("code", {}, part) : part));
}
