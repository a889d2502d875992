import { breather } from "@/components/publish/source/folder/breather";
import type { FolderFile } from "../folder-file";
import type { Reading } from "./reading";

/** Takes what a file chooser gave, without holding the page up: a browser may look at the disk for the size of each file. */
export async function readFileList(list: Iterable<File>, { onProgress, signal }: Reading): Promise<FolderFile[]> {
  const files: FolderFile[] = [];
  const breathe = breather();
  for (const file of list) {
    // Reading the size is what may take time; it is known from then on.
    if (file.size >= 0) files.push({ path: (file.webkitRelativePath || file.name).normalize("NFC"), file });
    if (!(await breathe())) continue;
    signal.throwIfAborted();
    onProgress(files.length);
  }
  return files;
}
