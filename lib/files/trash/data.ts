import { TRASH_DAYS } from "../../trees/schema";
import { listTrashTrees, type TrashRow } from "../../trees/trash/trash-trees";
import type { FileScope } from "../data";
import type { TrashAnswer, TrashItem } from "./schema";

const DAY_MS = 86_400_000;

function presentTrash(row: TrashRow): TrashItem {
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

export async function listTrash(scope: FileScope): Promise<TrashAnswer> {
  return { success: true, items: (await listTrashTrees(scope.projectId)).map(presentTrash) };
}
