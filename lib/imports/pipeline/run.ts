import { ArchiveRefusedError } from "../../archives/refusals";
import { blobStore } from "../../blobs/open";
import { BlobMissingError, blobKeySchema, StoreUnavailableError } from "../../blobs/store";
import { DataRefusedError } from "../../data-maps/formats/data-file";
import { inTransaction } from "../../db/transaction";
import { AppError, isDatabaseUnavailable, isStoreUnavailable } from "../../errors";
import type { ImportSource } from "../../generated/prisma/enums";
import { wakeWorkers } from "../../jobs/notifications";
import { retryWhileDatabaseUnavailable } from "../../jobs/queue";
import { logger } from "../../logging/logger";
import { importMetrics } from "../../logging/metrics/imports";
import { createProject, lockProject } from "../../projects/mutations";
import { dropOldVersions, replaceMap } from "../../projects/versions/mutations";
import { findEntries } from "../../trees/data";
import { findStartPage, hasIndex, listPages, setStartPage } from "../../trees/start-page/data";
import { isPage, opensWithPage } from "../../trees/start-page/rank";
import { indexFolder } from "../folder/index-folder";
import { addDataMap } from "./data-map-step";
import { type Failure, failImport } from "./fail-step";
import { indexArchive } from "./index-step";
import { inflateArchive } from "./inflate-step";
import { type HeldImport, type ImportChange, ImportLease, LeaseLostError, MOST_ATTEMPTS, type StepContext } from "./lease";
import { ProjectGoneError } from "./verify-progress";
import { noteCompletion, type Slicing, verifyArchive } from "./verify-step";

async function hasPage(treeId: number, path: string): Promise<boolean> {
  const [entry] = await findEntries([{ root: { treeId }, path: path.split("/") }]);
  return entry?.kind === "file" && isPage(path);
}

/** Returns the start page that the client has chosen, or that of the map that this one replaces, if the tree has it. */
async function findChosen(treeId: number, { startPage, replacesId }: HeldImport): Promise<string | null> {
  if (startPage !== null && (await hasPage(treeId, startPage))) return startPage;
  const former = replacesId === null ? null : await findStartPage({ projectId: replacesId });
  return former !== null && (await hasPage(treeId, former)) ? former : null;
}

/**
 * Makes the map of a tree open with a page: its index, its start page, or a map of its data. Repeatable.
 * @returns false when the data takes longer than `seconds` @throws DataRefusedError for data that can't be shown
 */
async function addStartPage(context: StepContext, held: HeldImport, seconds?: number): Promise<boolean> {
  const { treeId } = held;
  if (treeId === null) throw new Error(`Import ${held.id} has no tree.`);
  if (await hasIndex({ treeId })) return await addDataMap(context, held, seconds);
  const chosen = await findChosen(treeId, held);
  const pages = chosen === null ? await listPages(treeId) : [];
  // A document about the data, such as readme.html, is not its map.
  if (chosen === null && !opensWithPage(pages)) {
    if (!(await addDataMap(context, held, seconds))) return false;
    if (await hasIndex({ treeId })) return true;
  }
  await setStartPage(treeId, chosen ?? pages[0] ?? null);
  return true;
}

/** Points a project at the tree and completes a folder's import. @throws AppError 409 for a taken name, 404 when the project is gone */
function publish({ lease }: StepContext): Promise<HeldImport> {
  return inTransaction(async (tx) => {
    // A takeover finds either nothing or everything of this done. Order of locks: import, project.
    const held = await lease.lock(tx);
    const { replacesId, projectName: name, safeName, description, ownerId: createdById, address, treeId } = held;
    const replaced = replacesId === null ? null : await lockProject(tx, replacesId);
    if (treeId === null) throw new Error(`Import ${held.id} has no tree to publish.`);
    if (replacesId !== null && !replaced) throw new AppError("not_found", "The project was deleted while its map was being replaced.");
    const projectId = replaced
      ? await replaceMap(tx, replaced, { ...held, treeId })
      : await createProject(tx, { name, safeName, description, createdById, address, treeId });
    await wakeWorkers(tx);
    const online: ImportChange = { projectId, publishedAt: new Date(), attempts: 0, isSlow: false };
    if (held.source === "zip") return lease.write({ ...online, status: "verifying" }, tx);
    const { filesTotal: filesDone, bytesTotal: bytesDone } = held;
    const done = await lease.write({ ...online, status: "complete", finishedAt: new Date(), filesDone, bytesDone }, tx);
    await noteCompletion(tx, done);
    return done;
  });
}

/** Time that an import waits for the object store before it makes way for others. */
const PATIENCE_MS = 30_000;

export interface RunOptions {
  signal: AbortSignal;
  patienceMs?: number | undefined;
  /** Stops once the map can be viewed, so that another job continues with verifying. */
  untilPublished?: boolean;
  /** Default: without an end. */
  slicing?: Slicing;
  /** Seconds for reading data files, after which another queue reads them. Default: as long as a parser may take, then they are refused. */
  dataSeconds?: number;
}

/** `sliced`: more to verify. `large-next`: a large entry is next. `slow-data`: data files take longer than `dataSeconds`. `store-away`: the store stayed unavailable. `interrupted`: the sweep continues. `not-held`: ended or taken. */
export type RunOutcome =
  | "complete"
  | "failed"
  | "published"
  | "sliced"
  | "large-next"
  | "slow-data"
  | "store-away"
  | "interrupted"
  | "not-held";

const WHOLE: Slicing = { sliceMs: Number.POSITIVE_INFINITY, mostMs: 0, leavesLarge: false };

const STARTED_TOO_OFTEN: Record<ImportSource, Failure> = {
  zip: { message: "The ZIP archive could not be processed. Please try again later.", discardsUpload: false },
  folder: { message: "The folder could not be processed. Please try again later.", discardsUpload: false },
};

/** Runs an import from its current step. The Import row is the state machine, so another process continues after a crash. */
export async function runImport(importId: string, options: RunOptions): Promise<RunOutcome> {
  const lease = await retryWhileDatabaseUnavailable(() => ImportLease.claim(importId), options.signal);
  if (!lease) return "not-held";
  const context: StepContext = { lease, store: blobStore(), signal: AbortSignal.any([options.signal, lease.signal]) };
  let isBlameless = false;
  try {
    // The import also waits for an unavailable store, which does not affect the upload.
    const outcome = await retryWhileDatabaseUnavailable(() => takeSteps(context, options), context.signal, waitsForStore(options));
    if (outcome === "complete" || outcome === "failed") importMetrics().ended(outcome, lease.ageSeconds);
    isBlameless = outcome === "slow-data" || outcome === "large-next";
    return outcome;
  } catch (error) {
    if (error instanceof LeaseLostError || lease.signal.aborted) return "not-held";
    isBlameless = options.signal.aborted || isStoreUnavailable(error);
    if (!options.signal.aborted && isBlameless) {
      logger.warn({ err: error, importId }, "import waits for the object store");
      return "store-away";
    }
    // After a pause that grows, the sweep gives the import to another process.
    if (!options.signal.aborted) logger.error({ err: error, importId }, "import interrupted");
    return "interrupted";
  } finally {
    await lease.release(isBlameless).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) logger.warn({ err: error, importId }, "lease not released");
    });
  }
}

/** Returns whether to wait for the store after an error, from the first such error on. */
function waitsForStore({ patienceMs = PATIENCE_MS }: RunOptions): (error: unknown) => boolean {
  let awaySince: number | null = null;
  return (error) => {
    if (!isStoreUnavailable(error)) return false;
    awaySince ??= performance.now();
    return performance.now() - awaySince < patienceMs;
  };
}

async function takeSteps(context: StepContext, options: RunOptions): Promise<RunOutcome> {
  const held = await context.lease.read();
  // The database became unavailable after the import had ended.
  if (held.status === "complete" || held.status === "failed") return held.status;
  // Only a map that was never online fails after too many attempts.
  if (held.attempts > MOST_ATTEMPTS && held.projectId === null) return fail(context, STARTED_TOO_OFTEN[held.source]);
  try {
    return await advance(context, held, options);
  } catch (error) {
    const failure = toFailure(error);
    if (!failure) throw error;
    if (error instanceof BlobMissingError) await confirmMissing(context, error);
    return fail(context, failure);
  }
}

async function advance(context: StepContext, from: HeldImport, options: RunOptions): Promise<RunOutcome> {
  let held = from;
  if (held.status === "queued" || held.status === "indexing") {
    held = await (held.source === "folder" ? indexFolder : indexArchive)(context, held);
  }
  if (held.status === "materialising") held = await inflateArchive(context, held);
  if (held.status === "publishing") {
    if (!(await addStartPage(context, held, options.dataSeconds))) {
      await context.lease.write({ isSlow: true });
      return "slow-data";
    }
    held = await publish(context);
  }
  if (held.status === "complete") return await finish(held);
  return options.untilPublished ? "published" : await verify(context, held, options.slicing ?? WHOLE);
}

async function verify(context: StepContext, from: HeldImport, slicing: Slicing): Promise<RunOutcome> {
  const { held, isLargeNext } = await verifyArchive(context, from, slicing);
  if (held.isSlow !== isLargeNext) await context.lease.write({ isSlow: isLargeNext });
  if (isLargeNext) return "large-next";
  return held.status === "complete" ? await finish(held) : "sliced";
}

/** Drops the version that this one replaces. A damaged map must not replace it, and it may have a million rows to delete. */
async function finish({ replacesId }: HeldImport): Promise<RunOutcome> {
  if (replacesId !== null) await dropOldVersions(replacesId);
  return "complete";
}

async function fail({ lease }: StepContext, failure: Failure): Promise<RunOutcome> {
  logger.info({ importId: lease.importId, reason: failure.message }, "import failed");
  await failImport(lease, failure);
  return "failed";
}

/** Queries the store again before anything is discarded. @throws StoreUnavailableError when the blob exists */
async function confirmMissing({ store }: StepContext, error: BlobMissingError): Promise<void> {
  const size = await store.size(blobKeySchema.parse(error.key));
  if (size !== null) throw new StoreUnavailableError(`Blob ${error.key} was said to be missing, and is there.`, error);
}

function toFailure(error: unknown): Failure | null {
  if (error instanceof ArchiveRefusedError) return { message: error.refusal.message, discardsUpload: true };
  if (error instanceof BlobMissingError)
    return { message: "The uploaded file is no longer there. Please upload it again.", discardsUpload: true };
  if (error instanceof DataRefusedError || error instanceof ProjectGoneError) return { message: error.message, discardsUpload: true };
  if (error instanceof AppError) return { message: error.message, discardsUpload: false };
  return null;
}
