import { z } from "zod";
import { parseAnswer, requestWithHeaders } from "@/components/shared/request-json";
import { type FileContent, fileContentSchema } from "@/lib/files/schema";
import { filesPath } from "../manager/actions/file-calls";

export interface LoadedContent extends FileContent {
  /** Null when a proxy removed the header. */
  etag: string | null;
}

/** Loads a text file. @throws RequestError with 404 when it doesn't exist, 413 when it is too large, 415 when it isn't text */
export async function loadContent(project: string, path: string, signal: AbortSignal): Promise<LoadedContent> {
  const { body, headers } = await requestWithHeaders(`${filesPath(project, "file-content")}?${new URLSearchParams({ filePath: path })}`, {
    signal,
  });
  return { ...parseAnswer(fileContentSchema, body), etag: headers.get("ETag") };
}

const savedSchema = z.object({ message: z.string().catch("") });

interface ContentToSave {
  filePath: string;
  content: string;
  encoding: string | undefined;
}

/**
 * Saves a text file. @param basedOn ETag of the version to replace; null replaces any version
 * @throws RequestError with 404 when the file doesn't exist, 409 when its version differs, 413 when it is too large, 422 when the
 * encoding lacks a character
 */
export async function saveContent(project: string, content: ContentToSave, basedOn: string | null) {
  const { body, headers } = await requestWithHeaders(filesPath(project, "file-content"), {
    method: "PUT",
    headers: { "Content-Type": "application/json", ...(basedOn ? { "If-Match": basedOn } : {}) },
    body: JSON.stringify(content),
  });
  return { ...savedSchema.parse(body), etag: headers.get("ETag") };
}
