import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { AppError } from "../../lib/errors";
import { IMAGE_SIZE_MESSAGE, MAX_IMAGE_BYTES } from "../../lib/maps/images/schema";
import { limitBytes, limitIdleTime, readChunks, withTimeLimit } from "../http/body-limits";
import { checkLength } from "../http/read-body";

/** A client that sends nothing for this long is disconnected. Milliseconds. */
const IDLE_MS = 30_000;
/** Five megabytes take this long at 350 kbit/s. Milliseconds. */
const LIMIT_MS = 120_000;

/**
 * Reads the bytes of a thumbnail within limits of size and time.
 * @param limitMs until the last byte
 * @throws AppError 413, 400 when it takes too long
 */
export function readImageBody(request: IncomingMessage, limitMs = LIMIT_MS): Promise<Buffer> {
  const tooLarge = () => new AppError("too_large", IMAGE_SIZE_MESSAGE);
  const tooSlow = new AppError("bad_request", "Sending the picture took too long. Please try again on a faster connection.");
  checkLength(request, MAX_IMAGE_BYTES, tooLarge);
  limitIdleTime(request, IDLE_MS);
  return withTimeLimit(limitMs, tooSlow, (signal) => buffer(limitBytes(readChunks(request, signal), MAX_IMAGE_BYTES, tooLarge)));
}
