/** The canvas with the picture: drawn when something has changed, and only then. */
import { decoded } from "../decode";
import { element } from "../dom";
import { formatTime } from "../format";
import type { Recording, Vec3 } from "../recording";
import type { Store } from "../store";
import { Camera } from "./camera";
import { createModel, type Model } from "./model";
import type { Choice } from "./options";
import { Overlay } from "./overlay";
import { css, palette, type Palette } from "./palette";
import { clear, type Picture } from "./picture";
import { PlanarView } from "./planar_view";
import { SpatialView } from "./spatial_view";
import { Trails } from "./trails";
import { add, along, distance, subtract, toWorld, type Pose } from "./vector";
import type { View } from "./view";

/** Pixels of the canvas to one of the page on paper. */
const paperDensity = 3;
const margin = 26;
/** The picture on paper [px]. */
const paper = { width: 860, height: 480 };

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly model: Model;
  readonly camera: Camera;
  readonly view: View;
  readonly overlay: Overlay;
  palette: Palette;
  poses: Pose[] = [];
  /** Told after every drawing. */
  afterDrawing: () => void = () => undefined;
  private readonly context: CanvasRenderingContext2D;
  private readonly trails: Trails;
  private asked = false;
  /** Nobody has moved the camera yet: it goes on showing all when the window changes. */
  private fitted = true;
  private followed: Vec3 | null = null;
  /** The camera before printing. */
  private onScreen: { width: number; height: number; target: Vec3; zoom: number } | null = null;

  constructor(private readonly recording: Recording, private readonly store: Store, private readonly choice: Choice) {
    this.canvas = element("canvas", { class: "motion-canvas", role: "img", tabindex: 0 });
    this.context = this.canvas.getContext("2d", { alpha: false })!;
    this.model = createModel(recording);
    const { planar } = this.model.motion;
    this.camera = new Camera(planar, this.model.up);
    this.view = planar ? new PlanarView(this.model) : new SpatialView(this.model, recording);
    this.overlay = new Overlay(this.model);
    this.trails = new Trails(this.model.kinematics);
    this.palette = palette();

    store.subscribe((_, changed) => {
      if (changed.has("dark") || changed.has("theme")) this.palette = palette();
      if (changed.has("printing")) this.print();
      else if (["time", "dark", "body", "pointed"].some((key) => changed.has(key as "time"))) this.ask();
      if (changed.has("playing") && this.poses.length > 0) this.describe();
    });
    choice.subscribe(() => this.ask());
    new ResizeObserver(() => this.resize()).observe(this.canvas);
  }

  /** Draws before the next frame of the screen. */
  ask(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
    });
  }

  /** The camera has been moved by hand. */
  moved(): void {
    this.fitted = false;
    this.ask();
  }

  fit(): void {
    this.fitted = true;
    this.camera.fit(this.choice.now.follow ? this.surroundings() : this.model.cloud, margin + this.symbolRoom());
    // what does not move and has no length would be blown up without end
    const { width, height, zoom } = this.camera;
    this.camera.zoom = Math.min(zoom, (4 * Math.min(width, height)) / this.model.measures.size);
    this.ask();
  }

  /** The body at a point of the screen [px]. */
  pick(x: number, y: number): number | null {
    return this.view.pick(this.picture(), x, y);
  }

  /** In the middle of which the camera stays while it follows. */
  private heart(poses = this.poses): Vec3 {
    const { bodies } = this.model.motion;
    const { body } = this.store.state;
    if (body !== null) return toWorld(poses[body], bodies[body].center);
    const masses = bodies.map(({ mass }, i) => (i > 0 && mass > 0 ? mass : 0));
    const total = masses.reduce((sum, mass) => sum + mass, 0) || 1;
    const centers = bodies.map(({ center }, i) => toWorld(poses[i], center));
    return centers.reduce((sum, center, i) => along(sum, center, masses[i] / total), [0, 0, 0] as Vec3);
  }

  private resize(): void {
    if (this.store.state.printing) return;
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.camera.width = clientWidth;
    this.camera.height = clientHeight;
    if (this.poses.length === 0) this.poses = this.model.kinematics.poses({ frame: 0, fraction: 0 });
    if (this.fitted) this.fit();
    // a canvas that has got another size is empty: at once, so that it does not flicker
    this.draw();
  }

  draw(): void {
    const { printing } = this.store.state;
    const density = printing ? paperDensity : Math.min(devicePixelRatio || 1, 2);
    const { camera, canvas } = this;
    const [width, height] = [Math.round(camera.width * density), Math.round(camera.height * density)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const place = decoded(this.recording).place(printing ? this.store.start : this.store.state.time);
    this.poses = this.model.kinematics.poses(place);
    this.follow();
    const picture = { ...this.picture(), place, density };
    clear(picture, css(this.palette.paper));
    this.view.drawBackground(picture);
    this.trails.drawAhead(picture, this.choice.now.trails);
    this.view.drawMechanism(picture);
    this.trails.drawPassed(picture, this.choice.now.trails);
    this.overlay.draw(picture, this.choice.now);
    if (!this.store.state.playing) this.describe();
    this.afterDrawing();
  }

  /** On paper everything is shown, in a picture of a fixed shape; afterwards the camera is where it was. */
  private print(): void {
    const { camera } = this;
    if (this.store.state.printing) {
      const { width, height, target, zoom } = camera;
      this.onScreen = { width, height, target, zoom };
      Object.assign(camera, paper);
      camera.fit(this.model.cloud, margin + this.symbolRoom());
    } else if (this.onScreen !== null) {
      Object.assign(camera, this.onScreen);
      this.onScreen = null;
    }
    this.draw();
  }

  private follow(): void {
    if (this.store.state.printing) return;
    const heart = this.choice.now.follow ? this.heart() : null;
    if (heart !== null && this.followed !== null) {
      this.camera.target = add(this.camera.target, subtract(heart, this.followed));
    }
    this.followed = heart;
  }

  private picture(): Picture {
    const { pointed, body, time } = this.store.state;
    const names = new Set(pointed);
    const bodies = this.model.motion.bodies.flatMap(({ name }, i) => (i > 0 && names.has(name) ? [i] : []));
    for (const { bodies: pair, coordinates } of this.model.motion.joints) {
      if (coordinates.some((name) => names.has(name)) && pair[1] > 0) bodies.push(pair[1]);
    }
    return {
      context: this.context,
      camera: this.camera,
      palette: this.palette,
      density: this.canvas.width / this.camera.width,
      model: this.model,
      place: decoded(this.recording).place(time),
      poses: this.poses,
      pointed: new Set(bodies),
      chosen: body,
      centers: this.choice.now.centers,
    };
  }

  /** All that comes near the heart over the run, however it turns, and some of the way that it goes. */
  private surroundings(): Vec3[] {
    const { kinematics, figures } = this.model;
    const reaches = kinematics.sampled(40).flatMap((place) => {
      const poses = kinematics.poses(place);
      const heart = this.heart(poses);
      const away = (body: number) => (p: Vec3) => distance(toWorld(poses[body], p), heart);
      return figures.slice(1).flatMap(({ outline, body }) => outline.map(away(body)));
    });
    const reach = 1.4 * Math.max(...reaches, 0);
    const heart = this.heart();
    const { right, up } = this.camera;
    return [right, up].flatMap((axis) => [along(heart, axis, reach), along(heart, axis, -reach)]);
  }

  /** Signs of ground reach beyond the points they stand at. */
  private symbolRoom(): number {
    const { bounds, measures } = this.model;
    if (bounds.length < 8) return 0;
    const size = Math.max(distance(bounds[0], bounds[7]), 1e-12);
    return Math.min((1.6 * measures.width * Math.min(this.camera.width, this.camera.height)) / size, 40);
  }

  private describe(): void {
    const { motion } = this.model;
    const { time, playing, body } = this.store.state;
    const count = motion.bodies.length - 1;
    const { center, name } = motion.bodies[body ?? 0];
    const at = toWorld(this.poses[body ?? 0], center).slice(0, motion.planar ? 2 : 3);
    const where = at.map((x) => x.toPrecision(3)).join(", ");
    const kind = `${motion.planar ? "planar" : "spatial"} mechanism with ${count} ${count === 1 ? "body" : "bodies"}`;
    const text =
      `${this.recording.name}: ${kind}, ` +
      (playing ? "playing." : `at ${formatTime(time, this.store.end - this.store.start)} s.`) +
      (body === null || playing ? "" : ` ${name} is chosen, its centre of mass at ${where} m.`);
    if (this.canvas.getAttribute("aria-label") !== text) this.canvas.setAttribute("aria-label", text);
  }
}
