import { RequestError } from "@/components/shared/request-json";
import { EDITABLE_BYTES } from "@/lib/files/schema";
import type { PreviewSource } from "./preview-source";

/** So much of a text that is too large to be read as a whole. Bytes. */
export const EXCERPT_BYTES = 256 * 1024;

export interface ReadText {
  text: string;
  /** It goes on behind this. */
  isExcerpt: boolean;
}

/** True of what no text has in it, but almost everything else. */
const looksBinary = (text: string) => text.slice(0, 8_192).includes("\0");

async function readBytes({ url, size }: PreviewSource, isExcerpt: boolean, signal: AbortSignal): Promise<string> {
  const headers: HeadersInit = isExcerpt && size > EXCERPT_BYTES ? { Range: `bytes=0-${EXCERPT_BYTES - 1}` } : {};
  const response = await fetch(url, { cache: "no-store", headers, signal }).catch((cause: unknown) => {
    throw new RequestError("", 0, {}, { cause });
  });
  if (!response.ok) throw new RequestError("", response.status);
  const text = await response.text();
  // A server without ranges has sent all of it; the last character of a part may have been cut through.
  return isExcerpt ? text.slice(0, EXCERPT_BYTES).replace(/\uFFFD+$/, "") : text;
}

/**
 * Reads a text to be shown: all of it where it is small, else its beginning.
 * @throws RequestError of status 415 when it turns out to be no text
 */
export async function readText(source: PreviewSource, signal: AbortSignal): Promise<ReadText> {
  const isExcerpt = source.size > EDITABLE_BYTES;
  const text = source.text && !isExcerpt ? await source.text() : await readBytes(source, isExcerpt, signal);
  if (looksBinary(text)) throw new RequestError("", 415);
  return { text, isExcerpt };
}
