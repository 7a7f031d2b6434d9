/**
 * Lines can end after the signs of a sum, but not inside \left( ... \right), which TeX takes as one piece. Long ones
 * become parentheses of a fixed size.
 */

/** Characters of LaTeX that a line always has room for. */
const short = 150;

export function breakable(latex: string): string {
  if (latex.length <= short) return latex;
  let result = "";
  for (let at = 0; at < latex.length; ) {
    const end = pieceEnd(latex, at);
    const piece = latex.slice(at, end);
    result += parenthesis.test(piece) && piece.length > short ? loosened(piece) : piece;
    at = end;
  }
  return result;
}

const parenthesis = /^\\left\([^]*\\right\)$/;

function loosened(piece: string): string {
  const inside = piece.slice("\\left(".length, -"\\right)".length);
  const size = inside.includes("\\frac") ? "Big" : "big";
  return `\\${size}l(${breakable(inside)}\\${size}r)`;
}

/** Where the group, the pair of \left and \right, the command or the character ends that begins here. */
function pieceEnd(latex: string, start: number): number {
  const token = tokenAt(latex, start);
  let level = levels[token] ?? 0;
  let at = start + token.length;
  while (level > 0 && at < latex.length) {
    const next = tokenAt(latex, at);
    level += levels[next] ?? 0;
    at += next.length;
  }
  // The delimiter of the \right that has closed the pair.
  if (token === "\\left" && at < latex.length) at += tokenAt(latex, at).length;
  return at;
}

const levels: Record<string, number | undefined> = { "{": 1, "}": -1, "\\left": 1, "\\right": -1 };

function tokenAt(latex: string, at: number): string {
  return /^\\(?:[a-zA-Z]+|[^])|^[^]/.exec(latex.slice(at, at + 40))?.[0] ?? "";
}
