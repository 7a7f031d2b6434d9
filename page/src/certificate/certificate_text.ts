/** The certificate for the clipboard: columns between tabs. */
import type { Certificate } from "../recording";
import { resultOf, verdict } from "./verdict";

export function certificateText(certificate: Certificate, model: string): string {
  const rows = certificate.checks.map((check) => {
    const numbers = check.passed === null ? ["", ""] : [String(check.residual), String(check.tolerance)];
    return [check.name, resultOf(check).word, ...numbers, check.note].join("\t").trimEnd();
  });
  const head = `${model}: ${verdict(certificate)} (${certificate.compared} states, seed ${certificate.seed})`;
  return `${[head, "check\tresult\tresidual\ttolerance\tnote", ...rows].join("\n")}\n`;
}
