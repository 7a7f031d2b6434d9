/** Recordings for tests. */
import type { Recording, TableColumn } from "./recording";

export function base64(values: Float32Array | Float64Array | Uint32Array): string {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** A run with these columns; "name [unit]" gives a unit. All are in one group. */
export function recordingOf(times: number[], columns: Record<string, number[]>): Recording {
  const table = Object.entries(columns).map(([title, values]): TableColumn => {
    const [, name, unit = ""] = /^(.*?)(?: \[(.*)\])?$/.exec(title)!;
    return { name, unit, values: base64(Float32Array.from(values)) };
  });
  return {
    format: 1,
    kind: "run",
    name: "Test",
    file: "test.toml",
    version: "0",
    command: "alembert run test.toml",
    table: {
      rows: times.length,
      t: base64(Float64Array.from(times)),
      columns: table,
      groups: [{ name: "coordinates", columns: table.map((_, i) => i) }],
    },
  };
}
