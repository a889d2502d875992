import { createdBy, type ProjectRow } from "../present";
import { type ProjectVersion, versionChangesSchema } from "./schema";

type SameFields = "isCurrent" | "source" | "sourceName" | "fileCount" | "byteCount";

/** A tree of a project, with the import that made it. */
export interface VersionRow extends Pick<ProjectVersion, SameFields>, Pick<ProjectRow, "creatorId" | "creatorName"> {
  id: number;
  publishedAt: Date;
  retiredAt: Date | null;
  changes: unknown;
}

export function presentVersion({ id, creatorId, creatorName, publishedAt, retiredAt, changes, ...version }: VersionRow): ProjectVersion {
  return {
    ...version,
    _id: String(id),
    createdBy: createdBy({ creatorId, creatorName }),
    createdAt: publishedAt.toISOString(),
    retiredAt: retiredAt?.toISOString() ?? null,
    changes: versionChangesSchema.safeParse(changes).data ?? null,
  };
}
