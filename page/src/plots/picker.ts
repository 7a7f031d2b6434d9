/** A dialogue in which one chooses what a plot shows: a searchable list of all curves, in their groups. */
import { button, element } from "../dom";
import { formatUnit } from "../format";
import type { Curve, CurveGroup } from "./curves";

export interface Choice {
  x: Curve | null;
  curves: Curve[];
}

export function pickCurves(groups: CurveGroup[], before: Choice, done: (choice: Choice) => void): void {
  const chosen = new Set(before.curves);
  const against = element("select", { "aria-label": "Against" }, element("option", { value: "" }, "time"));
  const all = [...new Set(groups.flatMap(({ curves }) => curves))];
  const places = new Map(all.map((curve, i) => [curve, i]));
  for (const { name, curves } of groups) {
    const options = curves.map((curve) => option(curve, places.get(curve)!, before.x));
    against.append(element("optgroup", { label: name }, ...options));
  }

  const count = element("span", { class: "muted right", "aria-live": "polite" });
  const changed = () => {
    count.textContent = `${chosen.size} chosen`;
    for (const list of lists) list.refresh();
  };
  const lists: GroupList[] = groups.map((group) => groupList(group, chosen, changed));
  const search = element("input", { type: "search", placeholder: "Search", "aria-label": "Search the columns" });
  search.addEventListener("input", () => lists.forEach((list) => list.filter(search.value)));
  changed();

  const finish = () => {
    dialog.close();
    const x = against.value === "" ? null : all[Number(against.value)];
    // Those that were there keep their place and with it their colour.
    const kept = before.curves.filter((curve) => chosen.has(curve));
    done({ x, curves: [...kept, ...all.filter((curve) => chosen.has(curve) && !kept.includes(curve))] });
  };
  const cancel = button("Cancel", () => dialog.close());
  const dialog: HTMLDialogElement = element(
    "dialog",
    { class: "picker", "aria-label": "Choose curves" },
    element("div", { class: "tools" }, search, element("label", {}, "against ", against)),
    element("div", { class: "picker-groups" }, ...lists.map(({ root }) => root)),
    element("div", { class: "tools" }, count, cancel, button("Show", finish, { class: "primary" })),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  search.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") finish();
  });
  document.body.append(dialog);
  dialog.showModal();
  search.focus();
}

function option(curve: Curve, index: number, chosen: Curve | null): HTMLOptionElement {
  return element("option", { value: index, selected: curve === chosen }, withUnit(curve));
}

function withUnit({ name, unit }: Curve): string {
  return unit === "" ? name : `${name} [${formatUnit(unit)}]`;
}

interface GroupList {
  root: HTMLElement;
  /** Shows what is chosen. */
  refresh(): void;
  filter(text: string): void;
}

function groupList({ name, curves }: CurveGroup, chosen: Set<Curve>, changed: () => void): GroupList {
  const choose = (some: Curve[], on: boolean) => {
    for (const curve of some) {
      if (on) chosen.add(curve);
      else chosen.delete(curve);
    }
    changed();
  };
  const boxes = curves.map((curve) => {
    const box: HTMLInputElement = element("input", { type: "checkbox", change: () => choose([curve], box.checked) });
    return box;
  });
  const labels = curves.map((curve, i) => element("label", {}, boxes[i], withUnit(curve)));
  const found = () => curves.filter((_, i) => !labels[i].hidden);
  const whole: HTMLInputElement = element("input", { type: "checkbox", change: () => choose(found(), whole.checked) });
  const root = element(
    "fieldset",
    {},
    element("legend", {}, element("label", {}, whole, name)),
    element("div", { class: "picker-list" }, ...labels),
  );
  return {
    root,
    refresh() {
      curves.forEach((curve, i) => (boxes[i].checked = chosen.has(curve)));
      const on = boxes.filter(({ checked }) => checked).length;
      whole.checked = on === curves.length;
      whole.indeterminate = on > 0 && on < curves.length;
    },
    filter(text) {
      const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
      curves.forEach((curve, i) => {
        const subject = `${name} ${curve.name}`.toLowerCase();
        labels[i].hidden = !words.every((word) => subject.includes(word));
      });
      root.hidden = labels.every(({ hidden }) => hidden);
    },
  };
}
