/** What planar and spatial pictures have in common. Trails are drawn between background and mechanism. */
import type { Picture } from "./picture";

export interface View {
  drawBackground(picture: Picture): void;
  drawMechanism(picture: Picture): void;
  /** One body without all that it is fastened to. Leaves the context's transformation as it likes. */
  drawAlone(picture: Picture, body: number): void;
  /** The body at a point of the screen [px], as drawn last. */
  pick(picture: Picture, x: number, y: number): number | null;
}
