import { setTimeout as pause } from "node:timers/promises";
import { recordAudit } from "../../lib/audit/mutations";
import { blobStore } from "../../lib/blobs/open";
import type { BlobKey } from "../../lib/blobs/store";
import { db } from "../../lib/db";
import { startImport } from "../../lib/imports/mutations";
import { runImport } from "../../lib/imports/pipeline/run";
import { streamDemoArchive } from "./archive";

const PROJECT_NAME = "Sea Chart of the World";
const DESCRIPTION = "An example map of the world's seas and countries";

/** How often an import that a killed process still holds is asked for; it is given free seconds after the kill. */
const RETRY_MS = 250;

export interface DemoMap {
  /** Key that the archive has or will have: the same on every attempt. */
  blobKey: BlobKey;
  /** Whose project it is. */
  ownerId: string;
  /** Who may open it besides admins, if anybody. */
  viewerId: string | null;
}

/** Draws the map and stores it as an upload would be. An earlier attempt may have come so far, or have been killed half way. */
async function storeArchive({ blobKey, ownerId }: DemoMap): Promise<void> {
  const store = blobStore();
  let size = await store.size(blobKey);
  if (size === null) {
    // Its row comes first, as everywhere: bytes without one are nobody's.
    await db().blob.upsert({ where: { key: blobKey }, create: { key: blobKey, size: 0, ownerId }, update: {} });
    await store.delete(blobKey);
    size = await store.write(blobKey, streamDemoArchive());
  }
  await db().blob.upsert({ where: { key: blobKey }, create: { key: blobKey, size, ownerId }, update: { size } });
}

async function findImport(blobKey: BlobKey): Promise<string | null> {
  const found = await db().import.findFirst({ where: { blobKey }, select: { id: true } });
  return found?.id ?? null;
}

async function beginImport(map: DemoMap): Promise<string> {
  const { blobKey, ownerId } = map;
  await storeArchive(map);
  const { importId } = await startImport(
    { source: "zip", ownerId, target: { kind: "new", projectName: PROJECT_NAME, description: DESCRIPTION }, blobKey },
    null,
  );
  return importId;
}

/** Verifying is left to the worker. @returns id of the project @throws Error with what the import says when it failed */
async function untilPublished(importId: string): Promise<string> {
  while (true) {
    await runImport(importId, { signal: new AbortController().signal, untilPublished: true });
    const { projectId, error } = await db().import.findUniqueOrThrow({ where: { id: importId }, select: { projectId: true, error: true } });
    if (projectId) return projectId;
    if (error) throw new Error(error);
    await pause(RETRY_MS);
  }
}

async function assign(projectId: string, accountId: string): Promise<void> {
  await db().$transaction(async (tx) => {
    const { count } = await tx.assignment.createMany({ data: { projectId, accountId }, skipDuplicates: true });
    if (count === 0) return;
    const { email } = await tx.account.findUniqueOrThrow({ where: { id: accountId }, select: { email: true } });
    const details = { count: 1, projects: [{ _id: projectId, name: PROJECT_NAME }] };
    await recordAudit(tx, { action: "project.assigned", actor: null, target: { type: "account", id: accountId, name: email }, details });
  });
}

/** Publishes the demo map the way an uploaded one is published, and assigns it. Goes on where an earlier call was killed. */
export async function publishDemoMap(map: DemoMap): Promise<void> {
  const importId = (await findImport(map.blobKey)) ?? (await beginImport(map));
  const projectId = await untilPublished(importId);
  if (map.viewerId) await assign(projectId, map.viewerId);
}
