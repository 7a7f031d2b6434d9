/** How long a force, a moment or a velocity of a round value is in the picture. */
import { element } from "../dom";
import { formatQuantity } from "../format";
import type { Camera } from "./camera";
import { niceStep } from "./floor";
import type { Options } from "./options";
import type { Overlay, Scale } from "./overlay";
import { css, type Palette } from "./palette";

const names: Record<Scale["kind"], string> = {
  velocity: "velocity",
  acceleration: "acceleration",
  applied: "applied",
  reaction: "reaction",
  moment: "moment (radius)",
};

export class Legend {
  readonly root = element("div", { class: "motion-legend" });
  private shown = "";

  update(overlay: Overlay, options: Options, camera: Camera, palette: Palette): void {
    const lines = overlay.scales(options).map(({ kind, unit, metres }) => {
      const pixels = metres * camera.zoom;
      const value = niceStep(24 / pixels);
      const colour = css(kind === "moment" ? palette.muted : palette[kind]);
      return { width: value * pixels, text: `${formatQuantity(value, unit, 3)}  ${names[kind]}`, colour };
    });
    const key = JSON.stringify(lines);
    if (key === this.shown) return;
    this.shown = key;
    this.root.replaceChildren(
      ...lines.map(({ width, text, colour }) => {
        const line = element("span", { class: "motion-scale" });
        line.style.width = `${width.toFixed(1)}px`;
        line.style.background = colour;
        return element("div", {}, line, element("span", {}, text));
      }),
    );
  }
}
