import { pool } from "../db";
import type { AdminViewer } from "../sessions/schema";
import { LEASE_STALE_SECONDS } from "./pipeline/lease";
import { type ImportRow, presentProgress } from "./present";
import type { ExtractionProgress } from "./schema";

/** @returns how far the last import under that address has come, or null when there was none. Every admin may know. */
export async function findProgress(_viewer: AdminViewer, safeName: string): Promise<ExtractionProgress | null> {
  const { rows } = await pool().query<ImportRow & { now: Date }>({
    name: "imports:progress",
    text: `SELECT i."safeName", i.status, i."projectId", p."mapUrl", i."filesTotal", i."filesDone", i."bytesTotal", i."bytesDone",
                  i.error, i."startedAt", i."publishedAt", i."finishedAt", now() AS now
             FROM "Import" i LEFT JOIN "Project" p ON p.id = i."projectId"
            WHERE i."safeName" = $1 ORDER BY i."createdAt" DESC, i.id DESC LIMIT 1`,
    values: [safeName],
  });
  const [row] = rows;
  return row ? presentProgress(row, row.now) : null;
}

/** An import that has not ended. */
export interface ActiveImport {
  id: string;
  isPublished: boolean;
}

/**
 * @returns the imports that nobody works on, oldest first: new ones, those that wait for their next slice, those whose holder
 * was killed, and those that went wrong, after a pause that doubles with every attempt
 */
export async function listIdleImports(): Promise<ActiveImport[]> {
  const { rows } = await pool().query<ActiveImport>({
    name: "imports:idle",
    text: `SELECT id, status IN ('verifying', 'materialising') AS "isPublished" FROM "Import"
            WHERE status NOT IN ('complete', 'failed')
              AND CASE WHEN "leaseToken" IS NULL THEN attempts = 0 OR "heartbeatAt" < now() - make_interval(secs => 2 ^ attempts)
                       ELSE "heartbeatAt" < now() - make_interval(secs => $1) END
            ORDER BY "createdAt"`,
    values: [LEASE_STALE_SECONDS],
  });
  return rows;
}
