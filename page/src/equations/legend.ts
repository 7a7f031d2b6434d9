/** Chips for coordinates and bodies. Pointing at one colours its terms for a moment, pressing it for good. */
import { button, element } from "../dom";
import type { Store } from "../store";
import { markRules, nextColour, type Mark } from "./marks";
import type { Owners } from "./owners";

export interface Legend {
  view: HTMLElement;
  /** Offers these owners alone, places in Owners.list. */
  offer(places: readonly number[]): void;
}

export function createLegend(owners: Owners, store: Store, scope: string): Legend {
  const pinned: Mark[] = [];
  const rules = element("style");
  const chips = new Map<number, HTMLButtonElement>();
  const clear = button("Clear", () => pin(null), { class: "small clear" });
  const groups = element("div", { class: "chips" });

  /** What is pinned, and after that what is pointed at: here or in the picture of the motion. */
  const marks = (): Mark[] => {
    const all = [...pinned];
    for (const place of store.state.pointed.flatMap((name) => owners.places(name))) {
      if (all.some(({ owner }) => owner === place)) continue;
      all.push({ owner: place, colour: nextColour(all) });
    }
    return all;
  };
  const paint = () => {
    const all = marks();
    rules.textContent = markRules(all, scope);
    for (const [place, chip] of chips) {
      const mark = all.find(({ owner }) => owner === place);
      chip.style.setProperty("--mark", mark ? `var(--c${mark.colour})` : "");
      chip.setAttribute("aria-pressed", String(pinned.some(({ owner }) => owner === place)));
    }
    clear.hidden = pinned.length === 0;
  };
  const pin = (place: number | null) => {
    const at = pinned.findIndex(({ owner }) => owner === place);
    if (place === null) pinned.length = 0;
    else if (at >= 0) pinned.splice(at, 1);
    else pinned.push({ owner: place, colour: nextColour(pinned) });
    paint();
  };
  const chipOf = (place: number) => {
    const { name } = owners.list[place];
    const point = () => store.set({ pointed: [name] });
    const leave = () => store.set({ pointed: [] });
    const listeners = { pointerenter: point, pointerleave: leave, focus: point, blur: leave };
    return button(name, () => pin(place), { class: "chip", ...listeners });
  };
  store.subscribe((_, changed) => {
    if (changed.has("pointed")) paint();
  });

  return {
    view: element("div", { class: "legend", role: "group", "aria-label": "Colour the terms of" }, rules, groups),
    offer(places) {
      chips.clear();
      for (const place of places) chips.set(place, chipOf(place));
      const group = (title: string, kind: "coordinate" | "body") => {
        const own = places.filter((place) => owners.list[place].kind === kind).map((place) => chips.get(place)!);
        return own.length > 0 ? [element("span", { class: "chip-title" }, title), ...own] : [];
      };
      groups.replaceChildren(...group("Coordinates", "coordinate"), ...group("Bodies", "body"), clear);
      groups.hidden = places.length === 0;
      paint();
    },
  };
}
