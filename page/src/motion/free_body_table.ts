/** The numbers of the free-body diagram, and that they add up to nothing. */
import { element } from "../dom";
import { formatNumber } from "../format";
import type { Vec3 } from "../recording";
import type { Balance, Entry } from "./balance";
import { colourOf } from "./free_body_diagram";
import { css, type Palette } from "./palette";
import { norm } from "./vector";

const axes = ["x", "y", "z"];
const kindNames: Record<Entry["kind"], string> = {
  gravity: "gravity",
  applied: "applied",
  spring: "spring",
  effort: "drive",
  reaction: "reaction",
  constraint: "constraint",
  inertia: "inertia",
};

export class FreeBodyTable {
  private readonly residual = element("p", { class: "motion-residual" });
  private readonly scroll = element("div", { class: "scroll" });
  readonly root = element("div", { class: "motion-loads" }, this.scroll, this.residual);
  private readonly shown: number[];
  private cells: HTMLElement[][] = [];
  private names = "";

  constructor(private readonly planar: boolean) {
    this.shown = planar ? [0, 1] : [0, 1, 2];
  }

  update({ entries, force, moment, forceResidual, momentResidual }: Balance, palette: Palette): void {
    const names = JSON.stringify([entries.map(({ name, kind }) => [name, kind]), palette.ink]);
    if (names !== this.names) this.build(entries, palette);
    this.names = names;
    const tiny = 1e-9;
    const scale = Math.max(...entries.map((entry) => norm(entry.force)), 1e-300);
    const momentScale = Math.max(...entries.map((entry) => norm(entry.moment)), 1e-300);
    const write = (cell: HTMLElement, value: number, of: number) => {
      const text = formatNumber(Math.abs(value) < tiny * of ? 0 : value, 4, true);
      if (cell.textContent !== text) cell.textContent = text;
    };
    entries.forEach((entry, i) => {
      const values = this.values(entry.force, entry.moment);
      const limits = this.limits(scale, momentScale);
      values.forEach((value, k) => write(this.cells[i][k], value, limits[k]));
      this.shown.forEach((axis, k) => write(this.cells[i][values.length + k], entry.point[axis], 1e-3));
    });
    const sum = this.values(force, moment);
    sum.forEach((value, k) => (this.cells[entries.length][k].textContent = formatNumber(value, 2)));
    this.residual.textContent = residualText(forceResidual, momentResidual);
  }

  private values(force: Vec3, moment: Vec3): number[] {
    const moments = this.planar ? [moment[2]] : moment;
    return [...this.shown.map((axis) => force[axis]), norm(force), ...moments];
  }

  private limits(force: number, moment: number): number[] {
    return [...this.shown.map(() => force), force, ...(this.planar ? [moment] : [moment, moment, moment])];
  }

  private build(entries: Entry[], palette: Palette): void {
    const forces = this.shown.map((axis) => `F${axes[axis]} [N]`);
    const moments = this.planar ? ["M [N·m]"] : axes.map((axis) => `M${axis} [N·m]`);
    const points = this.shown.map((axis) => `${axes[axis]} [m]`);
    const heads = ["Name", "Kind", ...forces, "|F| [N]", ...moments, ...points];
    const numbers = (count: number) => Array.from({ length: count }, () => element("td", { class: "number" }));
    const count = heads.length - 2;
    this.cells = entries.map(() => numbers(count));
    const rows = entries.map((entry, i) => {
      const mark = element("span", { class: "motion-swatch" });
      mark.style.background = css(colourOf(entry, palette));
      const name = element("th", { scope: "row" }, mark, entry.name);
      return element("tr", {}, name, element("td", {}, kindNames[entry.kind]), ...this.cells[i]);
    });
    const sums = numbers(count - points.length);
    this.cells.push(sums);
    const sum = element("tr", { class: "motion-sum" },
      element("th", { scope: "row", colspan: 2 }, "Sum"), ...sums,
      element("td", { colspan: points.length, class: "muted" }, "M about centre of mass"));
    const head = heads.map((text, i) => element("th", { scope: "col", class: i > 1 ? "number" : "" }, text));
    const body = element("tbody", {}, ...rows, sum);
    this.scroll.replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, ...head)), body));
  }
}

function residualText(force: number, moment: number): string {
  const rest = Math.max(force, moment);
  const size = `forces to ${formatNumber(force, 2)}, moments to ${formatNumber(moment, 2)} of the largest`;
  return rest < 1e-3 ? `In balance, inertia included: ${size}.` : `Not in balance: ${size}.`;
}
