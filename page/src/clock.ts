/** Moves the store's time while it plays. */
import type { Store } from "./store";

/** A tab that was hidden, or a machine that was busy, goes on where it was instead of jumping. */
const longestStep = 0.1;

export function startClock(store: Store): void {
  let last = 0;
  let running = false;

  const tick = (now: number) => {
    if (!store.state.playing) {
      running = false;
      return;
    }
    const elapsed = Math.min((now - last) / 1000, longestStep);
    last = now;
    store.set(after(store, elapsed));
    requestAnimationFrame(tick);
  };

  store.subscribe((state, changed) => {
    if (!changed.has("playing") || !state.playing || running) return;
    running = true;
    if (atItsEnd(store)) store.set({ time: state.speed < 0 ? store.end : store.start });
    requestAnimationFrame((now) => {
      last = now;
      requestAnimationFrame(tick);
    });
  });
}

function atItsEnd({ state, start, end }: Store): boolean {
  return state.speed < 0 ? state.time <= start : state.time >= end;
}

/** What `elapsed` seconds of the wall clock make of the state. */
export function after({ state, start, end }: Store, elapsed: number): { time: number; playing?: boolean } {
  const time = state.time + state.speed * elapsed;
  if (time >= start && time <= end) return { time };
  if (!state.loop || end <= start) return { time, playing: false };
  const duration = end - start;
  return { time: start + ((((time - start) % duration) + duration) % duration) };
}
