import { randomUUID } from "node:crypto";
import { blobStore } from "@/lib/blobs/open";
import { type BlobKey, newBlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { startImport } from "@/lib/imports/mutations";
import { type RunOutcome, runImport } from "@/lib/imports/pipeline/run";
import type { ImportTarget } from "@/lib/imports/schema";
import { createAccount } from "../../setup/fixtures";

export interface UploadedZip {
  ownerId: string;
  blobKey: BlobKey;
}

/** Stores an archive as a complete upload, as tus does. */
export async function uploadZip(archive: Uint8Array | AsyncIterable<Uint8Array>, given: { ownerId?: string } = {}): Promise<UploadedZip> {
  const ownerId = given.ownerId ?? (await createAccount("admin")).id;
  const blobKey = newBlobKey();
  const bytes = archive instanceof Uint8Array ? [archive] : archive;
  const size = await blobStore().write(blobKey, toAsync(bytes));
  await db().blob.create({ data: { key: blobKey, size } });
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db().upload.create({
    data: { id: blobKey, ownerId, length: size, state: "complete", metadata: { filename: "site.zip" }, expiresAt },
  });
  return { ownerId, blobKey };
}

async function* toAsync(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) yield chunk;
}

/** @param target its name, or the target */
export function start(upload: UploadedZip, target: string | ImportTarget = `Map ${randomUUID()}`) {
  const named = typeof target === "string" ? ({ kind: "new", projectName: target, description: "" } as const) : target;
  return startImport({ source: "zip", ...upload, target: named }, null);
}

export function work(importId: string): Promise<RunOutcome> {
  return runImport(importId, { signal: new AbortController().signal });
}

export interface PublishedZip extends UploadedZip {
  importId: string;
  safeName: string;
  outcome: RunOutcome;
}

export async function publishZip(archive: Uint8Array | AsyncIterable<Uint8Array>): Promise<PublishedZip> {
  const upload = await uploadZip(archive);
  const started = await start(upload);
  return { ...upload, ...started, outcome: await work(started.importId) };
}

/** Returns the kinds of rows and files that a failed import has left. */
export async function leftovers({ blobKey, safeName }: { blobKey: BlobKey; safeName: string }): Promise<string[]> {
  const found: [string, number | null][] = [
    ["project", await db().project.count({ where: { safeName } })],
    ["tree", await db().tree.count({ where: { currentOf: null } })],
    ["entry", await db().entry.count({ where: { OR: [{ blobKey }, { tree: { currentOf: null } }] } })],
    ["upload", await db().upload.count({ where: { id: blobKey } })],
    ["blob", await db().blob.count({ where: { key: blobKey } })],
    ["file", await blobStore().size(blobKey)],
  ];
  return found.flatMap(([name, count]) => (count ? [name] : []));
}
