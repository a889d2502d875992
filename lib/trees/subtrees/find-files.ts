import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { pathOf } from "../data";

/**
 * Returns the paths of files whose names match, in the order of the files' ids.
 * @param pattern a regular expression of PostgreSQL, case-insensitive
 */
export async function findFilePaths(treeId: number, pattern: string, limit: number): Promise<string[]> {
  const rows = await queryRows<{ path: string }>(db(), {
    text: `SELECT named.path FROM (
             SELECT * FROM "Entry" WHERE "treeId" = $1 AND kind = 'file' AND name ~* $2 ORDER BY id LIMIT $3) file
            CROSS JOIN LATERAL (${pathOf("file")}) named ORDER BY file.id`,
    values: [treeId, pattern, limit],
  });
  return rows.map(({ path }) => path);
}
