import { RequestError } from "@/components/shared/request-json";
import { EDITABLE_BYTES } from "@/lib/files/schema";
import { loadContent } from "../editor/file-content-calls";
import type { PreviewSource } from "./preview-source";

export const EXCERPT_BYTES = 256 * 1024;

export interface ReadText {
  text: string;
  isExcerpt: boolean;
}

async function readExcerpt(url: string, signal: AbortSignal): Promise<string> {
  const headers = { Range: `bytes=0-${EXCERPT_BYTES - 1}` };
  const response = await fetch(url, { cache: "no-store", headers, signal }).catch((cause: unknown) => {
    throw new RequestError("", 0, {}, { cause });
  });
  if (!response.ok) throw new RequestError("", response.status);
  // A server without range support sends the whole file. A range may end within a character.
  return (await response.text()).slice(0, EXCERPT_BYTES).replace(/\uFFFD+$/, "");
}

/** Reads a text file, or the start of a large one. @throws RequestError with status 415 for a file that isn't text */
export async function readText({ project, path, url, size }: PreviewSource, signal: AbortSignal): Promise<ReadText> {
  const isExcerpt = size > EDITABLE_BYTES;
  const text = isExcerpt ? await readExcerpt(url, signal) : (await loadContent(project, path, signal)).content;
  if (text.slice(0, 8_192).includes("\0")) throw new RequestError("", 415);
  return { text, isExcerpt };
}
