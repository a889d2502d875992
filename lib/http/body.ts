import { AppError } from "../errors";

/** Reads a body as UTF-8 text without a byte order mark. Holds at most `limit` bytes. @throws AppError 413 over the limit */
export async function readText(request: Request, limit: number): Promise<string> {
  const tooLarge = () => new AppError("too_large", "The body is too large.");
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  if (!request.body) return "";
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(part.value);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
