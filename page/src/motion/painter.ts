/** Draws spatial things from the far to the near ones. Round ones are shaded across, flat ones by their normal. */
import type { Vec3 } from "../recording";
import { hull, inside, type Point2 } from "./hull";
import { blend, css, lit, type Colour } from "./palette";
import type { Context, Picture } from "./picture";
import { add, along, cross, dot, mix, perpendicular, subtract, unit } from "./vector";

interface Item {
  depth: number;
  /** Place in Motion.bodies; -1 for what cannot be chosen. */
  body: number;
  /** Its edge on the screen; [] for lines. */
  outline: Point2[];
  paint(context: Context): void;
}

type Fill = string | CanvasGradient;

/** Round things with a smaller radius [px] are not shaded. */
const smallest = 4;
/** Circles have so many corners; less where they are small. */
const fine = 24;
const coarse = 8;

export class Painter {
  private items: Item[] = [];
  private readonly light: Vec3;

  constructor(private readonly picture: Picture) {
    const { right, up, back } = picture.camera;
    this.light = unit(add(add(along([0, 0, 0], right, -0.4), along([0, 0, 0], up, 0.6)), along([0, 0, 0], back, 0.7)));
  }

  paint(): void {
    this.items.sort((a, b) => a.depth - b.depth);
    for (const item of this.items) item.paint(this.picture.context);
  }

  pick(x: number, y: number): number | null {
    for (let i = this.items.length - 1; i >= 0; --i) {
      const { body, outline } = this.items[i];
      if (body > 0 && outline.length > 2 && inside(outline, [x, y])) return body;
    }
    return null;
  }

  /** How bright a surface with this normal is. */
  brightness(normal: Vec3): number {
    return 0.58 + 0.56 * Math.max(0, dot(normal, this.light));
  }

  /** A flat face by its corners on the screen, counter-clockwise from outside: others are not seen. */
  face(corners: Vec3[], normal: Vec3, colour: Colour, body: number, edged: boolean): void {
    let area = 0;
    let depth = 0;
    for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
      area += corners[j][0] * corners[i][1] - corners[i][0] * corners[j][1];
      depth += corners[i][2];
      if (!this.picture.camera.before(corners[i][2])) return;
    }
    if (area >= 0) return;
    const fill = css(lit(colour, this.brightness(normal)));
    const edge = edged ? this.edge(colour) : fill;
    const outline = corners.map(([x, y]): Point2 => [x, y]);
    this.items.push({
      depth: depth / corners.length,
      body,
      outline,
      paint: (context) => {
        trace(context, outline);
        context.fillStyle = fill;
        context.fill();
        // without an edge a line of the same colour closes the seam to the next face
        context.strokeStyle = edge;
        context.lineWidth = edged ? 0.9 : 0.6;
        context.stroke();
      },
    });
  }

  /** A cylinder between two points, or a capsule about them. Gives its depth. */
  tube(a: Vec3, b: Vec3, radius: number, colour: Colour, body: number, round: boolean, nearer = 0): number {
    const { camera } = this.picture;
    const [pa, pb] = [camera.project(a), camera.project(b)];
    const depth = (pa[2] + pb[2]) / 2 + nearer;
    if (!camera.before(pa[2]) || !camera.before(pb[2])) return depth;
    const pixels = radius * camera.sizeAt((pa[2] + pb[2]) / 2);
    if (pixels < 1.6) {
      this.line([pa, pb], Math.max(2 * pixels, 2), lit(colour, 0.9), body, depth);
      return depth;
    }
    const axis = unit(subtract(b, a));
    const middle = mix(a, b, 0.5);
    const eye = camera.towardsEye(middle);
    const side = unit(cross(axis, eye), camera.right);
    const fill = this.across((pa[0] + pb[0]) / 2, (pa[1] + pb[1]) / 2, pixels, side, cross(side, axis), colour);
    if (round) this.capsule(pa, pb, radius, fill, colour, body, depth);
    else this.cylinder(a, b, axis, eye, radius, pixels, fill, colour, body, depth);
    return depth;
  }

  private capsule(a: Vec3, b: Vec3, radius: number, fill: Fill, colour: Colour, body: number, depth: number): void {
    const { camera } = this.picture;
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const [ra, rb] = [radius * camera.sizeAt(a[2]), radius * camera.sizeAt(b[2])];
    const [dx, dy] = [-Math.sin(angle), Math.cos(angle)];
    const [cx, cy] = [Math.cos(angle), Math.sin(angle)];
    const outline: Point2[] = [
      [a[0] + ra * dx, a[1] + ra * dy], [a[0] - ra * cx, a[1] - ra * cy], [a[0] - ra * dx, a[1] - ra * dy],
      [b[0] - rb * dx, b[1] - rb * dy], [b[0] + rb * cx, b[1] + rb * cy], [b[0] + rb * dx, b[1] + rb * dy],
    ];
    const edge = this.edge(colour);
    this.items.push({
      depth,
      body,
      outline,
      paint: (context) => {
        context.beginPath();
        context.arc(a[0], a[1], ra, angle + Math.PI / 2, angle + 1.5 * Math.PI);
        context.arc(b[0], b[1], rb, angle - Math.PI / 2, angle + Math.PI / 2);
        context.closePath();
        finish(context, fill, edge);
      },
    });
  }

  private cylinder(a: Vec3, b: Vec3, axis: Vec3, eye: Vec3, radius: number, pixels: number,
    fill: Fill, colour: Colour, body: number, depth: number): void {
    const count = pixels < 6 ? coarse : fine;
    const [start, end] = [this.ring(a, axis, radius, count), this.ring(b, axis, radius, count)];
    const outline = hull([...start, ...end]);
    const ahead = dot(axis, eye) > 0;
    const cap = ahead ? end : start;
    const top = css(lit(colour, this.brightness(ahead ? axis : along([0, 0, 0], axis, -1))));
    const edge = this.edge(colour);
    this.items.push({
      depth,
      body,
      outline,
      paint: (context) => {
        trace(context, outline);
        finish(context, fill, edge);
        trace(context, cap);
        finish(context, top, edge);
      },
    });
  }

  ring(center: Vec3, axis: Vec3, radius: number, count = fine): Point2[] {
    const [u, v] = perpendicular(axis);
    return Array.from({ length: count }, (_, i) => {
      const angle = (2 * Math.PI * i) / count;
      const at = along(along(center, u, radius * Math.cos(angle)), v, radius * Math.sin(angle));
      const [x, y] = this.picture.camera.project(at);
      return [x, y];
    });
  }

  ball(center: Vec3, radius: number, colour: Colour, body: number, nearer = 0): number {
    const { camera, context } = this.picture;
    const [x, y, z] = camera.project(center);
    const depth = z + nearer;
    if (!camera.before(z)) return depth;
    const pixels = Math.max(radius * camera.sizeAt(z), 1.2);
    let fill: Fill = css(lit(colour, 0.95));
    if (pixels > smallest) {
      const shine = context.createRadialGradient(x - 0.38 * pixels, y - 0.45 * pixels, 0.05 * pixels, x, y, pixels);
      const stops = [[0, 1.35], [0.35, 1.08], [0.75, 0.78], [1, 0.5]];
      for (const [at, light] of stops) shine.addColorStop(at, css(lit(colour, light)));
      fill = shine;
    }
    const edge = this.edge(colour);
    this.items.push({
      depth,
      body,
      outline: [[x - pixels, y], [x, y - pixels], [x + pixels, y], [x, y + pixels]],
      paint: (context) => {
        context.beginPath();
        context.arc(x, y, pixels, 0, 2 * Math.PI);
        finish(context, fill, edge);
      },
    });
    return depth;
  }

  /** Through points on the screen. */
  line(points: Vec3[], width: number, colour: Colour, body: number, depth: number): void {
    if (points.some((p) => !this.picture.camera.before(p[2]))) return;
    const stroke = css(colour);
    this.items.push({
      depth,
      body,
      outline: body > 0 && points.length === 2 ? thickened(points[0], points[1], Math.max(width, 8) / 2) : [],
      paint: (context) => {
        context.beginPath();
        for (const [x, y] of points) context.lineTo(x, y);
        context.strokeStyle = stroke;
        context.lineWidth = width;
        context.stroke();
      },
    });
  }

  /** A flat patch of one colour, seen from both sides. */
  patch(corners: Vec3[], colour: Colour, depth: number): void {
    const outline = corners.map(([x, y]): Point2 => [x, y]);
    const edge = this.edge(colour);
    const fill = css(colour);
    this.items.push({
      depth,
      body: -1,
      outline,
      paint: (context) => {
        trace(context, outline);
        finish(context, fill, edge);
      },
    });
  }

  /** Across something round: from its one side over what faces the eye to its other side. */
  private across(x: number, y: number, radius: number, side: Vec3, front: Vec3, colour: Colour): Fill {
    if (radius < smallest) return css(lit(colour, 0.95));
    const { camera, context } = this.picture;
    const [dx, dy] = [dot(side, camera.right) * radius, -dot(side, camera.up) * radius];
    const gradient = context.createLinearGradient(x - dx, y - dy, x + dx, y + dy);
    for (const u of [-1, -0.7, -0.3, 0.1, 0.5, 0.8, 1]) {
      const normal = along(along([0, 0, 0], side, u), front, Math.sqrt(1 - u * u));
      gradient.addColorStop((u + 1) / 2, css(lit(colour, this.brightness(normal))));
    }
    return gradient;
  }

  private edge(colour: Colour): string {
    return css(blend(lit(colour, 0.25), this.picture.palette.paper, 0.75));
  }
}

function trace(context: Context, outline: Point2[]): void {
  context.beginPath();
  for (const [x, y] of outline) context.lineTo(x, y);
  context.closePath();
}

function finish(context: Context, fill: Fill, edge: string): void {
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = edge;
  context.lineWidth = 0.9;
  context.stroke();
}

function thickened(a: Vec3, b: Vec3, half: number): Point2[] {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [x, y] = [(-(b[1] - a[1]) / length) * half, ((b[0] - a[0]) / length) * half];
  return [[a[0] + x, a[1] + y], [b[0] + x, b[1] + y], [b[0] - x, b[1] - y], [a[0] - x, a[1] - y]];
}
