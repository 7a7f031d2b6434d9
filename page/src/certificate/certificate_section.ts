/** The certificate: whether independent ways to the same numbers agree, check by check. */
import "./certificate.css";
import { copyButton, element, svg } from "../dom";
import { formatCount, formatNumber } from "../format";
import type { Certificate, Recording } from "../recording";
import type { Store } from "../store";
import { certificateText } from "./certificate_text";
import { along, excess, scaleOf, spokenExcess, type Check, type Scale } from "./scale";
import { verdict, resultOf } from "./verdict";

/** [px] */
const barWidth = 150;
const barHeight = 14;

export function mount(root: HTMLElement, recording: Recording, _store: Store): void {
  const { certificate } = recording;
  if (certificate === undefined) return;
  root.classList.add("certificate");
  const scale = scaleOf(certificate.checks);
  root.append(
    element(
      "div",
      { class: "card" },
      verdictView(certificate),
      element(
        "div",
        { class: "scroll", tabindex: 0, role: "group", "aria-label": "Checks" },
        tableView(certificate, scale),
      ),
      element(
        "footer",
        {},
        element("p", { class: "muted" }, explanation),
        copyButton(() => certificateText(certificate, recording.name), "Copy as text"),
      ),
    ),
  );
}

const explanation =
  "Bars: the residual on a logarithmic scale, one division a power of ten; the upright line is the tolerance.";

function verdictView(certificate: Certificate): HTMLElement {
  const { passed, compared, seed } = certificate;
  const sample = `${formatCount(compared)} ${compared === 1 ? "state" : "states"}, seed ${seed}`;
  return element(
    "p",
    { class: passed ? "verdict passed" : "verdict failed" },
    element(
      "strong",
      {},
      element("span", { class: "sign", "aria-hidden": "true" }, passed ? "\u2713" : "\u2717"),
      verdict(certificate),
    ),
    element("span", { class: "muted" }, sample),
  );
}

function tableView(certificate: Certificate, scale: Scale): HTMLElement {
  const titles = ["Check", "Result", "Residual", "Tolerance", "Residual against tolerance", "Note"];
  const head = titles.map((title, place) =>
    element("th", { scope: "col", class: place === 2 || place === 3 ? "number" : "" }, title),
  );
  const rows = certificate.checks.map((check) => rowView(check, scale));
  return element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

function rowView(check: Check, scale: Scale): HTMLElement {
  const { sign, word, kind } = resultOf(check);
  const done = check.passed !== null;
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, check.name),
    element("td", { class: `result ${kind}` }, element("span", { class: "sign", "aria-hidden": "true" }, sign), word),
    element("td", { class: "number", "data-label": "residual" }, done ? formatNumber(check.residual, 2) : "\u2013"),
    element("td", { class: "number", "data-label": "tolerance" }, done ? formatNumber(check.tolerance, 2) : "\u2013"),
    element("td", { class: "bar-cell" }, done ? barView(check, scale) : null),
    element("td", { class: "remark" }, check.note),
  );
}

function barView(check: Check, scale: Scale): SVGElement {
  const at = (power: number) => along(scale, power) * barWidth;
  const divisions: string[] = [];
  for (let ten = scale.from; ten <= scale.to; ten += 1) divisions.push(`M${at(ten).toFixed(1)} ${barHeight}v-4`);
  const power = excess(check);
  return svg(
    "svg",
    {
      class: check.passed ? "bar passed" : "bar failed",
      viewBox: `0 0 ${barWidth} ${barHeight}`,
      width: barWidth,
      height: barHeight,
      role: "img",
      "aria-label": spokenExcess(check),
    },
    svg("title", {}, spokenExcess(check)),
    svg("rect", { class: "track", width: barWidth, height: barHeight - 5, rx: 2 }),
    svg("rect", { class: "filling", width: at(Number.isNaN(power) ? scale.to : power), height: barHeight - 5, rx: 2 }),
    svg("path", { class: "divisions", d: divisions.join("") }),
    svg("path", { class: "tolerance", d: `M${at(0).toFixed(1)} 0V${barHeight}` }),
  );
}
