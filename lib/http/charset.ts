import { isUtf8 } from "node:buffer";

const CHARSET = "; charset=utf-8";
/** Text whose author may have used another encoding. JSON is UTF-8 by its definition. */
const AUTHORED = /^(text\/|application\/javascript)/;

/** Returns true for a Content-Type whose charset depends on the bytes. */
export function needsCharsetCheck(contentType: string): boolean {
  return contentType.endsWith(CHARSET) && AUTHORED.test(contentType);
}

/** Returns true when bytes are UTF-8. @param isWhole false when a character may be cut off at their end */
export function isUtf8Text(bytes: Uint8Array, isWhole: boolean): boolean {
  if (isUtf8(bytes)) return true;
  const cut = [1, 2, 3].filter((length) => length < bytes.length);
  return !isWhole && cut.some((length) => isUtf8(bytes.subarray(0, bytes.length - length)));
}

/** Removes the charset, so that a page in another encoding names its own (HTML Standard, 13.2.3.2). */
export function withoutCharset(contentType: string): string {
  return contentType.slice(0, -CHARSET.length);
}
