import { blobKeySchema } from "../../blobs/store";
import { type JsonPart, readJsonStream } from "../../http/json-stream";
import { parseInput } from "../../http/route";
import { versionStateSchema } from "../../projects/versions/schema";
import { isTreeOf } from "../../trees/data";
import { findObstacle, findStarted, type StartedImport } from "../data";
import { type BegunImport, discardArchive, startImport, storeArchive } from "../mutations";
import { type Publisher, requireTarget } from "../policy";
import { findCompleteUploads } from "../uploads/data";
import { headSchema, type ListHead, parseFile, parseRemoved } from "./fields";
import { ListCheck } from "./list-check";
import { type ListLine, toText } from "./list-format";
import { MAP_CHANGED, refuseList } from "./refusals";

const LISTS = ["files", "removed"] as const;

/** Many times the longest path, even when every character is escaped. */
const VALUE_LIMIT = 64 * 1024;

/** Reads the body of POST /process-tus-upload. Checks its lists while they arrive, and keeps its fields. */
class ReceivedList {
  readonly check = new ListCheck();
  /** Without a prototype, so that a field called `__proto__` is an ordinary field. */
  private readonly fields = Object.create(null) as Record<string, unknown>;
  private items = 0;

  async *lines(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
    for await (const parts of readJsonStream(body, { lists: LISTS, valueLimit: VALUE_LIMIT })) {
      const lines = parts.flatMap((part) => this.take(part));
      if (lines.length > 0) yield Buffer.from(toText(lines));
    }
    const base = versionStateSchema.safeParse(this.fields.baseVersion).data;
    // The worker compares the revision again when it copies that version.
    if (base?.revision != null) yield Buffer.from(toText([{ baseRevision: base.revision }]));
  }

  /** Returns the fields once the whole body has been read. @throws AppError 400 */
  async finish(): Promise<ListHead> {
    const head = parseInput(headSchema, this.fields);
    await this.check.finish(head.baseVersion !== null);
    return head;
  }

  private take(part: JsonPart): ListLine[] {
    if ("field" in part) {
      if (LISTS.some((name) => name === part.field) && part.value !== null) throw refuseList(`${part.field} must be a list.`);
      this.fields[part.field] = part.value;
      return [];
    }
    if (part.list === "removed") return part.items.map((item) => this.check.remove(parseRemoved(item)));
    return part.items.flatMap((item) => {
      this.items += 1;
      return this.check.add(parseFile(item, this.items)) ?? [];
    });
  }
}

export interface FolderList {
  /** JSON of POST /process-tus-upload. */
  body: AsyncIterable<Uint8Array>;
  signal: AbortSignal;
  ownerId: string;
  /** Called once the list has arrived, because the session may end meanwhile. */
  identify: () => Promise<Publisher>;
  idempotencyKey: string | null;
}

/** Checks and stores a list while it arrives and starts its import. @throws AppError 400, 403, 404, 409, 413 */
export async function beginFolderImport({ body, signal, ownerId, identify, idempotencyKey }: FolderList): Promise<StartedImport> {
  const list = new ReceivedList();
  const blobKey = await storeArchive(list.lines(body), ownerId, signal);
  let begun: BegunImport | null = null;
  try {
    const { target, baseVersion, sourceName } = await list.finish();
    const actor = await identify();
    requireTarget(actor, target);
    // Its uploads may be in use by what an earlier call with this key began.
    const earlier = await findStarted(actor.accountId, idempotencyKey);
    if (earlier) return earlier;
    await checkBase({ target, baseVersion }, actor.accountId);
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
async function checkBase({ target, baseVersion }: Pick<ListHead, "target" | "baseVersion">, ownerId: string): Promise<void> {
  if (target.kind !== "replace" || baseVersion === null) return;
  if (await isTreeOf(target.projectId, baseVersion.treeId, baseVersion.revision)) return;
  throw (await findObstacle(target, ownerId)) ?? refuseList(MAP_CHANGED, "conflict");
}
