import type { ExtractionProgress } from "@/lib/imports/schema";
import type { TransferRate } from "./transfer-rate";

/** What tells one file from another without reading it. */
export interface FileFacts {
  name: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  lastModified: number;
}

/** The project that an upload becomes, or whose map it replaces. */
export interface UploadTarget {
  projectName: string;
  safeName: string;
  description: string;
  /** Id of the project whose map it replaces; null for a new project. */
  replacesId: string | null;
}

/**
 * How the transfer stands: bytes flow, the person paused it, the network or the server is away (it goes on by itself),
 * or the session is (it goes on after signing in again). `unanswered`: everything has been sent, and whether it has arrived is asked.
 */
export type UploadLink = "connecting" | "sending" | "paused" | "offline" | "unreachable" | "signed-out" | "unanswered";

/** Bytes on their way. */
export interface Transfer {
  /** Bytes in all. */
  size: number;
  link: UploadLink;
  rate: TransferRate;
}

/** A map that an upload has put online. */
export interface PublishedMap {
  name: string;
  safeName: string;
  viewMap: string;
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
