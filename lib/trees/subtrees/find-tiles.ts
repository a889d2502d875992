import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { pathOf } from "../data";

/** Files `{number}/{number}.ending` in a folder whose name is a number. */
export interface NumberedFiles {
  /** Path of the folder, such as `depths/7`. */
  path: string;
  /** As the files are written, such as `png`. */
  ending: string;
  columns: [number, number];
  rows: [number, number];
  /** Path of one of the files in the folder. */
  sample: string;
}

const MOST_FOLDERS = 2_000;

/** Returns the folders of a tree that have numbered files in numbered folders. @param endings such as `png|jpe?g` */
export async function findNumberedFiles(treeId: number, endings: string): Promise<NumberedFiles[]> {
  return await queryRows<NumberedFiles>(db(), {
    text: `WITH files AS MATERIALIZED (
             SELECT "parentId", substring(name FROM '[^.]+$') AS ending, min(name) AS sample,
                    min(substring(name FROM '^\\d+')::int) AS least, max(substring(name FROM '^\\d+')::int) AS most
               FROM "Entry" WHERE "treeId" = $1 AND kind = 'file' AND name ~* $2 GROUP BY 1, 2
           ), zooms AS MATERIALIZED (
             SELECT folder."parentId" AS id, ending, json_build_array(min(folder.name::int), max(folder.name::int)) AS columns,
                    json_build_array(min(least), max(most)) AS rows, min(folder.name || '/' || sample) AS sample
               FROM files CROSS JOIN LATERAL (SELECT "parentId", name FROM "Entry" WHERE id = files."parentId" LIMIT 1) folder
              WHERE folder.name ~ '^\\d{1,8}$' GROUP BY 1, 2
           )
           SELECT named.path, zooms.ending, columns, rows, sample
             FROM zooms CROSS JOIN LATERAL (SELECT * FROM "Entry" WHERE id = zooms.id LIMIT 1) zoom
             CROSS JOIN LATERAL (${pathOf("zoom")}) named
            WHERE zoom.name ~ '^\\d{1,2}$' ORDER BY zoom.id LIMIT $3`,
    values: [treeId, `^\\d{1,8}\\.(${endings})$`, MOST_FOLDERS],
  });
}
