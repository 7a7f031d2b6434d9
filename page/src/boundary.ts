/** Keeps a section's failure to itself: its message is shown in it, and the others go on. */
import { element } from "./dom";
import type { Recording } from "./recording";
import type { Store } from "./store";

export type Mount = (root: HTMLElement, recording: Recording, store: Store) => void;

export function mountGuarded(mount: Mount, section: HTMLElement, recording: Recording, store: Store): void {
  const root = element("div");
  section.append(root);
  let failed = false;
  const fail = (error: unknown) => {
    if (failed) return;
    failed = true;
    console.error(error);
    root.hidden = true;
    const message = error instanceof Error ? error.message : String(error);
    section.append(element("p", { class: "note error", role: "alert" }, `This part cannot be shown: ${message}`));
  };

  const guarded: Store = {
    start: store.start,
    end: store.end,
    get state() {
      return store.state;
    },
    set: (partial) => store.set(partial),
    subscribe: (listener) =>
      store.subscribe((state, changed) => {
        if (failed) return;
        try {
          listener(state, changed);
        } catch (error) {
          fail(error);
        }
      }),
  };
  try {
    mount(root, recording, guarded);
  } catch (error) {
    fail(error);
  }
}
