import { joinAccount } from "../accounts/data";
import { isManaged, limitedId, tokenProjectIds } from "../accounts/limits/policy";
import { isWithin } from "../accounts/references/managed-projects";
import type { AdminViewer } from "../accounts/sessions/schema";
import type { BlobKey } from "../blobs/store";
import { db } from "../db/client";
import { queryRows } from "../db/query";
import { env } from "../env";
import { AppError, notFound } from "../errors";
import type { Import, Prisma } from "../generated/prisma/client";
import { isNameTaken, joinProject, projectExists, safeNameOf } from "../projects/data";
import { NAME_TAKEN } from "../projects/mutations";
import { toSafeName } from "../projects/schema";
import { hasOpeningFile } from "../trees/data";
import { LEASE_STALE_SECONDS, MOST_ATTEMPTS } from "./pipeline/lease";
import type { ExtractionProgress, ImportSummary } from "./progress/schema";
import type { ImportTarget } from "./schema";
import { isNameReserved } from "./uploads/reserved-names";

type Columns = "id" | "safeName" | "status" | "source" | "replacesId" | "projectId" | "filesTotal" | "filesDone" | "error";
type Times = "startedAt" | "publishedAt" | "finishedAt";

export interface ImportRow extends Pick<Import, Columns | Times> {
  mapUrl: string | null;
  bytesTotal: number;
  bytesDone: number;
  isOwn: boolean;
  lacksIndex: boolean;
}

interface ListedImportRow extends ImportRow, Pick<Import, "projectName" | "sourceName" | "ownerId" | "createdAt"> {
  ownerName: string | null;
}

const statusOf = {
  queued: "extracting",
  indexing: "extracting",
  publishing: "creating_project",
  verifying: "extracting",
  materialising: "extracting",
  complete: "complete",
  failed: "error",
} as const satisfies Record<Import["status"], ExtractionProgress["status"]>;

function secondsBetween(from: Date | null, to: Date): number {
  return from ? Math.max(0, to.getTime() - from.getTime()) / 1000 : 0;
}

/** Counts files when there are no bytes: an archive of empty files has progress too. Below 100 until the import is complete. */
function percent({ status, bytesDone, bytesTotal, filesDone, filesTotal }: ImportRow): number {
  if (status === "complete") return 100;
  const share = bytesTotal > 0 ? bytesDone / bytesTotal : filesDone / Math.max(1, filesTotal);
  return Math.min(99.9, Math.floor(share * 1000) / 10);
}

/** Converts an import row to the answer of the API. No other code does. */
export function presentProgress(row: ImportRow, now: Date): ExtractionProgress {
  const until = row.finishedAt ?? now;
  const verifying = secondsBetween(row.publishedAt, until);
  const viewable = row.projectId !== null;
  return {
    success: true,
    status: statusOf[row.status],
    progress: percent(row),
    filesExtracted: row.filesDone,
    totalFiles: row.filesTotal,
    extractedSize: row.bytesDone,
    totalSize: row.bytesTotal,
    timeElapsed: secondsBetween(row.startedAt, until),
    extractionSpeed: verifying > 0 ? Math.round(row.bytesDone / verifying) : 0,
    error: row.error,
    warning: row.lacksIndex ? "This map has no index.html at the top of its files, so its address shows no page." : null,
    importId: row.id,
    isOwn: row.isOwn,
    safeName: row.safeName,
    source: row.source,
    isReplacement: row.replacesId !== null,
    viewable,
    projectId: row.projectId,
    viewMap: viewable ? (row.mapUrl ?? `${env().appOrigin}/projects/maps/${row.safeName}/`) : null,
    phase: row.status,
  };
}

function presentImport(row: ListedImportRow, now: Date): ImportSummary {
  return {
    ...presentProgress(row, now),
    _id: row.id,
    projectName: row.projectName,
    sourceName: row.sourceName,
    createdBy: row.ownerId !== null && row.ownerName !== null ? { _id: row.ownerId, name: row.ownerName } : null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Selects what presentProgress reads, of an import `i` and its project `p`. @param isOwn whether the reader began it, in SQL */
const selectProgress = (isOwn: string, others = "") => `
  SELECT i.id, i."safeName", i.status, i.source, i."replacesId", i."projectId", p."mapUrl", i."filesTotal", i."filesDone", i."bytesTotal",
         i."bytesDone", i.error, i."startedAt", i."publishedAt", i."finishedAt", now() AS now, ${isOwn} AS "isOwn",
         i."publishedAt" IS NOT NULL AND i."treeId" IS NOT NULL AND NOT ${hasOpeningFile('i."treeId"')} AS "lacksIndex"${others}
    FROM "Import" i ${joinProject("p", 'i."projectId"')}`;

async function readProgress(text: string, values: unknown[]): Promise<ExtractionProgress | null> {
  const [row] = await queryRows<ImportRow & { now: Date }>(db(), { text, values });
  return row ? presentProgress(row, row.now) : null;
}

const PROJECT = 'coalesce(i."projectId", i."replacesId")';
/** Builds the condition that a limited admin sees an import `i`: of a managed project, or an own one without a project. */
const isSeenBy = (limited: `$${number}`) => `(${isWithin(PROJECT, limited)} OR ${PROJECT} IS NULL AND i."ownerId" = ${limited}::uuid)`;

/** Returns the progress of the last import under an address, or null. Admins may see those of their projects, and an API token those of its own. */
export function findProgress(viewer: AdminViewer, safeName: string): Promise<ExtractionProgress | null> {
  const select = selectProgress(`i."ownerId" IS NOT DISTINCT FROM $2`);
  const text = `${select} WHERE i."safeName" = $1 AND ${isManaged(PROJECT, "$3")} AND ${isSeenBy("$4")} ORDER BY i."createdAt" DESC, i.id DESC LIMIT 1`;
  return readProgress(text, [safeName, viewer.accountId, tokenProjectIds(viewer), limitedId(viewer)]);
}

/** Returns the progress of an import for the account that started it, or null. */
export function findImportProgress(importId: string): Promise<ExtractionProgress | null> {
  return readProgress(`${selectProgress("true")} WHERE i.id = $1`, [importId]);
}

export interface StartedImport {
  importId: string;
  safeName: string;
}

/** Returns what an earlier call with that key started, unless it failed or its project is gone. */
export async function findStarted(ownerId: string, idempotencyKey: string | null | undefined): Promise<StartedImport | null> {
  if (!idempotencyKey) return null;
  const isGone = { OR: [{ status: "failed" }, { status: "complete", projectId: null }] } satisfies Prisma.ImportWhereInput;
  const started = await db().import.findFirst({ where: { ownerId, idempotencyKey, NOT: isGone }, select: { id: true, safeName: true } });
  return started && { importId: started.id, safeName: started.safeName };
}

export const importConflicts = {
  nameInUse: "A project with this name is already being created.",
  beingReplaced: "The map of this project is already being replaced.",
  beingCreated: "This project is still being created. Please wait until that is done.",
} as const;

/** Returns what would make startImport fail at this moment for an account, or null. */
export async function findObstacle(target: ImportTarget, ownerId: string): Promise<AppError | null> {
  const isNew = target.kind === "new";
  const value = isNew ? toSafeName(target.projectName) : target.projectId;
  const safeName = isNew ? "$1" : safeNameOf("$1");
  const active = `FROM "Import" WHERE "safeName" = ${safeName} AND status NOT IN ('complete', 'failed')`;
  const rows = await queryRows<{ hasProject: boolean; isReplaced: boolean; isCreated: boolean }>(db(), {
    text: `SELECT ${isNew ? isNameTaken("$1") : projectExists("$1")} AS "hasProject",
                  EXISTS (SELECT ${active} AND "replacesId" IS NOT NULL) AS "isReplaced",
                  EXISTS (SELECT ${active} AND "replacesId" IS NULL) AS "isCreated"`,
    values: [value],
  });
  const { hasProject, isReplaced, isCreated } = rows[0] ?? {};
  if (isNew) {
    if (hasProject) return new AppError("conflict", NAME_TAKEN);
    if (isCreated || isReplaced) return new AppError("conflict", importConflicts.nameInUse);
    return (await isNameReserved(target.projectName, ownerId)) ? new AppError("conflict", NAME_TAKEN) : null;
  }
  if (!hasProject) return notFound("This project no longer exists.");
  if (isReplaced) return new AppError("conflict", importConflicts.beingReplaced);
  return isCreated ? new AppError("conflict", importConflicts.beingCreated) : null;
}

/** A failure is shown to the account that started the import for this long, unless it is dismissed. */
const FAILURES_SHOWN = "1 day";

/** Lists the unfinished imports that the viewer may see and own recent failures, newest first. */
export async function listImports(viewer: AdminViewer): Promise<ImportSummary[]> {
  const rows = await queryRows<ListedImportRow & { now: Date }>(db(), {
    text: `${selectProgress(`i."ownerId" IS NOT DISTINCT FROM $1`, `, i."projectName", i."sourceName", i."createdAt", owner.id AS "ownerId", owner.name AS "ownerName"`)}
             ${joinAccount("owner", 'i."ownerId"')}
            WHERE ${isSeenBy("$2")} AND (i.status NOT IN ('complete', 'failed')
               OR i.status = 'failed' AND i."ownerId" = $1 AND i."dismissedAt" IS NULL AND i."finishedAt" > now() - interval '${FAILURES_SHOWN}')
            ORDER BY i."createdAt" DESC, i.id DESC`,
    values: [viewer.accountId, limitedId(viewer)],
  });
  return rows.map((row) => presentImport(row, row.now));
}

export interface ActiveImport {
  id: string;
  isPublished: boolean;
  isSlow: boolean;
}

/** The pause after attempts without progress doubles up to this many seconds. */
const LONGEST_PAUSE_SECONDS = 600;

/** Lists imports that no process works on, oldest first. Failed attempts pause longer each time, also those that killed their process. */
export function listIdleImports(): Promise<ActiveImport[]> {
  return queryRows<ActiveImport>(db(), {
    text: `SELECT id, status = 'verifying' AS "isPublished", "isSlow" FROM "Import"
            WHERE status NOT IN ('complete', 'failed')
              AND CASE WHEN "leaseToken" IS NULL AND attempts = 0 THEN true
                       WHEN "leaseToken" IS NOT NULL AND attempts <= $2 THEN "heartbeatAt" < now() - make_interval(secs => $1)
                       ELSE "heartbeatAt" < now() - make_interval(secs => least(2 ^ least(attempts, 30), $3)) END
            ORDER BY "createdAt"`,
    values: [LEASE_STALE_SECONDS, MOST_ATTEMPTS, LONGEST_PAUSE_SECONDS],
  });
}

/** Returns true while a map is about to become viewable. */
export async function arePublishing(): Promise<boolean> {
  const where = { status: { in: ["queued", "indexing", "materialising", "publishing"] } } satisfies Prisma.ImportWhereInput;
  return (await db().import.findFirst({ where, select: { id: true } })) !== null;
}

/** Returns the first import of a blob, or null. */
export async function findImportOf(blobKey: BlobKey): Promise<string | null> {
  return (await db().import.findFirst({ where: { blobKey }, select: { id: true } }))?.id ?? null;
}

/** Reads the outcome of an import. @throws Error when there is no import of this id */
export function readOutcome(importId: string) {
  return db().import.findUniqueOrThrow({ where: { id: importId }, select: { projectId: true, error: true } });
}

/** Queries for monitoring: `running` imports by their `status`, and how many uploads are `open`. */
export const backlogQueries = {
  imports: `SELECT status, count(*) AS running FROM "Import" WHERE status NOT IN ('complete', 'failed') GROUP BY status`,
  uploads: `SELECT count(*) AS open FROM "Upload" WHERE state = 'receiving'`,
};
