import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { assignProjectTo } from "../../lib/accounts/assignments/mutations";
import { blobStore } from "../../lib/blobs/open";
import type { BlobKey } from "../../lib/blobs/store";
import { db } from "../../lib/db/client";
import { inTransaction } from "../../lib/db/transaction";
import { findImportOf, readOutcome } from "../../lib/imports/data";
import { startImport } from "../../lib/imports/mutations";
import { runImport } from "../../lib/imports/pipeline/run";
import { claimImage, keepImage } from "../../lib/projects/images/claims";
import { retryImage } from "../../lib/projects/images/mutations";
import { DEMO_PROJECT_NAME } from "../../lib/projects/setup/values";
import { insertBlob, setBlobSize } from "../../lib/storage/mutations";
import { streamDemoArchive } from "./archive";

const DESCRIPTION = "An example map of the world's seas and countries";

/** Rendered from the map, so that it is shown without Chromium, too. */
const THUMBNAIL = path.join(process.cwd(), "prisma/demo-map/thumbnail.webp");

const RETRY_MS = 250;

export interface DemoMap {
  /** Key of the archive, the same on every attempt. */
  blobKey: BlobKey;
  ownerId: string;
  viewerId: string | null;
}

/** Draws and stores the archive, also after an attempt that was killed at any point. */
async function storeArchive({ blobKey, ownerId }: DemoMap): Promise<void> {
  const store = blobStore();
  let size = await store.size(blobKey);
  if (size === null) {
    await insertBlob(blobKey, ownerId);
    await store.delete(blobKey);
    size = await store.write(blobKey, streamDemoArchive());
  }
  await insertBlob(blobKey, ownerId);
  await setBlobSize(blobKey, size);
}

async function beginImport(map: DemoMap): Promise<string> {
  const { blobKey, ownerId } = map;
  await storeArchive(map);
  const { importId } = await startImport(
    { source: "zip", ownerId, target: { kind: "new", projectName: DEMO_PROJECT_NAME, description: DESCRIPTION }, blobKey },
    null,
  );
  return importId;
}

async function untilPublished(importId: string): Promise<string> {
  while (true) {
    await runImport(importId, { signal: new AbortController().signal, untilPublished: true });
    const { projectId, error } = await readOutcome(importId);
    if (projectId) return projectId;
    if (error) throw new Error(error);
    await pause(RETRY_MS);
  }
}

/** Publishes the demo map like an uploaded one, and assigns it. Continues where a killed call stopped. */
export async function publishDemoMap(map: DemoMap): Promise<void> {
  const importId = (await findImportOf(map.blobKey)) ?? (await beginImport(map));
  const projectId = await untilPublished(importId);
  // A killed call may have left its attempt.
  await retryImage(db(), "id", projectId);
  const claim = await claimImage(projectId);
  if (claim) await keepImage(claim, await readFile(THUMBNAIL));
  const [project, viewers] = [{ id: projectId, name: DEMO_PROJECT_NAME }, map.viewerId ? [map.viewerId] : []];
  await inTransaction((tx) => assignProjectTo(tx, project, viewers, { actor: null, at: new Date() }));
}
