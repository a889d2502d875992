import { pipeline } from "node:stream/promises";
import { crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import { errorCode } from "../errors";

export type Damage = string | null;

export interface Promised {
  storedSize: number;
  size: number;
  crc32: number;
}

const INFLATE_CHUNK_BYTES = 256 * 1024;

export const damages = {
  checksum: "its checksum is wrong",
  size: "its size is wrong",
  deflate: "its compressed data is broken",
  header: "its header is missing",
  headerDiffers: "its header differs from the directory",
  overlaps: "it reaches into the next entry",
} as const;

/** Result of inflateRawSync with `info: true`, which the types of node:zlib lack. */
interface InflateInfo {
  buffer: Buffer;
  engine: { bytesWritten: number };
}

function isInflateError(error: unknown): boolean {
  const code = errorCode(error);
  return code.startsWith("Z_") || code === "ERR_BUFFER_TOO_LARGE";
}

export function checkStored(bytes: Buffer, promised: Promised): Damage {
  if (bytes.length !== promised.size) return damages.size;
  return crc32(bytes) === promised.crc32 ? null : damages.checksum;
}

/** Checks a whole deflated entry in memory. Inflates at most one byte more than its stated size. */
export function checkDeflated(bytes: Buffer, promised: Promised): Damage {
  // Some programs declare deflate for an empty file and write no bytes.
  if (bytes.length === 0) return checkStored(bytes, promised);
  let info: InflateInfo;
  try {
    // One byte more than stated: the output fits in one buffer, and excess bytes are noticed.
    const options = { info: true, chunkSize: Math.max(64, promised.size + 1), maxOutputLength: promised.size + 1 };
    info = inflateRawSync(bytes, options) as unknown as InflateInfo;
  } catch (error) {
    if (isInflateError(error)) return error instanceof RangeError ? damages.size : damages.deflate;
    throw error;
  }
  if (info.buffer.length !== promised.size) return damages.size;
  // Bytes after the deflate stream would break clients that get the stored bytes.
  if (info.engine.bytesWritten !== bytes.length) return damages.deflate;
  return crc32(info.buffer) === promised.crc32 ? null : damages.checksum;
}

/** Ends a stream of inflated bytes that don't match the directory, so that its consumer discards them. */
export class DamagedBytesError extends Error {
  override readonly name = "DamagedBytesError";
  /** @param ordinal of the entry in the directory, when several are inflated */
  constructor(
    readonly damage: string,
    readonly ordinal?: number,
  ) {
    super(damage);
  }
}

/** Passes bytes through and checks them. @throws DamagedBytesError at the end, or at the first excess byte */
export async function* checked(source: AsyncIterable<Buffer>, promised: Promised): AsyncGenerator<Buffer, void, undefined> {
  let crc = 0;
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > promised.size) throw new DamagedBytesError(damages.size);
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (size !== promised.size) throw new DamagedBytesError(damages.size);
  if (crc !== promised.crc32) throw new DamagedBytesError(damages.checksum);
}

/** Inflates a stream of any size. @throws DamagedBytesError unless it is one deflate stream of `storedSize` bytes */
export async function* inflated(source: AsyncIterable<Buffer>, storedSize: number): AsyncGenerator<Buffer, void, undefined> {
  const inflate = createInflateRaw({ chunkSize: INFLATE_CHUNK_BYTES });
  // The pipeline destroys the stream with errors of the source, so the loop below throws them.
  const feeding = pipeline(source, inflate).catch((error: unknown) => error);
  try {
    for await (const chunk of inflate) yield chunk as Buffer;
    if (inflate.bytesWritten !== storedSize) throw new DamagedBytesError(damages.deflate);
  } catch (error) {
    throw isInflateError(error) ? new DamagedBytesError(damages.deflate) : error;
  } finally {
    inflate.destroy();
    await feeding;
  }
}
