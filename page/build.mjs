// Makes the report's page: node build.mjs OUT_HTML OUT_CC
//
// OUT_HTML is the whole page without a recording, in one file; OUT_CC gives its two halves, before and after the
// recording, to the program. The same sources make the same bytes.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cppSource } from "./cpp_source.mjs";
import { fontLicence } from "./font_licence.mjs";

const { build } = await import("esbuild").catch(() => {
  console.error("build.mjs: esbuild is missing: run npm ci in the folder of build.mjs first");
  process.exit(1);
});

const page = dirname(fileURLToPath(import.meta.url));
const source = (...path) => join(page, "src", ...path);
const dependency = (...path) => join(page, "node_modules", ...path);

// What formulas of mechanics are never set in.
const unusedFonts = /KaTeX_(Caligraphic|Fraktur|SansSerif|Script|Typewriter|Main-BoldItalic)/;

/** KaTeX's style with only the fonts that are used, each in its smallest format. */
const lessFonts = {
  name: "less-fonts",
  setup({ onLoad }) {
    onLoad({ filter: /katex(\.min)?\.css$/ }, ({ path }) => ({
      loader: "css",
      contents: readFileSync(path, "utf8")
        .replace(/@font-face\s*{[^}]*}/g, (face) => (unusedFonts.test(face) ? "" : face))
        .replace(/,\s*url\([^)]*\.(woff|ttf)\)\s*format\("[^"]*"\)/g, ""),
    }));
  },
};

async function bundle() {
  const { outputFiles } = await build({
    absWorkingDir: page,
    entryPoints: [source("main.ts")],
    outdir: page,
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2020",
    charset: "utf8",
    legalComments: "none",
    loader: { ".woff2": "dataurl" },
    plugins: [lessFonts],
    logLevel: "warning",
  });
  const text = (end) => outputFiles.find(({ path }) => path.endsWith(end)).text.trim();
  return { script: text(".js"), style: text(".css") };
}

function notices() {
  const licence = (name) => readFileSync(dependency(name, "LICENSE"), "utf8").trim();
  const font = readFileSync(dependency("katex", "dist", "fonts", "KaTeX_Main-Regular.ttf"));
  return [
    "Third-party notices",
    `KaTeX (formulas)\n\n${licence("katex")}`,
    `KaTeX's fonts\n\n${fontLicence(font)}`,
    `uPlot (plots)\n\n${licence("uplot")}`,
  ].join("\n\n----\n\n") + "\n";
}

/** Texts must not end the element that they stand in. */
function without(text, ends, what) {
  if (ends.test(text)) throw new Error(`${what} contains ${text.match(ends)[0]}, which would end it early.`);
  return text;
}

async function main([outHtml, outCc]) {
  if (outCc === undefined) throw new Error("usage: node build.mjs OUT_HTML OUT_CC");
  const { script, style } = await bundle();
  const parts = {
    notices: without(notices(), /--!?>/, "The notices"),
    style: without(style, /<\/style/i, "The style"),
    script: without(script, /<\/script|<!--/i, "The script"),
  };
  const asked = style.match(/url\((?!["']?data:)[^)]{0,80}/);
  if (asked !== null) throw new Error(`The style asks for a file: ${asked[0]}`);

  const template = readFileSync(source("page.html"), "utf8");
  const filled = template.replace(/{(notices|style|script)}/g, (_, part) => parts[part]);
  // The style and the script may have braces of their own: the place of the recording is looked for in the template.
  const place = 'type="application/json">{recording}';
  const at = filled.indexOf(place) + place.indexOf("{");
  const before = filled.slice(0, at);
  const after = filled.slice(at + "{recording}".length);
  writeFileSync(outHtml, before + after);
  writeFileSync(outCc, cppSource({ page_before: before, page_after: after }));

  const fonts = (style.match(/url\([^)]*\)/g) ?? []).join("");
  const kilobytes = (text) => (Buffer.byteLength(text) / 1000).toFixed(0).padStart(5) + " kB";
  console.log(`script ${kilobytes(script)}\nstyle  ${kilobytes(style.replace(/url\([^)]*\)/g, ""))}`);
  console.log(`fonts  ${kilobytes(fonts)}\npage   ${kilobytes(before + after)}`);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(`build.mjs: ${error.message}`);
  process.exit(1);
});
