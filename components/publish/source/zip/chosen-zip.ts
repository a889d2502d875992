export interface ChosenZip {
  file: File;
  /** Handle that opens the file after a reload. Null in browsers without handles. */
  handle: FileSystemFileHandle | null;
}

export function withoutHandles(files: Iterable<File>): ChosenZip[] {
  return Array.from(files, (file) => ({ file, handle: null }));
}

/** Call it in the drop event. The browser discards the data afterwards. */
export function droppedFiles({ items }: DataTransfer): Promise<ChosenZip[]> {
  const files = Array.from(items).filter(({ kind }) => kind === "file");
  return Promise.all(
    files.flatMap((item) => {
      const file = item.getAsFile();
      return file ? [withHandle(file, item)] : [];
    }),
  );
}

async function withHandle(file: File, item: DataTransferItem): Promise<ChosenZip> {
  const handle = "getAsFileSystemHandle" in item ? await item.getAsFileSystemHandle().catch(() => null) : null;
  return { file, handle: handle instanceof FileSystemFileHandle ? handle : null };
}

/** Opens the file picker that returns handles. @returns [] when cancelled, null without such a picker */
export async function pickZipFile(): Promise<ChosenZip[] | null> {
  if (!("showOpenFilePicker" in window)) return null;
  try {
    const handles = await window.showOpenFilePicker({
      id: "zip-upload",
      types: [{ description: "ZIP archive", accept: { "application/zip": [".zip"] } }],
    });
    return await Promise.all(handles.map(async (handle) => ({ handle, file: await handle.getFile() })));
  } catch (error) {
    // The user closed the picker. After other errors (a page in a frame) the plain chooser is used.
    return error instanceof DOMException && error.name === "AbortError" ? [] : null;
  }
}

/** Opens a file by its stored handle. Call it during a click: the browser may ask for permission. @returns null without a file */
export async function reopenFile(handle: FileSystemFileHandle): Promise<File | null> {
  try {
    return (await handle.requestPermission({ mode: "read" })) === "granted" ? await handle.getFile() : null;
  } catch {
    return null;
  }
}
