import { pipeline } from "node:stream/promises";
import { crc32, createInflateRaw, inflateRawSync } from "node:zlib";

/** What is wrong with the bytes of an entry, in the words of the message; null when nothing is. */
export type Damage = string | null;

/** What the directory promises. */
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

/** node:zlib's types know the engine only as a buffer's companion. */
interface InflateInfo {
  buffer: Buffer;
  engine: { bytesWritten: number };
}

/** An error of zlib itself, as opposed to one of the store that the bytes come from. */
function isInflateError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code.startsWith("Z_") || code === "ERR_BUFFER_TOO_LARGE";
}

/** Checks a whole stored entry in memory. */
export function checkStored(bytes: Buffer, promised: Promised): Damage {
  if (bytes.length !== promised.size) return damages.size;
  return crc32(bytes) === promised.crc32 ? null : damages.checksum;
}

/** Checks a whole deflated entry in memory. It is never inflated beyond its promised size. */
export function checkDeflated(bytes: Buffer, promised: Promised): Damage {
  // Some writers declare deflate for an empty file and write nothing.
  if (bytes.length === 0) return checkStored(bytes, promised);
  let info: InflateInfo;
  try {
    // One byte more than promised, so that a single buffer holds it all and shows what is beyond.
    const options = { info: true, chunkSize: Math.max(64, promised.size + 1), maxOutputLength: promised.size + 1 };
    info = inflateRawSync(bytes, options) as unknown as InflateInfo;
  } catch (error) {
    if (isInflateError(error)) return error instanceof RangeError ? damages.size : damages.deflate;
    throw error;
  }
  if (info.buffer.length !== promised.size) return damages.size;
  // Bytes after the end of the deflate stream would break a stream that is passed on as it stands.
  if (info.engine.bytesWritten !== bytes.length) return damages.deflate;
  return crc32(info.buffer) === promised.crc32 ? null : damages.checksum;
}

/** Thrown into whoever takes the inflated bytes, so that nothing of them is kept. */
export class DamagedBytesError extends Error {
  override readonly name = "DamagedBytesError";
  constructor(readonly damage: string) {
    super(damage);
  }
}

/** Passes bytes on and checks them against the promise. @throws DamagedBytesError at the end, or as soon as there are too many. */
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

/** Inflates a stream of any size. @throws DamagedBytesError when it is no deflate stream of exactly that length. */
export async function* inflated(source: AsyncIterable<Buffer>, storedSize: number): AsyncGenerator<Buffer, void, undefined> {
  const inflate = createInflateRaw({ chunkSize: INFLATE_CHUNK_BYTES });
  // What goes wrong with the source is thrown by the loop below too: the pipeline destroys the stream with it.
  const feeding = pipeline(source, inflate).catch((error: unknown) => error);
  try {
    for await (const chunk of inflate) yield chunk as Buffer;
    // A stream that ends before its bytes do would break where it is passed on as it stands.
    if (inflate.bytesWritten !== storedSize) throw new DamagedBytesError(damages.deflate);
  } catch (error) {
    throw isInflateError(error) ? new DamagedBytesError(damages.deflate) : error;
  } finally {
    inflate.destroy();
    await feeding;
  }
}
