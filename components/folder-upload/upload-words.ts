import { z } from "zod";
import type { ProjectRules } from "@/components/publish/target/settle-target";
import { SENT_DESCRIPTION_MAX } from "@/lib/publish/limits";
import type { FolderSession } from "./sessions/folder-database";

/** Spec 001 §5: a description is trimmed and cut rather than refused. */
export const folderRules: ProjectRules = {
  nameMissing: "Please enter a project name before uploading",
  description: z.string().transform((typed) => Array.from(typed.trim()).slice(0, SENT_DESCRIPTION_MAX).join("")),
};

export const RESTART_MESSAGE = "The server no longer has what was sent before. The upload starts from the beginning.";

/** What is said when another folder was chosen to go on with. */
export function wrongFolder({ folderName, fileCount }: FolderSession): string {
  return folderName === null
    ? `These are not the same files. Please choose all ${fileCount.toLocaleString("en-US")} of them again.`
    : `This is not the same folder. Please choose ${folderName} again.`;
}
