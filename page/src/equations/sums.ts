/** Sums whose terms carry their own sign. */

/** The term as it follows others: with a sign before it. */
export function signed(term: string): string {
  const trimmed = term.trim();
  return trimmed.startsWith("-") ? `- ${trimmed.slice(1).trim()}` : `+ ${trimmed}`;
}

/** "a + b - c"; nothing is 0. */
export function sum(terms: readonly string[]): string {
  if (terms.length === 0) return "0";
  return terms.reduce((all, term) => `${all} ${signed(term)}`);
}
