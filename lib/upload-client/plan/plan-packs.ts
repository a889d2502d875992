import { ALONE_FROM_BYTES, PACK_MAX_BYTES, PACK_MAX_FILES, UPLOADS_AT_A_TIME } from "../limits";
import { type Bytes, rangesToCompare, type SentRange } from "../send/sent-ranges";
import type { FileTable } from "./file-table";
import type { StoredPack, StoredPlan } from "./plan-store";

/** Files that one upload sends end to end. */
export interface Pack {
  id: string;
  size: number;
  /** Numbers of the files, in the order of their bytes. */
  files: Uint32Array;
  /** URL of an upload with a part of the pack. */
  uploadUrl: string | null;
  /** What was sent of it before. */
  sent?: readonly SentRange[];
}

type PackPlan = Pick<Pack, "files" | "size">;

/** Packs per upload. Several, so that the uploads end at about the same time. */
const PACKS_PER_UPLOAD = 3;

/** Divides files among uploads: packs of small files, and large files alone. @param order file numbers @param sizes bytes by file number */
export function planPacks(order: readonly number[], sizes: readonly number[]): PackPlan[] {
  const sizeOf = (number: number) => sizes[number] ?? 0;
  const small = order.filter((number) => sizeOf(number) < ALONE_FROM_BYTES);
  const most = packSize(small.reduce((sum, number) => sum + sizeOf(number), 0));
  const packs: PackPlan[] = [];
  let pack: number[] = [];
  let bytes = 0;
  const close = () => {
    if (pack.length > 0) packs.push({ files: Uint32Array.from(pack), size: bytes });
    pack = [];
    bytes = 0;
  };
  for (const number of small) {
    if (bytes + sizeOf(number) > most || pack.length === PACK_MAX_FILES) close();
    pack.push(number);
    bytes += sizeOf(number);
  }
  close();
  const large = order.filter((number) => sizeOf(number) >= ALONE_FROM_BYTES);
  return [...packs, ...large.map((number) => ({ files: Uint32Array.of(number), size: sizeOf(number) }))];
}

/** Larger packs need fewer requests, but a few megabytes must not end up in a single upload. */
function packSize(smallBytes: number): number {
  const share = Math.ceil(smallBytes / (UPLOADS_AT_A_TIME * PACKS_PER_UPLOAD));
  return Math.min(PACK_MAX_BYTES, Math.max(ALONE_FROM_BYTES, share));
}

/** Numbers of files. */
export interface FolderChanges {
  added: number;
  changed: number;
  removed: number;
}

interface MatchedPacks {
  /** Unchanged packs, with the current numbers of their files. */
  kept: { pack: StoredPack; files: Uint32Array }[];
  dropped: StoredPack[];
  changes: FolderChanges;
}

/** Reads the files of a pack. @returns true when they still have the bytes that were sent */
export type HasSent = (files: Uint32Array, ranges: SentRange[]) => Promise<boolean>;

/** Finds the packs of an earlier upload in the current folder. @param wanted returns whether to upload a file */
export async function matchPacks(
  table: FileTable,
  { packs, progress }: StoredPlan,
  hasSent: HasSent,
  wanted: (number: number) => boolean,
): Promise<MatchedPacks> {
  const matched: MatchedPacks = { kept: [], dropped: [], changes: { added: 0, changed: 0, removed: 0 } };
  const { changes } = matched;
  const known = new Set<number>();
  for (const pack of packs) {
    const { same, touched } = findSame(table, pack, known, changes);
    const files = Uint32Array.from(same);
    const isUsable = same.length === pack.paths.length && same.every(wanted);
    const ranges = isUsable ? rangesToCompare(progress.get(pack.packId), touched, same.length === 1) : null;
    const isKept = ranges !== null && (ranges.length === 0 || (await hasSent(files, ranges)));
    if (isKept) matched.kept.push({ pack, files });
    else matched.dropped.push(pack);
    // At least one file has changed when the bytes differ and no time does.
    if (!isKept) changes.changed += touched.length || Number(isUsable);
  }
  for (const [number, path] of table.paths.entries()) if (path !== null && !known.has(number)) changes.added += 1;
  return matched;
}

/** @returns numbers of the files of the same size, and the bytes of touched ones; counts the others, and adds known numbers to `known` */
function findSame(table: FileTable, { paths, sizes, times }: StoredPack, known: Set<number>, changes: FolderChanges) {
  const same: number[] = [];
  const touched: Bytes[] = [];
  let to = 0;
  for (const [place, path] of paths.entries()) {
    const from = to;
    to += sizes[place] ?? 0;
    const number = table.find(path);
    if (number === undefined) {
      changes.removed += 1;
      continue;
    }
    known.add(number);
    if (table.sizes[number] !== sizes[place]) changes.changed += 1;
    else {
      same.push(number);
      if (table.times[number] !== times[place]) touched.push({ from, to });
    }
  }
  return { same, touched };
}
