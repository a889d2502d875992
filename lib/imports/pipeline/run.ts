import { ArchiveRefusedError } from "../../archives/refusals";
import { blobStore } from "../../blobs/open";
import { BlobMissingError, blobKeySchema, StoreAwayError } from "../../blobs/store";
import { AppError, isDatabaseAway, isStoreAway } from "../../errors";
import type { ImportSource } from "../../generated/prisma/enums";
import { untilDatabaseAnswers } from "../../jobs/database-away";
import { logger } from "../../logging/logger";
import { importFigures } from "../../metrics/imports";
import { dropOldVersions } from "../../projects/versions/mutations";
import { indexFolder } from "../folder/index-folder";
import type { StepContext } from "./context";
import { type Failure, failImport } from "./fail-step";
import { indexArchive } from "./index-step";
import { type HeldImport, ImportLease, LeaseLostError, MOST_ATTEMPTS } from "./lease";
import { publish } from "./publish-step";
import { ProjectGoneError } from "./verify-progress";
import { verifyArchive } from "./verify-step";

/** So long an import waits for the object store before others have their turn: it may be that only this one blob is not given out. */
const PATIENCE_MS = 30_000;

export interface RunOptions {
  signal: AbortSignal;
  /** How long the object store is waited for; milliseconds. */
  patienceMs?: number;
  /** Stops once the map can be viewed, so that another job goes on with verifying. */
  untilPublished?: boolean;
  /** Verifies no longer than this before others have their turn; milliseconds. */
  sliceMs?: number;
}

/**
 * `sliced`: more is to be verified. `store-away`: it has waited for the object store as long as it may. `interrupted`: the sweep
 * finds it. `not-held`: it has ended, or somebody else works on it.
 */
export type RunOutcome = "complete" | "failed" | "published" | "sliced" | "store-away" | "interrupted" | "not-held";

const STARTED_TOO_OFTEN: Record<ImportSource, Failure> = {
  zip: { message: "The ZIP archive could not be processed. Please try again later.", discardsUpload: false },
  folder: { message: "The folder could not be processed. Please try again later.", discardsUpload: false },
};

/**
 * Works on an import, from wherever it stands to where the options say. The Import row is the state machine:
 * each step ends by writing the next status, so whoever is killed at any moment leaves a row from which another goes on.
 */
export async function runImport(importId: string, options: RunOptions): Promise<RunOutcome> {
  const lease = await untilDatabaseAnswers(() => ImportLease.claim(importId), options.signal);
  if (!lease) return "not-held";
  const context: StepContext = { lease, store: blobStore(), signal: AbortSignal.any([options.signal, lease.signal]) };
  let isBlameless = false;
  try {
    // A store that is away says nothing about what was uploaded: it is waited for as well.
    const outcome = await untilDatabaseAnswers(() => takeSteps(context, options), context.signal, waitsForStore(options));
    if (outcome === "complete" || outcome === "failed") importFigures().ended(outcome, lease.ageSeconds);
    return outcome;
  } catch (error) {
    if (error instanceof LeaseLostError || lease.signal.aborted) return "not-held";
    isBlameless = options.signal.aborted || isStoreAway(error);
    if (!options.signal.aborted && isBlameless) {
      logger.warn({ err: error, importId }, "import waits for the object store");
      return "store-away";
    }
    // Told to stop, or at a loss: the sweep hands it to the next one, after a pause that grows.
    if (!options.signal.aborted) logger.error({ err: error, importId }, "import interrupted");
    return "interrupted";
  } finally {
    await lease.release(isBlameless).catch((error: unknown) => {
      if (!isDatabaseAway(error)) logger.warn({ err: error, importId }, "lease not released");
    });
  }
}

/** @returns what says of an error whether the object store is waited for, from the first such error on for as long as it may be */
function waitsForStore({ patienceMs = PATIENCE_MS }: RunOptions): (error: unknown) => boolean {
  let awaySince: number | null = null;
  return (error) => {
    if (!isStoreAway(error)) return false;
    awaySince ??= performance.now();
    return performance.now() - awaySince < patienceMs;
  };
}

async function takeSteps(context: StepContext, options: RunOptions): Promise<RunOutcome> {
  const held = await context.lease.read();
  // The database went away after its last word on this import.
  if (held.status === "complete" || held.status === "failed") return held.status;
  // Nobody misses a map that was never online. One that is stays: whatever goes wrong here is no word against its archive.
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
  if (held.status === "queued" || held.status === "indexing") held = await index(context, held);
  if (held.status === "publishing") held = await publish(context);
  if (held.status !== "complete") {
    if (options.untilPublished) return "published";
    held = await verifyArchive(context, held, options.sliceMs ?? Number.POSITIVE_INFINITY);
  }
  if (held.status !== "complete") return "sliced";
  // Only now: a map that turns out to be damaged must push no former one out. A transaction of its own, since nobody is to wait
  // for their map while a million rows of a former one are deleted.
  if (held.replacesId !== null) await dropOldVersions(held.replacesId);
  return "complete";
}

/** Makes a tree of what was uploaded, which nobody points to yet. */
function index(context: StepContext, held: HeldImport): Promise<HeldImport> {
  return held.source === "folder" ? indexFolder(context, held) : indexArchive(context, held);
}

async function fail({ lease }: StepContext, failure: Failure): Promise<RunOutcome> {
  logger.info({ importId: lease.importId, reason: failure.message }, "import failed");
  await failImport(lease, failure);
  return "failed";
}

/** Nothing is discarded on one answer alone. @throws StoreAwayError when the blob is there after all */
async function confirmMissing({ store }: StepContext, error: BlobMissingError): Promise<void> {
  const size = await store.size(blobKeySchema.parse(error.key));
  if (size !== null) throw new StoreAwayError(`Blob ${error.key} was said to be missing, and is there.`, error);
}

/** What the person is told of; null for what another attempt may overcome. */
function toFailure(error: unknown): Failure | null {
  if (error instanceof ArchiveRefusedError) return { message: error.refusal.message, discardsUpload: true };
  if (error instanceof BlobMissingError)
    return { message: "The uploaded file is no longer there. Please upload it again.", discardsUpload: true };
  if (error instanceof ProjectGoneError) return { message: error.message, discardsUpload: true };
  if (error instanceof AppError) return { message: error.message, discardsUpload: false };
  return null;
}
