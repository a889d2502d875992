import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { extensionOf, tileFormats } from "../../http/content-type";
import type { Budget } from "../../maps/images/render/answer";

/** Many times what any tile server sends. */
const MOST_BYTES = 8 * 1024 * 1024;

const unpack = promisify(gunzip);

/** True for a tile that is gzip itself, which a server would say of it. @param bytes all of it */
export function isPackedTile(name: string, bytes: Buffer): boolean {
  return tileFormats.has(extensionOf(name)) && bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0x1f8b08;
}

/**
 * Unpacks a tile; one that is damaged stays as it is. What a tile says of its size is nothing to go by, so room for the largest
 * is taken first, and given back when it has turned out to be smaller.
 * @throws Error when it unpacks to more than a tile may have, or than there is left of the budget
 */
export async function unpackTile(bytes: Buffer, budget: Budget): Promise<Buffer> {
  const room = budget.reserveBytes(MOST_BYTES);
  if (room === 0) throw new Error("The map loads too much.");
  try {
    const unpacked = await unpack(bytes, { maxOutputLength: room });
    budget.returnBytes(room - unpacked.length);
    return unpacked;
  } catch (error) {
    if (error instanceof RangeError) throw new Error("A tile of the map unpacks to too much.", { cause: error });
    budget.returnBytes(room);
    return bytes;
  }
}
