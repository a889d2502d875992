import { archiveLimits } from "../../archives/limits";

type Kind = "file" | "folder";

const LONGEST_EXTENSION = 20;

const bytesOf = (text: string) => Buffer.byteLength(text, "utf8");

/** Returns the name without its extension, and the extension with its dot. Folders and `.htaccess` have no extension. */
function splitName(name: string, kind: Kind): [stem: string, extension: string] {
  const dot = kind === "file" ? name.lastIndexOf(".") : -1;
  return dot < 1 || name.length - dot > LONGEST_EXTENSION ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
}

/** Returns as many whole characters of the stem as fit before what follows. */
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

/** Returns the name itself when it is free, else `stem + mark(number) + extension` with the first number that is free. */
function freeName(
  name: string,
  kind: Kind,
  taken: ReadonlySet<string>,
  mark: (stem: string, number: number) => [stem: string, mark: string],
) {
  if (!taken.has(name)) return name;
  const [stem, extension] = splitName(name, kind);
  for (let number = 1; ; number += 1) {
    const [kept, added] = mark(stem, number);
    const free = shorten(kept, `${added}${extension}`).normalize("NFC");
    if (!taken.has(free)) return free;
  }
}

/** A copy of a copy does not repeat the mark. */
const COPY_MARK = /^(.+) \(copy(?: \d+)?\)$/s;

/** Returns the name of a copy: `name (copy).ext`, `name (copy 2).ext`, or the name itself when it is free. */
export function nameOfCopy(name: string, kind: Kind, taken: ReadonlySet<string>): string {
  return freeName(name, kind, taken, (stem, number) => [COPY_MARK.exec(stem)?.[1] ?? stem, number === 1 ? " (copy)" : ` (copy ${number})`]);
}

/** Returns the name of a restored item: `name (1).ext`, or the name itself when it is free. */
export function nameOfReturned(name: string, kind: Kind, taken: ReadonlySet<string>): string {
  return freeName(name, kind, taken, (stem, number) => [stem, ` (${number})`]);
}
