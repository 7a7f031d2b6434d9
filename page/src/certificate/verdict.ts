/** The certificate in words and signs. */
import type { Certificate } from "../recording";
import type { Check } from "./scale";

export interface Result {
  sign: string;
  word: string;
  kind: "passed" | "failed" | "not-done";
}

export function resultOf(check: Check): Result {
  if (check.passed === null) return { sign: "\u2013", word: "not done", kind: "not-done" };
  return check.passed
    ? { sign: "\u2713", word: "passed", kind: "passed" }
    : { sign: "\u2717", word: "failed", kind: "failed" };
}

export function verdict({ passed, checks }: Certificate): string {
  const count = (value: boolean | null) => checks.filter((check) => check.passed === value).length;
  const done = checks.length - count(null);
  const omitted = count(null) > 0 ? `, ${count(null)} not done` : "";
  if (passed) return `${done === 1 ? "The check" : `All ${done} checks`} passed${omitted}`;
  return `${count(false)} of ${done} checks failed${omitted}`;
}
