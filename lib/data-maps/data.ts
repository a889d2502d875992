import { db } from "../db/client";
import { queryRows } from "../db/query";

/** Returns the hash of the viewer release that new maps get, or null before a worker has stored one. */
export async function latestViewer(): Promise<string | null> {
  const rows = await queryRows<{ hash: string }>(db(), {
    text: `SELECT hash FROM "ViewerFile" WHERE name = 'viewer.js' ORDER BY "deployedAt" DESC LIMIT 1`,
  });
  return rows[0]?.hash ?? null;
}

/** Returns a file of a viewer release, compressed with gzip unless it is read in parts, or null. */
export async function findViewerFile(hash: string, name: string): Promise<Buffer | null> {
  const rows = await queryRows<{ content: Buffer }>(db(), {
    text: `SELECT content FROM "ViewerFile" WHERE hash = $1 AND name = $2`,
    values: [hash, name],
  });
  return rows[0]?.content ?? null;
}

/** Returns the files of a project's map that are being converted, and how much of each is done. */
export function listConversions(projectId: string): Promise<{ path: string; percent: number }[]> {
  return db().conversion.findMany({ where: { projectId }, select: { path: true, percent: true }, orderBy: { path: "asc" } });
}
