import { ArchiveRefusedError } from "../../archives/refusals";
import { blobStore } from "../../blobs/open";
import { BlobMissingError } from "../../blobs/store";
import { AppError, isDatabaseAway, isStoreAway } from "../../errors";
import type { ImportSource } from "../../generated/prisma/enums";
import { untilDatabaseAnswers } from "../../jobs/database-away";
import { logger } from "../../logger";
import { importFigures } from "../../metrics/imports";
import { dropOldVersions } from "../../versions/mutations";
import { indexFolder } from "../folder/index-folder";
import type { StepContext } from "./context";
import { type Failure, failImport } from "./fail-step";
import { indexArchive } from "./index-step";
import { type HeldImport, ImportLease, LeaseLostError } from "./lease";
import { publish } from "./publish-step";
import { ProjectGoneError } from "./verify-progress";
import { verifyArchive } from "./verify-step";

/** Claims without any progress after which an import is given up: something about it ends the process that works on it. */
const MOST_ATTEMPTS = 5;

export interface RunOptions {
  signal: AbortSignal;
  /** Stops once the map can be viewed, so that another job goes on with verifying. */
  untilPublished?: boolean;
  /** Verifies no longer than this before others have their turn; milliseconds. */
  sliceMs?: number;
}

/** `sliced`: more is to be verified. `interrupted`: the sweep finds it. `not-held`: it has ended, or somebody else works on it. */
export type RunOutcome = "complete" | "failed" | "published" | "sliced" | "interrupted" | "not-held";

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
  try {
    // A store that is away says nothing about what was uploaded: it is waited for as well.
    const outcome = await untilDatabaseAnswers(() => takeSteps(context, options), context.signal, isStoreAway);
    if (outcome === "complete" || outcome === "failed") importFigures().ended(outcome, lease.ageSeconds);
    return outcome;
  } catch (error) {
    if (error instanceof LeaseLostError || lease.signal.aborted) return "not-held";
    // Told to stop, or at a loss: the sweep hands it to the next one, and after some attempts it is given up.
    if (!options.signal.aborted) logger.error({ err: error, importId }, "import interrupted");
    return "interrupted";
  } finally {
    await lease.release(options.signal.aborted).catch((error: unknown) => {
      if (!isDatabaseAway(error)) logger.warn({ err: error, importId }, "lease not released");
    });
  }
}

async function takeSteps(context: StepContext, options: RunOptions): Promise<RunOutcome> {
  let held = await context.lease.read();
  // The database went away after its last word on this import.
  if (held.status === "complete" || held.status === "failed") return held.status;
  if (held.attempts > MOST_ATTEMPTS) return fail(context, STARTED_TOO_OFTEN[held.source]);
  try {
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
  } catch (error) {
    const failure = toFailure(error);
    if (!failure) throw error;
    return fail(context, failure);
  }
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

/** What the person is told of; null for what another attempt may overcome. */
function toFailure(error: unknown): Failure | null {
  if (error instanceof ArchiveRefusedError) return { message: error.refusal.message, discardsUpload: true };
  if (error instanceof BlobMissingError)
    return { message: "The uploaded file is no longer there. Please upload it again.", discardsUpload: true };
  if (error instanceof ProjectGoneError) return { message: error.message, discardsUpload: true };
  if (error instanceof AppError) return { message: error.message, discardsUpload: false };
  return null;
}
