import type { ImportSource } from "../generated/prisma/enums";
import { type ProjectVersion, versionChangesSchema } from "../projects/versions/schema";

/** A tree of a project, with the import that made it, as the list query reads it. Sizes are bytes. */
export interface VersionRow {
  id: number;
  isCurrent: boolean;
  source: ImportSource | null;
  sourceName: string | null;
  creatorId: string | null;
  creatorName: string | null;
  publishedAt: Date;
  retiredAt: Date | null;
  fileCount: number;
  byteCount: number;
  changes: unknown;
}

/** The one place where a tree becomes what the API answers of a version. */
export function presentVersion(row: VersionRow): ProjectVersion {
  return {
    _id: String(row.id),
    isCurrent: row.isCurrent,
    source: row.source,
    sourceName: row.sourceName,
    createdBy: row.creatorId !== null && row.creatorName !== null ? { _id: row.creatorId, name: row.creatorName } : null,
    createdAt: row.publishedAt.toISOString(),
    retiredAt: row.retiredAt?.toISOString() ?? null,
    fileCount: row.fileCount,
    byteCount: row.byteCount,
    changes: versionChangesSchema.safeParse(row.changes).data ?? null,
  };
}
