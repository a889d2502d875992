type LineEnding = "LF" | "CRLF" | "CR" | "mixed";

export function lineEndingOf(text: string): LineEnding {
  const found = new Set<string>();
  for (const [ending] of text.matchAll(/\r\n|\r|\n/g)) {
    found.add(ending);
    if (found.size > 1) return "mixed";
  }
  if (found.has("\r\n")) return "CRLF";
  return found.has("\r") ? "CR" : "LF";
}

/** Returns the line separator of a text. For mixed line endings it is the line feed, so that carriage returns stay unchanged. */
export function lineSeparatorOf(ending: LineEnding): string {
  if (ending === "CRLF") return "\r\n";
  return ending === "CR" ? "\r" : "\n";
}

export function withLineEnds(text: string, separator: string): string {
  return text.replace(/\r\n|\r|\n/g, separator);
}

export function indentOf(text: string): string {
  const first = /^(?:\t| {2,})(?=\S)/m.exec(text.slice(0, 100_000))?.[0] ?? "";
  if (first.startsWith("\t")) return "\t";
  return first.length === 4 ? "    " : "  ";
}
