/** Light or dark: [data-theme] on <html> follows the store's choice, the system's, and paper, which is always light. */
import type { Store } from "./store";

export function startTheme(store: Store): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const paper = matchMedia("print");

  const apply = () => {
    const { theme, printing } = store.state;
    const dark = !printing && (theme === "dark" || (theme === "auto" && system.matches));
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    store.set({ dark });
  };
  // First of all subscribers, so that they find the new colours when they are told.
  store.subscribe((_, changed) => {
    if (changed.has("theme") || changed.has("printing")) apply();
  });
  system.addEventListener("change", apply);

  // Browsers differ in which of the two comes, and when.
  const print = (printing: boolean) => store.set(printing ? { printing, playing: false } : { printing });
  paper.addEventListener("change", ({ matches }) => print(matches));
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  apply();
}
