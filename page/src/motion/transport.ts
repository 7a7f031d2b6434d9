/** Play, steps, the time's slider, speed and loop below the picture. */
import { button, element } from "../dom";
import { formatNumber, formatTime } from "../format";
import type { State, Store } from "../store";
import { icon } from "./icons";
import { speeds, type Playback } from "./playback";

export function transport(store: Store, playback: Playback): HTMLElement {
  const { start, end } = store;
  const play = button(icon("play"), () => playback.toggle(), { class: "motion-play", title: "Play" });
  const loop = button(icon("loop"), () => store.set({ loop: !store.state.loop }), {
    class: "plain",
    title: "Repeat from the start (L)",
  });
  const slider = element("input", {
    type: "range", class: "motion-slider", min: start, max: end, step: "any", "aria-label": "Time",
    input: () => store.set({ time: Number(slider.value), playing: false }),
  });
  const now = element("span", { class: "motion-now" });
  const speed = speedChooser(store, playback);
  const plain = (name: "first" | "back" | "on" | "last", title: string, click: () => void) =>
    button(icon(name), click, { class: "plain", title });

  const show = (state: Readonly<State>) => {
    const time = formatTime(state.time, end - start);
    slider.value = String(state.time);
    slider.style.setProperty("--done", `${end > start ? (100 * (state.time - start)) / (end - start) : 0}%`);
    if (!state.playing) slider.setAttribute("aria-valuetext", `${time} s`);
    now.textContent = `${time} s`;
  };
  const showState = ({ playing, loop: looping }: Readonly<State>) => {
    play.replaceChildren(icon(playing ? "pause" : "play"));
    play.title = playing ? "Pause" : "Play";
    play.setAttribute("aria-label", play.title);
    loop.setAttribute("aria-pressed", String(looping));
  };
  store.subscribe((state, changed) => {
    if (changed.has("time") || changed.has("playing")) show(state);
    if (changed.has("playing") || changed.has("loop")) showState(state);
  });
  show(store.state);
  showState(store.state);
  return element(
    "div",
    { class: "motion-transport screen-only", role: "group", "aria-label": "Playback" },
    plain("first", "First frame", () => playback.show(0)),
    plain("back", "One frame back", () => playback.step(-1)),
    play,
    plain("on", "One frame on", () => playback.step(1)),
    plain("last", "Last frame", () => playback.last()),
    slider,
    now,
    speed,
    loop,
  );
}

/** Speeds by name; one that is not on the list is added to it. */
function speedChooser(store: Store, playback: Playback): HTMLElement {
  const chooser = element("select", { class: "motion-speed", "aria-label": "Speed" });
  const name = (speed: number) => {
    if (speed === 1) return "1× real time";
    const whole = Math.abs(speed - playback.wholeRun) < 1e-9 && !speeds.includes(speed) ? " (run in 10 s)" : "";
    return `${formatNumber(speed, 3)}×${whole}`;
  };
  const fill = () => {
    const { speed } = store.state;
    const all = [...new Set([...speeds, playback.wholeRun, speed])].filter((value) => value !== 0);
    const option = (value: number) => element("option", { value, selected: value === speed }, name(value));
    chooser.replaceChildren(...all.sort((a, b) => a - b).map(option));
  };
  chooser.addEventListener("change", () => store.set({ speed: Number(chooser.value) }));
  store.subscribe((_, changed) => changed.has("speed") && fill());
  fill();
  return chooser;
}
