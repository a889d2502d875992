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

const folderSchema = z.object({
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
});

/** Moves the data of the previous release. It copies before it deletes, so an interrupted run can start over. */
export async function moveFormerUploads(database: UploadDatabase): Promise<void> {
  const names = new Set((await indexedDB.databases()).map(({ name }) => name));
  await moveZips(database, window.localStorage, names.has(HANDLE_DATABASE));
  if (names.has(FOLDER_DATABASE)) await moveFolders(database);
}

async function moveZips(database: UploadDatabase, storage: Storage, hasHandles: boolean): Promise<void> {
  const keys = Object.keys(storage).filter((key) => key.startsWith(ZIP_KEY_PREFIX));
  const uploads = keys.flatMap((key) => parseZip(storage.getItem(key)) ?? []);
  const handles = hasHandles ? await readHandles() : new Map<unknown, unknown>();
  const writing = database.transaction(["uploads", "progress"], "readwrite");
  await Promise.all([
    ...uploads.flatMap(({ accountId, file, target, uploadUrl, createdAt }) => {
      const known = handles.get(uploadUrl);
      const zip: UnfinishedZip = {
        id: toUploadId(uploadUrl),
        source: "zip",
        accountId,
        target,
        name: file.name,
        lastModified: file.lastModified,
        fileCount: 1,
        byteCount: file.size,
        packCount: 1,
        createdAt,
        handle: known instanceof FileSystemFileHandle ? known : null,
        isFinalizing: false,
      };
      const progress = { sessionId: zip.id, packId: ZIP_PACK_ID, size: file.size, uploadUrl, isDone: false };
      return [writing.objectStore("uploads").put(zip), writing.objectStore("progress").put(progress)];
    }),
    writing.done,
  ]);
  for (const key of keys) storage.removeItem(key);
  if (hasHandles) void deleteDB(HANDLE_DATABASE);
}

function parseZip(text: string | null): z.output<typeof zipSchema> | undefined {
  try {
    return zipSchema.safeParse(JSON.parse(text ?? "")).data;
  } catch {
    return undefined;
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
      ...parseAll(folderSchema, sessions).map(({ folderName, isHandedOver, ...session }) => {
        const folder: UnfinishedFolder = { ...session, source: "folder", name: folderName, isFinalizing: isHandedOver };
        return writing.objectStore("uploads").put(folder);
      }),
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
