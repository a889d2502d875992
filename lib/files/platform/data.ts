import type { SuperadminViewer } from "../../accounts/sessions/schema";
import { pool, type Queryable } from "../../db";
import { type PlatformFileRow, presentPlatformFile } from "../../file-management/present";
import type { FileScope } from "../data";
import { assetsScope } from "../data";
import { CURRENT_TREES } from "./matching";
import { findFiles } from "./orders";
import { FILES_WITHOUT_LIMIT, type FileListQuery, type PlatformFilePage, parseFileId } from "./schema";

/** What presentPlatformFile reads, of the files $1; the path is walked upwards, a probe of the primary key a step. */
const readFiles = {
  name: "file-management:files",
  text: `
    SELECT e.id, e.name, e.size, e."modifiedAt", blob."uploadedAt", owner.id AS "ownerId", owner.name AS "ownerName", owner.email AS "ownerEmail",
           p.name AS "projectName", p."safeName", way.path
      FROM unnest($1::bigint[]) WITH ORDINALITY AS asked (id, place)
     CROSS JOIN LATERAL (SELECT * FROM "Entry" entry WHERE entry.id = asked.id AND entry.kind = 'file' LIMIT 1) e
      LEFT JOIN "Blob" blob ON blob.key = e."blobKey"
      LEFT JOIN "Account" owner ON owner.id = blob."ownerId"
      LEFT JOIN "Project" p ON p."currentTreeId" = e."treeId"
     CROSS JOIN LATERAL (
       WITH RECURSIVE above AS (
         SELECT e."parentId" AS up, e.name AS path
          UNION ALL
         SELECT folder."parentId", CASE WHEN folder."parentId" IS NULL THEN above.path ELSE folder.name || '/' || above.path END
           FROM above CROSS JOIN LATERAL (SELECT "parentId", name FROM "Entry" f WHERE f.id = above.up LIMIT 1) folder
       ) SELECT path FROM above WHERE up IS NULL) way
     ORDER BY asked.place`,
};

/**
 * The files of all maps and of the shared assets that match, in pages; without `limit` as many as {@link FILES_WITHOUT_LIMIT}, and
 * `nextCursor` tells whether there are more. Files of former maps and of the trash are not among them.
 * @throws AppError 400 for a cursor of another list
 */
export async function listPlatformFiles(_viewer: SuperadminViewer, query: FileListQuery): Promise<PlatformFilePage> {
  const { places, total, nextCursor } = await findFiles(query, query.limit ?? FILES_WITHOUT_LIMIT);
  const { rows } = await pool().query<PlatformFileRow>({ ...readFiles, values: [places.map(({ id }) => id)] });
  return { files: rows.map(presentPlatformFile), total, nextCursor };
}

/** A file by its place in the maps. */
export interface FoundFile {
  id: number;
  scope: FileScope;
  /** Names from the top of the map. */
  path: readonly string[];
}

/** @returns the listed file of this id, or null when there is none (any more) */
export async function findPlatformFile(_viewer: SuperadminViewer, fileId: string, client: Queryable = pool()): Promise<FoundFile | null> {
  const id = parseFileId(fileId);
  if (id === null) return null;
  const { rows } = await client.query<PlatformFileRow & { projectId: string | null }>({
    text: `SELECT file.*, p.id AS "projectId" FROM (${readFiles.text}) file JOIN "Entry" e ON e.id = file.id
             LEFT JOIN "Project" p ON p."currentTreeId" = e."treeId" WHERE e."treeId" = ANY (${CURRENT_TREES})`,
    values: [[id]],
  });
  const [row] = rows;
  if (!row) return null;
  const { projectId, projectName, safeName } = row;
  const scope: FileScope =
    projectId !== null && projectName !== null && safeName !== null
      ? { kind: "project", projectId, name: projectName, safeName }
      : assetsScope;
  return { id, scope, path: row.path.split("/") };
}
