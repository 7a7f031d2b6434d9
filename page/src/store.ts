/**
 * The one place for what changes while somebody looks at the page. Views subscribe and redraw; none keeps its own time.
 *
 * While `playing`, clock.ts moves `time`: a view that wants to play sets `playing` and nothing more.
 */
import { decoded } from "./decode";
import type { Recording } from "./recording";

export interface State {
  /** [s], continuous, between store.start and store.end. */
  time: number;
  playing: boolean;
  /** Seconds of the model in a second of the wall clock; negative plays backwards. */
  speed: number;
  loop: boolean;
  theme: "auto" | "light" | "dark";
  /** What `theme` and printing make of it: dark colours are shown now. Set by theme.ts alone. */
  dark: boolean;
  /** The page is being laid out for paper. */
  printing: boolean;
  /** Place in Motion.bodies of the body chosen for the free-body diagram. */
  body: number | null;
  /** Names of the coordinates and bodies somebody points at, in the equations or in the picture; [] for none. */
  pointed: readonly string[];
  /** Angles are shown in degrees. */
  degrees: boolean;
}

export type Changed = ReadonlySet<keyof State>;
export type Listener = (state: Readonly<State>, changed: Changed) => void;

export interface Store {
  readonly state: Readonly<State>;
  /** First and last time of the recording [s]; both 0 without a table. */
  readonly start: number;
  readonly end: number;
  /** Times outside the recording are moved to its nearer end. Nobody is told where nothing has changed. */
  set(partial: Partial<State>): void;
  /** Gives what ends the subscription. */
  subscribe(listener: Listener): () => void;
}

export function createStore(recording: Recording): Store {
  const { times } = decoded(recording);
  const start = times.length > 0 ? times[0] : 0;
  const end = times.length > 0 ? times[times.length - 1] : 0;
  const listeners = new Set<Listener>();
  let state: State = {
    time: start,
    playing: false,
    speed: 1,
    loop: true,
    theme: "auto",
    dark: false,
    printing: false,
    body: null,
    pointed: [],
    degrees: false,
  };

  return {
    start,
    end,
    get state() {
      return state;
    },
    set(partial) {
      const next = { ...state, ...partial };
      next.time = Math.min(Math.max(next.time, start), end);
      const changed = new Set<keyof State>();
      for (const key of Object.keys(next) as (keyof State)[]) {
        if (!Object.is(next[key], state[key])) changed.add(key);
      }
      if (changed.size === 0) return;
      state = next;
      for (const listener of [...listeners]) listener(state, changed);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
