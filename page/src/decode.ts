/** From the recording's base64 to numbers: unpacked when first asked for, and kept. */
import type { Packed, Packed3, Recording, Vec3 } from "./recording";

/** Every machine with a browser is little-endian, as the recording is: bytes are taken as they are. */
function bytes(base64: string): ArrayBuffer {
  const text = atob(base64);
  const result = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) result[i] = text.charCodeAt(i);
  return result.buffer;
}

export function float32(base64: string): Float32Array {
  return new Float32Array(bytes(base64));
}

export function float64(base64: string): Float64Array {
  return new Float64Array(bytes(base64));
}

export function uint32(base64: string): Uint32Array {
  return new Uint32Array(bytes(base64));
}

/** One value a frame. */
export function unpack(packed: Packed, frames: number): Float32Array {
  if (typeof packed === "number") return new Float32Array(frames).fill(packed);
  const values = float32(packed);
  const { length } = values;
  if (length !== frames) throw new Error(`The recording has ${length} values where ${frames} frames are.`);
  return values;
}

/** Between two neighbouring frames: `fraction` of the way from `frame` to `frame + 1`, which exists if it is not 0. */
export interface Place {
  frame: number;
  fraction: number;
}

/** Where a time lies among ascending times; of two equal times (an impact) the later frame counts. */
export function placeOf(times: ArrayLike<number>, time: number): Place {
  let low = 0;
  let high = times.length - 1;
  if (high < 0 || time <= times[0]) {
    while (low < high && times[low + 1] <= time) ++low;
    return { frame: low, fraction: 0 };
  }
  if (time >= times[high]) return { frame: high, fraction: 0 };
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  return { frame: low, fraction: (time - times[low]) / (times[high] - times[low]) };
}

/** Linear between the frames. */
export function valueAt(values: ArrayLike<number>, { frame, fraction }: Place): number {
  return fraction === 0 ? values[frame] : values[frame] + fraction * (values[frame + 1] - values[frame]);
}

export interface Decoded {
  readonly frames: number;
  /** Of every frame [s]. */
  readonly times: Float64Array;
  /** One value a frame. The same array whenever the same is asked for: do not write to it. */
  values(packed: Packed): Float32Array;
  /** Of the table's column with this place. */
  column(index: number): Float32Array;
  place(time: number): Place;
  /** A vector at a place, linear between the frames. */
  vector(packed: Packed3, place: Place): Vec3;
}

const known = new WeakMap<Recording, Decoded>();

export function decoded(recording: Recording): Decoded {
  let result = known.get(recording);
  if (result === undefined) known.set(recording, (result = decode(recording)));
  return result;
}

function decode(recording: Recording): Decoded {
  const times = recording.table === undefined ? new Float64Array(0) : float64(recording.table.t);
  const frames = times.length;
  const cache = new Map<Packed, Float32Array>();
  const values = (packed: Packed): Float32Array => {
    let result = cache.get(packed);
    if (result === undefined) cache.set(packed, (result = unpack(packed, frames)));
    return result;
  };
  const at = (packed: Packed, place: Place) => (typeof packed === "number" ? packed : valueAt(values(packed), place));
  return {
    frames,
    times,
    values,
    column: (index) => values(recording.table!.columns[index].values),
    place: (time) => placeOf(times, time),
    vector: ([x, y, z], place) => [at(x, place), at(y, place), at(z, place)],
  };
}
