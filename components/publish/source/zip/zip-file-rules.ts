import type { ProjectRules } from "@/components/publish/target/settle-target";
import { NOT_A_ZIP_MESSAGE } from "@/lib/imports/uploads/schema";
import { descriptionSchema } from "@/lib/projects/schema";
import { type UploadWay, uploadWays } from "./upload-method";

/** Spec 001 §5. */
export const zipRules: ProjectRules = { nameMissing: "Please provide a project name before uploading", description: descriptionSchema };

/** Spec 001 §5 and §8: a single file. */
export const ONE_FILE_MESSAGE = "File restriction failed: only one ZIP file can be uploaded at a time";

/**
 * Takes the one file that a person chose or dropped.
 * @returns it, or what they read when it cannot be uploaded this way as far as name, size and number tell
 */
export function takeZipFile<Chosen extends { file: { name: string; size: number } }>(
  files: readonly Chosen[],
  way: UploadWay,
): Chosen | string {
  const [chosen] = files;
  if (!chosen) return NOT_A_ZIP_MESSAGE;
  if (files.length > 1) return ONE_FILE_MESSAGE;
  if (!/\.zip$/i.test(chosen.file.name)) return NOT_A_ZIP_MESSAGE;
  const { maxBytes, tooLargeMessage } = uploadWays[way];
  return chosen.file.size > maxBytes ? tooLargeMessage : chosen;
}
