import { ALONE_FROM_BYTES, PACK_MAX_BYTES, PACK_MAX_FILES, UPLOADS_AT_A_TIME } from "../limits";

/** Files whose bytes travel end to end in one upload. */
export interface PackPlan {
  /** Numbers of the files, in the order of their bytes. */
  files: Uint32Array;
  /** Bytes of all. */
  size: number;
}

/** So many packs for each upload that runs at a time, so that none is left alone with the rest for long. */
const PACKS_PER_UPLOAD = 3;

/**
 * Divides files among uploads: small ones end to end, as they come, large ones alone.
 * @param order numbers of the files
 * @param sizes bytes of each file by its number
 * @param mostFiles of a pack
 */
export function planPacks(order: readonly number[], sizes: readonly number[], mostFiles = PACK_MAX_FILES): PackPlan[] {
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
    if (bytes + sizeOf(number) > most || pack.length === mostFiles) close();
    pack.push(number);
    bytes += sizeOf(number);
  }
  close();
  const large = order.filter((number) => sizeOf(number) >= ALONE_FROM_BYTES);
  return [...packs, ...large.map((number) => ({ files: Uint32Array.of(number), size: sizeOf(number) }))];
}

/** Large packs are few requests; but a few megabytes in one pack would go through one upload while the others have nothing to do. */
function packSize(smallBytes: number): number {
  const share = Math.ceil(smallBytes / (UPLOADS_AT_A_TIME * PACKS_PER_UPLOAD));
  return Math.min(PACK_MAX_BYTES, Math.max(ALONE_FROM_BYTES, share));
}
