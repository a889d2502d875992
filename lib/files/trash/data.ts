import { TRASH_DAYS, type TrashItem } from "./schema";

/** A tree of what was deleted, as the list query reads it. Sizes are bytes. */
export interface TrashRow {
  id: number;
  kind: "file" | "folder";
  name: string;
  fileCount: number;
  byteCount: number;
  trashedFrom: string;
  trashedAt: Date;
  /** Null when the account is gone. */
  accountId: string | null;
  accountName: string | null;
}

const DAY_MS = 86_400_000;

export function presentTrash(row: TrashRow): TrashItem {
  const { id, kind, name, fileCount, byteCount, trashedFrom, trashedAt, accountId, accountName } = row;
  return {
    _id: String(id),
    name,
    type: kind,
    size: byteCount,
    fileCount,
    from: trashedFrom,
    deletedAt: trashedAt.toISOString(),
    deletedBy: accountId === null ? null : { _id: accountId, fullName: accountName ?? "" },
    expiresAt: new Date(trashedAt.getTime() + TRASH_DAYS * DAY_MS).toISOString(),
  };
}
