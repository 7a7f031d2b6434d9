/** The mechanism in motion: its picture, what plays it, and the free-body diagram of a body. */
import { element } from "../dom";
import { expose } from "../expose";
import type { Recording } from "../recording";
import type { Store } from "../store";
import { FreeBodyPanel } from "./free_body_panel";
import { listenToKeys } from "./keyboard";
import { Legend } from "./legend";
import { Choice } from "./options";
import { isDrawing } from "./measures";
import { Playback } from "./playback";
import { listenToPointer } from "./pointer";
import { createScene } from "./scene";
import { Stage } from "./stage";
import { toolbar } from "./toolbar";
import { defaultTrails } from "./trails";
import { transport } from "./transport";
import { distance } from "./vector";

/** A mechanism that goes so many times its own size is followed at first, or it would be a dot. */
const farAway = 8;

export function mount(root: HTMLElement, recording: Recording, store: Store): void {
  const { motion } = recording;
  if (motion === undefined || recording.table === undefined) {
    root.append(element("p", { class: "note" }, recording.motion_note ?? "There is no picture of this motion."));
    return;
  }
  const choice = new Choice({
    arrows: new Set(),
    arrowScale: 1,
    trails: new Set(defaultTrails(motion)),
    centers: motion.bodies.length <= 13,
    follow: false,
  });
  const stage = new Stage(recording, store, choice);
  const { bounds, measures } = stage.model;
  if (bounds.length > 0 && distance(bounds[0], bounds[7]) > farAway * measures.size) choice.set({ follow: true });

  const playback = new Playback(recording, store);
  store.set({ speed: playback.usualSpeed });
  const legend = new Legend();
  const tooltip = element("div", { class: "motion-tooltip", hidden: true, "aria-hidden": "true" });
  const hint = element(
    "p",
    { class: "motion-hint screen-only", hidden: isDrawing(motion) },
    "Click a body for its free-body diagram.",
  );
  const panel = new FreeBodyPanel(recording, store, stage);
  const picture = element("div", { class: "motion-stage" }, stage.canvas, legend.root, tooltip, hint);
  root.classList.add("motion");
  root.append(
    element(
      "div",
      { class: "motion-main card" },
      toolbar(stage, store, choice),
      picture,
      transport(store, playback),
      panel.beside,
    ),
    panel.below,
  );

  stage.afterDrawing = () => {
    legend.update(stage.overlay, choice.now, stage.camera, stage.palette);
    panel.draw();
  };
  listenToPointer(stage, store, (body, x, y) => {
    tooltip.hidden = body === null;
    if (body === null) return;
    tooltip.textContent = motion.bodies[body].name;
    const left = Math.max(Math.min(x + 14, picture.clientWidth - tooltip.offsetWidth - 6), 6);
    tooltip.style.transform = `translate(${Math.round(left)}px, ${Math.round(y + 14)}px)`;
  });
  listenToKeys(root, { stage, store, choice, playback });
  store.subscribe((_, changed) => {
    if (!changed.has("body")) return;
    hint.hidden = true;
    tooltip.hidden = true;
  });
  expose({ scene: createScene(recording, store, stage) });
}
