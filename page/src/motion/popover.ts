/** A button that opens a small panel below it. */
import { button, element } from "../dom";

/** `fill` is asked for the content whenever the panel opens. */
export function popover(label: Node | string, title: string, fill: () => Node[]): HTMLElement {
  const panel = element("div", { class: "motion-panel card", role: "group", "aria-label": title, hidden: true });
  const opener = button(label, () => show(panel.hidden), { class: "small", title, "aria-expanded": "false" });
  const root = element("div", { class: "motion-popover" }, opener, panel);

  const outside = (event: Event) => {
    if (!root.contains(event.target as Node)) show(false);
  };
  const show = (open: boolean) => {
    panel.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    document[open ? "addEventListener" : "removeEventListener"]("pointerdown", outside);
    if (!open) return;
    panel.replaceChildren(...fill());
    // kept inside the window on narrow screens
    panel.style.removeProperty("transform");
    const box = panel.getBoundingClientRect();
    const shift = Math.min(0, document.documentElement.clientWidth - 12 - box.right);
    const back = Math.max(shift, 12 - box.left);
    if (back < 0) panel.style.transform = `translateX(${back}px)`;
  };
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || panel.hidden) return;
    show(false);
    opener.focus();
    event.stopPropagation();
  });
  return root;
}

/** A box to tick, with its text and perhaps a sign of its colour. */
export function tick(label: string, checked: boolean, change: (on: boolean) => void, swatch?: string): HTMLElement {
  const box = element("input", { type: "checkbox", change: () => change(box.checked) });
  box.checked = checked;
  const sign = swatch === undefined ? null : element("span", { class: "motion-swatch" });
  if (sign !== null && swatch !== undefined) sign.style.background = swatch;
  return element("label", { class: "motion-tick" }, box, sign, element("span", {}, label));
}
