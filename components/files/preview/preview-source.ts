import type { FileItem } from "@/lib/files/schema";
import { downloadAddress } from "../manager/actions/file-calls";
import { isTextual, previewKind } from "./preview-kind";

export interface PreviewSource extends Pick<FileItem, "path" | "name" | "size"> {
  project: string;
  url: string;
}

/** @param version changes with the bytes: for the same URL the browser would show those that it has kept */
export function previewSource(project: string, file: Pick<FileItem, "path" | "name" | "size">, version: string): PreviewSource {
  const { path, name, size } = file;
  // A text is read by program, and may be of a kind that the server does not send to be shown.
  const isShown = !isTextual(name) || previewKind(name) === "image";
  return { project, path, name, size, url: `${downloadAddress(project, [path], isShown)}&v=${encodeURIComponent(version)}` };
}
