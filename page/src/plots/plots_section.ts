/** The plots: those that suit the recording, and any others that somebody adds. */
import { button, element } from "../dom";
import { expose } from "../expose";
import { formatCount } from "../format";
import type { Recording } from "../recording";
import type { Store } from "../store";
import { isAngle } from "./angles";
import { curveGroups, type Curve, type CurveGroup } from "./curves";
import { pickCurves } from "./picker";
import { defaultPlots, plotOf, type Plot } from "./plot";
import { plotCard, type PlotCard } from "./plot_card";

/** While it plays, the marks move every other frame [ms]: the picture needs the time more than they do. */
const pause = 30;

export function mount(root: HTMLElement, recording: Recording, store: Store): void {
  const groups = curveGroups(recording);
  const cards: PlotCard[] = [];
  const list = element("div", { class: "plot-cards" });

  const remove = (card: PlotCard) => {
    cards.splice(cards.indexOf(card), 1);
    card.root.remove();
  };
  const add = (plot: Plot): PlotCard => {
    const card = plotCard(recording, store, groups, plot, remove);
    cards.push(card);
    list.append(card.root);
    card.build();
    return card;
  };
  const addChosen = () =>
    pickCurves(groups, { x: null, curves: [] }, ({ x, curves }) => {
      if (curves.length === 0) return;
      add({ ...plotOf(titleOf(curves, x), []), x, curves }).root.scrollIntoView({ block: "nearest" });
    });

  root.append(tools(recording, store, groups, addChosen), ...notes(recording), list);
  for (const plot of defaultPlots(groups)) add(plot);
  let last = 0;
  store.subscribe((state, changed) => {
    const now = performance.now();
    if (state.playing && changed.size === 1 && changed.has("time") && now - last < pause) return;
    last = now;
    for (const card of cards) card.update(state, changed);
  });
  expose({ plotCursorTime: () => cards[0]?.time() ?? null });
}

function tools(recording: Recording, store: Store, groups: CurveGroup[], add: () => void): HTMLElement {
  const bar = element("div", { class: "tools plot-tools screen-only" });
  bar.append(button("Add plot", add, { class: "small" }));
  if (groups.some(({ curves }) => curves.some(({ unit }) => isAngle(unit)))) bar.append(angleUnit(store));
  if (recording.table!.rows > 1) {
    const hint = "Drag to zoom, double click for the whole, click to go to a time";
    bar.append(element("span", { class: "muted hint" }, hint));
  }
  return bar;
}

function angleUnit(store: Store): HTMLElement {
  const choices = [
    { text: "rad", degrees: false },
    { text: "deg", degrees: true },
  ];
  const buttons = choices.map(({ text, degrees }) => button(text, () => store.set({ degrees }), { class: "small" }));
  const mark = () =>
    buttons.forEach((one, i) => one.setAttribute("aria-pressed", String(choices[i].degrees === store.state.degrees)));
  mark();
  store.subscribe((_, changed) => changed.has("degrees") && mark());
  return element("span", { class: "buttons", role: "group", "aria-label": "Unit of angles" }, ...buttons);
}

/** What the curves leave out must be said. */
function notes({ table }: Recording): HTMLElement[] {
  const thinned = table?.columns.find(({ extremes }) => extremes !== undefined)?.extremes;
  if (table === undefined || thinned === undefined) return [];
  const stretches = Math.floor(atob(thinned.t).length / 8 / 2);
  const rows = formatCount(table.rows);
  const text = `${rows} rows; each curve shows minimum and maximum of ${formatCount(stretches)} stretches`;
  return [element("p", { class: "note" }, text)];
}

function titleOf(curves: Curve[], x: Curve | null): string {
  const names = curves.length > 3 ? `${curves.length} curves` : curves.map(({ name }) => name).join(", ");
  return x === null ? names : `${names} against ${x.name}`;
}
