import { LOCAL_HEADER_BYTES, METHOD_DEFLATED, METHOD_STORED } from "../entry-kind";
import { archiveLimits } from "../limits";
import type { ReadBytes } from "./archive-directory";
import type { DirectoryEntry } from "./record";

/** Of each page, at most these bytes are read, stored and inflated. */
const PAGE_BYTES = 512 * 1024;
const PAGES = 16;
/** Kinds of pages, those that mention most files first. */
const pageKinds = [/\.html?$/i, /\.json$/i, /\.m?js$/i, /\.css$/i];

type Page = Pick<DirectoryEntry, "offset" | "method" | "storedSize" | "size">;

/** The pages of an archive that most likely mention its files: HTML before data and scripts, files near the top before others. */
export class PageList {
  private readonly found: { page: Page; rank: number }[] = [];

  get pages(): readonly Page[] {
    return this.found.map(({ page }) => page);
  }

  add({ name, encrypted, offset, method, storedSize, size }: DirectoryEntry): void {
    if (name === null || encrypted || (method !== METHOD_STORED && method !== METHOD_DEFLATED)) return;
    const kind = pageKinds.findIndex((pattern) => pattern.test(name));
    if (kind === -1) return;
    const rank = kind * 1_000 + Math.min(999, name.split("/").length);
    if (this.found.length === PAGES && rank >= (this.found.at(-1)?.rank ?? 0)) return;
    const place = this.found.findIndex((other) => other.rank > rank);
    this.found.splice(place === -1 ? this.found.length : place, 0, { page: { offset, method, storedSize, size }, rank });
    this.found.length = Math.min(this.found.length, PAGES);
  }
}

/** Inflates the beginning of a deflate stream. Returns what precedes an error, because a part of a stream ends with one. */
async function inflateBeginning(deflated: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const bytes = new Uint8Array(PAGE_BYTES);
  let length = 0;
  try {
    while (length < PAGE_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes.set(value.subarray(0, PAGE_BYTES - length), length);
      length += Math.min(value.length, PAGE_BYTES - length);
    }
  } catch {
    // The stream is damaged, or continues after the part.
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return bytes.subarray(0, length);
}

/** Reads the beginning of a page. Empty when the archive is damaged there. @throws errors of the read */
async function readPage(read: ReadBytes, { offset, method, storedSize }: Page, dataEnd: number): Promise<Uint8Array> {
  const within = async (from: number, length: number) => {
    const available = Math.min(length, dataEnd - from);
    return available > 0 ? Uint8Array.from(await read(from, available)) : new Uint8Array();
  };
  const header = await within(offset, LOCAL_HEADER_BYTES);
  if (header.length < LOCAL_HEADER_BYTES) return header.subarray(0, 0);
  const view = new DataView(header.buffer);
  const start = offset + LOCAL_HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
  const stored = await within(start, Math.min(storedSize, PAGE_BYTES));
  return method === METHOD_DEFLATED ? inflateBeginning(stored) : stored;
}

const CHARSET = /charset\s*=?\s*["']?([\w-]+)/i;
const HEAD_BYTES = 1024;

function decodeAs(bytes: Uint8Array, label: string, fatal: boolean): string | null {
  try {
    // As a stream, because the last character may be cut.
    return new TextDecoder(label, { fatal }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

function charsetOf(bytes: Uint8Array): string | undefined {
  return CHARSET.exec(decodeAs(bytes.subarray(0, HEAD_BYTES), "windows-1252", false) ?? "")?.[1];
}

const ESCAPED = /\\u\{([\da-f]{1,6})\}|\\u([\da-f]{4})|\\x([\da-f]{2})|&#x([\da-f]{1,6});|&#(\d{1,7});|(?:%[\da-f]{2})+/gi;

/** Replaces escapes of JavaScript, JSON, HTML and addresses by their characters. */
function unescapeText(text: string): string {
  return text.replace(ESCAPED, (escaped, ...groups: (string | undefined)[]) => {
    try {
      if (escaped.startsWith("%")) return decodeURIComponent(escaped);
      const [braced, four, two, hexadecimal, decimal] = groups;
      const code = decimal === undefined ? Number.parseInt(braced ?? four ?? two ?? hexadecimal ?? "", 16) : Number(decimal);
      // Two halves of a surrogate pair become one character when they are joined.
      return code < 0x10000 ? String.fromCharCode(code) : String.fromCodePoint(code);
    } catch {
      return escaped;
    }
  });
}

const WORD = /[A-Za-z\d\u0080-\uffff]+/g;
const BEYOND_ASCII = /[^\0-\u007f]/;

/** Yields the words of a text that contain other characters than ASCII, if they are short enough for a name. */
export function* wordsOf(text: string): Generator<string, void, undefined> {
  for (const [word] of text.matchAll(WORD)) {
    // The time to normalize grows with the square of a word's combining characters.
    if (word.length <= archiveLimits.nameBytes && BEYOND_ASCII.test(word)) yield word.normalize("NFC");
  }
}

/** Yields the words of pages that contain other characters than ASCII, unescaped. @throws errors of the read */
export async function* pageWords(read: ReadBytes, pages: readonly Page[], dataEnd: number): AsyncGenerator<string, void, undefined> {
  // Scripts and data without a charset have that of the page that loads them.
  let charset = "windows-1252";
  for (const page of pages) {
    const bytes = await readPage(read, page, dataEnd);
    charset = charsetOf(bytes) ?? charset;
    const text = decodeAs(bytes, "utf-8", true) ?? decodeAs(bytes, charset, false) ?? "";
    yield* wordsOf(unescapeText(text));
  }
}
