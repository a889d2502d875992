import { z } from "zod";
import { AppError } from "../errors";

const keySchema = z.string().regex(/^[\x21-\x7e]{1,255}$/);

/**
 * The header by which a client says that a call is the same as one before (draft-ietf-httpapi-idempotency-key-header): whoever
 * repeats a call whose answer was lost, the browser included, is answered as if it had come once.
 * @returns null when the call has none
 * @throws AppError 400 for one that is longer than 255 characters, or has other than visible ASCII characters
 */
export function readIdempotencyKey({ headers }: { headers: Headers }): string | null {
  const key = headers.get("idempotency-key");
  if (key === null) return null;
  const parsed = keySchema.safeParse(key);
  if (!parsed.success) throw new AppError("bad_request", "Idempotency-Key must be 1 to 255 visible ASCII characters.");
  return parsed.data;
}
