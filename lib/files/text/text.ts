import { isUtf8 } from "node:buffer";
import { analyse } from "chardet";
import { decode, encode, encodingExists } from "iconv-lite";

const beginnings: readonly Buffer[] = [
  "%PDF-",
  "\x89PNG",
  "\xff\xd8\xff",
  "GIF87a",
  "GIF89a",
  "PK\x03\x04",
  "PK\x05\x06",
  "\x1f\x8b",
  "BZh",
  "\xfd7zXZ",
  "7z\xbc\xaf\x27\x1c",
  "Rar!\x1a\x07",
  "(\xb5/\xfd",
  "\x7fELF",
  "\0asm",
  "OggS",
  "ID3\x02",
  "ID3\x03",
  "ID3\x04",
  "fLaC",
  "wOFF",
  "wOF2",
  "SQLite format 3",
  "PMTiles\x03",
  "fgb\x03",
  "II*\0",
  "MM\0*",
  "\x1aE\xdf\xa3",
  "PAR1\x15",
  "glTF\x01",
  "glTF\x02",
].map((text) => Buffer.from(text, "latin1"));

/** RIFF (WebP, WAV, AVI) and ISO base media files (MP4, AVIF) have their type after a length. */
const isContainer = (bytes: Buffer) =>
  (bytes.toString("latin1", 0, 4) === "RIFF" && /^(?:WEBP|WAVE|AVI )$/.test(bytes.toString("latin1", 8, 12))) ||
  bytes.toString("latin1", 4, 8) === "ftyp";

/** Returns true when bytes begin with the signature of a binary format. */
function isKnownBinary(bytes: Buffer): boolean {
  return beginnings.some((beginning) => bytes.subarray(0, beginning.length).equals(beginning)) || isContainer(bytes);
}

export interface TextForm {
  encoding: string;
  hasByteOrderMark: boolean;
}

export interface Text extends TextForm {
  content: string;
}

/** Longer marks come first: UTF-32 LE also begins like UTF-16 LE. */
const byteOrderMarks: readonly (readonly [encoding: string, mark: Buffer])[] = [
  ["utf-8", Buffer.from([0xef, 0xbb, 0xbf])],
  ["utf-32le", Buffer.from([0xff, 0xfe, 0, 0])],
  ["utf-32be", Buffer.from([0, 0, 0xfe, 0xff])],
  ["utf-16le", Buffer.from([0xff, 0xfe])],
  ["utf-16be", Buffer.from([0xfe, 0xff])],
];

/** Encodings of saved files: those that the detection can return. */
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

/** Control characters of text files: tab, line ends, form feed, substitute and escape. */
const isTextControl = (code: number) => (code >= 0x09 && code <= 0x0d) || code === 0x1a || code === 0x1b;

const ODD_SHARE = 1 / 1_000;

const SAMPLE_BYTES = 64 * 1024;
/** Percent. Encodings that fit any bytes get 10. */
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

/** Reads bytes in an encoding. @returns null when the text would not be written as the same bytes */
function readAs(bytes: Buffer, encoding: string, hasByteOrderMark = false): Text | null {
  const content = decode(bytes, encoding, { stripBOM: false });
  return encode(content, encoding, { addBOM: false }).equals(bytes) ? { content, encoding, hasByteOrderMark } : null;
}

/** Returns the likely encodings of bytes that are not UTF-8. Every file can be read as the last one. */
function candidates(bytes: Buffer): string[] {
  const start = bytes.findIndex((byte) => byte > 0x7f);
  const sample = bytes.subarray(Math.max(0, start - SAMPLE_BYTES / 4), start + SAMPLE_BYTES);
  const guessed = analyse(sample)
    .filter(({ confidence }) => confidence >= SURE_ENOUGH)
    .map(({ name }) => name.toLowerCase())
    // windows-1252 has letters where iso-8859-1 has control characters.
    .map((name) => (name === "iso-8859-1" ? "windows-1252" : name))
    .filter((name) => encodings.has(name) && encodingExists(name));
  return [...guessed.slice(0, 3), "windows-1252", "iso-8859-1"];
}

function readMarked(bytes: Buffer): Text | null {
  for (const [encoding, mark] of byteOrderMarks) {
    if (bytes.subarray(0, mark.length).equals(mark)) return readAs(bytes.subarray(mark.length), encoding, true);
  }
  return null;
}

/** Unassigned and private-use characters, unpaired surrogates and C1 controls do not occur in text. */
const NO_TEXT = /[\p{Cn}\p{Co}\p{Cs}\x80-\x9f]/u;
const BETWEEN_WORDS = /[\t\n\r ]/;

/** Reads UTF-16 without a mark, as Windows writes it. With the wrong byte order, text has no spaces and line ends. */
function readWide(bytes: Buffer): Text | null {
  if (bytes.length % 2 === 1) return null;
  for (const encoding of ["utf-16le", "utf-16be"]) {
    const text = readAs(bytes, encoding);
    if (text && BETWEEN_WORDS.test(text.content) && !NO_TEXT.test(text.content) && !hasBinaryCharacters(text.content)) return text;
  }
  return null;
}

function readUnmarked(bytes: Buffer): Text | null {
  if (bytes.includes(0)) return readWide(bytes);
  if (isUtf8(bytes)) return { content: bytes.toString(), encoding: "utf-8", hasByteOrderMark: false };
  for (const encoding of candidates(bytes)) {
    const text = readAs(bytes, encoding);
    if (text) return text;
  }
  return null;
}

/** Reads a file as text, with what is needed to write it unchanged. @returns null when it is not text */
export function readText(bytes: Buffer): Text | null {
  if (isKnownBinary(bytes)) return null;
  const text = readMarked(bytes) ?? readUnmarked(bytes);
  return text && !hasBinaryCharacters(text.content) ? text : null;
}

export function isTextEncoding(encoding: string): boolean {
  return encodings.has(encoding.toLowerCase());
}

/** Returns true for an encoding with at least two bytes per character, which few programs recognize without a mark. */
export function isWideEncoding(encoding: string): boolean {
  return /^utf-(16|32)/.test(encoding);
}

/** Encodes text. @returns the bytes, or the first character that the encoding lacks */
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
