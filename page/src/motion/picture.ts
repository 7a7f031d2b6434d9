/** What one drawing of the model is given: where to, in which colours, and how things stand at its time. */
import type { Place } from "../decode";
import type { Camera } from "./camera";
import type { Model } from "./model";
import { blend, type Colour, type Palette } from "./palette";
import type { Pose } from "./vector";

export type Context = CanvasRenderingContext2D;

export interface Picture {
  context: Context;
  camera: Camera;
  palette: Palette;
  /** Pixels of the canvas to a pixel of the page. */
  density: number;
  model: Model;
  place: Place;
  poses: Pose[];
  /** Bodies that are pointed at, and the one whose free-body diagram is shown. */
  pointed: ReadonlySet<number>;
  chosen: number | null;
  /** Marks of the centres of mass. */
  centers: boolean;
}

/** More bodies than this are told apart as neighbours only, by two shades: many colours would say nothing. */
const mostColours = 15;

/** A body's own colour; ground has that of metal. */
export function colourOfBody({ bodies, shades, metal }: Palette, { figures }: Model, body: number): Colour {
  if (body === 0) return metal;
  const colours = figures.length - 1 > mostColours ? shades : bodies;
  return colours[(body - 1) % colours.length];
}

export function bodyColour({ palette, model }: Picture, body: number): Colour {
  return colourOfBody(palette, model, body);
}

/** The colour of its surface: pale, and stronger while it is pointed at or chosen. */
export function surface(picture: Picture, body: number): Colour {
  const strength = picture.chosen === body ? 0.52 : picture.pointed.has(body) ? 0.42 : 0.3;
  return blend(bodyColour(picture, body), picture.palette.paper, strength);
}

/** Draws in the page's pixels. */
export function inPixels({ context, density }: Picture): void {
  context.setTransform(density, 0, 0, density, 0, 0);
}

export function clear(picture: Picture, background: string): void {
  inPixels(picture);
  picture.context.fillStyle = background;
  picture.context.fillRect(0, 0, picture.camera.width, picture.camera.height);
  picture.context.lineCap = "round";
  picture.context.lineJoin = "round";
}
