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
  /** JSON of POST /process-tus-upload. */
  body: AsyncIterable<Uint8Array>;
  signal: AbortSignal;
  ownerId: string;
  /** Called once the list has arrived, because the session may end meanwhile. */
  identify: () => Promise<AuditActor>;
  idempotencyKey: string | null;
}

/** Checks and stores a list while it arrives and starts its import. @throws AppError 400, 404, 409, 413 */
export async function beginFolderImport({ body, signal, ownerId, identify, idempotencyKey }: FolderList): Promise<StartedImport> {
  const list = new ReceivedList();
  const blobKey = await storeArchive(list.lines(body), ownerId, signal);
  let begun: BegunImport | null = null;
  try {
    const { target, baseVersion, sourceName } = await list.finish();
    const actor = await identify();
    // Its uploads may be in use by what an earlier call with this key began.
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

/** Checks the base of a list of differences. @throws AppError 404 when the project is gone, 409 when the version is not its own or was edited since */
async function checkBase({ target, baseVersion }: Pick<ListHead, "target" | "baseVersion">): Promise<void> {
  if (target.kind !== "replace" || baseVersion === null) return;
  if (await isTreeOf(target.projectId, baseVersion.treeId, baseVersion.revision)) return;
  throw (await findObstacle(target)) ?? refuseList(MAP_CHANGED, "conflict");
}
