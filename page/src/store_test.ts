import assert from "node:assert/strict";
import test from "node:test";
import { after } from "./clock";
import { createStore } from "./store";
import { recordingOf } from "./testing";

test("listeners hear what has changed, and only then", () => {
  const store = createStore(recordingOf([0, 2], { a: [0, 1] }));
  const heard: string[][] = [];
  const stop = store.subscribe((_, changed) => heard.push([...changed]));
  store.set({ time: 1, playing: true });
  store.set({ time: 1 });
  stop();
  store.set({ time: 0 });
  assert.deepEqual(heard, [["time", "playing"]]);
});

test("the time stays within the recording", () => {
  const store = createStore(recordingOf([1, 3], { a: [0, 1] }));
  assert.equal(store.state.time, 1);
  store.set({ time: 9 });
  assert.equal(store.state.time, 3);
  store.set({ time: -1 });
  assert.equal(store.state.time, 1);
});

test("playing goes on at the beginning, or stops at the end", () => {
  const store = createStore(recordingOf([0, 2], { a: [0, 1] }));
  store.set({ time: 1.5, speed: 2 });
  assert.deepEqual(after(store, 0.1), { time: 1.7 });
  assert.deepEqual(after(store, 0.5), { time: 0.5 });
  store.set({ loop: false });
  assert.deepEqual(after(store, 0.5), { time: 2.5, playing: false });
});

test("it plays backwards, too", () => {
  const store = createStore(recordingOf([0, 2], { a: [0, 1] }));
  store.set({ time: 0.25, speed: -1 });
  assert.deepEqual(after(store, 0.5), { time: 1.75 });
});
