/** What stands above and below the sections. */
import { copyButton, element } from "./dom";
import { formatCount, formatQuantity } from "./format";
import { decoded } from "./decode";
import { isDrawing } from "./motion/measures";
import type { Recording } from "./recording";

const kinds: Record<Recording["kind"], string> = {
  run: "Simulation",
  equations: "Equations of motion",
  certificate: "Certificate",
};

export function header(recording: Recording): HTMLElement {
  const facts = element("dl");
  for (const [label, value] of smallFacts(recording)) {
    facts.append(element("div", {}, element("dt", {}, label), element("dd", {}, value)));
  }
  return element(
    "header",
    { class: "page-header" },
    element(
      "div",
      { class: "title" },
      element("h1", {}, recording.name),
      element("p", { class: "about" }, `${kinds[recording.kind]} of ${recording.file}`),
    ),
    facts,
    ...(recording.trouble === undefined
      ? []
      : [element("p", { class: "note error", role: "alert" }, `The run did not come to its end: ${recording.trouble}`)]),
  );
}

function smallFacts(recording: Recording): [string, string][] {
  const { table, motion, facts } = recording;
  const result: [string, string][] = [];
  if (table !== undefined) {
    const { times, frames } = decoded(recording);
    if (frames > 1) result.push(["Duration", formatQuantity(times[frames - 1] - times[0], "s")]);
    result.push(["Rows", formatCount(table.rows)]);
  }
  if (motion !== undefined && !isDrawing(motion)) result.push(["Bodies", formatCount(motion.bodies.length - 1)]);
  const rows = facts?.groups.flatMap((group) => group.rows) ?? [];
  const freedom = rows.find(({ label }) => /^(degrees? of freedom|dof)\b/i.test(label));
  if (freedom !== undefined && /^\d/.test(freedom.value)) result.push(["Degrees of freedom", freedom.value]);
  return result;
}

export function footer({ command, version }: Recording): HTMLElement {
  return element(
    "footer",
    { class: "page-footer" },
    element(
      "div",
      { class: "command" },
      element("span", {}, "Made by"),
      element("code", {}, command),
      copyButton(() => command),
    ),
    element("p", {}, `alembert ${version}. This file is complete in itself: it asks nothing of the network.`),
    element(
      "details",
      {},
      element("summary", {}, "Notices"),
      element("pre", { tabindex: 0, "aria-label": "Third-party notices" }, notices()),
    ),
  );
}

/** The licences of what the page is made with are a comment in its head. */
function notices(): string {
  for (const node of document.head.childNodes) {
    if (node.nodeType === Node.COMMENT_NODE) return node.textContent ?? "";
  }
  return "";
}
