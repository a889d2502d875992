import { ALONE_FROM_BYTES, PACK_MAX_BYTES, PACK_MAX_FILES, UPLOADS_AT_A_TIME } from "../limits";
import type { SentRange } from "../send/sent-ranges";

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
