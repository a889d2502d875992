const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
const GIBIBYTE = 1024 * MEBIBYTE;
const TEBIBYTE = 1024 * GIBIBYTE;

export const archiveLimits = {
  /** Entries, including folders that only occur in paths of files. The server takes its own from MAX_FILES, by default this one. */
  entries: 10_000_000,
  /** Folders, which are kept in memory while entries are read. */
  folders: 1_000_000,
  totalSize: TEBIBYTE,
  /** Inflated bytes per byte of the archive. Text compresses 20 to 1 at best; the limit of deflate is 1032 to 1. */
  ratio: 200,
  /** The ratio counts from this size. Small archives of blank tiles are harmless at any ratio. */
  ratioCountsFrom: GIBIBYTE,
  depth: 64,
  nameBytes: 255,
  pathBytes: 1024,
  /** Bytes of the paths that are kept in memory together. */
  allPathsBytes: 256 * MEBIBYTE,
} as const;

/** Highest ratios of a deflate stream (258 bytes from two bits) and of Deflate64 (65,538 from 18), and an allowance for their frame. */
export const DEFLATE_MOST_RATIO = 1032;
export const DEFLATE64_MOST_RATIO = 29_128;
export const DEFLATE_FRAME_ALLOWANCE = 1024;

/** Up to here, blobs of inflated bytes may have any ratio. */
const INFLATED_FREELY_BYTES = 64 * MEBIBYTE;

/** Returns whether blobs with inflated bytes would take too much space for their stored bytes. @param ratio limit: INFLATE_RATIO */
export function isInflatedTooFar(storedSize: number, size: number, ratio: number): boolean {
  return size > INFLATED_FREELY_BYTES && size > storedSize * ratio;
}
