import { countOf } from "../report/format";
import type { Report } from "../report/report";
import { printable } from "../source/problems";

/** Returns pairs of paths that differ only in case. They are one file on Windows and most Macs, but two on the web. */
export function findCaseCollisions(paths: readonly string[]): [string, string][] {
  const seen = new Map<string, string>();
  const found: [string, string][] = [];
  for (const path of paths) {
    const folded = path.toLowerCase();
    const other = seen.get(folded);
    if (other === undefined) seen.set(folded, path);
    else found.push([other, path]);
  }
  return found;
}

export function warnOfCases(paths: readonly string[], report: Pick<Report, "log">): void {
  const [first, ...others] = findCaseCollisions(paths);
  if (!first) return;
  const more = others.length > 0 ? `, and ${countOf(others.length, "pair")} more` : "";
  report.log(`${printable(first[0])} and ${printable(first[1])} differ only in upper and lower case${more}. Both are published.`);
}
