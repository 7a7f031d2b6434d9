/** Facts for the clipboard: columns between tabs, which spreadsheets and mails take. */
import type { Facts } from "../recording";

export function groupText(group: Facts["groups"][number]): string {
  const rows = group.rows.map(({ label, value, unit, note }) => line(label, value, unit ?? "", note ?? ""));
  return `${[group.title, ...rows].join("\n")}\n`;
}

export function eventsText(events: Facts["events"]): string {
  const rows = events.map(({ time, what, energy }) => line(String(time), what, String(energy)));
  return `${[line("time [s]", "event", "energy gained [J]"), ...rows].join("\n")}\n`;
}

/** Tabs and line breaks inside a text would make new cells. */
function line(...cells: string[]): string {
  return cells.map((cell) => cell.replace(/\s+/g, " ")).join("\t").trimEnd();
}
