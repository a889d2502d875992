import { downloadAddress } from "./file-address";

/**
 * Has the browser download files and folders of a map, and stays on the page.
 * @param project its safe name, or "assets"
 * @param paths one file comes as it is; a folder, or several items, as a ZIP
 * @throws RequestError when a single file is not there any more, or may not be had
 */
export async function downloadItems(project: string, paths: readonly string[]): Promise<void> {
  const link = document.createElement("a");
  link.href = downloadAddress(project, paths);
  link.download = "";
  link.click();
}
