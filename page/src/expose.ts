/** Makes parts of the page reachable as window.alembert, for tests and for the curious at the browser's console. */
export function expose(parts: object): void {
  const target = window as unknown as { alembert?: object };
  target.alembert = Object.assign(target.alembert ?? {}, parts);
}
