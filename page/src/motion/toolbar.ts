/** What can be switched on and off above the picture. */
import { button, element } from "../dom";
import type { Store } from "../store";
import type { StandardView } from "./camera";
import { icon } from "./icons";
import { keyList, lookFrom } from "./keyboard";
import { arrowKinds, arrowNames, toggled, type Choice } from "./options";
import { isDrawing } from "./measures";
import { css } from "./palette";
import { colourOfBody } from "./picture";
import { popover, tick } from "./popover";
import type { Stage } from "./stage";
import { pointsOf, type TrailPoint } from "./trails";

/** With more points than this only those of the chosen body are offered. */
const mostPoints = 40;

export function toolbar(stage: Stage, store: Store, choice: Choice): HTMLElement {
  const fit = button(icon("fit"), () => stage.fit(), { class: "small", title: "Fit everything (F)" });
  const follow = button("Follow", () => choice.set({ follow: !choice.now.follow }), {
    class: "small",
    title: "The camera goes along with the chosen body, or with all",
  });
  const showFollow = () => follow.setAttribute("aria-pressed", String(choice.now.follow));
  choice.subscribe(showFollow);
  showFollow();
  return element(
    "div",
    { class: "tools motion-tools screen-only" },
    fit,
    stage.model.motion.planar ? null : views(stage),
    follow,
    popover("Arrows", "Arrows", () => arrowTicks(stage, choice)),
    popover("Trails", "Trails", () => trailTicks(stage, store, choice)),
    isDrawing(stage.model.motion) ? null : bodyChooser(stage, store),
    popover(icon("help"), "Keys and mouse", () => [help(stage)]),
  );
}

function views(stage: Stage): HTMLElement {
  const names: [StandardView, string][] = [["front", "Front"], ["side", "Side"], ["top", "Top"], ["iso", "Iso"]];
  const buttons = names.map(([view, label]) => button(label, () => lookFrom(stage, view), { class: "small" }));
  return element("div", { class: "buttons", role: "group", "aria-label": "Direction of view" }, ...buttons);
}

function arrowTicks(stage: Stage, choice: Choice): Node[] {
  const { loads, loads_note } = stage.model.motion;
  const offered = arrowKinds.filter((kind) => loads !== null || kind === "velocity" || kind === "acceleration");
  const ticks = offered.map((kind) =>
    tick(
      arrowNames[kind],
      choice.now.arrows.has(kind),
      (on) => choice.set({ arrows: toggled(choice.now.arrows, kind, on) }),
      css(stage.palette[kind]),
    ),
  );
  const length = element("input", {
    type: "range",
    min: -1,
    max: 1,
    step: 0.05,
    value: Math.log10(choice.now.arrowScale),
    "aria-label": "Length of arrows",
    input: () => choice.set({ arrowScale: 10 ** Number(length.value) }),
  });
  const note = loads === null ? element("p", { class: "note" }, loads_note ?? "Forces are not recorded.") : null;
  const centers = tick("Centres of mass", choice.now.centers, (on) => choice.set({ centers: on }));
  return [...ticks, element("label", { class: "motion-length" }, "Length", length), ...(note ? [note] : []), centers];
}

function trailTicks(stage: Stage, store: Store, choice: Choice): Node[] {
  const { motion } = stage.model;
  const bodies = motion.bodies.map((_, body) => body).slice(1);
  const all = bodies.reduce((count, body) => count + motion.bodies[body].points.length + 1, 0);
  const chosen = store.state.body;
  const offered = all <= mostPoints ? bodies : chosen === null ? [] : [chosen];
  const isOn = ({ key }: TrailPoint) => choice.now.trails.has(key);
  const listed = offered.flatMap((body) => pointsOf(motion, body));
  const hidden = bodies.filter((body) => !offered.includes(body));
  const others = hidden.flatMap((body) => pointsOf(motion, body).filter(isOn));
  const ticks = [...others, ...listed].map((point) =>
    tick(point.label, isOn(point), (on) => choice.set({ trails: toggled(choice.now.trails, point.key, on) }),
      css(colourOfBody(stage.palette, stage.model, point.body))),
  );
  if (offered.length > 0) return ticks;
  return [...ticks, element("p", { class: "note" }, "Choose a body to see the trails of its points.")];
}

/** For those who cannot, or do not want to, hit a body in the picture. */
function bodyChooser(stage: Stage, store: Store): HTMLElement {
  const chooser = element("select", {
    class: "motion-body", "aria-label": "Body for the free-body diagram",
    change: () => store.set({ body: chooser.value === "" ? null : Number(chooser.value) }),
  });
  chooser.append(element("option", { value: "" }, "Free body\u2026"));
  stage.model.motion.bodies.forEach(({ name }, body) => {
    if (body > 0) chooser.append(element("option", { value: body }, name));
  });
  const show = () => (chooser.value = store.state.body === null ? "" : String(store.state.body));
  store.subscribe((_, changed) => changed.has("body") && show());
  show();
  return chooser;
}

function help(stage: Stage): HTMLElement {
  const { planar } = stage.model.motion;
  const rows = keyList.filter(([, , spatial]) => !(planar && spatial)).map(([keys, what]) => row(keys, what));
  const mouse = planar
    ? [row("Drag", "shift"), row("Wheel, pinch", "zoom, after a click")]
    : [row("Drag", "turn"), row("Shift or right drag", "shift"), row("Wheel, pinch", "zoom, after a click")];
  const click = [row("Click", "choose a body"), row("Double click", "fit everything")];
  return element("table", { class: "motion-keys" }, element("tbody", {}, ...rows, ...mouse, ...click));
}

function row(keys: string, what: string): HTMLElement {
  return element("tr", {}, element("th", { scope: "row" }, element("kbd", {}, keys)), element("td", {}, what));
}
