import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { contentName } from "../slices/content-name";

export interface TreeFile {
  path: string;
  size: number;
  /** Stands for the stored bytes, which never change. The same content can have several. */
  content: string;
}

interface FileRow {
  folder: number;
  name: string;
  size: number;
  blobKey: string | null;
  offset: number;
}

const PAGE_ROWS = 10_000;

/** Lists the files of a tree in pages, folder by folder. Holds no connection between pages. */
export async function* listTreeFiles(treeId: number): AsyncGenerator<TreeFile[], void, undefined> {
  let after: FileRow | undefined;
  do {
    const rows = await queryRows<FileRow>(db(), {
      text: `SELECT "parentId" AS folder, name, size, "blobKey", "offset" FROM "Entry"
              WHERE "treeId" = $1 AND ("parentId", name) > ($2, $3) AND kind = 'file' ORDER BY "parentId", name LIMIT ${PAGE_ROWS}`,
      values: [treeId, after?.folder ?? 0, after?.name ?? ""],
    });
    const folders = await readPaths(treeId, new Set(rows.map(({ folder }) => folder)));
    yield rows.map((row) => ({ path: `${folders.get(row.folder) ?? ""}${row.name}`, size: row.size, content: contentName(row) }));
    after = rows.length === PAGE_ROWS ? rows.at(-1) : undefined;
  } while (after);
}

async function readPaths(treeId: number, folders: ReadonlySet<number>): Promise<Map<number, string>> {
  const rows = await queryRows<{ folder: number; path: string }>(db(), {
    text: `WITH RECURSIVE up AS (
             SELECT id AS folder, "parentId", CASE WHEN "parentId" IS NULL THEN '' ELSE name || '/' END AS path
               FROM "Entry" WHERE id = ANY ($2) AND "treeId" = $1
             UNION ALL
             SELECT up.folder, parent."parentId", CASE WHEN parent."parentId" IS NULL THEN up.path ELSE parent.name || '/' || up.path END
               FROM up JOIN "Entry" parent ON parent.id = up."parentId")
           SELECT folder, path FROM up WHERE "parentId" IS NULL`,
    values: [treeId, [...folders]],
  });
  return new Map(rows.map(({ folder, path }) => [folder, path]));
}
