import type { AuditActor } from "../../audit/mutations";
import { blobKeySchema } from "../../blobs/store";
import { isTreeOf } from "../../trees/data";
import { findCompleteUploads } from "../../uploads/data";
import { findObstacle } from "../data";
import { discardArchive, type StartedImport, startImport, storeArchive } from "../mutations";
import type { ListHead } from "./fields";
import { ReceivedList } from "./received-list";
import { MAP_CHANGED, refuseList } from "./refusals";

export interface FolderList {
  /** JSON: what POST /process-tus-upload is sent. */
  body: AsyncIterable<Uint8Array>;
  /** Aborted when the client takes too long. */
  signal: AbortSignal;
  /** Says who it is, asked once the list is there: who has been signed out meanwhile publishes nothing. */
  identify: () => Promise<AuditActor>;
}

/**
 * Begins to make a map of the files that a list names, in finished uploads of whoever sends it: checks the list while it comes
 * in, keeps it, compares it with the uploads, and leaves the rest to a worker. Of a list that is refused nothing stays.
 * @throws AppError 400 for a list that is wrong in itself or does not fit its uploads, 404 for an upload or a project that is not
 * there, 409 when bytes are gone, the name is taken, the map is being replaced or the version to compare with is gone, 413
 */
export async function beginFolderImport({ body, signal, identify }: FolderList): Promise<StartedImport> {
  const list = new ReceivedList();
  const blobKey = await storeArchive(list.lines(body), signal);
  let started: StartedImport | null = null;
  try {
    const { target, baseVersion, sourceName } = await list.finish();
    const actor = await identify();
    await checkBase({ target, baseVersion });
    await list.check.uses.check(await findCompleteUploads(actor, list.check.uses.uploadIds));
    const claims = Array.from(list.check.claims, (id) => blobKeySchema.parse(id));
    const base = baseVersion === null ? {} : { baseTreeId: baseVersion };
    started = await startImport({ source: "folder", ownerId: actor.accountId, target, blobKey, claims, sourceName, ...base }, actor);
    return started;
  } finally {
    if (!started) await discardArchive(blobKey);
  }
}

/** @throws AppError 404 when the project is gone, 409 when the version is none of it */
async function checkBase({ target, baseVersion }: Pick<ListHead, "target" | "baseVersion">): Promise<void> {
  if (target.kind !== "replace" || baseVersion === null || (await isTreeOf(target.projectId, baseVersion))) return;
  throw (await findObstacle(target)) ?? refuseList(MAP_CHANGED, "conflict");
}
