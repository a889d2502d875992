import { z } from "zod";

export const uploadTargetSchema = z.object({
  projectName: z.string(),
  safeName: z.string(),
  description: z.string(),
  /** Id of the project whose map it replaces; null for a new project. */
  replacesId: z.string().nullable().default(null),
});

export type UploadTarget = z.output<typeof uploadTargetSchema>;

export interface PublishedMap {
  name: string;
  safeName: string;
  viewMap: string;
}
