/** Long work in short slices, begun when it comes into sight: a page with thousands of formulas opens at once. */

/** Every `yield` is a place where the page may do something else. */
export type Work = Generator<void, void, void>;

/** [ms] about half of a frame. */
const slice = 8;

export interface Lazy {
  /** Fills `host` with `work` when it comes near the window. */
  add(host: HTMLElement, work: () => Work): void;
  /** Does at once what has not been done yet, before printing. */
  finish(): void;
}

export function createLazy(): Lazy {
  const waiting = new Map<Element, () => Work>();
  const queue: Work[] = [];
  let timer = 0;

  const run = (until: number) => {
    while (queue.length > 0 && performance.now() < until) if (queue[0].next().done) queue.shift();
  };
  const step = () => {
    run(performance.now() + slice);
    timer = queue.length > 0 ? window.setTimeout(step) : 0;
  };
  const begin = (host: Element) => {
    const work = waiting.get(host);
    if (work === undefined) return;
    waiting.delete(host);
    observer.unobserve(host);
    queue.push(work());
    if (timer === 0) timer = window.setTimeout(step);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) if (entry.isIntersecting) begin(entry.target);
    },
    { rootMargin: "400px" },
  );

  return {
    add(host, work) {
      waiting.set(host, work);
      observer.observe(host);
    },
    finish() {
      for (const host of [...waiting.keys()]) begin(host);
      run(Infinity);
    },
  };
}
