import type { IncomingMessage } from "node:http";
import { AppError } from "../../lib/errors";
import { IMAGE_SIZE_MESSAGE, MAX_IMAGE_BYTES } from "../../lib/maps/images/schema";

/** A client that sends nothing of its picture for so long is gone. */
const IDLE_MS = 30_000;
/** Five megabytes take as long on a line of 350 kbit/s. */
const LIMIT_MS = 120_000;

const SLOW_MESSAGE = "Sending the picture took too long. Please try again on a faster connection.";

/**
 * Reads no more than is allowed, whatever the client says of the length, and for no longer, however little it sends at a time.
 * @param limitMs from now to the last byte
 * @throws AppError 413, 400 when it takes too long
 */
export async function readImageBody(request: IncomingMessage, limitMs = LIMIT_MS): Promise<Buffer> {
  const tooLarge = () => new AppError("too_large", IMAGE_SIZE_MESSAGE);
  if (Number(request.headers["content-length"] ?? 0) > MAX_IMAGE_BYTES) throw tooLarge();
  request.socket.setTimeout(IDLE_MS);
  request.once("end", () => request.socket.setTimeout(0));
  const began = performance.now();
  const chunks: Buffer[] = [];
  let size = 0;
  // Left early, the stream stays open: the answer still has to go out on its connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_IMAGE_BYTES) throw tooLarge();
    // One that sends nothing at all is ended by its socket.
    if (performance.now() - began > limitMs) throw new AppError("bad_request", SLOW_MESSAGE);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
