import type { ExtractionProgress } from "../../imports/progress/schema";
import { callAs, type PublishHost } from "../host";
import type { UploadPlan } from "../plan/upload-plan";
import { type PublishedMap, toPublishedMap } from "../published-map";
import { randomId } from "../random-id";
import type { ConnectionState } from "../send/connection-state";
import type { UploadTarget } from "../target";
import { type PollOutcome, pollExtraction, readExtraction } from "./extraction";
import { finalizeUpload, processUpload } from "./publish-calls";

export interface ComparedWith {
  /** Null when the project has no map. */
  version: string | null;
  removed: readonly string[];
}

interface SentFolder {
  host: PublishHost;
  writeList: (...input: Parameters<UploadPlan["list"]>) => Promise<Blob>;
  accountId: string;
  target: UploadTarget;
  /** Null for files or for several items. */
  folderName: string | null;
  /** Null for a whole map. */
  comparison: ComparedWith | null;
  uploadIds: ReadonlyMap<string, string>;
}

interface PublishEvents {
  onConnection: (link: ConnectionState) => void;
  /** The upload is no longer unfinished. */
  onTaken: () => void;
  onExtracting: () => void;
  onExtraction: (progress: ExtractionProgress) => void;
}

type PublishOutcome = { kind: "complete"; map: PublishedMap | null } | Exclude<PollOutcome, { kind: "complete" }>;

/** Makes a map of received uploads and waits for it. */
export async function publishFolder(folder: SentFolder, events: PublishEvents, signal: AbortSignal): Promise<PublishOutcome> {
  const { host, accountId, target, uploadIds } = folder;
  const body = await folder.writeList({ head: headOf(folder), uploadIds });
  const key = randomId();
  const call = (calling: AbortSignal) => processUpload(callAs(accountId, host.call), body, key, calling);
  const handed = await finalizeUpload({ call, accountId, host, onConnection: events.onConnection }, signal);
  if (handed.kind === "left") return handed;
  if (handed.kind === "refused") return { kind: "failed", message: handed.message };
  if (handed.answer.status === "complete") {
    events.onTaken();
    return { kind: "complete", map: toPublishedMap(target, handed.answer) };
  }
  events.onExtracting();
  let map: PublishedMap | null = null;
  const outcome = await pollExtraction(
    (polling) => readExtraction(host.call, target.safeName, polling),
    (progress) => {
      map = toPublishedMap(target, progress);
      events.onExtraction(progress);
    },
    signal,
  );
  if (outcome.kind !== "complete") return outcome;
  events.onTaken();
  return { kind: "complete", map };
}

function headOf({ target, folderName, comparison }: SentFolder): object {
  const { projectName, description, replacesId, startPage, answers } = target;
  const named = { projectName, description, startPage, answers, ...(folderName !== null && { sourceName: folderName }) };
  if (replacesId === null) return named;
  return { ...named, projectId: replacesId, ...(comparison && { baseVersion: comparison.version, removed: comparison.removed }) };
}
