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

/** Returns the display name of an encoding: `UTF-8`, `UTF-16 LE`, `WINDOWS-1252`. @param name from iconv-lite or chardet */
export function encodingLabel(name: string): string {
  const [, bits, order] = /^utf-?(8|16|32)-?([lb]e)?$/i.exec(name) ?? [];
  if (!bits) return name.toUpperCase();
  return order ? `UTF-${bits} ${order.toUpperCase()}` : `UTF-${bits}`;
}

/** Returns the bytes of a text in an encoding, without a byte order mark; undefined for encodings that only the server knows. */
export function bytesIn(content: string, encoding: string): number | undefined {
  const label = encodingLabel(encoding);
  if (label === "UTF-8") return new TextEncoder().encode(content).length;
  if (label.startsWith("UTF-16")) return 2 * content.length;
  return /^(ISO-8859|WINDOWS-125|KOI8|TIS-620)/.test(label) ? content.length : undefined;
}
