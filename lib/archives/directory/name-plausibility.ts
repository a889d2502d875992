import { analyse } from "chardet";
import type { NameEncoding } from "./name-encoding";

/** First bytes of the pairs that most text of an encoding consists of: kana, and the more frequent half of its characters. */
const frequentLeads: Readonly<Partial<Record<NameEncoding, readonly (readonly [first: number, last: number])[]>>> = {
  // biome-ignore format: a range a line says less
  shift_jis: [[0x81, 0x83], [0x88, 0x97]],
  gbk: [[0xb0, 0xd7]],
  big5: [[0xa4, 0xc6]],
  "euc-kr": [[0xb0, 0xc8]],
};

const ASCII_LETTER = /[A-Za-z]/;
const LOWER = /\p{Ll}/u;
const CASED_LETTER = /[\p{Lu}\p{Ll}\p{M}]/u;
const UPPER = /\p{Lu}/u;
const LATIN = /\p{Script=Latin}/u;

const isAscii = (character: string) => character < "\u0080";

/** Rates a character of two bytes, or a half-width one of a single byte. 0 is plausible, 1 is not. */
function rateWide(encoding: NameEncoding, bytes: Uint8Array, at: number, isNextToLetter: boolean): number {
  const [lead = 0, trail = 0] = bytes.subarray(at, at + 2);
  const isFrequent = frequentLeads[encoding]?.some(([first, last]) => lead >= first && lead <= last) ?? false;
  // GBK has its frequent characters where GB 2312 had them.
  if (!isFrequent || (encoding === "gbk" && trail < 0xa1)) return 1;
  return isNextToLetter ? 0.5 : 0;
}

/** Rates a character of an alphabet between its neighbours. 0 is plausible, 1 is not. */
function rateLetter(character: string, before: string, after: string): number {
  if (!CASED_LETTER.test(character)) return 1;
  const isLatin = LATIN.test(character);
  for (const other of [before, after]) if (CASED_LETTER.test(other) && LATIN.test(other) !== isLatin) return 1;
  if (UPPER.test(character)) {
    if (LOWER.test(before)) return 1;
    if (UPPER.test(before)) return 0.25;
  } else if (UPPER.test(before) && UPPER.test(after)) return 1;
  // Few languages of Latin letters have two accents side by side.
  return isLatin && !isAscii(before) && LATIN.test(before) ? 0.5 : 0;
}

/** Returns how implausible a decoded text is as names: 0 to 1, the mean of its characters beyond ASCII. */
export function implausibility(encoding: NameEncoding, bytes: Uint8Array, text: string): number {
  if (encoding === "utf-8") return 0;
  const isWide = frequentLeads[encoding] !== undefined;
  let [at, count, sum] = [0, 0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const [before, after] = [text.charAt(index - 1), text.charAt(index + 1)];
    if (!isAscii(character)) {
      count += 1;
      const isNextToLetter = ASCII_LETTER.test(before) || ASCII_LETTER.test(after);
      sum += isWide ? rateWide(encoding, bytes, at, isNextToLetter) : rateLetter(character, before, after);
    }
    const isPair = isWide && !isAscii(character) && !(character >= "\uff61" && character <= "\uff9f");
    at += isPair ? 2 : 1;
  }
  return count === 0 ? 0 : sum / count;
}

const chardetNames: Readonly<Partial<Record<NameEncoding, string>>> = {
  shift_jis: "Shift_JIS",
  gbk: "GB18030",
  big5: "Big5",
  "euc-kr": "EUC-KR",
};
/** chardet does not judge fewer than 11 characters, so a shorter text is repeated to this length. */
const JUDGED_BYTES = 256;
const MOST_BYTES = 4 * 1024;

/** Returns the confidence of chardet, which knows how frequent the characters of two bytes are: 0 to 100. Only UTF-8 is valid UTF-8. */
export function frequencyConfidence(bytes: Uint8Array): (encoding: NameEncoding) => number {
  const part = bytes.subarray(0, MOST_BYTES);
  const repeats = Math.max(1, Math.ceil(JUDGED_BYTES / Math.max(1, part.length)));
  const sample = new Uint8Array(part.length * repeats);
  for (let turn = 0; turn < repeats; turn += 1) sample.set(part, turn * part.length);
  const found = new Map(analyse(sample).map(({ name, confidence }) => [String(name), confidence]));
  return (encoding) => (encoding === "utf-8" ? 100 : (found.get(chardetNames[encoding] ?? "") ?? 0));
}
