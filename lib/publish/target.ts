/** The project that an upload becomes, or whose map it replaces. */
export interface UploadTarget {
  projectName: string;
  safeName: string;
  description: string;
  /** Id of the project whose map it replaces; null for a new project. */
  replacesId: string | null;
}

/** A map that an upload has put online. */
export interface PublishedMap {
  name: string;
  safeName: string;
  viewMap: string;
}
