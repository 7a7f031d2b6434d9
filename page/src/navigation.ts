/** The bar that stays at the top: where one is, light or dark, print. */
import { button, element, svg } from "./dom";
import type { Store } from "./store";

export function navigation(sections: { id: string; title: string }[], store: Store): HTMLElement {
  const links = sections.map(({ id, title }) => element("a", { href: `#${id}` }, title));
  const list = element("div", { class: "links" }, ...links);
  followScrolling(sections.map(({ id }) => id), links);

  const theme = button(icon(halfMoon), () => store.set({ theme: store.state.dark ? "light" : "dark" }), {
    class: "plain",
    title: "Light or dark colours",
  });
  const print = button(icon(printer), () => window.print(), { class: "plain", title: "Print" });
  const tools = element("div", { class: "tools" }, theme, print);
  return element("nav", { class: "page-nav", "aria-label": "Sections" }, element("div", {}, list, tools));
}

/** Marks where one is: the sections under a line in the upper window, or the one asked for until one scrolls. */
function followScrolling(ids: string[], links: HTMLAnchorElement[]): void {
  let chosen: string | null = null;
  let asked = false;
  const mark = () => {
    asked = false;
    const line = Math.max(160, 0.3 * innerHeight);
    ids.forEach((id, i) => {
      const box = document.getElementById(id)?.getBoundingClientRect();
      const under = box !== undefined && box.top <= line && box.bottom >= line;
      if (chosen === null ? under : chosen === id) links[i].setAttribute("aria-current", "true");
      else links[i].removeAttribute("aria-current");
    });
  };
  const ask = () => {
    if (!asked) requestAnimationFrame(mark);
    asked = true;
  };
  links.forEach((link, i) =>
    link.addEventListener("click", () => {
      chosen = ids[i];
      ask();
    }),
  );
  // Scrolling itself does not tell who caused it: a person, or the link that was clicked.
  const scrolls = () => (chosen = null);
  for (const kind of ["wheel", "touchmove", "keydown"]) addEventListener(kind, scrolls, { passive: true });
  addEventListener("scroll", ask, { passive: true });
  addEventListener("resize", ask);
  ask();
}

const halfMoon = ["M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13z", "M8 1.5v13a6.5 6.5 0 0 0 0-13z"];
const printer = ["M4 6V1.5h8V6", "M4 11.5H1.5V6h13v5.5H12", "M4 9.5h8v5H4z"];

/** Drawn by lines; the second path of two is filled. */
function icon(paths: string[]): SVGSVGElement {
  const drawn = paths.map((d, i) =>
    svg("path", { d, fill: paths.length === 2 && i === 1 ? "currentColor" : "none", stroke: "currentColor" }),
  );
  return svg("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, ...drawn);
}
