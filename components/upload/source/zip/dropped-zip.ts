export interface ChosenZip {
  file: File;
  /** Handle that opens the file after a reload. Null in browsers without handles. */
  handle: FileSystemFileHandle | null;
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
