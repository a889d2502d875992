import { type ChosenFile, FileInFolder } from "./file-in-folder";
import { type Access, entryAccess, isFolderHandle, type Reading, readNodes } from "./reading";

interface DroppedNode {
  name: string;
  entry: FileSystemEntry;
  /** The folder that contains it. Null when it can't be opened by a handle. */
  parent: FileSystemDirectoryHandle | null;
  /** Of a dropped folder. */
  handle?: FileSystemHandle | undefined;
}

/** Names of files that handles open. They refuse others, such as `con.txt`, `a:b` and `site.url`. */
const OPENED_BY_HANDLES =
  /^(?!(?:con|prn|aux|nul|com\d|lpt\d|desktop|thumbs)(?:\.|$))[\p{L}\p{N}_][\p{L}\p{N}\p{M}_ .()+-]*(?<![ .]|\.(?:lnk|scf|url))$/iu;

const droppedAccess: Access<DroppedNode, ChosenFile> = {
  isFile: ({ entry }) => entry.isFile,
  async open({ entry, parent }) {
    if (!parent || !OPENED_BY_HANDLES.test(entry.name)) return entryAccess.open(entry);
    const { size, modificationTime } = await new Promise<EntryMetadata>((resolve, reject) => {
      (entry as EntryWithMetadata).getMetadata(resolve, reject);
    });
    return new FileInFolder(parent, entry.name, size, modificationTime.getTime());
  },
  async list({ entry, parent, handle }, path, signal) {
    const own = handle && isFolderHandle(handle) ? handle : ((await parent?.getDirectoryHandle(entry.name).catch(() => null)) ?? null);
    const entries = await entryAccess.list(entry, path, signal);
    return entries.map((child) => ({ name: child.name, entry: child, parent: own }));
  },
};

interface EntryMetadata {
  size: number;
  modificationTime: Date;
}

/** An entry of Chromium. */
interface EntryWithMetadata extends FileSystemEntry {
  getMetadata(resolve: (metadata: EntryMetadata) => void, reject: (error: unknown) => void): void;
}

/**
 * Reads dropped files and folders without opening the files, which takes most of the time of {@link readHandles}.
 * @param handles of the same items @throws UnreadableEntryError; the signal's reason
 */
export function readDropped(entries: readonly FileSystemEntry[], handles: readonly FileSystemHandle[], reading: Reading) {
  const nodes = entries.map((entry, index) => ({ name: entry.name, entry, parent: null, handle: handles[index] }));
  return readNodes(nodes, droppedAccess, reading);
}
