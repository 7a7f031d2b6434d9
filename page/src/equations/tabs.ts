/** A row of tabs after the pattern that screen readers and keyboards know: arrows, Home and End move between them. */
import { element } from "../dom";

export interface Tab {
  title: string;
  /** A word after the title, "used". */
  badge?: string;
}

export interface Tabs {
  view: HTMLElement;
  choose(place: number): void;
}

/** `panels` are the elements that the tabs show, in the same order; `opened` is called whenever one is shown. */
export function createTabs(label: string, tabs: Tab[], panels: HTMLElement[], opened: (place: number) => void): Tabs {
  const handles = tabs.map(({ title, badge }, place) => {
    const id = `form-tab-${place}`;
    panels[place].id = `form-panel-${place}`;
    panels[place].setAttribute("role", "tabpanel");
    panels[place].setAttribute("aria-labelledby", id);
    return element(
      "button",
      { type: "button", role: "tab", id, "aria-controls": panels[place].id, click: () => choose(place) },
      title,
      badge === undefined ? null : element("span", { class: "badge" }, badge),
    );
  });
  const choose = (chosen: number) => {
    handles.forEach((handle, place) => {
      handle.setAttribute("aria-selected", String(place === chosen));
      handle.tabIndex = place === chosen ? 0 : -1;
      panels[place].hidden = place !== chosen;
    });
    opened(chosen);
  };
  const view = element("div", { class: "tabs", role: "tablist", "aria-label": label }, ...handles);
  view.addEventListener("keydown", (event) => {
    const now = handles.findIndex((handle) => handle.tabIndex === 0);
    const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: handles.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const place = (next + handles.length) % handles.length;
    choose(place);
    handles[place].focus();
  });
  return { view, choose };
}
