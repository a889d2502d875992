import { analyse } from "chardet";
import { archiveLimits } from "../limits";
import { ArchiveRefusedError } from "../refusals";
import type { ArchiveDirectory, ReadBytes } from "./archive-directory";
import { decodeName, type NameEncoding, nameEncodings } from "./name-encoding";
import { PageList, pageWords, wordsOf } from "./page-words";
import type { DirectoryEntry } from "./record";

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
function implausibility(encoding: NameEncoding, bytes: Uint8Array, text: string): number {
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
function frequencyConfidence(bytes: Uint8Array): (encoding: NameEncoding) => number {
  const part = bytes.subarray(0, MOST_BYTES);
  const repeats = Math.max(1, Math.ceil(JUDGED_BYTES / Math.max(1, part.length)));
  const sample = new Uint8Array(part.length * repeats);
  for (let turn = 0; turn < repeats; turn += 1) sample.set(part, turn * part.length);
  const found = new Map(analyse(sample).map(({ name, confidence }) => [String(name), confidence]));
  return (encoding) => (encoding === "utf-8" ? 100 : (found.get(chardetNames[encoding] ?? "") ?? 0));
}

/** The names of an archive that declare no encoding. */
export interface UndeclaredNames {
  /** Encoding that all of them most likely have. */
  encoding: NameEncoding;
  /** Encodings that can decode all of them. */
  possible: readonly NameEncoding[];
  /** Some of the names, undecoded. */
  examples: readonly Uint8Array[];
}

/** These define every byte. */
const complete: ReadonlySet<NameEncoding> = new Set(["cp437", "cp850", "cp852", "cp866"]);

const EXAMPLES = 3;
/** Different parts of names are compared up to these bytes together. */
const SAMPLE_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const SLASH = 0x2f;

/** Joins by line ends, which no encoding uses as part of another character. */
function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length + 1, 0)).fill(NEWLINE);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length + 1;
  }
  return joined;
}

/** Yields the folders and the file of a name that are not in ASCII. No encoding uses a slash as part of another character. */
function* unclearParts(name: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let start = 0; start <= name.length; ) {
    const slash = name.indexOf(SLASH, start);
    const end = slash === -1 ? name.length : slash;
    const part = name.subarray(start, end);
    if (part.some((byte) => byte > 0x7f)) yield part;
    start = end + 1;
  }
}

/** Collects what the choice of an encoding needs, in memory of limited size. */
class NameCollector {
  readonly pages = new PageList();
  readonly examples: Uint8Array[] = [];
  private readonly parts = new Map<string, Uint8Array>();
  private partBytes = 0;
  private possible: NameEncoding[] = [...nameEncodings];

  add(entries: readonly DirectoryEntry[]): void {
    for (const entry of entries) this.pages.add(entry);
    const names = entries.filter(({ isNameUndeclared }) => isNameUndeclared).map(({ rawName }) => rawName);
    if (names.length === 0) return;
    const joined = join(names);
    this.possible = this.possible.filter((encoding) => complete.has(encoding) || decodeName(joined, encoding) !== null);
    for (const name of names) this.sample(name);
  }

  get sampleBytes(): Uint8Array {
    return join([...this.parts.values()]);
  }

  get possibleEncodings(): readonly NameEncoding[] {
    return this.possible;
  }

  private sample(name: Uint8Array): void {
    // Copied, because the directory is read through a window that moves on.
    if (this.examples.length < EXAMPLES) this.examples.push(name.slice());
    if (this.partBytes > SAMPLE_BYTES) return;
    for (const part of unclearParts(name)) {
      const key = String.fromCharCode(...part);
      if (this.parts.has(key)) continue;
      this.parts.set(key, part.slice());
      this.partBytes += part.length;
    }
  }
}

async function collectNames(directory: ArchiveDirectory): Promise<NameCollector> {
  const collector = new NameCollector();
  let [count, nameBytes] = [0, 0];
  try {
    for await (const entries of directory.batches()) {
      collector.add(entries);
      count += entries.length;
      for (const entry of entries) nameBytes += entry.nameBytes;
      // The check of the directory refuses the rest.
      if (count > archiveLimits.entries || nameBytes > archiveLimits.allPathsBytes) break;
    }
  } catch (error) {
    // The check of the directory reports this, unless it refuses an earlier entry.
    if (!(error instanceof ArchiveRefusedError)) throw error;
  }
  return collector;
}

/** Counts the words of the names that the pages mention, for each encoding. */
async function countMentions(
  texts: ReadonlyMap<NameEncoding, string>,
  words: AsyncIterable<string>,
): Promise<ReadonlyMap<NameEncoding, number>> {
  const encodingsByWord = new Map<string, Set<NameEncoding>>();
  for (const [encoding, text] of texts) {
    for (const word of wordsOf(text)) encodingsByWord.set(word, (encodingsByWord.get(word) ?? new Set()).add(encoding));
  }
  const counts = new Map<NameEncoding, number>();
  for await (const word of words) {
    for (const encoding of encodingsByWord.get(word) ?? []) counts.set(encoding, (counts.get(encoding) ?? 0) + 1);
    encodingsByWord.delete(word);
  }
  return counts;
}

/** Steps of plausibility that count as equal. */
const PLAUSIBILITY_STEPS = 10;

/** Returns the first in the order of: pages that mention the names, plausible letters, frequent characters, rank in the list. */
function choose(texts: ReadonlyMap<NameEncoding, string>, bytes: Uint8Array, mentions: ReadonlyMap<NameEncoding, number>): NameEncoding {
  const confidence = frequencyConfidence(bytes);
  const rated = Array.from(texts, ([encoding, text]) => ({
    encoding,
    mentions: mentions.get(encoding) ?? 0,
    implausible: Math.round(implausibility(encoding, bytes, text) * PLAUSIBILITY_STEPS),
    confidence: confidence(encoding),
  }));
  // The sort is stable, so equals keep their rank.
  rated.sort((one, other) => other.mentions - one.mentions || one.implausible - other.implausible || other.confidence - one.confidence);
  return rated[0]?.encoding ?? "cp437";
}

/**
 * Guesses the encoding of texts that are like names, joined by line ends.
 * @param preferred the first of these is chosen among equals
 */
export function guessEncoding(bytes: Uint8Array, preferred: readonly NameEncoding[]): NameEncoding {
  const texts = new Map<NameEncoding, string>();
  for (const encoding of [...preferred, ...nameEncodings]) {
    const text = decodeName(bytes, encoding);
    if (text !== null && !texts.has(encoding)) texts.set(encoding, text);
  }
  return choose(texts, bytes, new Map());
}

/** Finds the encoding of all names that declare none. @returns null when every name declares its encoding @throws errors of the read */
export async function findUndeclaredNames(directory: ArchiveDirectory, read: ReadBytes): Promise<UndeclaredNames | null> {
  const collector = await collectNames(directory);
  const { examples, possibleEncodings: possible, sampleBytes: bytes } = collector;
  if (examples.length === 0) return null;
  const texts = new Map(possible.map((encoding) => [encoding, decodeName(bytes, encoding) ?? ""]));
  const mentions = await countMentions(texts, pageWords(read, collector.pages.pages, directory.place.start));
  return { encoding: choose(texts, bytes, mentions), possible, examples };
}
