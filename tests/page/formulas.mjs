/** What the equations of a page are set in. */
import assert from "node:assert/strict";

/** Sets all formulas of the form that is shown; all must be KaTeX's, none plain text instead. Gives their number. */
export async function formulas(page) {
  const { all, plain, wrong } = await page.evaluate(() => {
    // what is printed is set at once instead of when it comes into sight
    window.alembert.store.set({ printing: true });
    window.alembert.store.set({ printing: false });
    const found = [...document.querySelectorAll(".equations [role=math]")];
    return {
      all: found.length,
      plain: found.filter((one) => one.querySelector(".katex") === null).map((one) => one.getAttribute("aria-label")),
      wrong: document.querySelectorAll(".katex-error").length,
    };
  });
  assert.deepEqual(plain, []);
  assert.equal(wrong, 0);
  return all;
}
