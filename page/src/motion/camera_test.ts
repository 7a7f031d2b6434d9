import assert from "node:assert/strict";
import test from "node:test";
import type { Vec3 } from "../recording";
import { Camera } from "./camera";
import { cross, distance, dot } from "./vector";

const corners = Array.from({ length: 8 }, (_, i): Vec3 => [i & 1 ? 3 : -1, i & 2 ? 2 : 0, i & 4 ? 1 : 0]);

function screen(camera: Camera): Camera {
  return Object.assign(camera, { width: 800, height: 500 });
}

test("fit shows everything, as large as it goes", () => {
  for (const planar of [true, false]) {
    const camera = screen(new Camera(planar, planar ? [0, 1, 0] : [0, 0, 1]));
    camera.fit(corners, 20);
    const seen = corners.map((p) => camera.project(p));
    const [xs, ys] = [seen.map(([x]) => x), seen.map(([, y]) => y)];
    assert.ok(Math.min(...xs) > 15 && Math.max(...xs) < 785 && Math.min(...ys) > 15 && Math.max(...ys) < 485);
    assert.ok(Math.max(...xs) - Math.min(...xs) > 750 || Math.max(...ys) - Math.min(...ys) > 450);
  }
});

test("zoom keeps what lies below the pointer", () => {
  const camera = screen(new Camera(true, [0, 1, 0]));
  camera.fit(corners, 20);
  const point: Vec3 = [0.4, 1.7, 0];
  const [x, y] = camera.project(point);
  camera.zoomBy(2.5, x, y);
  const [newX, newY] = camera.project(point);
  assert.ok(Math.hypot(newX - x, newY - y) < 1e-9);
});

test("every standard view is a right-handed frame with the vertical up", () => {
  const camera = screen(new Camera(false, [0, 0, 1]));
  for (const view of ["front", "side", "top", "iso"] as const) {
    camera.look(view);
    assert.ok(distance(cross(camera.right, camera.up), camera.back) < 1e-12);
    assert.ok(Math.abs(dot(camera.right, [0, 0, 1])) < 1e-12);
  }
  camera.look("front");
  assert.ok(distance(camera.right, [1, 0, 0]) < 1e-12 && distance(camera.up, [0, 0, 1]) < 1e-12);
});
