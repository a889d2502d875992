const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
const GIBIBYTE = 1024 * MEBIBYTE;
const TEBIBYTE = 1024 * GIBIBYTE;

/**
 * What an archive may declare. The browser refuses by the same numbers before anything is uploaded.
 * Sizes are bytes.
 */
export const archiveLimits = {
  /** Records of the directory and folders that only their files' paths name, together. */
  entries: 1_000_000,
  /** All files inflated. */
  totalSize: TEBIBYTE,
  /** Inflated to stored bytes of the whole archive. Text compresses 20 to 1 at best; deflate's own limit is 1032 to 1. */
  ratio: 200,
  /** Small archives of blank tiles or empty tables do no harm, whatever their ratio. */
  ratioCountsFrom: GIBIBYTE,
  /** Folders above a file, and the file. */
  depth: 64,
  /** One component of a path, as every file system has it. */
  nameBytes: 255,
  /** A whole path. */
  pathBytes: 1024,
  /** All paths together: what a reader must be able to hold in memory. */
  allPathsBytes: 256 * MEBIBYTE,
} as const;

/** No deflate stream inflates to more: 258 bytes out of two bits, and a few bytes for its frame. */
export const DEFLATE_MOST_RATIO = 1032;
export const DEFLATE_FRAME_ALLOWANCE = 1024;
