import assert from "node:assert/strict";
import test from "node:test";
import { decoded } from "../decode";
import type { Load, Recording } from "../recording";
import { base64, recordingOf } from "../testing";
import { isAngle, shownAs } from "./angles";
import { curveGroups } from "./curves";
import { csvText } from "./export";
import { axisLabel, defaultPlots, plotOf, pointsOf, scalesOf } from "./plot";
import { linesOf, viewOf } from "./view";

const whole = () => ({ x: null, y: new Map() });

function withReaction(planar: boolean): Recording {
  const recording = recordingOf([0, 1], { "th [rad]": [0, 1] });
  const load: Load = {
    name: "A",
    kind: "reaction",
    on: 1,
    from: 0,
    at: { body: 1, point: [0, 0, 0] },
    force: [3, base64(Float32Array.of(4, 0)), 0],
    moment: [0, 0, 2],
  };
  // Nothing but names and loads matters here.
  const bodies = [{ name: "ground" }, { name: "bar" }];
  recording.motion = { planar, bodies, loads: [load, load] } as unknown as Recording["motion"];
  return recording;
}

test("degrees are for angles and their rates", () => {
  assert.ok(isAngle("rad") && isAngle("rad/s") && isAngle("rad/s^2"));
  assert.ok(!isAngle("m") && !isAngle("N m/rad") && !isAngle("rad^2") && !isAngle("radius"));
  assert.deepEqual(shownAs("rad/s", true), { unit: "deg/s", factor: 180 / Math.PI });
  assert.deepEqual(shownAs("m", true), { unit: "m", factor: 1 });
});

test("joints give sizes and components, told apart by body", () => {
  const reactions = curveGroups(withReaction(true)).find(({ name }) => name === "Reactions")!;
  assert.deepEqual(reactions.curves.slice(0, 4).map(({ name }) => name), ["A.|f|", "A.fx", "A.fy", "A.mz"]);
  assert.deepEqual(reactions.leading.map(({ name }) => name), ["A.|f|", "A on bar.|f|"]);
  assert.deepEqual([...reactions.curves[0].values()], [5, 3]);
  const spatial = curveGroups(withReaction(false)).find(({ name }) => name === "Reactions")!;
  assert.equal(spatial.curves.length, 16);
});

test("columns without a group are found under others", () => {
  const recording = recordingOf([0, 1], { a: [0, 1], b: [1, 2] });
  recording.table!.groups[0].columns = [0];
  const groups = curveGroups(recording);
  assert.deepEqual(groups.map(({ name }) => name), ["Coordinates", "Other columns"]);
  assert.deepEqual(defaultPlots(groups).map(({ title }) => title), ["Coordinates"]);
});

test("a large group begins with eight curves and offers the rest", () => {
  const columns = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`q${i}`, [0, i]]));
  const [plot] = defaultPlots(curveGroups(recordingOf([0, 1], columns)));
  assert.equal(plot.curves.length, 8);
  assert.equal(plot.rest.length, 3);
});

test("curves share an axis by their unit", () => {
  const columns = { "a [m]": [0, 1], "b [rad]": [0, 1], "c [m]": [0, 2], "balance [m]": [0, 1] };
  const [{ curves }] = curveGroups(recordingOf([0, 1], columns));
  assert.deepEqual(scalesOf(plotOf("", curves)), ["m", "rad", "m of balance"]);
  assert.equal(axisLabel(curves.slice(1, 2), true)(""), "b [\u00b0]");
  assert.equal(axisLabel([curves[0], curves[2]], false)("10\u207b\u2076"), "[10\u207b\u2076\u202fm]");
});

test("against time, extremes are drawn where there are some", () => {
  const recording = recordingOf([0, 2], { "a [rad]": [0, 1] });
  recording.table!.columns[0].extremes = { t: base64(Float64Array.of(0, 0.5, 2)), y: base64(Float32Array.of(0, 2, 1)) };
  const [{ curves }] = curveGroups(recording);
  const points = pointsOf(plotOf("", curves), curves[0], decoded(recording).times, true);
  assert.deepEqual(Array.from(points.x), [0, 0.5, 2]);
  assert.equal(Math.round(points.y[1]), 115);
  const phase = pointsOf(plotOf("", curves, curves[0]), curves[0], decoded(recording).times, false);
  assert.deepEqual(Array.from(phase.x), [0, 1]);
});

test("hidden curves do not count", () => {
  const recording = recordingOf([0, 1], { "a [m]": [0, 1], "b [m]": [0, 100] });
  const plot = plotOf("", curveGroups(recording)[0].curves);
  plot.hidden.add(plot.curves[1]);
  const view = viewOf(recording, plot, linesOf(recording, plot, false), false, whole());
  assert.ok(view.y[0].range.max < 2);
  assert.equal(view.y[0].label, "a [m]");
});

test("a table for a spreadsheet has shown curves, quoted names, and holes", () => {
  const recording = recordingOf([0, 1], { 'a,"b [m]': [0, 0.1], "c [m]": [1, 2] });
  recording.table!.columns[1].extremes = { t: base64(Float64Array.of(0, 0.5)), y: base64(Float32Array.of(1, 3)) };
  const plot = plotOf("", curveGroups(recording)[0].curves);
  const view = viewOf(recording, plot, linesOf(recording, plot, false), false, whole());
  const { times } = decoded(recording);
  assert.equal(csvText(plot, view, times, false), 't [s],"a,""b [m]",c [m]\n0,0,1\n0.5,,3\n1,0.1,\n');
});

test("a phase plane is saved with its times", () => {
  const recording = recordingOf([0, 1], { "a [m]": [5, 6], "b [m/s]": [7, 8] });
  const [a, b] = curveGroups(recording)[0].curves;
  const plot = plotOf("", [b], a);
  const view = viewOf(recording, plot, linesOf(recording, plot, false), false, whole());
  assert.equal(csvText(plot, view, decoded(recording).times, false), "t [s],a [m],b [m/s]\n0,5,7\n1,6,8\n");
});
