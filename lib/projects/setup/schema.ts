import { z } from "zod";

export const SETUP_PATH = "/api/superadmin/setup";

export const setupChangeSchema = z.object({
  isDismissed: z.boolean().describe("Whether the checklist is hidden from every superadmin."),
});

export type SetupStep = "sign-in" | "mail" | "map" | "people" | "backup" | "thumbnails";

/** The checklist of a new installation. */
export interface Setup {
  /** Steps that don't apply are missing. */
  steps: { name: SetupStep; isDone: boolean }[];
  /** Whether a mail server is set up. */
  sendsMail: boolean;
  /** Why no worker renders thumbnails, or null. */
  thumbnailProblem: string | null;
}
