/** Mouse, wheel and touch on the canvas: turn, shift, zoom, point at a body, choose one. */
import type { Store } from "../store";
import { isDrawing } from "./measures";
import type { Stage } from "./stage";

/** A press that moves less than this [px] is a click. */
const clickSlack = 4;

interface Touch {
  x: number;
  y: number;
}

type Told = (body: number | null, x: number, y: number) => void;

/** `told` hears of the body that is pointed at, and where. */
export function listenToPointer(stage: Stage, store: Store, told: Told): void {
  const { canvas, camera } = stage;
  const touches = new Map<number, Touch>();
  let pressed: Touch | null = null;
  let dragged = false;

  const at = (event: MouseEvent): Touch => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const point = (body: number | null, x = 0, y = 0) => {
    const name = body === null ? [] : [stage.model.motion.bodies[body].name];
    if (store.state.pointed[0] !== name[0]) store.set({ pointed: name });
    canvas.style.cursor = body === null || isDrawing(stage.model.motion) ? "" : "pointer";
    told(body, x, y);
  };

  canvas.addEventListener("pointerdown", (event) => {
    const here = at(event);
    touches.set(event.pointerId, here);
    if (touches.size === 1) [pressed, dragged] = [here, false];
    else dragged = true;
    canvas.setPointerCapture(event.pointerId);
    // a mouse that drags shifts or turns and must not select text
    if (event.pointerType === "mouse") event.preventDefault();
    canvas.focus({ preventScroll: true });
  });

  canvas.addEventListener("pointermove", (event) => {
    const here = at(event);
    const before = touches.get(event.pointerId);
    if (before === undefined) return point(stage.pick(here.x, here.y), here.x, here.y);
    const other = [...touches].find(([id]) => id !== event.pointerId)?.[1];
    touches.set(event.pointerId, here);
    if (pressed !== null && Math.hypot(here.x - pressed.x, here.y - pressed.y) > clickSlack) dragged = true;
    if (!dragged) return;
    point(null);
    const [dx, dy] = [here.x - before.x, here.y - before.y];
    if (other !== undefined) pinch(before, here, other);
    else if (camera.planar || event.shiftKey || event.buttons === 2 || event.buttons === 4) camera.pan(dx, dy);
    else camera.orbit(-0.008 * dx, 0.008 * dy);
    stage.moved();
  });

  /** One finger goes from `before` to `here` while another stays: zoom by their distance, shift by their middle. */
  const pinch = (before: Touch, here: Touch, other: Touch) => {
    const spread = (p: Touch) => Math.max(Math.hypot(p.x - other.x, p.y - other.y), 10);
    camera.zoomBy(spread(here) / spread(before), (here.x + other.x) / 2, (here.y + other.y) / 2);
    camera.pan((here.x - before.x) / 2, (here.y - before.y) / 2);
  };

  const end = (event: PointerEvent) => {
    touches.delete(event.pointerId);
    if (touches.size > 0) return;
    if (event.type === "pointerup" && pressed !== null && !dragged && event.button === 0) {
      const { x, y } = at(event);
      if (!isDrawing(stage.model.motion)) store.set({ body: stage.pick(x, y) });
    }
    pressed = null;
  };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("pointerleave", () => point(null));
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("dblclick", () => stage.fit());

  // the wheel scrolls the page until somebody works with the picture
  canvas.addEventListener(
    "wheel",
    (event) => {
      if (document.activeElement !== canvas && !event.ctrlKey) return;
      event.preventDefault();
      const { x, y } = at(event);
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
      camera.zoomBy(Math.exp(-0.0016 * lines * event.deltaY), x, y);
      stage.moved();
    },
    { passive: false },
  );
}
