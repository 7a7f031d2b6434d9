/** Arrows of velocities, accelerations, forces and moments over the picture. Their scale is the same over the run. */
import type { Load, Vec3 } from "../recording";
import { drawArrow, drawTurn } from "./arrows";
import { Loads, magnitudes, usual, type Acting } from "./loads";
import type { Model } from "./model";
import type { ArrowKind, Options } from "./options";
import type { Colour } from "./palette";
import type { Picture } from "./picture";
import { along, norm, toWorld } from "./vector";

/** A usual value is drawn as long as this share of the mechanism. */
const share = 0.22;
const momentShare = 0.09;

export const kindOf: Record<Load["kind"], ArrowKind | null> = {
  gravity: "applied",
  applied: "applied",
  spring: "applied",
  effort: "applied",
  reaction: "reaction",
  constraint: "reaction",
  inertia: null,
};

/** A line of the legend: what a stretch of so many metres in the picture means. */
export interface Scale {
  kind: ArrowKind | "moment";
  unit: string;
  /** Metres in the picture for one of the unit. */
  metres: number;
}

export class Overlay {
  readonly loads: Loads;
  private usuals: Map<string, number> = new Map();

  constructor(private readonly model: Model) {
    this.loads = new Loads(model.kinematics);
  }

  draw(picture: Picture, options: Options): void {
    const { arrows } = options;
    if (arrows.has("velocity")) this.drawRates(picture, options, "velocity");
    if (arrows.has("acceleration")) this.drawRates(picture, options, "acceleration");
    for (const acting of this.shown(picture.chosen, arrows)) this.drawLoad(picture, options, acting);
  }

  /** Of two bodies that act on each other the chosen one's side is shown, otherwise that of the second. */
  private shown(chosen: number | null, arrows: ReadonlySet<ArrowKind>): Acting[] {
    return this.loads.all.flatMap((load): Acting[] => {
      const kind = kindOf[load.kind];
      if (kind === null || !arrows.has(kind)) return [];
      return [{ load, sign: chosen !== null && load.from === chosen ? -1 : 1 }];
    });
  }

  private drawRates(picture: Picture, options: Options, kind: "velocity" | "acceleration"): void {
    const { model, place, palette, poses } = picture;
    const metres = this.metres(kind, options);
    model.motion.bodies.forEach(({ mass, center }, body) => {
      if (body === 0 || !(mass > 0)) return;
      const value = model.kinematics[kind](body, place);
      this.drawVector(picture, toWorld(poses[body], center), value, metres, palette[kind]);
    });
  }

  private drawLoad(picture: Picture, options: Options, acting: Acting): void {
    const { place, palette, context, camera } = picture;
    const kind = kindOf[acting.load.kind] as "applied" | "reaction";
    const at = this.loads.point(acting.load, place);
    this.drawVector(picture, at, this.loads.force(acting, place), this.metres("applied", options), palette[kind]);
    const moment = this.loads.moment(acting, place);
    drawTurn(context, camera, at, moment, norm(moment) * this.metres("moment", options), palette[kind]);
  }

  private drawVector({ context, camera }: Picture, at: Vec3, value: Vec3, metres: number, colour: Colour): void {
    drawArrow(context, camera.project(at), camera.project(along(at, value, metres)), colour);
  }

  scales(options: Options): Scale[] {
    const { arrows } = options;
    const result: Scale[] = [];
    const units = { velocity: "m/s", acceleration: "m/s^2", applied: "N", reaction: "N" };
    for (const kind of arrows) result.push({ kind, unit: units[kind], metres: this.metres(kind, options) });
    if (arrows.has("applied") || arrows.has("reaction")) {
      result.push({ kind: "moment", unit: "N m", metres: this.metres("moment", options) });
    }
    return result.filter(({ metres }) => metres > 0);
  }

  /** Forces of every kind have one scale, so that they can be compared. */
  private metres(kind: ArrowKind | "moment", { arrowScale }: Options): number {
    const what = kind === "reaction" ? "applied" : kind;
    let value = this.usuals.get(what);
    if (value === undefined) this.usuals.set(what, (value = this.usual(what)));
    const length = this.model.measures.size * (what === "moment" ? momentShare : share);
    return value > 0 ? (arrowScale * length) / value : 0;
  }

  private usual(kind: ArrowKind | "moment"): number {
    const { kinematics, motion } = this.model;
    const drawn = this.loads.all.filter((load) => load.kind !== "inertia");
    if (kind === "applied") return usual(magnitudes(kinematics, drawn, "force"));
    if (kind === "moment") return usual(magnitudes(kinematics, drawn, "moment"));
    const places = kinematics.sampled(60);
    const rates = kind === "velocity" ? kinematics.velocity.bind(kinematics) : kinematics.acceleration.bind(kinematics);
    return usual(motion.bodies.slice(1).flatMap((_, i) => places.map((place) => norm(rates(i + 1, place)))));
  }
}
