import { managedProjectIds } from "../accounts/limits/policy";
import type { AdminViewer } from "../accounts/sessions/schema";
import { blobStore } from "../blobs/open";
import { db } from "../db/client";
import { queryRows } from "../db/query";
import { isVisible } from "../db/visible";
import { isStoreUnavailable } from "../errors";
import { logger } from "../logging/logger";
import type { OwnConversion } from "./conversion/schema";
import { stoppedFiles } from "./formats/stopped-layers";
import { readDataMap } from "./publish/read-data-map";

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

export interface FileConversion {
  path: string;
  percent: number;
  /** Why it has ended without a result. */
  problem?: string | undefined;
}

/** Returns the files of a map whose conversion was stopped, or none while its map.json can't be read: details show the project all the same. */
async function listStopped(projectId: string): Promise<FileConversion[]> {
  try {
    const map = await readDataMap({ store: blobStore(), signal: new AbortController().signal }, { projectId });
    return map ? stoppedFiles(map).map((stopped) => ({ ...stopped, percent: 0 })) : [];
  } catch (error) {
    if (!isStoreUnavailable(error)) logger.warn({ err: error, project: projectId }, "map.json not read");
    return [];
  }
}

/** Returns the files of a project's map that are being converted, and those that could not be. */
export async function listConversions(projectId: string): Promise<FileConversion[]> {
  const select = { path: true, percent: true };
  const running = await db().conversion.findMany({ where: { projectId }, select, orderBy: { path: "asc" } });
  const stopped = await listStopped(projectId);
  return [...running, ...stopped.filter(({ path }) => !running.some((other) => other.path === path))];
}

/** Returns the conversions of the projects that the viewer has created. */
export async function listOwnConversions(viewer: AdminViewer): Promise<OwnConversion[]> {
  const ids = managedProjectIds(viewer);
  const found = await db().conversion.findMany({
    where: { project: { ...isVisible, createdById: viewer.accountId, ...(ids && { id: { in: [...ids] } }) } },
    select: { projectId: true, path: true, percent: true, project: { select: { name: true, safeName: true } } },
    orderBy: [{ projectId: "asc" }, { path: "asc" }],
  });
  return found.map(({ project: { name, safeName }, ...row }) => ({ ...row, projectName: name, safeName }));
}
