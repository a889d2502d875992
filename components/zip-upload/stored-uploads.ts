import { z } from "zod";
import type { FileFacts } from "@/components/transfer/transfer-state";
import type { UploadTarget } from "@/lib/publish/target";

/** An UploadTarget that was written down. */
export const storedTargetSchema = z.object({
  projectName: z.string(),
  safeName: z.string(),
  description: z.string(),
  replacesId: z.string().nullable().default(null),
});

/**
 * Uploads that were begun and not finished, in the browser's local storage: what it takes to continue one after a reload,
 * but for the file itself (see kept-handles.ts).
 */
const storedUploadSchema = z.object({
  accountId: z.string(),
  file: z.object({ name: z.string(), size: z.number(), lastModified: z.number() }),
  target: storedTargetSchema,
  /** Address of the upload on the server. */
  uploadUrl: z.string(),
  createdAt: z.number(),
});

export type StoredUpload = z.output<typeof storedUploadSchema>;

const PREFIX = "sea-vision.upload.";

/** One upload for one file of one account into one project: anything else must not continue it. */
function storageKey(accountId: string, file: FileFacts, target: UploadTarget): string {
  return PREFIX + JSON.stringify([accountId, target.safeName, file.name, file.size, file.lastModified]);
}

function keyOf(upload: StoredUpload): string {
  return storageKey(upload.accountId, upload.file, upload.target);
}

/** True when both name the same bytes, as far as can be told without reading them. */
export function isSameFile(one: FileFacts, other: FileFacts): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

function parse(text: string | null): StoredUpload | null {
  if (text === null) return null;
  try {
    const parsed = storedUploadSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    // Storage is shared with whatever else runs on this origin: what cannot be read is not ours.
    return null;
  }
}

function readAll(storage: Storage): StoredUpload[] {
  const found: StoredUpload[] = [];
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index);
    const upload = key?.startsWith(PREFIX) ? parse(storage.getItem(key)) : null;
    if (upload) found.push(upload);
  }
  return found;
}

/** The unfinished uploads of an account, newest first. */
export function listStoredUploads(storage: Storage, accountId: string): StoredUpload[] {
  return readAll(storage)
    .filter((upload) => upload.accountId === accountId)
    .sort((one, other) => other.createdAt - one.createdAt);
}

/** Addresses of the unfinished uploads of everybody who uses this browser. */
export function listUploadUrls(storage: Storage): string[] {
  return readAll(storage).map(({ uploadUrl }) => uploadUrl);
}

/** The unfinished upload of this very file into this very project. */
export function findStoredUpload(storage: Storage, accountId: string, file: FileFacts, target: UploadTarget): StoredUpload | null {
  return parse(storage.getItem(storageKey(accountId, file, target)));
}

/** Keeps an upload for later. A full or forbidden storage only costs the resume after a reload, never the upload. */
export function storeUpload(storage: Storage, upload: StoredUpload): void {
  try {
    storage.setItem(keyOf(upload), JSON.stringify(upload));
  } catch {
    // QuotaExceededError or SecurityError: see above.
  }
}

export function forgetUpload(storage: Storage, upload: StoredUpload): void {
  storage.removeItem(keyOf(upload));
}
