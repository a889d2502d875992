import { MAX_UPLOAD_BYTES, NOT_A_ZIP_MESSAGE, TOO_LARGE_MESSAGE } from "@/lib/uploads/schema";

/** Spec 001 §5: the message for an upload without a project's name. */
export const NAME_MISSING_MESSAGE = "Please provide a project name before uploading";
/** Spec 001 §5 and §8: TUS takes a single file. */
export const ONE_FILE_MESSAGE = "File restriction failed: only one ZIP file can be uploaded at a time";

/**
 * Takes the one file that a person chose or dropped.
 * @returns the file, or what they read when it cannot be uploaded as far as name, size and number tell
 */
export function takeZipFile<Chosen extends { name: string; size: number }>(files: readonly Chosen[]): Chosen | string {
  const [file] = files;
  if (!file) return NOT_A_ZIP_MESSAGE;
  if (files.length > 1) return ONE_FILE_MESSAGE;
  if (!/\.zip$/i.test(file.name)) return NOT_A_ZIP_MESSAGE;
  return file.size > MAX_UPLOAD_BYTES ? TOO_LARGE_MESSAGE : file;
}
