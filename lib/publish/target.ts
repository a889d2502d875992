import { z } from "zod";

export const uploadTargetSchema = z.object({
  projectName: z.string(),
  safeName: z.string(),
  description: z.string(),
  /** Id of the project with the replaced map. Null for a new project. */
  replacesId: z.string().nullable().default(null),
});

export type UploadTarget = z.output<typeof uploadTargetSchema>;

export interface PublishedMap {
  projectId: string;
  name: string;
  safeName: string;
  viewMap: string;
}

/** Returns the map of an upload, or null while the server reports none. */
export function toPublishedMap(
  { projectName: name, safeName }: UploadTarget,
  { projectId, viewMap }: { projectId?: string | null | undefined; viewMap?: string | null | undefined },
): PublishedMap | null {
  return projectId && viewMap ? { projectId, name, safeName, viewMap } : null;
}
