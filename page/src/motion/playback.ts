/** What play, step and speed do, for buttons and keys alike. */
import { decoded } from "../decode";
import type { Recording } from "../recording";
import type { Store } from "../store";

/** Seconds of the model in a second. */
export const speeds = [0.1, 0.2, 0.5, 1, 2, 5, 10];
/** The whole run in so many seconds, for those that are too short or too long to be watched in real time. */
const comfortable = 10;

export class Playback {
  readonly times: Float64Array;

  constructor(recording: Recording, private readonly store: Store) {
    this.times = decoded(recording).times;
  }

  get duration(): number {
    return this.store.end - this.store.start;
  }

  /** The speed at which the run takes a comfortable time. */
  get wholeRun(): number {
    return Number((this.duration / comfortable).toPrecision(2));
  }

  /** Real time where that can be watched. */
  get usualSpeed(): number {
    return this.duration > 0.5 && this.duration < 200 ? 1 : this.wholeRun || 1;
  }

  toggle(): void {
    this.store.set({ playing: !this.store.state.playing });
  }

  /** To the frame so many before or after this time. */
  step(frames: number): void {
    const { frame, fraction } = this.place();
    const from = frames < 0 && fraction > 0 ? frame + 1 : frame;
    this.show(from + frames);
  }

  show(frame: number): void {
    const index = Math.min(Math.max(frame, 0), this.times.length - 1);
    this.store.set({ playing: false, time: this.times[index] });
  }

  last(): void {
    this.show(this.times.length - 1);
  }

  /** The next speed of the list above or below. */
  faster(sign: 1 | -1): void {
    const { speed } = this.store.state;
    const list = sign > 0 ? speeds : [...speeds].reverse();
    const next = list.find((other) => sign * (other - speed) > 1e-9);
    if (next !== undefined) this.store.set({ speed: next });
  }

  private place(): { frame: number; fraction: number } {
    let [low, high] = [0, this.times.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= this.store.state.time) low = middle;
      else high = middle - 1;
    }
    return { frame: low, fraction: this.times[low] < this.store.state.time ? 1 : 0 };
  }
}
