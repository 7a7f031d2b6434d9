/** A small recording for tests: a body that goes along a circle while it turns, and a particle that hangs on it. */
import type { Body, Load, Packed3, Recording, Vec3 } from "../recording";

export const frames = 21;
export const times = Array.from({ length: frames }, (_, i) => 0.1 * i);

function base64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

export function packed(values: number[]): string {
  return base64(new Float32Array(values).buffer);
}

function packed3(at: (t: number) => Vec3): Packed3 {
  return [0, 1, 2].map((k) => packed(times.map((t) => at(t)[k]))) as Packed3;
}

function still(name: string, mass: number, at: Vec3 = [0, 0, 0]): Body {
  return {
    name, mass, center: [0, 0, 0], position: at, orientation: [1, 0, 0, 0],
    velocity: [0, 0, 0], acceleration: [0, 0, 0], angular_velocity: [0, 0, 0], shapes: [], points: [],
  };
}

/** A rod of length 2 with its centre of mass in its middle turns about the origin by one radian a second. */
function rod(): Body {
  return {
    ...still("rod", 3),
    center: [1, 0, 0],
    orientation: [packed(times.map((t) => Math.cos(t / 2))), 0, 0, packed(times.map((t) => Math.sin(t / 2)))],
    velocity: packed3((t) => [-Math.sin(t), Math.cos(t), 0]),
    acceleration: packed3((t) => [-Math.cos(t), -Math.sin(t), 0]),
    angular_velocity: [0, 0, 1],
    points: [{ name: "tip", at: [2, 0, 0] }],
  };
}

/** The pin pulls the rod to the middle; the spring between rod and weight pushes either. */
function loads(): Load[] {
  const onRod = (point: Vec3) => ({ body: 1, point });
  return [
    {
      name: "pin", kind: "reaction", on: 1, from: 0, at: onRod([0, 0, 0]), moment: [0, 0, 0],
      force: packed3((t) => [-3 * Math.cos(t), -3 * Math.sin(t) - 5, 0]),
    },
    { name: "push", kind: "spring", on: 2, from: 1, at: onRod([1, 0, 0]), force: [0, -5, 0], moment: [0, 0, 0] },
    {
      name: "inertia", kind: "inertia", on: 1, from: null, at: onRod([1, 0, 0]),
      force: packed3((t) => [3 * Math.cos(t), 3 * Math.sin(t), 0]),
      moment: [0, 0, packed(times.map((t) => -5 * Math.cos(t)))],
    },
  ];
}

export function sampleRecording(): Recording {
  return {
    format: 1, kind: "run", name: "sample", file: "sample.toml", version: "0", command: "",
    table: { rows: frames, t: base64(new Float64Array(times).buffer), columns: [], groups: [] },
    motion: {
      planar: true, up: [0, 1, 0], length: 2,
      bodies: [still("ground", 0), rod(), still("weight", 1, [0.5, -1, 0])],
      joints: [
        {
          name: "pin", type: "revolute", bodies: [0, 1], at: [[0, 0, 0], [0, 0, 0]], axes: [[0, 0, 1]],
          cut: false, driven: false, coordinates: ["pin"],
        },
      ],
      links: [], contacts: [], loads: loads(),
    },
  };
}
