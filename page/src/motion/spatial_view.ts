/** A spatial model, drawn from the far to the near. */
import type { Recording } from "../recording";
import { Floor } from "./floor";
import type { Model } from "./model";
import { Painter } from "./painter";
import { css } from "./palette";
import type { Picture } from "./picture";
import { SpatialBodies } from "./spatial_bodies";
import { SpatialJoints } from "./spatial_joints";
import { addLinks } from "./spatial_links";
import { centerMark } from "./strokes";
import { drawLines, isLine, pickLine, showsLines } from "./thin_lines";
import { toWorld } from "./vector";
import type { View } from "./view";

export class SpatialView implements View {
  private readonly bodies: SpatialBodies;
  private readonly joints: SpatialJoints;
  private readonly floor: Floor;
  private painter: Painter | null = null;

  constructor(private readonly model: Model, recording: Recording) {
    this.bodies = new SpatialBodies(model);
    this.joints = new SpatialJoints(recording);
    this.floor = new Floor(model);
  }

  drawBackground(picture: Picture): void {
    this.floor.draw(picture);
  }

  drawMechanism(picture: Picture): void {
    const painter = new Painter(picture);
    const asLines = showsLines(picture);
    if (asLines) drawLines(picture);
    for (const figure of this.model.figures) {
      if (!asLines || !isLine(picture, figure)) this.bodies.add(painter, picture, figure.body);
    }
    this.joints.add(painter, picture);
    addLinks(painter, picture);
    painter.paint();
    this.painter = painter;
    if (picture.centers) drawCenters(picture);
  }

  drawAlone(picture: Picture, body: number): void {
    const painter = new Painter(picture);
    this.bodies.add(painter, picture, body);
    painter.paint();
  }

  pick(picture: Picture, x: number, y: number): number | null {
    return this.painter?.pick(x, y) ?? (showsLines(picture) ? pickLine(picture, x, y) : null);
  }
}

function drawCenters({ context, camera, model, poses, palette }: Picture): void {
  for (const body of model.marked) {
    const { center } = model.motion.bodies[body];
    const [x, y] = camera.project(toWorld(poses[body], center));
    centerMark(context, x, y, 4, css(palette.ink), css(palette.paper));
  }
}
