/**
 * @param name as iconv-lite or chardet names an encoding: "utf8", "utf16le", "windows-1252"
 * @returns as people write it: "UTF-8", "UTF-16 LE", "WINDOWS-1252"
 */
export function encodingLabel(name: string): string {
  const [, bits, order] = /^utf-?(8|16|32)-?([lb]e)?$/i.exec(name) ?? [];
  if (!bits) return name.toUpperCase();
  return order ? `UTF-${bits} ${order.toUpperCase()}` : `UTF-${bits}`;
}
