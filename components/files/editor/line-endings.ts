/** How the lines of a text end. A text without a line break counts as LF. */
export type LineEnding = "LF" | "CRLF" | "CR" | "mixed";

/** @returns the one ending that all lines of the text have, or "mixed" */
export function lineEndingOf(text: string): LineEnding {
  const found = new Set<string>();
  for (const [ending] of text.matchAll(/\r\n|\r|\n/g)) {
    found.add(ending);
    if (found.size > 1) return "mixed";
  }
  if (found.has("\r\n")) return "CRLF";
  return found.has("\r") ? "CR" : "LF";
}

/**
 * What the editor takes for the end of a line of such a text, and writes for it. In a mixed text it is the line feed alone: the
 * carriage returns stay in the text as characters, and so wherever nobody edits.
 */
export function lineSeparatorOf(ending: LineEnding): string {
  if (ending === "CRLF") return "\r\n";
  return ending === "CR" ? "\r" : "\n";
}

/** A text from elsewhere (the clipboard, another program), with the line ends of the text that it goes into. */
export function withLineEnds(text: string, separator: string): string {
  return text.replace(/\r\n|\r|\n/g, separator);
}

/** What Tab inserts: a tab where the text's own lines begin with tabs, else two spaces. */
export function indentOf(text: string): string {
  const first = /^(?:\t| {2,})(?=\S)/m.exec(text.slice(0, 100_000))?.[0] ?? "";
  if (first.startsWith("\t")) return "\t";
  return first.length === 4 ? "    " : "  ";
}
