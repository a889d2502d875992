import { FILES_PATH } from "@/lib/files/schema";

/**
 * Address of the bytes of files or folders of a map.
 * @param project its safe name, or "assets"
 * @param paths from the top of the map; one file comes as it is, anything else as a ZIP
 * @param isInline to be shown in the page rather than saved; for one file of a kind that can be shown
 */
export function downloadAddress(project: string, paths: readonly string[], isInline = false): string {
  const query = new URLSearchParams(paths.map((path) => ["filePath", path]));
  if (isInline) query.set("inline", "1");
  return `${FILES_PATH}/${encodeURIComponent(project)}/download?${query}`;
}
