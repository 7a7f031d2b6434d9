/**
 * What the program hands to the page: one JSON object in <script id="recording">, see read_recording.ts.
 *
 * SI units. Vectors have three components; a planar model lies in the plane z = 0 and turns about z. "World" components
 * are along the axes of ground. A frame is a row of the trajectory that the page keeps; the first and the last row are
 * always among them.
 */

export type Vec3 = [number, number, number];
/** Unit quaternion w, x, y, z. */
export type Quaternion = [number, number, number, number];

/** Values over the frames: a number where they are all the same, else base64 of little-endian float32, one a frame. */
export type Packed = number | string;
export type Packed3 = [Packed, Packed, Packed];

export interface Recording {
  format: 1;
  /** A whole run, the equation sheet alone, or the certificate alone. */
  kind: "run" | "equations" | "certificate";
  /** The model's own name, its file's name, the program's version and the command line that makes this again. */
  name: string;
  file: string;
  version: string;
  command: string;
  /** What ended the run early, in words. */
  trouble?: string;
  table?: Table;
  motion?: Motion;
  /** Why there is no picture of the motion. */
  motion_note?: string;
  equations?: Equations;
  facts?: Facts;
  certificate?: Certificate;
}

/** The columns of the trajectory. */
export interface Table {
  /** Rows that the run has written, and base64 of little-endian float64: the time [s] of each frame. */
  rows: number;
  t: string;
  /** The first is not t. */
  columns: TableColumn[];
  /** Columns that belong together, in the order in which they should be shown. */
  groups: { name: string; columns: number[] }[];
}

export interface TableColumn {
  name: string;
  /** "" where the model does not say. */
  unit: string;
  values: Packed;
  /** Only where rows were left out: minimum and maximum of every stretch at their own times; t float64, y float32. */
  extremes?: { t: string; y: string };
}

/** What moves. */
export interface Motion {
  planar: boolean;
  /** Unit vector against gravity; zero without gravity. */
  up: Vec3;
  /** [m] the size of the mechanism. */
  length: number;
  /** The first is ground. */
  bodies: Body[];
  joints: Joint[];
  links: Link[];
  contacts: Contact[];
  /** Every force and moment that acts; null where there are too many, and then why in loads_note. */
  loads: Load[] | null;
  loads_note?: string;
}

export interface Body {
  name: string;
  mass: number;
  /** Centre of mass in the body's frame [m]. */
  center: Vec3;
  /** Of the body's frame in the world: position [m] and quaternion. */
  position: Packed3;
  orientation: [Packed, Packed, Packed, Packed];
  /** Of the centre of mass, world components [m/s, m/s^2]. */
  velocity: Packed3;
  acceleration: Packed3;
  /** World components [rad/s]. */
  angular_velocity: Packed3;
  shapes: Shape[];
  /** Named points in the body's frame. */
  points: { name: string; at: Vec3 }[];
}

/** A solid in a body's frame: `at` is its centre. A cylinder's and a capsule's axis is its own z. */
export interface Shape {
  kind: "box" | "cylinder" | "sphere" | "ellipsoid" | "capsule" | "point" | "mesh";
  at: Vec3;
  orientation: Quaternion;
  /** box: full lengths x, y, z. ellipsoid: half axes. */
  size?: Vec3;
  radius?: number;
  length?: number;
  /** It is taken away from the others. */
  cut?: boolean;
  /** mesh: base64 float32 x, y, z of each corner, and base64 uint32, three corners a triangle. */
  corners?: string;
  triangles?: string;
}

export interface Joint {
  name: string;
  type:
    | "revolute"
    | "prismatic"
    | "fixed"
    | "free"
    | "cylindrical"
    | "universal"
    | "spherical"
    | "planar"
    | "screw"
    | "gimbal";
  /** Places in Motion.bodies: first and second. */
  bodies: [number, number];
  /** The joint's point in the frame of the first and in that of the second. */
  at: [Vec3, Vec3];
  /** Unit vectors in the first body's frame: one axis, for universal joints both at the zero. */
  axes: Vec3[];
  /** It closes a loop. */
  cut: boolean;
  /** Its coordinate is prescribed. */
  driven: boolean;
  /** The names of its coordinates in the table. */
  coordinates: string[];
}

/** What joins two points and is drawn as such. */
export interface Link {
  name: string;
  kind: "spring" | "rotational-spring" | "distance";
  /** Places in Motion.bodies and points in their frames; of a rotational spring both are the joint's point. */
  bodies: [number, number];
  at: [Vec3, Vec3];
  spring: boolean;
  damper: boolean;
  actuator: boolean;
}

/** Something that rolls, or a blade. */
export interface Contact {
  name: string;
  kind: "disc" | "sphere" | "ellipsoid" | "blade";
  body: number;
  /** Centre (blade: point) and axis (disc) or forbidden direction (blade) in the body's frame. */
  at: Vec3;
  axis: Vec3;
  /** Of disc and sphere in all three, of an ellipsoid its half axes. */
  radii: Vec3;
  /** What it rolls on: a place in Motion.bodies and a plane in that body's frame. */
  on: number;
  plane: { point: Vec3; normal: Vec3 } | null;
}

/**
 * A force and a moment that act on a body. Those of one body, `inertia` included, add up to nothing (d'Alembert). What
 * two bodies do to each other is listed once: `from` feels the opposite at the same place.
 */
export interface Load {
  /** Of the joint, force or constraint; "gravity"; "inertia". */
  name: string;
  kind: "gravity" | "applied" | "spring" | "effort" | "reaction" | "constraint" | "inertia";
  /** Places in Motion.bodies; `from` is null where nothing that is drawn feels the opposite. */
  on: number;
  from: number | null;
  /** A point fixed in a body's frame (`body` is a place in Motion.bodies), or moving in the world (body = null). */
  at: { body: number; point: Vec3 } | { body: null; point: Packed3 };
  /** World components [N, N m]; the moment is about that point. */
  force: Packed3;
  moment: Packed3;
}

/** The equations of motion in every form that applies, and why the others do not. */
export interface Equations {
  /** Coordinates and bodies that terms may belong to (Term.of). */
  coordinates: string[];
  bodies: string[];
  forms: Form[];
}

export interface Form {
  /** As `alembert derive --form` knows it, and for people. */
  form: string;
  title: string;
  /** One sentence on what this form is. */
  about: string;
  /** The form that the simulation uses. */
  used: boolean;
  /** Why it does not apply, or why it is not shown; then there are no items. */
  why_not?: string;
  /** Arithmetic operations of all formulas. */
  operations: number;
  items: Item[];
  notes: string[];
}

/** A term or entry: LaTeX, plain text, and what it belongs to (names of Equations.coordinates and .bodies). */
export interface Term {
  latex: string;
  text: string;
  of: string[];
}

export type Item = Matrix | Equation | Definition;

export interface Matrix {
  kind: "matrix";
  /** LaTeX and plain symbol, "M". */
  latex: string;
  name: string;
  meaning: string;
  rows: number;
  columns: number;
  row_names: string[];
  column_names: string[];
  /** A line is drawn before these rows and columns. */
  row_lines: number[];
  column_lines: number[];
  /** Entries that are not zero, row by row; without a term where the formulas are too large to read. */
  entries: { row: number; column: number; term?: Term }[];
}

/** sum of left = sum of right; a term's LaTeX carries its own sign ("-m g"). */
export interface Equation {
  kind: "equation";
  name: string;
  left: Term[];
  right: Term[];
}

/** A named sub-expression. */
export interface Definition {
  kind: "definition";
  latex: string;
  name: string;
  value: Term;
}

/** What is known about model and run, for people. */
export interface Facts {
  groups: { title: string; rows: { label: string; value: string; unit?: string; note?: string }[] }[];
  warnings: { text: string; time?: number }[];
  events: { time: number; what: string; energy: number }[];
}

export interface Certificate {
  verdict: "passed" | "failed" | "incomplete";
  passed: boolean;
  /** Asked for, and compared with the start among them. */
  states: number;
  compared: number;
  seed: number;
  /** passed is null where a check was not done; `note` says why. */
  checks: {
    name: string;
    residual: number;
    tolerance: number;
    passed: boolean | null;
    /** false: the model has nothing that the check could look at. */
    applies: boolean;
    note: string;
  }[];
}
