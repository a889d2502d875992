import { constants, renameSync } from "node:fs";
import { copyFile, rm, stat, truncate } from "node:fs/promises";
import { logger } from "../../lib/logging/logger";
import type { Lease } from "./tus-lease";

/** Where the file system cannot share bytes between files, so many are copied: some seconds' worth. */
const COPIED_AT_MOST = 1024 ** 3;

/** It stands beside the upload, as what the object store calls a sidecar. */
function copyOf(file: string): string {
  return `${file}.copy`;
}

/** Deletes a copy that was not made to its end. */
export function deleteAbandonedCopy(file: string): Promise<void> {
  return rm(copyOf(file), { force: true });
}

/** @returns false when the file system cannot, or it would take too long */
async function copyToOther(file: string): Promise<boolean> {
  await deleteAbandonedCopy(file);
  try {
    await copyFile(file, copyOf(file), constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch (error) {
    logger.debug({ err: error }, "the file system makes no clones");
  }
  if ((await stat(file)).size > COPIED_AT_MOST) return false;
  await copyFile(file, copyOf(file));
  return true;
}

/**
 * Goes on with an upload whose last writer never said that it had ended. It may be paused, with a write on its way to the disk that
 * nothing can stop; so the file is left to it, and a copy takes its place. Only a file that is too big to be copied is written
 * on in place: there, the former writer could still write what it had handed to the system when it was paused.
 * @param offset what counts of the file
 */
export async function leaveToFormerWriter(file: string, offset: number, lease: Lease): Promise<void> {
  const isCopied = await copyToOther(file);
  await truncate(isCopied ? copyOf(file) : file, offset);
  lease.check();
  // At once: between the question and the deed lies nothing that could wait.
  if (isCopied) renameSync(copyOf(file), file);
}
