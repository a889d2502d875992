import { archiveLimits } from "./limits";

export interface Refusal {
  code: RefusalCode;
  message: string;
}

const SHOWN_CHARACTERS = 120;
const DAMAGED_NAMES_SHOWN = 5;

/** Quotes a name for a message: unprintable characters are escaped, and long names are cut in the middle. */
export function quoteName(name: string): string {
  const printable = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
  });
  if (printable.length <= SHOWN_CHARACTERS) return `"${printable}"`;
  const half = SHOWN_CHARACTERS / 2;
  return `"${printable.slice(0, half)}…${printable.slice(-half)}"`;
}

/** Formats a size in units of 1024: "812 B", "1.5 GB". */
export function formatSize(bytes: number): string {
  const units = ["B", "KB", "MB", "GB", "TB", "PB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

const formatCount = (count: number) => count.toLocaleString("en-US");

/** Compression methods that programs still write (APPNOTE 4.4.5). */
const methodNames: Readonly<Record<number, string>> = {
  1: "Shrink",
  6: "Implode",
  12: "BZIP2",
  14: "LZMA",
  20: "Zstandard",
  93: "Zstandard",
  95: "XZ",
  96: "JPEG",
  97: "WavPack",
  98: "PPMd",
  99: "AES encryption",
};

export interface DamagedEntry {
  path: string;
  reason: string;
}

/** The messages of all refusals, shared by server and browser. */
const catalogue = {
  notAnArchive: () => "This file is not a ZIP archive.",
  otherArchive: (format: string) => `This file is a ${format} archive, not a ZIP archive. Please create a ZIP archive.`,
  truncated: () => "The ZIP archive is incomplete: its end is missing. Please create or upload it again.",
  directoryDamaged: (detail: string) => `The directory of the ZIP archive is damaged (${detail}). Please create the archive again.`,
  split: () => "The ZIP archive is one part of several. Please upload it as a single file.",
  empty: () => "The ZIP archive contains no files.",
  directoryEncrypted: () => "The ZIP archive is encrypted. Please create it without a password.",
  encrypted: (name: string) => `${quoteName(name)} is encrypted. Please create the ZIP archive without a password.`,
  method: (name: string, method: number) =>
    `${quoteName(name)} is compressed with ${methodNames[method] ?? `method ${method}`}. Please create the ZIP archive with the usual Deflate compression.`,
  undecodableName: (position: string) => `The name of ${position} in the ZIP archive is not valid UTF-8.`,
  nameNotInEncoding: (position: string) =>
    `The name of ${position} in the ZIP archive is not valid in the chosen encoding. Please choose another one.`,
  nameless: () => "The ZIP archive contains a file without a name.",
  parentFolder: (name: string) => `${quoteName(name)} points outside the ZIP archive ("..").`,
  absolutePath: (name: string) => `${quoteName(name)} has an absolute path. Paths in a ZIP archive must be relative.`,
  drivePath: (name: string) => `${quoteName(name)} names a drive. Paths in a ZIP archive must be relative.`,
  controlCharacter: (name: string) => `The name ${quoteName(name)} in the ZIP archive contains a control character.`,
  symbolicLink: (name: string) => `${quoteName(name)} is a symbolic link. Please put the file itself into the ZIP archive.`,
  specialFile: (name: string) => `${quoteName(name)} is neither a file nor a folder.`,
  folderWithContent: (name: string) => `The folder ${quoteName(name)} has content of its own in the ZIP archive.`,
  sizesContradict: (name: string) => `The sizes that the ZIP archive declares for ${quoteName(name)} contradict each other.`,
  outside: (name: string) => `${quoteName(name)} lies outside the data of the ZIP archive. The archive is damaged or incomplete.`,
  overlap: (first: string, second: string) => `${first} and ${second} share the same bytes of the ZIP archive.`,
  duplicate: (name: string) => `${quoteName(name)} is in the ZIP archive more than once.`,
  fileAndFolder: (name: string) => `${quoteName(name)} is both a file and a folder in the ZIP archive.`,
  tooManyEntries: (most: number) =>
    `The ZIP archive has too many entries. At most ${formatCount(most)} files and folders can be published.`,
  tooManyFolders: () => `The ZIP archive has too many folders. At most ${formatCount(archiveLimits.folders)} can be published.`,
  totalTooLarge: () =>
    `The files of the ZIP archive are too large together. At most ${formatSize(archiveLimits.totalSize)} can be published.`,
  entryRatio: (name: string) => `${quoteName(name)} declares a size that its compressed bytes cannot hold.`,
  ratio: (size: number, archiveSize: number) =>
    `The ZIP archive of ${formatSize(archiveSize)} declares ${formatSize(size)} of files, more than ${archiveLimits.ratio} times its own size.`,
  inflatedRatio: (size: number, storedSize: number, most: number) =>
    `The Deflate64 files of the ZIP archive have ${formatSize(storedSize)} and declare ${formatSize(size)}, more than ${most} times as much. Please create it with the usual Deflate compression.`,
  tooDeep: (name: string) => `${quoteName(name)} lies too deep. Folders can be nested ${archiveLimits.depth} levels.`,
  nameTooLong: (name: string) => `The name ${quoteName(name)} is too long. A name can have ${archiveLimits.nameBytes} bytes.`,
  pathTooLong: (name: string) => `The path ${quoteName(name)} is too long. A path can have ${formatCount(archiveLimits.pathBytes)} bytes.`,
  pathsTooLong: () => `The paths of the ZIP archive are too long together. They can have ${formatSize(archiveLimits.allPathsBytes)}.`,
  damaged: (entries: readonly DamagedEntry[], count: number) => {
    const named = entries.slice(0, DAMAGED_NAMES_SHOWN).map((entry) => `${quoteName(entry.path)}: ${entry.reason}`);
    const more = count - named.length;
    const rest = more > 0 ? `; and ${formatCount(more)} more` : "";
    return `The ZIP archive is damaged. ${formatCount(count)} ${count === 1 ? "entry" : "entries"} failed the check (${named.join("; ")}${rest}).`;
  },
} as const;

export type RefusalCode = keyof typeof catalogue;

/** Creates a refusal. @param details values that the message contains */
export function refuse<Code extends RefusalCode>(code: Code, ...details: Parameters<(typeof catalogue)[Code]>): Refusal {
  const message = catalogue[code] as (...details: Parameters<(typeof catalogue)[Code]>) => string;
  return { code, message: message(...details) };
}

export class ArchiveRefusedError extends Error {
  override readonly name = "ArchiveRefusedError";
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}
