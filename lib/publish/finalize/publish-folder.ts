import type { ExtractionProgress } from "../../imports/schema";
import { processUpload } from "../finish/process-call";
import { readExtraction } from "../finish/read-extraction";
import type { PublishHost } from "../host";
import type { PlanCalls } from "../plan/plan-messages";
import { randomId } from "../random-id";
import type { UploadLink } from "../send/upload-link";
import type { PublishedMap, UploadTarget } from "../target";
import { pollExtraction } from "./extraction";
import { handOver } from "./finalize-upload";

/** What a folder is, beside its files. */
export interface FolderOrigin {
  accountId: string;
  target: UploadTarget;
  /** Of the chosen folder; null for files, or for several things. */
  folderName: string | null;
}

/** What an upload of differences says of the map that it is for. */
export interface ComparedWith {
  /** Null when the project has no map. */
  version: string | null;
  /** Paths that only the map has. */
  removed: readonly string[];
}

export interface SentFolder {
  host: PublishHost;
  /** The plan by which the files were sent: it writes their list. */
  writeList: (input: PlanCalls["list"]["input"]) => Promise<Blob>;
  session: FolderOrigin;
  /** With the map that it replaces; null for a whole map. */
  comparison: ComparedWith | null;
  /** By the ids of the packs. */
  uploadIds: ReadonlyMap<string, string>;
}

export interface PublishEvents {
  onLink: (link: UploadLink) => void;
  /** The server has taken everything: it is nobody's unfinished upload any more. */
  onTaken: () => void;
  /** The server takes its time over the map. */
  onExtracting: () => void;
  onExtraction: (progress: ExtractionProgress) => void;
}

export type PublishOutcome = { kind: "complete"; map: PublishedMap | null } | { kind: "failed"; message: string } | { kind: "left" };

/** Has a map made of uploads that are all there, and waits for it. */
export async function publishFolder(folder: SentFolder, events: PublishEvents, signal: AbortSignal): Promise<PublishOutcome> {
  const { host, session, uploadIds } = folder;
  const { accountId, target } = session;
  const body = await folder.writeList({ head: headOf(folder), uploadIds });
  const key = randomId();
  const call = (calling: AbortSignal) => processUpload(host.call, body, key, calling);
  const handed = await handOver({ call, accountId, host, onLink: events.onLink }, signal);
  if (handed.kind === "left") return handed;
  if (handed.kind === "refused") return { kind: "failed", message: handed.message };
  const toMap = (viewMap: string | null | undefined): PublishedMap | null =>
    viewMap ? { name: target.projectName, safeName: target.safeName, viewMap } : null;
  if (handed.answer.status === "complete") {
    events.onTaken();
    return { kind: "complete", map: toMap(handed.answer.viewMap) };
  }
  events.onExtracting();
  let viewMap: string | null = null;
  const outcome = await pollExtraction(
    (polling) => readExtraction(host.call, target.safeName, polling),
    (progress) => {
      viewMap = progress.viewMap;
      events.onExtraction(progress);
    },
    signal,
  );
  if (outcome.kind !== "complete") return outcome;
  events.onTaken();
  return { kind: "complete", map: toMap(viewMap) };
}

/** Everything of the call but its files. */
function headOf({ session, comparison }: Pick<SentFolder, "session" | "comparison">): object {
  const { target, folderName } = session;
  const { projectName, description, replacesId } = target;
  const named = { projectName, description, ...(folderName !== null && { sourceName: folderName }) };
  if (replacesId === null) return named;
  return { ...named, projectId: replacesId, ...(comparison && { baseVersion: comparison.version, removed: comparison.removed }) };
}
