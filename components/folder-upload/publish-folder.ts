import type { Comparison } from "@/components/replace-map/compare";
import { pollExtraction } from "@/components/transfer/extraction-poll";
import { handOver } from "@/components/transfer/hand-over";
import { randomId } from "@/components/transfer/random-id";
import { readExtraction } from "@/components/transfer/read-extraction";
import type { PublishedMap, UploadLink } from "@/components/transfer/transfer-state";
import type { ExtractionProgress } from "@/lib/imports/schema";
import type { PlanWorker } from "./plan/plan-worker";
import { processUpload } from "./process-call";
import type { FolderSession } from "./sessions/folder-database";

interface SentFolder {
  plan: PlanWorker;
  session: FolderSession;
  /** With the map that it replaces; null for a whole map. */
  comparison: Comparison | null;
  /** By the ids of the packs. */
  uploadIds: ReadonlyMap<string, string>;
}

interface PublishEvents {
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
  const { plan, session, uploadIds } = folder;
  const { accountId, target } = session;
  const body = await plan.ask("list", { head: headOf(folder), uploadIds });
  const key = randomId();
  const handed = await handOver({ call: (calling) => processUpload(body, key, calling), accountId, onLink: events.onLink }, signal);
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
    (polling) => readExtraction(target.safeName, polling),
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
function headOf({ session, comparison }: SentFolder): object {
  const { target, folderName } = session;
  const { projectName, description, replacesId } = target;
  const named = { projectName, description, ...(folderName !== null && { sourceName: folderName }) };
  if (replacesId === null) return named;
  return { ...named, projectId: replacesId, ...(comparison && { baseVersion: comparison.version, removed: comparison.removed }) };
}
