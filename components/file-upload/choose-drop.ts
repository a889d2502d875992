import { choiceOfDrop, choiceOfList } from "@/components/publish/source/folder/choose";
import type { UploadChoice, UploadKind } from "./upload-state";

/** True of what comes from outside the page; what is dragged within it has no files. */
export function hasFiles({ types }: DataTransfer): boolean {
  return types.includes("Files");
}

/**
 * What was dropped. It has to be asked for while the drop is being handled: afterwards the browser has forgotten it.
 * @returns null when nothing of it is a file
 */
export function chooseDrop(dropped: DataTransfer): { choice: UploadChoice; kind: UploadKind } | null {
  const items = Array.from(dropped.items).filter(({ kind }) => kind === "file");
  const entries = items.map((item) => item.webkitGetAsEntry());
  // A picture out of another program, say, is a file that lies on no disk.
  if (entries.some((entry) => entry === null)) {
    return dropped.files.length === 0 ? null : { choice: choiceOfList(dropped.files), kind: "files" };
  }
  if (entries.length === 0) return null;
  return { choice: choiceOfDrop(dropped), kind: entries.some((entry) => entry?.isDirectory) ? "folder" : "files" };
}
