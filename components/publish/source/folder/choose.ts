import { type FolderFile, type Reading, readEntries, readFileList, readHandles } from "./reading";

interface ChosenFiles {
  /** Name of the folder. Null for files or for several items. */
  folderName: string | null;
  files: FolderFile[];
  /** Handle that reads the same folder again. Null in browsers without handles. */
  handle: FileSystemDirectoryHandle | null;
}

export interface Choice extends Pick<ChosenFiles, "folderName"> {
  read: (reading: Reading) => Promise<ChosenFiles>;
}

export function choiceOfHandle(handle: FileSystemDirectoryHandle): Choice {
  const folderName = handle.name;
  return { folderName, read: async (reading) => ({ folderName, handle, files: await readHandles([handle], reading) }) };
}

/** Returns the files, or the content of a folder, from a file chooser. */
export function choiceOfList(list: FileList): Choice {
  const [top, ...below] = list[0]?.webkitRelativePath.split("/") ?? [];
  const folderName = (below.length > 0 && top) || null;
  return { folderName, read: async (reading) => ({ folderName, handle: null, files: await readFileList(list, reading) }) };
}

/** Call it in the drop event. The browser discards the data afterwards. */
export function choiceOfDrop({ items }: DataTransfer): Choice {
  const dropped = Array.from(items).filter(({ kind }) => kind === "file");
  const entries = dropped.map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const [first] = entries;
  const folderName = entries.length === 1 && first?.isDirectory ? first.name : null;
  if (!dropped.every((item) => "getAsFileSystemHandle" in item)) {
    return { folderName, read: async (reading) => ({ folderName, handle: null, files: await readEntries(entries, reading) }) };
  }
  const asked = Promise.all(dropped.map((item) => item.getAsFileSystemHandle()));
  // The reader reports a failure.
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
