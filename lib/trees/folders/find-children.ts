import { type Database, queryRows } from "../../db/query";

export interface Child {
  number: number;
  id: number;
  kind: "folder" | "file";
  size: number;
  blobKey: string | null;
}

/** Finds entries by folder and name. LATERAL with LIMIT forces one index probe per name, see data.ts. */
export async function findChildren(
  client: Database,
  treeId: number,
  wanted: readonly { parentId: number; name: string }[],
): Promise<Child[]> {
  if (wanted.length === 0) return [];
  return await queryRows<Child>(client, {
    text: `SELECT wanted.number::int - 1 AS number, child.id, child.kind, child.size, child."blobKey"
             FROM unnest($2::bigint[], $3::text[]) WITH ORDINALITY AS wanted (parent, name, number)
            CROSS JOIN LATERAL (
              SELECT id, kind, size, "blobKey" FROM "Entry" entry
               WHERE entry."treeId" = $1 AND entry."parentId" = wanted.parent AND entry.name = wanted.name LIMIT 1
            ) child`,
    values: [treeId, wanted.map(({ parentId }) => parentId), wanted.map(({ name }) => name)],
  });
}
