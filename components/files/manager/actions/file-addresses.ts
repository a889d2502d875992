import { FILES_PATH } from "@/lib/files/values";

/** Returns the path of a call. @param call for example `browse` */
export function filesPath(project: string, call: string): string {
  return `${FILES_PATH}/${encodeURIComponent(project)}/${call}`;
}

/** Returns the download URL of a file, or of several items as a ZIP. @param isInline shows the file instead of saving it */
export function downloadAddress(project: string, paths: readonly string[], isInline = false): string {
  const query = new URLSearchParams(paths.map((path) => ["filePath", path]));
  if (isInline) query.set("inline", "1");
  return `${filesPath(project, "download")}?${query}`;
}
