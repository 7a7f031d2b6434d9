/** The recording in the page: base64 of its JSON, deflated (zlib), or the JSON itself. */
import type { Recording } from "./recording";

async function inflate(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

/** Throws an Error that says what is wrong with it. */
export async function readRecording(): Promise<Recording> {
  const held = document.getElementById("recording")?.textContent?.trim() ?? "";
  if (held === "") throw new Error("It holds no recording.");
  const recording = JSON.parse(held.startsWith("{") ? held : await inflate(held)) as Recording;
  const { format } = recording;
  if (format !== 1) throw new Error(`Its recording has format ${String(format)}; this page reads 1.`);
  return recording;
}
