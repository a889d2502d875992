import { randomId } from "@/lib/upload-client/random-id";
import { hasSentBytes } from "@/lib/upload-client/send/sent-ranges";
import type { UploadTarget } from "@/lib/upload-client/target";
import type { UnfinishedFolder, UnfinishedUpload, UnfinishedZip } from "./database";
import { listProgress, listUploads } from "./store";

/** Returns the unfinished upload of this file to this project, or a new one. */
export async function findZipUpload(accountId: string, target: UploadTarget, file: File): Promise<UnfinishedZip> {
  for (const upload of await listUploads(accountId))
    if (upload.source === "zip" && isTo(upload, target) && (await isSameFile(upload, file))) return upload;
  const { name, size: byteCount, lastModified } = file;
  const counts = { fileCount: 1, byteCount, packCount: 1 };
  return { ...newUpload(accountId, target), ...counts, source: "zip", name, lastModified, nameEncoding: null, handle: null };
}

/** Returns the unfinished upload of this folder to this project, or a new one. @param name null for files or several folders */
export async function findFolderUpload(accountId: string, target: UploadTarget, name: string | null): Promise<UnfinishedFolder> {
  for (const upload of await listUploads(accountId))
    if (upload.source === "folder" && isTo(upload, target) && upload.name === name) return upload;
  const counts = { fileCount: 0, byteCount: 0, packCount: 0 };
  return { ...newUpload(accountId, target), ...counts, source: "folder", name, handle: null };
}

/** Returns true when a file starts with what was sent of an unfinished upload. Its time decides only before the first accepted chunk. */
export async function isSameFile({ id, name, byteCount, lastModified }: UnfinishedZip, file: File): Promise<boolean> {
  if (name !== file.name || byteCount !== file.size) return false;
  const [progress] = await listProgress(id);
  return progress?.sent ? hasSentBytes(file, progress.sent) : lastModified === file.lastModified;
}

function isTo({ target }: UnfinishedUpload, { safeName }: UploadTarget): boolean {
  return target.safeName === safeName;
}

function newUpload(accountId: string, target: UploadTarget) {
  return { id: randomId(), accountId, target, createdAt: Date.now(), isFinalizing: false };
}
