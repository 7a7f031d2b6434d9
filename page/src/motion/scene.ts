/** What is drawn now, in numbers: for tests and for the curious. */
import { decoded } from "../decode";
import type { Load, Recording, Vec3 } from "../recording";
import type { Store } from "../store";
import type { Acting } from "./loads";
import type { Stage } from "./stage";
import type { Pose } from "./vector";

export interface Scene {
  /** Of a body's frame as drawn at the store's time. */
  pose(body: string): Pose | null;
  /** The force [N] of a load as a body feels it; a joint's drive and its reaction have one name and differ by kind. */
  arrow(load: string, body: string, kind?: Load["kind"]): Vec3 | null;
  /** Draws now instead of before the next frame of the screen; gives the milliseconds it took. */
  draw(): number;
}

export function createScene(recording: Recording, store: Store, stage: Stage): Scene {
  const { kinematics, motion } = stage.model;
  const place = () => decoded(recording).place(store.state.time);
  const index = (name: string) => motion.bodies.findIndex((body) => body.name === name);
  return {
    pose: (body) => (index(body) < 0 ? null : kinematics.pose(index(body), place())),
    arrow: (name, body, kind) => {
      const { loads } = stage.overlay;
      const meant = ({ load }: Acting) => load.name === name && (kind === undefined || load.kind === kind);
      const acting = index(body) < 0 ? undefined : loads.on(index(body)).find(meant);
      return acting === undefined ? null : loads.force(acting, place());
    },
    draw: () => {
      const start = performance.now();
      stage.draw();
      return performance.now() - start;
    },
  };
}
