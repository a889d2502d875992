import { z } from "zod";
import { AppError } from "../errors";

const keySchema = z.string().regex(/^[\x21-\x7e]{1,255}$/);

/** Reads the Idempotency-Key header. @throws AppError 400 over 255 characters or for other than visible ASCII */
export function readIdempotencyKey({ headers }: { headers: Headers }): string | null {
  const key = headers.get("idempotency-key");
  if (key === null) return null;
  const parsed = keySchema.safeParse(key);
  if (!parsed.success) throw new AppError("bad_request", "Idempotency-Key must be 1 to 255 visible ASCII characters.");
  return parsed.data;
}
