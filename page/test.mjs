// Runs every src/**/*_test.ts: node test.mjs [WORDS], only files whose path contains one of the words.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const page = dirname(fileURLToPath(import.meta.url));

function testsUnder(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? testsUnder(path) : entry.name.endsWith("_test.ts") ? [path] : [];
    })
    .sort();
}

const words = process.argv.slice(2);
const wanted = (path) => words.length === 0 || words.some((word) => path.includes(word));
const tests = testsUnder(join(page, "src")).filter(wanted);
if (tests.length === 0) {
  console.error("test.mjs: no tests found");
  process.exit(1);
}

const out = mkdtempSync(join(tmpdir(), "page-test-"));
try {
  await build({
    absWorkingDir: page,
    entryPoints: tests,
    outbase: join(page, "src"),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node18",
    sourcemap: "inline",
    loader: { ".css": "empty" },
    logLevel: "warning",
  });
  const bundled = tests.map((path) => join(out, path.slice(join(page, "src").length).replace(/\.ts$/, ".mjs")));
  const { status } = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...bundled], { stdio: "inherit" });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(`test.mjs: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
