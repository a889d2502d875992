import { randomBytes, randomUUID } from "node:crypto";
import { crc32, deflateRawSync } from "node:zlib";
import { blobStore } from "@/lib/blobs/open";
import { openInflated, type Slice } from "@/lib/blobs/slice";
import { type BlobKey, newBlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { inspectStorage } from "@/lib/storage/inspection/inspection";
import type { StorageInspection } from "@/lib/storage/schema";
import { findEntries } from "@/lib/trees/data";
import { createTree, finishTree, insertFiles } from "@/lib/trees/mutations";
import { createAccount } from "../../setup/fixtures";

export const LONG_AGO = new Date(Date.now() - 3 * 24 * 3_600_000);

/** A file to store, and its encoding. */
export interface StoredFile {
  name: string;
  bytes: Buffer;
  method: "stored" | "deflated";
  /** Has a checksum, as files of archives do. Files of packs have none. */
  hasCrc: boolean;
}

/** Returns files of all kinds: small, large, stored, deflated, with and without checksum, and empty. */
export function someFiles(count: number): StoredFile[] {
  return Array.from({ length: count }, (_, index): StoredFile => {
    const text = Buffer.from(`file ${index} `.repeat(1 + ((index * 37) % 400)));
    const bytes = index % 11 === 10 ? Buffer.alloc(0) : text;
    return { name: `${index}.bin`, bytes, method: index % 3 === 0 ? "deflated" : "stored", hasCrc: index % 2 === 0 };
  });
}

export function largeFile(name: string, size: number, method: StoredFile["method"], hasCrc = true): StoredFile {
  return { name, bytes: randomBytes(size), method, hasCrc };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}

/** Writes a blob with its row. */
export async function storeBlob(bytes: Buffer, given: { createdAt?: Date; ownerId?: string } = {}): Promise<BlobKey> {
  const key = newBlobKey();
  const { createdAt = LONG_AGO, ownerId } = given;
  await db().blob.create({ data: { key, size: bytes.length, createdAt, uploadedAt: createdAt, ownerId } });
  await blobStore().write(key, once(bytes));
  return key;
}

export interface StoredMap {
  blobKey: BlobKey;
  treeId: number;
  ownerId: string;
  files: StoredFile[];
}

/** Stores a pack old enough for repacking, and a tree of a project with all its files. */
export async function storeMap(files: StoredFile[], createdAt = LONG_AGO): Promise<StoredMap> {
  const stored = files.map(({ bytes, method }) => (method === "deflated" ? deflateRawSync(bytes) : bytes));
  const { id: ownerId } = await createAccount("admin");
  const blobKey = await storeBlob(Buffer.concat(stored), { createdAt, ownerId });
  const { treeId, rootId } = await createTree(db());
  let offset = 0;
  const rows = files.map(({ name, bytes, method, hasCrc }, index) => {
    const storedSize = stored[index]?.length ?? 0;
    const slice: Slice = {
      blobKey,
      offset,
      hasLocalHeader: false,
      storedSize,
      size: bytes.length,
      method,
      crc32: hasCrc ? crc32(bytes) : null,
    };
    offset += storedSize;
    return { parentId: rootId, name, modifiedAt: new Date(), slice };
  });
  await insertFiles(db(), treeId, rows);
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  await finishTree(db(), { treeId, rootId, wrappingFolderId: null, files: files.length, bytes });
  const name = randomUUID();
  const project = await db().project.create({ data: { name, safeName: name, currentTreeId: treeId } });
  await db().tree.update({ where: { id: treeId }, data: { projectId: project.id } });
  return { blobKey, treeId, ownerId, files };
}

/** Removes files from a tree, as an edit does. */
export async function removeFiles(treeId: number, files: readonly StoredFile[]): Promise<void> {
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  await db().$transaction([
    db().entry.deleteMany({ where: { treeId, name: { in: files.map(({ name }) => name) } } }),
    db().tree.update({ where: { id: treeId }, data: { fileCount: { decrement: files.length }, byteCount: { decrement: bytes } } }),
  ]);
}

/** Returns the bytes of a file as a client reads them. */
export async function readFile(treeId: number, name: string): Promise<Buffer> {
  const [entry] = await findEntries([{ root: { treeId }, path: [name] }]);
  if (entry?.kind !== "file") throw new Error(`${name} is missing.`);
  if (!entry.slice) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  for await (const chunk of (await openInflated(blobStore(), entry.slice)) as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** @returns names of the files that differ from what was stored */
export async function findWrong(treeId: number, files: readonly StoredFile[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { name, bytes } of files) {
    const read = await readFile(treeId, name).catch(() => null);
    if (!read?.equals(bytes)) wrong.push(name);
  }
  return wrong;
}

export async function keysOf(treeId: number): Promise<Set<string | null>> {
  const entries = await db().entry.findMany({ where: { treeId, kind: "file" }, select: { blobKey: true } });
  return new Set(entries.map(({ blobKey }) => blobKey));
}

export function inspect(): Promise<StorageInspection> {
  return inspectStorage(new AbortController().signal);
}

export const nothing = { count: 0, examples: [] };
/** The result of an inspection without findings. */
export const sound = { missing: nothing, orphaned: nothing, mismatched: nothing };
