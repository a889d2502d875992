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
