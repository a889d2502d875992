import { z } from "zod";
import { parseAnswer, requestWithHeaders } from "@/components/shared/request-json";
import { type FileContent, fileContentSchema } from "@/lib/files/schema";
import { filesPath } from "../manager/actions/file-calls";

export interface LoadedContent extends FileContent {
  /** Null where a proxy has removed it. */
  etag: string | null;
}

/** @throws RequestError: 404 gone, 413 too large, 415 no text */
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
 * Saves a text. @param basedOn the version that it replaces; null for whichever there is
 * @throws RequestError: 404 gone, 409 another version is there by now, 413 too large, 422 the encoding lacks a character
 */
export async function saveContent(project: string, content: ContentToSave, basedOn: string | null) {
  const { body, headers } = await requestWithHeaders(filesPath(project, "file-content"), {
    method: "PUT",
    headers: { "Content-Type": "application/json", ...(basedOn ? { "If-Match": basedOn } : {}) },
    body: JSON.stringify(content),
  });
  return { ...savedSchema.parse(body), etag: headers.get("ETag") };
}
