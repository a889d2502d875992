import { ArchiveRefusedError, type Refusal, refuse } from "../refusals";

const LOCAL_HEADER = 0x04034b50;
const SPLIT_MARKER = 0x08074b50;
const END_OF_DIRECTORY = 0x06054b50;
const ZIP64_END_OF_DIRECTORY = 0x06064b50;
const ZIP64_LOCATOR = 0x07064b50;
const DIGITAL_SIGNATURE = 0x05054b50;
const CENTRAL_HEADER = 0x02014b50;

/** First bytes of other archives, in hexadecimal. */
const OTHER_ARCHIVES = [
  ["RAR", "526172211a07"],
  ["7-Zip", "377abcaf271c"],
  ["XZ", "fd377a585a00"],
  ["gzip", "1f8b08"],
  ["bzip2", "425a68"],
] as const;

const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const ZIP64_END_BYTES = 56;
const LONGEST_COMMENT = 0xffff;
/** Without ZIP64 the entry count has 16 bits. macOS writes larger archives and lets the count overflow. */
const COUNT_WRAP = 0x10000;

/** Reads bytes of an archive, at least `length` or all up to its end. */
export type ReadAt = (position: number, length: number) => Promise<DataView>;

export interface DirectoryPlace {
  count: number;
  start: number;
  /** Position of the end record, or of the ZIP64 end record. */
  end: number;
  /** Size of the archive without bytes after it. */
  archiveSize: number;
  /** True when the comment has another length than stated, or other bytes follow. They are ignored. */
  hasTail: boolean;
}

export function readUint64(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 0x100000000;
}

async function signatureAt(read: ReadAt, position: number): Promise<number> {
  const view = await read(position, 4);
  return view.byteLength >= 4 ? view.getUint32(0, true) : 0;
}

/** Returns the error for a refusal. A part of a split archive always reports that it is split. */
export async function refusedArchive(read: ReadAt, refusal: Refusal): Promise<ArchiveRefusedError> {
  return new ArchiveRefusedError((await signatureAt(read, 0)) === SPLIT_MARKER ? refuse("split") : refusal);
}

async function refuseByStart(read: ReadAt): Promise<Refusal> {
  if ((await signatureAt(read, 0)) === LOCAL_HEADER) return refuse("truncated");
  const view = await read(0, 6);
  const start = Array.from({ length: Math.min(6, view.byteLength) }, (_, at) => view.getUint8(at).toString(16).padStart(2, "0")).join("");
  const other = OTHER_ARCHIVES.find(([, magic]) => start.startsWith(magic));
  return other ? refuse("otherArchive", other[0]) : refuse("notAnArchive");
}

/** Finds the directory of an archive, for browser and server. @throws ArchiveRefusedError when there is none */
export async function findDirectory(read: ReadAt, fileSize: number): Promise<DirectoryPlace> {
  const tailStart = Math.max(0, fileSize - (LOCATOR_BYTES + END_BYTES + LONGEST_COMMENT));
  const view = await read(tailStart, fileSize - tailStart);
  const at = findEnd(view);
  if (at === null) throw await refusedArchive(read, await refuseByStart(read));
  if (at === "twice") throw await refusedArchive(read, refuse("directoryDamaged", "there are bytes after its end"));
  const end = tailStart + at;
  const hasTail = !isLast(view, at);
  const rest = { archiveSize: hasTail ? end + END_BYTES : fileSize, hasTail };
  const locator = at - LOCATOR_BYTES;
  if (locator >= 0 && view.getUint32(locator, true) === ZIP64_LOCATOR) {
    return { ...(await readZip64End(read, readUint64(view, locator + 8))), ...rest };
  }
  if (view.getUint16(at + 4, true) !== 0) throw await refusedArchive(read, refuse("split"));
  return { count: view.getUint16(at + 10, true), start: view.getUint32(at + 16, true), end, ...rest };
}

/** Returns true when the comment of an end record reaches exactly to the end of the file. */
function isLast(view: DataView, at: number): boolean {
  return at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength;
}

/** Returns the place of the last end record, as Info-ZIP does; `twice` when readers that compare the comment's length find another one. */
function findEnd(view: DataView): number | null | "twice" {
  let found: number | null = null;
  for (let at = view.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END_OF_DIRECTORY) continue;
    if (isLast(view, at)) return found === null ? at : "twice";
    found ??= at;
  }
  return found;
}

async function readZip64End(read: ReadAt, end: number): Promise<Pick<DirectoryPlace, "count" | "start" | "end">> {
  const view = await read(end, ZIP64_END_BYTES);
  if (view.byteLength < ZIP64_END_BYTES) throw await refusedArchive(read, refuse("truncated"));
  if (view.getUint32(0, true) !== ZIP64_END_OF_DIRECTORY) {
    throw await refusedArchive(read, refuse("directoryDamaged", "it does not begin where it should"));
  }
  if (view.getUint32(16, true) !== 0) throw await refusedArchive(read, refuse("split"));
  return { count: readUint64(view, 32), start: readUint64(view, 48), end };
}

/** Returns how many more records there are after the stated number. @throws ArchiveRefusedError when the end record is elsewhere */
export async function countBeyond(read: ReadAt, { end }: DirectoryPlace, cursor: number): Promise<number> {
  // Otherwise entries could be missing without an error.
  if (cursor === end) return 0;
  const signature = await signatureAt(read, cursor);
  if (signature === DIGITAL_SIGNATURE) return 0;
  if (signature === CENTRAL_HEADER) return COUNT_WRAP;
  throw await refusedArchive(read, refuse("directoryDamaged", "it does not end where it should"));
}

/** Returns the error for a position where a record can't be read. */
export async function faultAt(read: ReadAt, { end }: DirectoryPlace, cursor: number, refusal: Refusal): Promise<ArchiveRefusedError> {
  if (cursor === end) return new ArchiveRefusedError(refuse("directoryDamaged", "it has fewer entries than it says"));
  return await refusedArchive(read, refusal);
}
