/** A planar model, drawn from the back to the front. */
import type { Model } from "./model";
import type { Picture } from "./picture";
import { PlanarBodies } from "./planar_bodies";
import { drawCenters, drawGround, drawJoints } from "./planar_joints";
import { drawBlades, drawLinks } from "./planar_links";
import type { View } from "./view";

export class PlanarView implements View {
  private readonly bodies: PlanarBodies;

  constructor(model: Model) {
    this.bodies = new PlanarBodies(model);
  }

  drawBackground(picture: Picture): void {
    drawGround(picture);
  }

  drawMechanism(picture: Picture): void {
    this.bodies.draw(picture);
    drawBlades(picture);
    drawLinks(picture);
    drawJoints(picture);
    if (picture.centers) drawCenters(picture);
  }

  drawAlone(picture: Picture, body: number): void {
    this.bodies.drawBody(picture, body);
  }

  pick(picture: Picture, x: number, y: number): number | null {
    return this.bodies.pick(picture, x, y);
  }
}
