/** Makes elements. Texts of the model only ever become text nodes and attributes: nothing here reads markup. */

type Child = Node | string | null;
export type Attributes = Record<string, string | number | boolean | undefined | EventListener>;

/**
 * An element with attributes and children. A function is a listener (`click: () => ...`); true is an attribute without
 * a value; false and undefined leave it out.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), attributes, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function filled<E extends Element>(target: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") target.addEventListener(name, value);
    else if (value === true) target.setAttribute(name, "");
    else if (value !== false && value !== undefined) target.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null) target.append(child);
  return target;
}

/** A button; `title` is its tooltip and, for a label that is a sign alone, what a screen reader says. */
export function button(label: Child, click: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const title = attributes.title;
  const spoken = typeof title === "string" ? { "aria-label": title } : {};
  return element("button", { type: "button", ...spoken, ...attributes, click }, label);
}

/** A button that puts a text on the clipboard and says so for a moment. */
export function copyButton(text: () => string, label = "Copy"): HTMLButtonElement {
  const result = button(label, () => {
    void copy(text()).then((done) => {
      result.textContent = done ? "Copied" : "Not copied";
      setTimeout(() => (result.textContent = label), 1200);
    });
  });
  result.classList.add("small");
  return result;
}

/** The clipboard's own interface is closed to pages that were opened as files in some browsers: then a selection. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = element("textarea", { class: "offscreen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** Offers a file to save. */
export function save(name: string, content: Blob | string, type = "text/plain;charset=utf-8"): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The value of a CSS variable now, for canvases: `--ink`. */
export function cssVariable(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
