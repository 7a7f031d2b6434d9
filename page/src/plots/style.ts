/** How curves are told apart: by colour, and beyond the colours by dashes. */
import { cssVariable } from "../dom";
import { manyCurves } from "./plot";

const dashes = [[], [7, 4], [2, 3]];

export function colourOf(index: number): string {
  return cssVariable(`--c${index % manyCurves}`);
}

export function dashOf(index: number): number[] {
  return dashes[Math.floor(index / manyCurves) % dashes.length];
}

export const axisFont = '11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
