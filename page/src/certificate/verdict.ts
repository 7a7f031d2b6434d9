/** The certificate in words and signs. */
import type { Certificate } from "../recording";
import type { Check } from "./scale";

export interface Result {
  sign: string;
  word: string;
  kind: "passed" | "failed" | "not-done" | "not-applicable";
}

export function resultOf(check: Check): Result {
  if (!check.applies) return { sign: "\u2013", word: "not applicable", kind: "not-applicable" };
  if (check.passed === null) return { sign: "\u2013", word: "not done", kind: "not-done" };
  return check.passed
    ? { sign: "\u2713", word: "passed", kind: "passed" }
    : { sign: "\u2717", word: "failed", kind: "failed" };
}

export function verdict({ verdict: word, checks }: Certificate): string {
  const count = (kind: Result["kind"]) => checks.filter((check) => resultOf(check).kind === kind).length;
  const done = count("passed") + count("failed");
  const omitted = count("not-done") > 0 ? `, ${count("not-done")} not done` : "";
  const idle = count("not-applicable") > 0 ? `, ${count("not-applicable")} not applicable` : "";
  if (word === "failed") return `${count("failed")} of ${done} checks failed${omitted}${idle}`;
  if (word === "incomplete") return `Incomplete: ${done} checks passed${omitted}${idle}`;
  return `${done === 1 ? "The check" : `All ${done} checks`} passed${idle}`;
}
