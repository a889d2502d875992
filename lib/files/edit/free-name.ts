import { archiveLimits } from "../../archives/limits";

/** Longer endings are no kind of file, but part of what somebody calls it. */
const LONGEST_EXTENSION = 20;

const bytesOf = (text: string) => Buffer.byteLength(text, "utf8");

/** @returns the name without its extension, and the extension with its dot; a folder has none, and neither has `.htaccess` */
function splitName(name: string, kind: "file" | "folder"): [stem: string, extension: string] {
  const dot = kind === "file" ? name.lastIndexOf(".") : -1;
  return dot < 1 || name.length - dot > LONGEST_EXTENSION ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
}

/** As much of the stem, in whole characters, as leaves room for what follows it. */
function shorten(stem: string, following: string): string {
  const room = archiveLimits.nameBytes - bytesOf(following);
  if (bytesOf(stem) <= room) return `${stem}${following}`;
  let kept = "";
  for (const character of stem) {
    if (bytesOf(kept) + bytesOf(character) > room) break;
    kept += character;
  }
  return `${kept.trimEnd()}${following}`;
}

/** The words that tell a name from the one that is taken, from the first on. */
type Mark = (number: number) => string;

const copyMark: Mark = (number) => (number === 1 ? " (copy)" : ` (copy ${number})`);
const numberMark: Mark = (number) => ` (${number})`;

/** Of a copy of a copy the marks would pile up. */
const COPY_MARK = /^(.+) \(copy(?: \d+)?\)$/s;

function findFree(stem: string, extension: string, mark: Mark, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = shorten(stem, `${mark(number)}${extension}`).normalize("NFC");
    if (!taken.has(name)) return name;
  }
}

/** @returns what a copy is called beside what is there: `name (copy).ext`, `name (copy 2).ext`; the name itself where it is free */
export function nameOfCopy(name: string, kind: "file" | "folder", taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  const [stem, extension] = splitName(name, kind);
  return findFree(COPY_MARK.exec(stem)?.[1] ?? stem, extension, copyMark, taken);
}

/** @returns what something that comes back is called beside what is there by now: `name (1).ext`; the name itself where it is free */
export function nameOfReturned(name: string, kind: "file" | "folder", taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  const [stem, extension] = splitName(name, kind);
  return findFree(stem, extension, numberMark, taken);
}
