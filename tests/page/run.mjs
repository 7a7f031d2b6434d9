// Opens reports in Chromium and tests what people see and do: node run.mjs [WORDS], only tests whose file contains one
// of the words. ALEMBERT is the command, ALEMBERT_SOURCE this repository; CHROMIUM names another browser.
//
// Without a browser it fails, or with ALLOW_SKIP says that it skipped.
import { readdirSync } from "node:fs";
import { after } from "node:test";
import { closeBrowser, missing } from "./browser.mjs";
import { removeScratch } from "./command.mjs";

const reason = missing();
if (reason !== null) {
  console.log(`tests of the page skipped: ${reason}`);
  process.exit(process.env.ALLOW_SKIP ? 0 : 1);
}

after(async () => {
  await closeBrowser();
  removeScratch();
});

const words = process.argv.slice(2);
const wanted = (name) => words.length === 0 || words.some((word) => name.includes(word));
const tests = readdirSync(new URL(".", import.meta.url)).filter((name) => name.endsWith("_test.mjs") && wanted(name));
if (tests.length === 0) {
  console.error("run.mjs: no tests found");
  process.exit(1);
}
for (const name of tests.sort()) await import(`./${name}`);
