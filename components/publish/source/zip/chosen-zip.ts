/** A file that a person chose or dropped. */
export interface ChosenFile {
  file: File;
  /** By which it can be opened again after a reload; null where the browser offers none. */
  handle: FileSystemFileHandle | null;
}

/** Files of a file chooser of the page, which come without handles. */
export function withoutHandles(files: Iterable<File>): ChosenFile[] {
  return Array.from(files, (file) => ({ file, handle: null }));
}

/** What was dropped. To be called while the event is handled: afterwards the browser has forgotten it. */
export function droppedFiles({ items }: DataTransfer): Promise<ChosenFile[]> {
  const files = Array.from(items).filter(({ kind }) => kind === "file");
  return Promise.all(
    files.flatMap((item) => {
      const file = item.getAsFile();
      return file ? [withHandle(file, item)] : [];
    }),
  );
}

async function withHandle(file: File, item: DataTransferItem): Promise<ChosenFile> {
  const handle = "getAsFileSystemHandle" in item ? await item.getAsFileSystemHandle().catch(() => null) : null;
  return { file, handle: handle instanceof FileSystemFileHandle ? handle : null };
}

/**
 * Opens the browser's own file chooser, which gives handles.
 * @returns no file when the person chose none, null where there is no such chooser
 */
export async function pickZipFile(): Promise<ChosenFile[] | null> {
  if (!("showOpenFilePicker" in window)) return null;
  try {
    const handles = await window.showOpenFilePicker({
      id: "zip-upload",
      types: [{ description: "ZIP archive", accept: { "application/zip": [".zip"] } }],
    });
    return await Promise.all(handles.map(async (handle) => ({ handle, file: await handle.getFile() })));
  } catch (error) {
    // Closed without a choice. Anything else (a page in a frame, a forbidden folder) leaves the plain chooser.
    return error instanceof DOMException && error.name === "AbortError" ? [] : null;
  }
}

/**
 * Opens a file by a handle of earlier on, during a click: the browser may ask the person first.
 * @returns null when they did not allow it, or the file is no longer there
 */
export async function reopenFile(handle: FileSystemFileHandle): Promise<File | null> {
  try {
    return (await handle.requestPermission({ mode: "read" })) === "granted" ? await handle.getFile() : null;
  } catch {
    return null;
  }
}
