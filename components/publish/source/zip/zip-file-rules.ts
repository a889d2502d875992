import { NOT_A_ZIP_MESSAGE } from "@/lib/imports/uploads/schema";
import { type UploadMethod, uploadMethods } from "./upload-method";

export const ONE_FILE_MESSAGE = "File restriction failed: only one ZIP file can be uploaded at a time";

/** Returns the chosen file, or the message why the user can't upload it. */
export function takeZipFile<Chosen extends { file: { name: string; size: number } }>(
  files: readonly Chosen[],
  method: UploadMethod,
): Chosen | string {
  const [chosen] = files;
  if (!chosen) return NOT_A_ZIP_MESSAGE;
  if (files.length > 1) return ONE_FILE_MESSAGE;
  if (!/\.zip$/i.test(chosen.file.name)) return NOT_A_ZIP_MESSAGE;
  const { maxBytes, tooLargeMessage } = uploadMethods[method];
  return chosen.file.size > maxBytes ? tooLargeMessage : chosen;
}
