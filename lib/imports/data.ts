import type { AdminViewer } from "../accounts/sessions/schema";
import { pool } from "../db";
import { AppError, notFound } from "../errors";
import { NAME_TAKEN } from "../projects/mutations";
import { toSafeName } from "../projects/schema";
import { LEASE_STALE_SECONDS, MOST_ATTEMPTS } from "./pipeline/lease";
import { type ImportRow, type ListedImportRow, presentImport, presentProgress } from "./present";
import type { ExtractionProgress, ImportSummary, ImportTarget } from "./schema";

/** What presentProgress reads, of an import `i` and its project `p`. */
const progressColumns = `i.id, i."safeName", i.status, i.source, i."replacesId", i."projectId", p."mapUrl", i."filesTotal", i."filesDone",
  i."bytesTotal", i."bytesDone", i.error, i."startedAt", i."publishedAt", i."finishedAt", now() AS now`;

/** @returns how far the last import under that address has come, or null when there was none. Every admin may know. */
export async function findProgress(viewer: AdminViewer, safeName: string): Promise<ExtractionProgress | null> {
  const { rows } = await pool().query<ImportRow & { now: Date }>({
    name: "imports:progress",
    text: `SELECT ${progressColumns}, i."ownerId" IS NOT DISTINCT FROM $2 AS "isOwn" FROM "Import" i LEFT JOIN "Project" p ON p.id = i."projectId"
            WHERE i."safeName" = $1 ORDER BY i."createdAt" DESC, i.id DESC LIMIT 1`,
    values: [safeName, viewer.accountId],
  });
  const [row] = rows;
  return row ? presentProgress(row, row.now) : null;
}

/** An import that a call has begun. */
export interface StartedImport {
  importId: string;
  safeName: string;
}

/** @returns what the call of that key has begun, unless it failed or its project is gone; null for none, and for a call without a key */
export async function findStarted(ownerId: string, idempotencyKey: string | null | undefined): Promise<StartedImport | null> {
  if (!idempotencyKey) return null;
  const { rows } = await pool().query<StartedImport>({
    text: `SELECT id AS "importId", "safeName" FROM "Import"
            WHERE "ownerId" = $1 AND "idempotencyKey" = $2 AND status <> 'failed' AND (status <> 'complete' OR "projectId" IS NOT NULL)`,
    values: [ownerId, idempotencyKey],
  });
  return rows[0] ?? null;
}

/** Why nothing can be made of an upload now. */
export const importConflicts = {
  nameInUse: "A project with this name is already being created.",
  beingReplaced: "The map of this project is already being replaced.",
  beingCreated: "This project is still being created. Please wait until that is done.",
} as const;

interface TargetState {
  hasProject: boolean;
  /** Imports that are under way for its address, by whether they replace a map. */
  isReplaced: boolean;
  isCreated: boolean;
}

/** @param target of whose address is asked for: a project's, or a name's */
async function readTarget(target: ImportTarget): Promise<TargetState> {
  const [where, value] = target.kind === "new" ? [`"safeName" = $1`, toSafeName(target.projectName)] : ["id = $1", target.projectId];
  const safeName = target.kind === "new" ? "$1" : `(SELECT "safeName" FROM "Project" WHERE ${where})`;
  const active = `FROM "Import" WHERE "safeName" = ${safeName} AND status NOT IN ('complete', 'failed')`;
  const { rows } = await pool().query<TargetState>({
    text: `SELECT EXISTS (SELECT FROM "Project" WHERE ${where}) AS "hasProject",
                  EXISTS (SELECT ${active} AND "replacesId" IS NOT NULL) AS "isReplaced",
                  EXISTS (SELECT ${active} AND "replacesId" IS NULL) AS "isCreated"`,
    values: [value],
  });
  return rows[0] ?? { hasProject: false, isReplaced: false, isCreated: false };
}

/**
 * Says before an upload what startImport would say after it.
 * @returns null when nothing stands in the way: at this moment
 */
export async function findObstacle(target: ImportTarget): Promise<AppError | null> {
  const { hasProject, isReplaced, isCreated } = await readTarget(target);
  if (target.kind === "new") {
    if (hasProject) return new AppError("conflict", NAME_TAKEN);
    return isCreated || isReplaced ? new AppError("conflict", importConflicts.nameInUse) : null;
  }
  if (!hasProject) return notFound("This project no longer exists.");
  if (isReplaced) return new AppError("conflict", importConflicts.beingReplaced);
  return isCreated ? new AppError("conflict", importConflicts.beingCreated) : null;
}

/** @returns how far an import has come, for whoever began it; null when there is none of that id */
export async function findImportProgress(importId: string): Promise<ExtractionProgress | null> {
  const { rows } = await pool().query<ImportRow & { now: Date }>({
    name: "imports:progress-of-one",
    text: `SELECT ${progressColumns}, true AS "isOwn" FROM "Import" i LEFT JOIN "Project" p ON p.id = i."projectId" WHERE i.id = $1`,
    values: [importId],
  });
  const [row] = rows;
  return row ? presentProgress(row, row.now) : null;
}

/** A failure is shown to whoever began the import for so long, unless they take note of it before. */
const FAILURES_SHOWN = "1 day";

/** @returns the imports of everybody that are under way, and one's own that failed lately; newest first */
export async function listImports(viewer: AdminViewer): Promise<ImportSummary[]> {
  const { rows } = await pool().query<ListedImportRow & { now: Date }>({
    name: "imports:list",
    text: `SELECT ${progressColumns}, i."ownerId" IS NOT DISTINCT FROM $1 AS "isOwn", i."projectName", i."sourceName", i."createdAt", owner.id AS "ownerId", owner.name AS "ownerName"
             FROM "Import" i LEFT JOIN "Project" p ON p.id = i."projectId" LEFT JOIN "Account" owner ON owner.id = i."ownerId"
            WHERE i.status NOT IN ('complete', 'failed')
               OR i.status = 'failed' AND i."ownerId" = $1 AND i."dismissedAt" IS NULL AND i."finishedAt" > now() - interval '${FAILURES_SHOWN}'
            ORDER BY i."createdAt" DESC, i.id DESC`,
    values: [viewer.accountId],
  });
  return rows.map((row) => presentImport(row, row.now));
}

/** An import that has not ended. */
export interface ActiveImport {
  id: string;
  isPublished: boolean;
}

/** Pause after attempts without any progress: it doubles with every one of them, up to this many seconds. */
const LONGEST_PAUSE_SECONDS = 600;

/**
 * @returns the imports that nobody works on, oldest first: new ones, those that wait for their next slice, those whose holder
 * was killed, and those that went wrong, after a pause that grows with every attempt. So does one whose holders are killed by it.
 */
export async function listIdleImports(): Promise<ActiveImport[]> {
  const { rows } = await pool().query<ActiveImport>({
    name: "imports:idle",
    text: `SELECT id, status IN ('verifying', 'materialising') AS "isPublished" FROM "Import"
            WHERE status NOT IN ('complete', 'failed')
              AND CASE WHEN "leaseToken" IS NULL AND attempts = 0 THEN true
                       WHEN "leaseToken" IS NOT NULL AND attempts <= $2 THEN "heartbeatAt" < now() - make_interval(secs => $1)
                       ELSE "heartbeatAt" < now() - make_interval(secs => least(2 ^ least(attempts, 30), $3)) END
            ORDER BY "createdAt"`,
    values: [LEASE_STALE_SECONDS, MOST_ATTEMPTS, LONGEST_PAUSE_SECONDS],
  });
  return rows;
}
