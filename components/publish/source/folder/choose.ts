import type { ChosenFiles } from "@/components/folder-upload/folder-file";
import { readEntries } from "@/components/folder-upload/reading/read-entries";
import { readFileList } from "@/components/folder-upload/reading/read-file-list";
import { readHandles } from "@/components/folder-upload/reading/read-handles";
import type { Reading } from "@/components/folder-upload/reading/reading";

/** Something that was chosen and is still to be read. */
export interface Choice {
  /** Of the folder; null for files, or for several things. */
  folderName: string | null;
  read: (reading: Reading) => Promise<ChosenFiles>;
}

/** A folder that the browser has opened for the page. */
export function choiceOfHandle(handle: FileSystemDirectoryHandle): Choice {
  const folderName = handle.name;
  return { folderName, read: async (reading) => ({ folderName, handle, files: await readHandles([handle], reading) }) };
}

/** Files, or the content of a folder, from a file chooser. @param list that nobody empties: it may be too long to copy */
export function choiceOfList(list: FileList): Choice {
  const [top, ...below] = list[0]?.webkitRelativePath.split("/") ?? [];
  const folderName = (below.length > 0 && top) || null;
  return { folderName, read: async (reading) => ({ folderName, handle: null, files: await readFileList(list, reading) }) };
}

/** What was dropped. It has to be asked for while the drop is being handled: afterwards the browser has forgotten it. */
export function choiceOfDrop({ items }: DataTransfer): Choice {
  const dropped = Array.from(items).filter(({ kind }) => kind === "file");
  const entries = dropped.map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const [first] = entries;
  const folderName = entries.length === 1 && first?.isDirectory ? first.name : null;
  if (!dropped.every((item) => "getAsFileSystemHandle" in item)) {
    return { folderName, read: async (reading) => ({ folderName, handle: null, files: await readEntries(entries, reading) }) };
  }
  const asked = Promise.all(dropped.map((item) => item.getAsFileSystemHandle()));
  // Who reads it hears of a failure; until then it is nobody's.
  asked.catch(() => undefined);
  return {
    folderName,
    read: async (reading) => {
      const handles = (await asked).filter((handle) => handle !== null);
      const [handle] = handles;
      const isFolder = handles.length === 1 && handle?.kind === "directory";
      return { folderName, handle: isFolder ? (handle as FileSystemDirectoryHandle) : null, files: await readHandles(handles, reading) };
    },
  };
}
