import { deleteDB, openDB } from "idb";
import { z } from "zod";
import { packProgressSchema, storedPackSchema } from "@/lib/publish/plan/plan-store";
import { toUploadId } from "@/lib/publish/send/uploads";
import { uploadTargetSchema } from "@/lib/publish/target";
import { type UnfinishedFolder, type UnfinishedZip, type UploadDatabase, ZIP_PACK_ID } from "./database";

/** Moves unfinished uploads of the previous release from localStorage and two databases into one database. */

const ZIP_KEY_PREFIX = "sea-vision.upload.";
const HANDLE_DATABASE = "sea-vision-zip-files";
const FOLDER_DATABASE = "sea-vision-folders";

const zipSchema = z.object({
  accountId: z.string(),
  file: z.object({ name: z.string(), size: z.number(), lastModified: z.number() }),
  target: uploadTargetSchema,
  uploadUrl: z.string(),
  createdAt: z.number(),
});

const folderSchema = z
  .object({
    id: z.string(),
    accountId: z.string(),
    target: uploadTargetSchema,
    folderName: z.string().nullable(),
    fileCount: z.number(),
    byteCount: z.number(),
    packCount: z.number(),
    createdAt: z.number(),
    handle: z.custom<FileSystemDirectoryHandle>((value) => value instanceof FileSystemDirectoryHandle).nullable(),
    isHandedOver: z.boolean(),
  })
  .transform(({ folderName: name, isHandedOver: isFinalizing, ...session }): UnfinishedFolder => {
    return { ...session, source: "folder", name, isFinalizing };
  });

/** Moves the data of the previous release. It copies before it deletes, so an interrupted run can start over. */
export async function moveFormerUploads(database: UploadDatabase): Promise<void> {
  const names = new Set((await indexedDB.databases()).map(({ name }) => name));
  await moveZips(database, window.localStorage, names.has(HANDLE_DATABASE));
  if (names.has(FOLDER_DATABASE)) await moveFolders(database);
}

async function moveZips(database: UploadDatabase, storage: Storage, hasHandles: boolean): Promise<void> {
  const keys = Object.keys(storage).filter((key) => key.startsWith(ZIP_KEY_PREFIX));
  const uploads = parseAll(
    zipSchema,
    keys.map((key) => parseJson(storage.getItem(key))),
  );
  const handles = hasHandles ? await readHandles() : new Map<unknown, unknown>();
  const writing = database.transaction(["uploads", "progress"], "readwrite");
  await Promise.all([
    ...uploads.flatMap(({ file, uploadUrl, ...upload }) => {
      const known = handles.get(uploadUrl);
      const handle = known instanceof FileSystemFileHandle ? known : null;
      const { name, lastModified, size } = file;
      const counts = { fileCount: 1, byteCount: size, packCount: 1 };
      const id = toUploadId(uploadUrl);
      const zip: UnfinishedZip = { ...upload, ...counts, id, source: "zip", name, lastModified, handle, isFinalizing: false };
      const progress = { sessionId: id, packId: ZIP_PACK_ID, size, uploadUrl, isDone: false };
      return [writing.objectStore("uploads").put(zip), writing.objectStore("progress").put(progress)];
    }),
    writing.done,
  ]);
  for (const key of keys) storage.removeItem(key);
  if (hasHandles) void deleteDB(HANDLE_DATABASE);
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}

async function readHandles(): Promise<Map<unknown, unknown>> {
  const former = await openDB(HANDLE_DATABASE);
  try {
    if (!former.objectStoreNames.contains("handles")) return new Map();
    const reading = former.transaction("handles");
    const [keys, handles] = await Promise.all([reading.store.getAllKeys(), reading.store.getAll()]);
    return new Map(keys.map((key, index) => [key, handles[index]]));
  } finally {
    former.close();
  }
}

async function moveFolders(database: UploadDatabase): Promise<void> {
  const former = await openDB(FOLDER_DATABASE);
  try {
    if (!former.objectStoreNames.contains("sessions")) return;
    const [sessions, packs, progress] = await Promise.all([former.getAll("sessions"), former.getAll("packs"), former.getAll("progress")]);
    const writing = database.transaction(["uploads", "packs", "progress"], "readwrite");
    await Promise.all([
      ...parseAll(folderSchema, sessions).map((folder) => writing.objectStore("uploads").put(folder)),
      ...parseAll(storedPackSchema, packs).map((pack) => writing.objectStore("packs").put(pack)),
      ...parseAll(packProgressSchema, progress).map((one) => writing.objectStore("progress").put(one)),
      writing.done,
    ]);
    // A tab with the previous release may keep its database open, which delays the deletion.
    const clearing = former.transaction(["sessions", "packs", "progress"], "readwrite");
    await Promise.all([...["sessions", "packs", "progress"].map((name) => clearing.objectStore(name).clear()), clearing.done]);
  } finally {
    former.close();
  }
  void deleteDB(FOLDER_DATABASE);
}

function parseAll<Row>(schema: z.ZodType<Row>, values: readonly unknown[]): Row[] {
  return values.flatMap((value) => schema.safeParse(value).data ?? []);
}
