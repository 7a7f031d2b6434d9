/** Numbers and units as people read them. */

const minus = "\u2212";
const superscripts: Record<string, string> = {
  "-": "\u207b", "0": "\u2070", "1": "\u00b9", "2": "\u00b2", "3": "\u00b3", "4": "\u2074",
  "5": "\u2075", "6": "\u2076", "7": "\u2077", "8": "\u2078", "9": "\u2079",
};

function superscript(exponent: string): string {
  return [...exponent].map((character) => superscripts[character] ?? character).join("");
}

/** 10⁻³. */
export function formatPower(exponent: number): string {
  return "10" + superscript(String(exponent));
}

/** With so many significant digits; zeros at the end are left out unless `fixed`: live values should not jump. */
export function formatNumber(value: number, digits = 4, fixed = false): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "\u2013" : value > 0 ? "\u221e" : minus + "\u221e";
  if (value === 0) return "0";
  const [mantissa, power] = Math.abs(value).toExponential(digits - 1).split("e");
  const exponent = Number(power);
  const sign = value < 0 ? minus : "";
  if (exponent < -3 || exponent > Math.max(digits, 5)) {
    return `${sign}${fixed ? mantissa : trimmed(mantissa)}\u00d7${formatPower(exponent)}`;
  }
  const plain = Number(`${mantissa}e${power}`).toFixed(Math.max(0, digits - 1 - exponent));
  return sign + (fixed ? plain : trimmed(plain));
}

function trimmed(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** "m/s^2" as m/s², "N m" with a middle dot. */
export function formatUnit(unit: string): string {
  return unit
    .replace(/\^\(?(-?\d+)\)?/g, (_, exponent: string) => superscript(exponent))
    .replace(/\bdeg\b/g, "\u00b0")
    .replace(/[ *]+/g, "\u00b7");
}

/** "1.25 m/s²". */
export function formatQuantity(value: number, unit: string, digits = 4): string {
  const written = formatUnit(unit);
  if (written === "") return formatNumber(value, digits);
  return formatNumber(value, digits) + (written === "\u00b0" ? "" : "\u202f") + written;
}

/** A text that holds numbers as programs write them: "1e-08 m" as 10⁻⁸ m. */
export function formatText(text: string): string {
  const numbers = /(?<![\w.])(-?)(\d+(?:\.\d+)?)e([+-]?\d+)\b/g;
  return text.replace(numbers, (_, sign: string, mantissa: string, power: string) => {
    const factor = mantissa === "1" ? "" : `${mantissa}\u00d7`;
    return `${sign === "" ? "" : minus}${factor}${formatPower(Number(power))}`;
  });
}

/** A time [s] with as many decimals as tell the frames of a run of this length apart. */
export function formatTime(time: number, duration: number): string {
  const decimals = duration > 0 ? Math.min(Math.max(3 - Math.floor(Math.log10(duration)), 2), 9) : 3;
  return time.toFixed(decimals).replace("-", minus);
}

/** 1234567 as 1 234 567. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** A file's name from a model's: only what every file system takes. */
export function fileName(...parts: string[]): string {
  const name = parts.join("-").replace(/[^\p{L}\p{N}.'-]+/gu, "-").replace(/['.]+/g, "").replace(/^-+|-+$/g, "");
  return name === "" ? "alembert" : name;
}
