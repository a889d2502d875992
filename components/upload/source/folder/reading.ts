import { pathIn, visitFolders } from "@/lib/upload-client/reading/visit-folders";
import type { FolderFile as LocalFolderFile } from "@/lib/upload-client/send/byte-source";
import { eventLoopYielder } from "./event-loop";
import type { ChosenFile } from "./file-in-folder";

export type FolderFile = LocalFolderFile<File>;

export class UnreadableEntryError extends Error {
  override readonly name = "UnreadableEntryError";
  constructor(readonly path: string) {
    super(`${path} cannot be read`);
  }
}

export interface Reading {
  onProgress: (filesRead: number) => void;
  signal: AbortSignal;
}

export interface FolderAt<Folder> {
  path: string;
  folder: Folder;
}

export function isFolderHandle(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === "directory";
}

/** Reads files and folders of one kind. The casts below follow `isFile`, because the types don't narrow the class. */
export interface Access<Node, Content extends ChosenFile = File> {
  isFile(node: Node): boolean;
  open(file: Node): Promise<Content>;
  /** @throws UnreadableEntryError; the signal's reason */
  list(folder: Node, path: string, signal: AbortSignal): Promise<Node[]>;
}

const handleAccess: Access<FileSystemHandle> = {
  isFile: ({ kind }) => kind === "file",
  open: (file) => (file as FileSystemFileHandle).getFile(),
  async list(folder, _path, signal) {
    const handles: FileSystemHandle[] = [];
    for await (const handle of (folder as FileSystemDirectoryHandle).values()) {
      signal.throwIfAborted();
      handles.push(handle);
    }
    return handles;
  },
};

export const entryAccess: Access<FileSystemEntry> = {
  isFile: (entry) => entry.isFile,
  open: (file) => new Promise((resolve, reject) => (file as FileSystemFileEntry).file(resolve, reject)),
  async list(folder, path, signal) {
    const reader = (folder as FileSystemDirectoryEntry).createReader();
    const entries: FileSystemEntry[] = [];
    while (true) {
      signal.throwIfAborted();
      // Browsers return at most 100 entries at a time.
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
        reader.readEntries(resolve, () => reject(new UnreadableEntryError(path)));
      });
      if (some.length === 0) return entries;
      entries.push(...some);
    }
  },
};

/**
 * Reads files and folders by handles. `webkitdirectory` would block the page for seconds with 100,000 files.
 * @throws UnreadableEntryError; the signal's reason
 */
export function readHandles(handles: readonly FileSystemHandle[], reading: Reading): Promise<FolderFile[]> {
  return readNodes(handles, handleAccess, reading);
}

/** Reads dropped files and folders in browsers without handles. @throws UnreadableEntryError; the signal's reason */
export function readEntries(entries: readonly FileSystemEntry[], reading: Reading): Promise<FolderFile[]> {
  return readNodes(entries, entryAccess, reading);
}

/** Reads the list of a file chooser without blocking the page. Browsers may read the disk for the size of each file. */
export async function readFileList(list: Iterable<File>, { onProgress, signal }: Reading): Promise<FolderFile[]> {
  const files: FolderFile[] = [];
  const yieldToEvents = eventLoopYielder();
  for (const file of list) {
    if (file.size >= 0) files.push({ path: (file.webkitRelativePath || file.name).normalize("NFC"), file });
    if (!(await yieldToEvents())) continue;
    signal.throwIfAborted();
    onProgress(files.length);
  }
  return files;
}

/** Reads the files of one folder. @returns its subfolders @throws UnreadableEntryError; the signal's reason */
export async function readFolderHandle(
  { path, folder }: FolderAt<FileSystemDirectoryHandle>,
  files: FolderFile[],
  reading: Reading,
): Promise<FolderAt<FileSystemDirectoryHandle>[]> {
  const children = await handleAccess.list(folder, path, reading.signal);
  await openAll(
    children.filter((child) => child.kind === "file"),
    path,
    handleAccess,
    files,
    reading,
  );
  return children.filter(isFolderHandle).map((child) => ({ path: pathIn(path, child.name), folder: child }));
}

/** @throws UnreadableEntryError; the signal's reason */
export async function readNodes<Node extends { name: string }, Content extends ChosenFile>(
  nodes: readonly Node[],
  access: Access<Node, Content>,
  reading: Reading,
): Promise<LocalFolderFile<Content>[]> {
  const files: LocalFolderFile<Content>[] = [];
  const readFolder = async (path: string, children: readonly Node[]) => {
    const alone = children.filter((child) => access.isFile(child));
    await openAll(alone, path, access, files, reading);
    return children.filter((child) => !access.isFile(child)).map((folder) => ({ path: pathIn(path, folder.name), folder }));
  };
  await visitFolders(await readFolder("", nodes), async ({ path, folder }) =>
    readFolder(path, await access.list(folder, path, reading.signal)),
  );
  return files;
}

/** Concurrent reads per folder. Fewer leave the browser idle. The answers to more block the page. */
const REQUESTS_AT_A_TIME = 64;

async function openAll<Node extends { name: string }, Content extends ChosenFile>(
  nodes: readonly Node[],
  folder: string,
  access: Access<Node, Content>,
  files: LocalFolderFile<Content>[],
  { onProgress, signal }: Reading,
): Promise<void> {
  for (let from = 0; from < nodes.length; from += REQUESTS_AT_A_TIME) {
    signal.throwIfAborted();
    const batch = nodes.slice(from, from + REQUESTS_AT_A_TIME);
    const opened = await Promise.all(
      batch.map(async (node) => {
        const path = pathIn(folder, node.name).normalize("NFC");
        const file = await access.open(node).catch(() => {
          throw new UnreadableEntryError(path);
        });
        return { path, file };
      }),
    );
    files.push(...opened);
    onProgress(files.length);
  }
}

interface ChosenFiles {
  /** Name of the folder. Null for files or for several items. */
  folderName: string | null;
  files: FolderFile[];
  /** Handle that reads the same folder again. Null in browsers without handles. */
  handle: FileSystemDirectoryHandle | null;
}

export interface Choice extends Pick<ChosenFiles, "folderName"> {
  /** Name of the folder, or of the first file. */
  firstName: string;
  read: (reading: Reading) => Promise<ChosenFiles>;
  /** Undefined in browsers without handles. */
  handles?: () => Promise<FileSystemHandle[]>;
  /** Of the same items as the handles. Undefined when they have no metadata. */
  entries?: FileSystemEntry[];
}

function choiceOfHandles(folderName: string | null, firstName: string, handles: () => Promise<FileSystemHandle[]>): Choice {
  const read = async (reading: Reading) => {
    const chosen = await handles();
    return { folderName, handle: onlyFolder(chosen), files: await readHandles(chosen, reading) };
  };
  return { folderName, firstName, handles, read };
}

/** Returns the folder if it was chosen alone. */
export function onlyFolder([handle, ...others]: readonly FileSystemHandle[]): FileSystemDirectoryHandle | null {
  return handle && others.length === 0 && isFolderHandle(handle) ? handle : null;
}

export function choiceOfHandle(handle: FileSystemDirectoryHandle): Choice {
  return choiceOfHandles(handle.name, handle.name, () => Promise.resolve([handle]));
}

/** Returns the files, or the content of a folder, from a file chooser. */
export function choiceOfList(list: FileList): Choice {
  const [top, ...below] = list[0]?.webkitRelativePath.split("/") ?? [];
  const folderName = (below.length > 0 && top) || null;
  const firstName = folderName ?? list[0]?.name ?? "";
  return { folderName, firstName, read: async (reading) => ({ folderName, handle: null, files: await readFileList(list, reading) }) };
}

/** Call it in the drop event. The browser discards the data afterwards. */
export function choiceOfDrop({ items }: DataTransfer): Choice {
  const dropped = Array.from(items).filter(({ kind }) => kind === "file");
  const entries = dropped.map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const [first] = entries;
  const folderName = entries.length === 1 && first?.isDirectory ? first.name : null;
  const firstName = first?.name ?? "";
  if (!dropped.every((item) => "getAsFileSystemHandle" in item)) {
    return { folderName, firstName, read: async (reading) => ({ folderName, handle: null, files: await readEntries(entries, reading) }) };
  }
  const asked = Promise.all(dropped.map((item) => item.getAsFileSystemHandle()));
  // The reader reports a failure.
  asked.catch(() => undefined);
  const choice = choiceOfHandles(folderName, firstName, async () => (await asked).filter((handle) => handle !== null));
  return entries.every((entry) => "getMetadata" in entry) ? { ...choice, entries } : choice;
}
