import { joinAccount } from "../../accounts/data";
import type { SuperadminViewer } from "../../accounts/sessions/schema";
import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { ASSETS } from "../../maps/values";
import { joinProjectOfTree } from "../../projects/data";
import { joinBlob } from "../../storage/data";
import { fileOfId, pathOf } from "../../trees/data";
import { assetsScope, type FileScope } from "../data";
import { CURRENT_TREES } from "./matching";
import { findFiles } from "./orders";
import { FILES_WITHOUT_LIMIT, type FileListQuery, type PlatformFile, type PlatformFilePage, parseFileId } from "./schema";

interface PlatformFileRow {
  id: number;
  name: string;
  size: number;
  modifiedAt: Date;
  uploadedAt: Date | null;
  ownerId: string | null;
  ownerName: string | null;
  ownerEmail: string | null;
  projectId: string | null;
  projectName: string | null;
  safeName: string | null;
  path: string;
}

function presentPlatformFile(row: PlatformFileRow): PlatformFile {
  const { ownerId, ownerName, ownerEmail } = row;
  return {
    _id: String(row.id),
    filename: row.name,
    originalName: row.name,
    fileSize: row.size,
    uploadedBy: ownerId === null ? null : { _id: ownerId, fullName: ownerName ?? "", email: ownerEmail ?? "" },
    uploadDate: (row.uploadedAt ?? row.modifiedAt).toISOString(),
    projectName: row.projectName,
    safeName: row.safeName ?? ASSETS,
    path: row.path,
  };
}

/** What presentPlatformFile reads, of the files $1. */
const readFiles = {
  text: `
    SELECT e.id, e.name, e.size, e."modifiedAt", blob."uploadedAt", owner.id AS "ownerId", owner.name AS "ownerName", owner.email AS "ownerEmail",
           p.id AS "projectId", p.name AS "projectName", p."safeName", way.path, e."treeId"
      FROM unnest($1::bigint[]) WITH ORDINALITY AS asked (id, place)
     CROSS JOIN LATERAL (${fileOfId("asked.id")}) e
      ${joinBlob("blob", 'e."blobKey"')}
      ${joinAccount("owner", 'blob."ownerId"')}
      ${joinProjectOfTree("p", 'e."treeId"')}
     CROSS JOIN LATERAL (${pathOf("e")}) way
     ORDER BY asked.place`,
};

/** Lists files of current maps and shared assets, up to `limit` or {@link FILES_WITHOUT_LIMIT}. @throws AppError 400 for a bad cursor */
export async function listPlatformFiles(_viewer: SuperadminViewer, query: FileListQuery): Promise<PlatformFilePage> {
  const { places, total, nextCursor } = await findFiles(query, query.limit ?? FILES_WITHOUT_LIMIT);
  const rows = await queryRows<PlatformFileRow>(db(), { ...readFiles, values: [places.map(({ id }) => id)] });
  return { files: rows.map(presentPlatformFile), total, nextCursor };
}

export interface FoundFile {
  id: number;
  scope: FileScope;
  path: readonly string[];
}

/** Returns the listed file of this id, or null. */
export async function findPlatformFile(_viewer: SuperadminViewer, fileId: string): Promise<FoundFile | null> {
  const id = parseFileId(fileId);
  if (id === null) return null;
  const text = `SELECT * FROM (${readFiles.text}) file WHERE "treeId" = ANY (${CURRENT_TREES})`;
  const [row] = await queryRows<PlatformFileRow>(db(), { text, values: [[id]] });
  if (!row) return null;
  const { projectId, projectName, safeName } = row;
  const scope: FileScope =
    projectId !== null && projectName !== null && safeName !== null
      ? { kind: "project", projectId, name: projectName, safeName }
      : assetsScope;
  return { id, scope, path: row.path.split("/") };
}
