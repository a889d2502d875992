import type { TransferRate } from "@/components/publish/progress/transfer-rate";
import type { ExtractionProgress } from "@/lib/imports/schema";
import type { UploadLink } from "@/lib/publish/send/upload-link";
import type { PublishedMap, UploadTarget } from "@/lib/publish/target";

/** What tells one file from another without reading it. */
export interface FileFacts {
  name: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  lastModified: number;
}

/** Bytes on their way. */
export interface Transfer {
  /** Bytes in all. */
  size: number;
  link: UploadLink;
  rate: TransferRate;
}

export interface UploadNotice {
  kind: "error" | "success" | "info";
  text: string;
  /** The map that it tells of. */
  map?: PublishedMap | null;
}

/** The server makes a map of an upload: first it puts it online, then it checks every file of it. */
export interface Extraction {
  status: "extracting" | "complete";
  target: UploadTarget;
  /** Null until the server was asked for the first time. */
  progress: ExtractionProgress | null;
}

/** The map that there is to look at by now, if any. */
export function publishedMap({ status, target, progress }: Extraction): PublishedMap | null {
  if (!progress?.viewMap || !(progress.viewable || status === "complete")) return null;
  return { name: target.projectName, safeName: target.safeName, viewMap: progress.viewMap };
}
