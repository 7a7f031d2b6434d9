import assert from "node:assert/strict";
import test from "node:test";
import { Kinematics } from "./kinematics";
import { packed, sampleRecording, times } from "./sample_recording";
import { distance, norm } from "./vector";

test("at a frame's time the pose is the frame's own", () => {
  const kinematics = new Kinematics(sampleRecording());
  times.forEach((t, frame) => {
    const { orientation } = kinematics.pose(1, kinematics.data.place(kinematics.data.times[frame]));
    assert.equal(orientation[0], Math.fround(Math.cos(t / 2)));
    assert.equal(orientation[3], Math.fround(Math.sin(t / 2)));
  });
});

test("between frames the rod stays on its pin and keeps its length", () => {
  const kinematics = new Kinematics(sampleRecording());
  for (let t = 0.013; t < 2; t += 0.0371) {
    const place = kinematics.data.place(t);
    assert.ok(norm(kinematics.point(1, [0, 0, 0], place)) < 1e-5);
    assert.ok(distance(kinematics.point(1, [2, 0, 0], place), [2 * Math.cos(t), 2 * Math.sin(t), 0]) < 1e-5);
  }
});

test("a turn that speeds up between frames is followed", () => {
  const recording = sampleRecording();
  const angle = (t: number) => t * t;
  const over = (value: (t: number) => number) => packed(times.map(value));
  const body = recording.motion!.bodies[1];
  body.orientation = [over((t) => Math.cos(angle(t) / 2)), 0, 0, over((t) => Math.sin(angle(t) / 2))];
  body.angular_velocity = [0, 0, over((t) => 2 * t)];
  const kinematics = new Kinematics(recording);
  for (let t = 0.013; t < 2; t += 0.0371) {
    const { orientation } = kinematics.pose(1, kinematics.data.place(t));
    assert.ok(Math.abs(orientation[0] - Math.cos(angle(t) / 2)) < 1e-6);
    assert.ok(Math.abs(orientation[3] - Math.sin(angle(t) / 2)) < 1e-6);
  }
});

test("samples hold the first and the last frame", () => {
  const kinematics = new Kinematics(sampleRecording());
  const places = kinematics.sampled(7).map(({ frame }) => frame);
  assert.equal(places[0], 0);
  assert.equal(places[6], times.length - 1);
  assert.equal(kinematics.sampled(1000).length, times.length);
});
