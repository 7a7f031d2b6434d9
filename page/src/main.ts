/** Reads the recording and puts the page together. */
import "katex/dist/katex.min.css";
import "uplot/dist/uPlot.min.css";
import "./style/base.css";
import "./style/page.css";
import "./motion/motion.css";
import "./plots/plots.css";
import "./equations/equations.css";
import "./facts/facts.css";
import { mountGuarded, type Mount } from "./boundary";
import { mount as mountCertificate } from "./certificate/certificate_section";
import { startClock } from "./clock";
import { element } from "./dom";
import { mount as mountEquations } from "./equations/equations_section";
import { expose } from "./expose";
import { mount as mountFacts } from "./facts/facts_section";
import { footer, header } from "./frame";
import { mount as mountMotion } from "./motion/motion_section";
import { navigation } from "./navigation";
import { mount as mountPlots } from "./plots/plots_section";
import { readRecording } from "./read_recording";
import type { Recording } from "./recording";
import { createStore } from "./store";
import { startTheme } from "./theme";

interface Section {
  id: string;
  title: string;
  mount: Mount;
  /** Stands beside its neighbour where there is room. */
  beside?: boolean;
}

/** The picture, or why there is none. */
const mountMotionOrNote: Mount = (root, recording, store) => {
  if (recording.motion !== undefined) mountMotion(root, recording, store);
  else root.append(element("p", { class: "note" }, recording.motion_note ?? ""));
};

function sectionsOf(recording: Recording): Section[] {
  const { motion, motion_note, table, equations, facts, certificate } = recording;
  const beside = motion !== undefined && table !== undefined;
  const sections: (Section | false)[] = [
    (beside || motion_note !== undefined) && { id: "motion", title: "Motion", mount: mountMotionOrNote, beside },
    table !== undefined && { id: "plots", title: "Plots", mount: mountPlots, beside },
    equations !== undefined && { id: "equations", title: "Equations", mount: mountEquations },
    facts !== undefined && { id: "facts", title: "Facts", mount: mountFacts },
    certificate !== undefined && { id: "certificate", title: "Certificate", mount: mountCertificate },
  ];
  return sections.filter((section): section is Section => section !== false);
}

/** A section that is taller than the window sticks by its lower end, so that all of it can be reached. */
function stick(section: HTMLElement): void {
  const place = () => {
    const top = Math.min(58, innerHeight - section.offsetHeight - 12);
    section.style.setProperty("--stick", `${top}px`);
  };
  new ResizeObserver(place).observe(section);
  addEventListener("resize", place);
}

function show(recording: Recording): void {
  document.title = `${recording.name} \u2013 alembert`;
  const store = createStore(recording);
  startTheme(store);
  startClock(store);
  expose({ store, recording });

  const sections = sectionsOf(recording);
  const main = element("main");
  const columns = element("div", { class: "columns" });
  document.body.append(header(recording), navigation(sections, store), main, footer(recording));
  for (const { id, title, mount, beside } of sections) {
    const heading = element("h2", { id: `${id}-title` }, title);
    const section = element("section", { id, "aria-labelledby": heading.id }, heading);
    if (beside) main.append(columns);
    (beside ? columns : main).append(section);
    mountGuarded(mount, section, recording, store);
    if (id === "motion" && beside) stick(section);
  }
}

function refuse(error: unknown): void {
  console.error(error);
  const message = error instanceof Error ? error.message : String(error);
  document.body.replaceChildren(
    element(
      "div",
      { class: "unreadable", role: "alert" },
      element("h1", {}, "This report cannot be read"),
      element("p", {}, message),
      element("p", { class: "muted" }, "The file may be cut short. Make it again by \u201calembert run\u201d."),
    ),
  );
}

readRecording().then(show).catch(refuse);
