import type { AuditActor } from "../../audit/mutations";
import { blobKeySchema } from "../../blobs/store";
import { isTreeOf } from "../../trees/data";
import { findObstacle, findStarted, type StartedImport } from "../data";
import { type BegunImport, discardArchive, startImport, storeArchive } from "../mutations";
import { findCompleteUploads } from "../uploads/data";
import type { ListHead } from "./fields";
import { ReceivedList } from "./received-list";
import { MAP_CHANGED, refuseList } from "./refusals";

export interface FolderList {
  /** JSON: what POST /process-tus-upload is sent. */
  body: AsyncIterable<Uint8Array>;
  /** Aborted when the client takes too long. */
  signal: AbortSignal;
  /** Whose list it is. */
  ownerId: string;
  /** Says who it is, asked once the list is there: who has been signed out meanwhile publishes nothing. */
  identify: () => Promise<AuditActor>;
  /** By which the call is known again when it comes twice. */
  idempotencyKey: string | null;
}

/**
 * Begins to make a map of the files that a list names, in finished uploads of whoever sends it: checks the list while it comes
 * in, keeps it, compares it with the uploads, and leaves the rest to a worker. Of a list that is refused nothing stays.
 * @throws AppError 400 for a list that is wrong in itself or does not fit its uploads, 404 for an upload or a project that is not
 * there, 409 when bytes are gone, the name is taken, the map is being replaced or the version to compare with is gone or has been edited, 413
 */
export async function beginFolderImport({ body, signal, ownerId, identify, idempotencyKey }: FolderList): Promise<StartedImport> {
  const list = new ReceivedList();
  const blobKey = await storeArchive(list.lines(body), ownerId, signal);
  let begun: BegunImport | null = null;
  try {
    const { target, baseVersion, sourceName } = await list.finish();
    const actor = await identify();
    // Its uploads may be in use, or gone: by what the same call began before.
    const earlier = await findStarted(actor.accountId, idempotencyKey);
    if (earlier) return earlier;
    await checkBase({ target, baseVersion });
    await list.check.uses.check(await findCompleteUploads(actor, list.check.uses.uploadIds));
    const claims = Array.from(list.check.claims, (id) => blobKeySchema.parse(id));
    const base = baseVersion === null ? {} : { baseTreeId: baseVersion.treeId };
    const input = { source: "folder", ownerId: actor.accountId, target, blobKey, claims, sourceName, idempotencyKey, ...base } as const;
    begun = await startImport(input, actor);
    return begun;
  } finally {
    if (!begun?.isNew) await discardArchive(blobKey);
  }
}

/** @throws AppError 404 when the project is gone, 409 when the version is none of it, or was edited since it was compared with */
async function checkBase({ target, baseVersion }: Pick<ListHead, "target" | "baseVersion">): Promise<void> {
  if (target.kind !== "replace" || baseVersion === null) return;
  if (await isTreeOf(target.projectId, baseVersion.treeId, baseVersion.revision)) return;
  throw (await findObstacle(target)) ?? refuseList(MAP_CHANGED, "conflict");
}
