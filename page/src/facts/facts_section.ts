/** What is known about model and run: tables, warnings, and events, whose times lead to the moment. */
import { button, copyButton, element } from "../dom";
import { formatQuantity, formatText, formatTime, formatUnit } from "../format";
import type { Facts, Recording } from "../recording";
import type { Store } from "../store";
import { eventsText, groupText } from "./facts_text";

type Group = Facts["groups"][number];
type Event = Facts["events"][number];

/** More events than this are shown on demand. */
const eventsAtFirst = 200;

export function mount(root: HTMLElement, recording: Recording, store: Store): void {
  const { facts } = recording;
  if (facts === undefined) return;
  root.classList.add("facts-page");
  if (facts.warnings.length > 0) root.append(warningsView(facts.warnings, store));
  root.append(element("div", { class: "groups" }, ...facts.groups.map(groupView)));
  if (facts.events.length > 0) root.append(eventsView(facts.events, store));
}

function jumpButton(time: number, store: Store): HTMLElement {
  const written = `${formatTime(time, store.end - store.start)} s`;
  return button(written, () => store.set({ time, playing: false }), { class: "jump", title: `Go to ${written}` });
}

function warningsView(warnings: Facts["warnings"], store: Store): HTMLElement {
  const entries = warnings.map(({ text, time }) =>
    element(
      "li",
      { class: "note warning" },
      element("span", { class: "sign", role: "img", "aria-label": "Warning" }, "\u26a0\ufe0e"),
      element("span", {}, text),
      time === undefined ? null : jumpButton(time, store),
    ),
  );
  return element("ul", { class: "warnings" }, ...entries);
}

function groupView(group: Group): HTMLElement {
  const rows = group.rows.map(({ label, value, unit, note }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, label),
      element(
        "td",
        {},
        unit === undefined || unit === "" ? formatText(value) : `${formatText(value)}\u202f${formatUnit(unit)}`,
        note === undefined || note === "" ? null : element("span", { class: "remark" }, formatText(note)),
      ),
    ),
  );
  return element(
    "div",
    { class: "card" },
    element("header", {}, element("h3", {}, group.title), copyButton(() => groupText(group))),
    element("table", {}, element("tbody", {}, ...rows)),
  );
}

function eventsView(events: Event[], store: Store): HTMLElement {
  const body = element("tbody", {}, ...events.slice(0, eventsAtFirst).map((event) => eventRow(event, store)));
  const rest = events.slice(eventsAtFirst);
  const more = button(`Show ${rest.length} more`, () => {
    body.append(...rest.map((event) => eventRow(event, store)));
    more.remove();
  });
  const head = ["Time", "Event", "Energy gained"].map((title, place) =>
    element("th", { scope: "col", class: place === 2 ? "number" : "" }, title),
  );
  return element(
    "div",
    { class: "card events-card" },
    element("header", {}, element("h3", {}, `Events (${events.length})`), copyButton(() => eventsText(events))),
    element(
      "div",
      { class: "events", tabindex: 0, role: "group", "aria-label": "Events" },
      element("table", {}, element("thead", {}, element("tr", {}, ...head)), body),
    ),
    rest.length > 0 ? more : null,
  );
}

function eventRow({ time, what, energy }: Event, store: Store): HTMLElement {
  return element(
    "tr",
    {},
    element("td", {}, jumpButton(time, store)),
    element("td", {}, what),
    element("td", { class: "number" }, formatQuantity(energy, "J")),
  );
}
