import { isUtf8 } from "node:buffer";
import { analyse } from "chardet";
import { decode, encode, encodingExists } from "iconv-lite";
import { isKnownBinary } from "./binary-signatures";

/** How a text stands in its file. */
export interface TextForm {
  /** As iconv-lite names it. */
  encoding: string;
  /** True of a file that begins with a byte order mark, which is no part of its content. */
  hasByteOrderMark: boolean;
}

export interface Text extends TextForm {
  content: string;
}

/** The longer ones come first: what begins as UTF-32 does also begins as UTF-16. */
const byteOrderMarks: readonly (readonly [encoding: string, mark: Buffer])[] = [
  ["utf-8", Buffer.from([0xef, 0xbb, 0xbf])],
  ["utf-32le", Buffer.from([0xff, 0xfe, 0, 0])],
  ["utf-32be", Buffer.from([0, 0, 0xfe, 0xff])],
  ["utf-16le", Buffer.from([0xff, 0xfe])],
  ["utf-16be", Buffer.from([0xfe, 0xff])],
];

/** What else a text may be saved in: what the detection below can answer. */
const encodings: ReadonlySet<string> = new Set([
  ...byteOrderMarks.map(([encoding]) => encoding),
  "big5",
  "euc-jp",
  "euc-kr",
  "gb18030",
  "shift_jis",
  "koi8-r",
  "tis-620",
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 15].map((part) => `iso-8859-${part}`),
  ...[1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map((page) => `windows-${page}`),
]);

/** Control characters that texts have: tab, line ends, page and escape. */
const isTextControl = (code: number) => (code >= 0x09 && code <= 0x0d) || code === 0x1a || code === 0x1b;

/** So much of a text may be other control characters before it counts as something else. */
const ODD_SHARE = 1 / 1_000;

/** Detection looks at so many bytes from where the text is no longer ASCII. */
const SAMPLE_BYTES = 64 * 1024;
/** In percent; what fits any bytes at all is said to fit with 10. */
const SURE_ENOUGH = 15;

function hasBinaryCharacters(content: string): boolean {
  let odd = 0;
  for (let index = 0; index < content.length; index += 1) {
    const code = content.charCodeAt(index);
    if (code === 0) return true;
    if (code < 0x20 && !isTextControl(code)) odd += 1;
  }
  return odd > content.length * ODD_SHARE;
}

/** Nothing is lost between the file and the screen, and back. */
function decodeExactly(bytes: Buffer, encoding: string): string | null {
  const content = decode(bytes, encoding, { stripBOM: false });
  return encode(content, encoding, { addBOM: false }).equals(bytes) ? content : null;
}

/** What bytes that are no UTF-8 most likely are; every file can be read as the last of them. */
function candidates(bytes: Buffer): string[] {
  const start = bytes.findIndex((byte) => byte > 0x7f);
  const sample = bytes.subarray(Math.max(0, start - SAMPLE_BYTES / 4), start + SAMPLE_BYTES);
  const guessed = analyse(sample)
    .filter(({ confidence }) => confidence >= SURE_ENOUGH)
    .map(({ name }) => name.toLowerCase())
    // Nobody means the control characters that the one has where the other has letters.
    .map((name) => (name === "iso-8859-1" ? "windows-1252" : name))
    .filter((name) => encodings.has(name) && encodingExists(name));
  return [...guessed.slice(0, 3), "windows-1252", "iso-8859-1"];
}

function readMarked(bytes: Buffer): Text | null {
  for (const [encoding, mark] of byteOrderMarks) {
    if (!bytes.subarray(0, mark.length).equals(mark)) continue;
    const content = decodeExactly(bytes.subarray(mark.length), encoding);
    return content === null ? null : { content, encoding, hasByteOrderMark: true };
  }
  return null;
}

/** Characters that there are not, that mean something to one program only, and halves of others; and what stands between words. */
const NO_TEXT = /[\p{Cn}\p{Co}\p{Cs}\x80-\x9f]/u;
const BETWEEN_WORDS = /[\t\n\r ]/;

/** UTF-16 as Windows writes it without a mark. Read the wrong way round, a text has no blanks and line ends, and what is no text has others. */
function readWide(bytes: Buffer): Text | null {
  if (bytes.length % 2 === 1) return null;
  for (const encoding of ["utf-16le", "utf-16be"]) {
    const content = decodeExactly(bytes, encoding);
    if (content === null || !BETWEEN_WORDS.test(content) || NO_TEXT.test(content) || hasBinaryCharacters(content)) continue;
    return { content, encoding, hasByteOrderMark: false };
  }
  return null;
}

function readUnmarked(bytes: Buffer): Text | null {
  if (bytes.includes(0)) return readWide(bytes);
  if (isUtf8(bytes)) return { content: bytes.toString(), encoding: "utf-8", hasByteOrderMark: false };
  for (const encoding of candidates(bytes)) {
    const content = decodeExactly(bytes, encoding);
    if (content !== null) return { content, encoding, hasByteOrderMark: false };
  }
  return null;
}

/** Reads a file as text, with what is needed to write it just as it was. @returns null for what is no text */
export function readText(bytes: Buffer): Text | null {
  if (isKnownBinary(bytes)) return null;
  const text = readMarked(bytes) ?? readUnmarked(bytes);
  return text && !hasBinaryCharacters(text.content) ? text : null;
}

/** True of an encoding that a text can be saved in. */
export function isTextEncoding(encoding: string): boolean {
  return encodings.has(encoding.toLowerCase());
}

/** True of an encoding whose characters have at least two bytes each: without a mark, few programs know it. */
export function isWideEncoding(encoding: string): boolean {
  return /^utf-(16|32)/.test(encoding);
}

/** @returns the bytes, or the first character that the encoding does not have */
export function writeText(content: string, { encoding, hasByteOrderMark }: TextForm): Buffer | { lacks: string } {
  const bytes = encode(content, encoding, { addBOM: false });
  const read = decode(bytes, encoding, { stripBOM: false });
  if (read !== content) return { lacks: firstDifference(content, read) };
  const mark = hasByteOrderMark ? byteOrderMarks.find(([marked]) => marked === encoding)?.[1] : undefined;
  return mark ? Buffer.concat([mark, bytes]) : bytes;
}

function firstDifference(content: string, read: string): string {
  let index = 0;
  while (index < content.length && content.charCodeAt(index) === read.charCodeAt(index)) index += 1;
  return String.fromCodePoint(content.codePointAt(index) ?? 0xfffd);
}
