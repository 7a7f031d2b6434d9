/** The free-body diagram of the chosen body beside the picture, and its numbers below. */
import { decoded, type Decoded } from "../decode";
import { button, element } from "../dom";
import { formatQuantity, formatTime } from "../format";
import type { Recording } from "../recording";
import type { Store } from "../store";
import { balance, matters } from "./balance";
import { FreeBodyDiagram } from "./free_body_diagram";
import { FreeBodyTable } from "./free_body_table";
import { icon } from "./icons";
import type { Stage } from "./stage";

/** Numbers that change faster than this [ms] cannot be read. */
const tableInterval = 90;

export class FreeBodyPanel {
  readonly beside = element("div", { class: "motion-free-body", hidden: true });
  readonly below = element("div", { class: "motion-numbers card", hidden: true });
  private readonly title = element("h3");
  private readonly about = element("span", { class: "muted" });
  private readonly canvas = element("canvas", { role: "img" });
  private readonly diagram: FreeBodyDiagram;
  private readonly table: FreeBodyTable;
  private readonly data: Decoded;
  private tableDrawn = 0;

  constructor(recording: Recording, private readonly store: Store, private readonly stage: Stage) {
    const { motion } = stage.model;
    this.data = decoded(recording);
    this.diagram = new FreeBodyDiagram(this.canvas, stage);
    this.table = new FreeBodyTable(motion.planar);
    const close = button(icon("close"), () => store.set({ body: null }), {
      class: "plain small screen-only",
      title: "Close",
    });
    const note = element("p", { class: "note" }, motion.loads_note ?? "The forces of this run are not recorded.");
    const heading = element("div", { class: "motion-heading" }, element("div", {}, this.title, this.about), close);
    this.beside.append(heading, motion.loads === null ? note : this.canvas);
    this.below.append(this.table.root);
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    store.subscribe((_, changed) => {
      if (changed.has("body")) this.show();
    });
    this.show();
  }

  /** A body has been chosen, or none. */
  private show(): void {
    const { body } = this.store.state;
    this.beside.hidden = body === null;
    this.below.hidden = body === null || this.stage.model.motion.loads === null;
    if (body === null) return;
    const { name } = this.stage.model.motion.bodies[body];
    this.title.textContent = name;
    this.canvas.setAttribute("aria-label", `Free-body diagram of ${name}; the table below has its numbers.`);
    this.tableDrawn = 0;
    this.draw();
  }

  /** At the nearest frame: only there forces and inertia belong together. */
  draw(): void {
    const { body, time, printing, playing } = this.store.state;
    const { motion, kinematics } = this.stage.model;
    if (body === null) return;
    const { frame: before, fraction } = this.data.place(printing ? this.store.start : time);
    const frame = fraction > 0.5 ? before + 1 : before;
    const shownTime = formatTime(this.data.times[frame], this.store.end - this.store.start);
    this.about.textContent = `${formatQuantity(motion.bodies[body].mass, "kg")}, t = ${shownTime} s`;
    if (motion.loads === null) return;
    const { entries, ...sums } = balance(kinematics, this.stage.overlay.loads, body, frame);
    const kept = this.stage.overlay.loads.on(body).map(({ load }) => matters(load));
    const all = { ...sums, entries: entries.filter((_, i) => kept[i]) };
    this.diagram.draw(body, frame, all, printing ? 3 : Math.min(devicePixelRatio || 1, 2));
    const now = performance.now();
    if (playing && now - this.tableDrawn < tableInterval) return;
    this.tableDrawn = now;
    this.table.update(all, this.stage.palette);
  }
}
