import type { FileItem } from "@/lib/files/schema";
import { downloadAddress } from "../manager/actions/file-calls";
import { isTextual, previewKind } from "./preview-kind";

export interface PreviewSource extends Pick<FileItem, "path" | "name" | "size"> {
  project: string;
  url: string;
}

/** Returns the source of a file's preview. @param version changes with the content, so that the browser doesn't use its cache */
export function previewSource(project: string, file: Pick<FileItem, "path" | "name" | "size">, version: string): PreviewSource {
  const { path, name, size } = file;
  // Text is fetched by script, and the server may not allow its type inline.
  const isShown = !isTextual(name) || previewKind(name) === "image";
  return { project, path, name, size, url: `${downloadAddress(project, [path], isShown)}&v=${encodeURIComponent(version)}` };
}
