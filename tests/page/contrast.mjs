/** Whether texts stand out from what is behind them. */

/**
 * Texts on the screen whose contrast to their background (WCAG 2: relative luminance) is below `least`, and the
 * luminance of the page itself. What is faded on purpose (disabled, or a zero of a matrix) does not count.
 */
export function lowContrast(page, least) {
  return page.evaluate((limit) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const channels = (colour) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      return { rgb: [r, g, b], alpha: a / 255 };
    };
    const over = ({ rgb, alpha }, below) => rgb.map((x, i) => alpha * x + (1 - alpha) * below[i]);
    const background = (one) => {
      const behind = one.parentElement ? background(one.parentElement) : [255, 255, 255];
      return over(channels(getComputedStyle(one).backgroundColor), behind);
    };
    const luminance = (rgb) => {
      const [r, g, b] = rgb.map((x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

    const bad = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      const one = text.parentElement;
      if (text.data.trim() === "" || !one.checkVisibility() || one.closest("script, style, .zero, :disabled")) continue;
      const behind = background(one);
      const ratio = contrast(luminance(over(channels(getComputedStyle(one).color), behind)), luminance(behind));
      const what = `${one.tagName} ${one.className}: ${text.data.trim().slice(0, 30)}`;
      if (ratio < limit) bad.push(`${ratio.toFixed(2)} ${what}`);
    }
    return { back: luminance(background(document.body)), bad: [...new Set(bad)] };
  }, least);
}
