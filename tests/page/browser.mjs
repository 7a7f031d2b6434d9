/** One browser for all tests. A page fails its test by errors, by parts that cannot be shown, and by any request. */
import assert from "node:assert/strict";
import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { source } from "./command.mjs";

const require = createRequire(join(source, "page", "package.json"));
/** [ms] that anything on a page may take, on a machine that has much else to do. */
const longest = 60_000;

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findBrowser() {
  if (process.env.CHROMIUM) return isProgram(process.env.CHROMIUM) ? process.env.CHROMIUM : null;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome"];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram) ?? null;
}

/** Why there is nothing to test with; null if there is. */
export function missing() {
  if (findBrowser() === null) return "no chromium on the path";
  try {
    require.resolve("playwright-core");
    return null;
  } catch {
    return "playwright-core is not installed: npm ci in page/";
  }
}

let launched = null;

function browser() {
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return (launched ??= require("playwright-core").chromium.launch({ executablePath: findBrowser(), args }));
}

const contexts = new Map();

/** Pages of the same kind share a context: making one takes a third of the time of opening a report. */
async function newPage(options) {
  const key = JSON.stringify(options);
  if (!contexts.has(key)) contexts.set(key, browser().then((one) => one.newContext(options)));
  return (await contexts.get(key)).newPage();
}

export async function closeBrowser() {
  await (await launched)?.close();
}

/** Opens a file, waits until the page stands, and gives it to `use`. Gives what must not happen to a good report. */
export async function visit(path, use, options = {}) {
  const viewport = { width: 1400, height: 900 };
  const page = await newPage({ viewport, acceptDownloads: true, ...options });
  page.setDefaultTimeout(longest);
  const problems = watch(page, pathToFileURL(path).href);
  try {
    await page.goto(pathToFileURL(path).href);
    await page.waitForSelector("footer.page-footer, .unreadable");
    await use(page);
    return [...new Set([...problems, ...(await page.locator(".note.error, .unreadable").allTextContents())])];
  } catch (error) {
    error.message += problems.map((problem) => `\n  ${problem}`).join("");
    throw error;
  } finally {
    await page.close();
  }
}

export async function withPage(path, use, options = {}) {
  assert.deepEqual(await visit(path, use, options), []);
}

/** A growing list of what goes wrong. */
function watch(page, address) {
  const problems = [];
  page.on("console", (message) => message.type() === "error" && problems.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const asked = request.url();
    if (asked.split("#")[0] !== address && !/^(data|blob):/.test(asked)) problems.push(`request: ${asked}`);
  });
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return problems;
}

/** Sets the time and gives poses of bodies, by name, as they are drawn then. */
export function posesAt(page, time, bodies) {
  return page.evaluate(
    ([at, names]) => {
      const { store, scene } = window.alembert;
      store.set({ time: at, playing: false });
      scene.draw();
      return Object.fromEntries(names.map((name) => [name, scene.pose(name)]));
    },
    [time, bodies],
  );
}

export function state(page) {
  return page.evaluate(() => ({ ...window.alembert.store.state, end: window.alembert.store.end }));
}

/** After everything that was asked for has been drawn. */
export function drawn(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}
