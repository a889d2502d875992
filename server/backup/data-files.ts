import { readdir } from "node:fs/promises";
import path from "node:path";
import { type SourceFile, sizeOf } from "./cluster-files";

/** What a start makes anew, what is of one machine alone, and what is copied in another way. */
const leftOut = /^(postgres(\.creating)?|postgres\.log|blobs|supervisor\.lock.*)$/;
/** Of the store: what is being written, which the database does not refer to yet, and the traces of a look at the disk. */
const unfinished = /\.partial$|^probe-/;

async function collect(root: string, below: string, isWanted: (name: string) => boolean): Promise<SourceFile[]> {
  const found: SourceFile[] = [];
  const entries = await readdir(path.join(root, below), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const entry of entries.filter(({ name }) => isWanted(name))) {
    const name = path.posix.join(below, entry.name);
    if (entry.isDirectory()) found.push(...(await collect(root, name, () => true)));
    if (!entry.isFile()) continue;
    const size = await sizeOf(path.join(root, name));
    if (size !== null) found.push({ name, file: path.join(root, name), size });
  }
  return found;
}

/** Everything in DATA_DIR but the database and the stored files: the secret, the outbox, the database's address with its password. */
export function listRest(dataDir: string): Promise<SourceFile[]> {
  return collect(dataDir, "", (name) => !leftOut.test(name));
}

/** The stored files and the uploads that have not ended. */
export function listBlobs(dataDir: string): Promise<SourceFile[]> {
  return collect(dataDir, "blobs", (name) => !unfinished.test(name));
}
