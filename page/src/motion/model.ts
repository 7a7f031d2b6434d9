/** All that a picture needs and that does not change with time. */
import type { Motion, Recording, Vec3 } from "../recording";
import { figures, type Figure } from "./figures";
import { Kinematics } from "./kinematics";
import { attached, bounds, cloud, measure, stretch, type Measures } from "./measures";
import { sliders, type Slider } from "./sliders";
import { along, distance, norm, unit } from "./vector";

export interface Model {
  motion: Motion;
  kinematics: Kinematics;
  measures: Measures;
  sliders: Slider[];
  figures: Figure[];
  /** Shortest and longest of every link. */
  stretches: [number, number][];
  /** Where everything happens: points over the run, and the corners of the box about them. */
  cloud: Vec3[];
  bounds: Vec3[];
  /** Against gravity, or what is usual where there is none. */
  up: Vec3;
  /** Bodies whose centre of mass has a place of its own, where a mark can be seen. */
  marked: number[];
}

export function createModel(recording: Recording): Model {
  const kinematics = new Kinematics(recording);
  const { motion } = kinematics;
  const measures = measure(kinematics);
  const rails = sliders(kinematics, measures);
  const looks = figures(kinematics, measures, rails);
  const usual: Vec3 = motion.planar ? [0, 1, 0] : [0, 0, 1];
  const outlines = looks.map(({ outline }) => outline);
  // a block needs its rail, and a planar picture room for the symbols below a joint
  for (const { rail, at, axis, from, to, telescope } of rails) {
    if (telescope === null) outlines[rail] = [...outlines[rail], along(at, axis, from), along(at, axis, to)];
  }
  const everywhere = cloud(kinematics, outlines);
  return {
    motion,
    kinematics,
    measures,
    sliders: rails,
    figures: looks,
    stretches: motion.links.map(({ bodies, at }) => stretch(kinematics, bodies, at)),
    cloud: everywhere,
    bounds: bounds(everywhere),
    marked: motion.bodies.flatMap(({ mass, center }, body) => {
      const covered = attached(motion, body).some((p) => distance(p, center) < 0.3 * measures.width);
      return body > 0 && mass > 0 && !covered ? [body] : [];
    }),
    up: norm(motion.up) > 0.5 ? unit(motion.up) : usual,
  };
}
