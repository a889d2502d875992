import type { UploadTarget } from "./target";

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
