/** Keys of the picture. Those that mean something to the page itself count only while the picture has the focus. */
import type { Store } from "../store";
import type { StandardView } from "./camera";
import { isDrawing } from "./measures";
import type { Choice } from "./options";
import type { Playback } from "./playback";
import type { Stage } from "./stage";

export const keyList: [keys: string, what: string, spatial?: true][] = [
  ["Space", "play or pause"],
  ["← →", "a frame back or on; with Shift ten"],
  ["Home End", "first or last frame"],
  ["↑ ↓", "faster, slower"],
  ["L", "loop"],
  ["F", "fit everything"],
  ["+ −", "zoom"],
  ["W A S D", "shift the picture"],
  ["Q E R V", "turn the picture", true],
  ["1 2 3 4", "front, side, top, isometric", true],
  ["P", "perspective", true],
  ["G", "follow the chosen body"],
  ["C", "centres of mass"],
  ["N", "choose the next body"],
  ["Esc", "choose none"],
];

interface Parts {
  stage: Stage;
  store: Store;
  choice: Choice;
  playback: Playback;
}

export function listenToKeys(section: HTMLElement, parts: Parts): void {
  const { canvas } = parts.stage;
  let visible = false;
  const see = ([entry]: IntersectionObserverEntry[]) => (visible = entry.intersectionRatio > 0.4);
  new IntersectionObserver(see, { threshold: [0, 0.41] }).observe(canvas);

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as Element;
    const focused = target === canvas;
    const isField = target.closest("input, select, textarea") !== null;
    const isOurs = target === document.body || (section.contains(target) && !isField);
    if (!focused && !(visible && isOurs)) return;
    // buttons take the space bar themselves
    if (event.key === " " && target.closest("button, summary, a")) return;
    if (act(event, parts, focused)) event.preventDefault();
  });
}

/** Whether the key meant something. */
function act(event: KeyboardEvent, parts: Parts, focused: boolean): boolean {
  const { store, playback } = parts;
  const frames = event.shiftKey ? 10 : 1;
  switch (event.key) {
    case " ":
      playback.toggle();
      return true;
    case "ArrowLeft":
      playback.step(-frames);
      return true;
    case "ArrowRight":
      playback.step(frames);
      return true;
    case "l":
      store.set({ loop: !store.state.loop });
      return true;
    case "f":
      parts.stage.fit();
      return true;
    default:
      return focused && actFocused(event.key, parts);
  }
}

function actFocused(key: string, { stage, store, choice, playback }: Parts): boolean {
  const { camera } = stage;
  const { motion } = stage.model;
  const next = ((store.state.body ?? 0) % (motion.bodies.length - 1)) + 1;
  const pan: Record<string, [number, number]> = { a: [40, 0], d: [-40, 0], w: [0, 40], s: [0, -40] };
  const orbit: Record<string, [number, number]> = { q: [-0.15, 0], e: [0.15, 0], r: [0, 0.15], v: [0, -0.15] };
  const views: Record<string, StandardView> = { "1": "front", "2": "side", "3": "top", "4": "iso" };
  if (key === "Home") playback.show(0);
  else if (key === "End") playback.last();
  else if (key === "ArrowUp") playback.faster(1);
  else if (key === "ArrowDown") playback.faster(-1);
  else if (key === "Escape") store.set({ body: null });
  else if (key === "n" && !isDrawing(motion)) store.set({ body: next });
  else if (key === "g") choice.set({ follow: !choice.now.follow });
  else if (key === "c") choice.set({ centers: !choice.now.centers });
  else if (key === "+" || key === "=") camera.zoomBy(1.2);
  else if (key === "-") camera.zoomBy(1 / 1.2);
  else if (pan[key]) camera.pan(...pan[key]);
  else if (!camera.planar && orbit[key]) camera.orbit(...orbit[key]);
  else if (!camera.planar && views[key]) lookFrom(stage, views[key]);
  else if (!camera.planar && key === "p") camera.perspective = !camera.perspective;
  else return false;
  if (key in pan || key in orbit || "+=-".includes(key)) stage.moved();
  else stage.ask();
  return true;
}

export function lookFrom(stage: Stage, view: StandardView): void {
  stage.camera.look(view);
  stage.fit();
}
