import { z } from "zod";
import { answerOf } from "@/components/shared/request-json";
import { FILES_PATH, type FileContent } from "@/lib/files/schema";

/** A file's text, and the sign of this version of it. */
export interface LoadedContent extends FileContent {
  /** Null where something on the way has taken it out. */
  etag: string | null;
}

const addressOf = (project: string) => `${FILES_PATH}/${encodeURIComponent(project)}/file-content`;

/** @throws RequestError: 404 gone, 413 too large, 415 no text */
export async function loadContent(project: string, path: string, signal?: AbortSignal): Promise<LoadedContent> {
  const { body, headers } = await answerOf(`${addressOf(project)}?${new URLSearchParams({ filePath: path })}`, { signal });
  // The answer of our own API; its type is the one that the handler is written with.
  return { ...(body as FileContent), etag: headers.get("ETag") };
}

const savedSchema = z.object({ message: z.string().catch("") });

export interface SavedContent {
  message: string;
  etag: string | null;
}

export interface ContentToSave {
  path: string;
  content: string;
  /** The file's own unless given. */
  encoding?: string;
  /** The version that this one takes the place of; null for whichever there is. */
  basedOn: string | null;
}

/** @throws RequestError: 404 gone, 409 another version is there by now, 413 too large, 422 the encoding lacks a character */
export async function saveContent(project: string, { path, content, encoding, basedOn }: ContentToSave): Promise<SavedContent> {
  const { body, headers } = await answerOf(addressOf(project), {
    method: "PUT",
    headers: { "Content-Type": "application/json", ...(basedOn ? { "If-Match": basedOn } : {}) },
    body: JSON.stringify({ filePath: path, content, encoding }),
  });
  return { ...savedSchema.parse(body), etag: headers.get("ETag") };
}
