/** Calling the command as a user does. Runs are made once, two at a time, and shared by the tests that ask for them. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const source = resolve(process.env.ALEMBERT_SOURCE ?? fileURLToPath(new URL("../..", import.meta.url)));
const command = resolve(process.env.ALEMBERT ?? join(source, "build", "release", "alembert"));
const scratch = mkdtempSync(join(tmpdir(), "alembert-page-"));
const longest = 120_000;

export function removeScratch() {
  rmSync(scratch, { recursive: true, force: true });
}

export function example(name) {
  return join(source, "examples", name.includes(".") ? name : `${name}.toml`);
}

export function examples() {
  return readdirSync(join(source, "examples")).filter((name) => /\.(toml|urdf|adm)$/.test(name)).sort();
}

/** A model of the test's own. */
export function model(name, text) {
  const path = join(scratch, `${name}.toml`);
  writeFileSync(path, text);
  return path;
}

const places = { free: 2, waiting: [] };

async function inTurn(work) {
  if (places.free === 0) await new Promise((go) => places.waiting.push(go));
  else places.free -= 1;
  try {
    return await work();
  } finally {
    const next = places.waiting.shift();
    if (next === undefined) places.free += 1;
    else next();
  }
}

/** Standard output of a call that must succeed. */
export function call(...words) {
  return inTurn(
    () =>
      new Promise((done, fail) => {
        execFile(command, words, { timeout: longest, maxBuffer: 1e9, cwd: scratch }, (error, out, err) => {
          if (error) fail(new Error(`alembert ${words.join(" ")}\n${out}${err}${error.message}`));
          else done(out);
        });
      }),
  );
}

export async function json(...words) {
  return JSON.parse(await call(...words, "--json"));
}

const known = new Map();

/** `alembert run`: the folder's report and trajectory. */
export function run(path, ...options) {
  const key = JSON.stringify([path, options]);
  if (!known.has(key)) known.set(key, newRun(path, options));
  return known.get(key);
}

async function newRun(path, options) {
  const folder = join(scratch, `${known.size}-${basename(path)}`);
  await call("run", path, "-o", folder, ...options);
  return { report: join(folder, "report.html"), trajectory: () => trajectory(join(folder, "trajectory.csv")) };
}

/** What another verb writes as a page. */
export async function page(verb, path, ...options) {
  mkdirSync(scratch, { recursive: true });
  const file = join(scratch, `${verb}-${basename(path)}.html`);
  await call(verb, path, "--format", "html", "-o", file, ...options);
  return file;
}

/** Names of the columns, and rows that give numbers by name. */
function trajectory(path) {
  const [head, ...lines] = readFileSync(path, "utf8").trim().split("\n").map(cells);
  const rows = lines.map((line) => Object.fromEntries(line.map((text, i) => [head[i], Number(text)])));
  return { names: head, rows };
}

/** Of a line of CSV. */
export function cells(line) {
  const found = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...found].map(([, quoted, plain]) => (quoted === undefined ? plain : quoted.replaceAll('""', '"')));
}
