import { randomBytes, randomUUID } from "node:crypto";
import { Upload } from "tus-js-client";
import { expect } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { startImport } from "@/lib/imports/mutations";
import { type RunOutcome, runImport } from "@/lib/imports/pipeline/run";
import { findWrong, inspect, type StoredFile, sound } from "../integration/storage/stored-map";
import { idOf } from "../integration/uploads/upload-server";
import { craftZip } from "../setup/craft-zip";
import type { SignedIn } from "../setup/signed-in";
import type { FaultyProduct } from "./faulty-store";

const never = new AbortController().signal;

/** Longer than any outage of the store in these tests, retries included. */
const RETRY_DELAYS = Array.from({ length: 5_000 }, () => 100);

/** The most claims of an import, without those that wait for the store. More means that the import does not end. */
const MOST_CLAIMS = 30;

/** A map site as it is uploaded. */
export interface Site {
  files: StoredFile[];
  zip: Buffer;
}

function createSiteOf(all: readonly [name: string, bytes: Buffer, method: number][]): Site {
  const files = all.map(
    ([name, bytes, method]): StoredFile => ({ name, bytes, method: method === 8 ? "deflated" : "stored", hasCrc: true }),
  );
  return { files, zip: craftZip(all.map(([name, data, method]) => ({ name, data, method }))) };
}

/** Creates a map site of a few files. One of them gets its own blob. */
export function createSite(): Site {
  const small = Array.from({ length: 6 }, (_, index): [string, Buffer, number] => [
    `${index}.png`,
    randomBytes(2_000 + index * 700),
    index % 2 === 0 ? 0 : 8,
  ]);
  const large = Buffer.concat([randomBytes(40_000), Buffer.alloc(1_200_000)]);
  return createSiteOf([["index.html", Buffer.from("<!doctype html>"), 8], ...small, ["large.bin", large, 8]]);
}

/** Creates a map site with a ZIP of this size, and a file of this size that gets its own blob and compresses to almost nothing. */
export function createLargeSite({ zipBytes, ownBlobBytes }: { zipBytes: number; ownBlobBytes: number }): Site {
  const own = Buffer.alloc(ownBlobBytes);
  const filled = (bytes: Buffer): [string, Buffer, number][] => [
    ["index.html", Buffer.from("<!doctype html>"), 8],
    ["film.bin", own, 8],
    ["raw.bin", bytes, 0],
  ];
  const rest = createSiteOf(filled(Buffer.alloc(0))).zip.length;
  return createSiteOf(filled(randomBytes(zipBytes - rest)));
}

interface UploadOptions {
  /** Bytes of one request; all by default. */
  chunkSize?: number;
  /** Runs with the status of every answer. The client continues when it has returned. */
  onAnswer?: (status: number) => void | Promise<void>;
}

/** Uploads as tus-js-client does, with retries. @returns the id of the upload */
export function uploadByTus({ server, admin }: FaultyProduct, zip: Buffer, options: UploadOptions = {}): Promise<string> {
  const { chunkSize = Number.POSITIVE_INFINITY, onAnswer = () => undefined } = options;
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(zip, {
      endpoint: server.endpoint,
      retryDelays: RETRY_DELAYS,
      chunkSize,
      metadata: { filename: "site.zip", uploadType: "zip", projectName: "Harbour" },
      headers: admin.bearer,
      onAfterResponse: (_request, response) => onAnswer(response.getStatus()),
      onSuccess: () => resolve(idOf(upload.url ?? "")),
      onError: reject,
    });
    upload.start();
  });
}

/** Starts an import. A failed request is repeated, as a user would do. */
export async function startPatiently(uploadId: string, { account }: SignedIn): Promise<string> {
  const blobKey = blobKeySchema.parse(uploadId);
  const projectName = `Map ${randomUUID()}`;
  const begin = () =>
    startImport({ source: "zip", ownerId: account.id, blobKey, target: { kind: "new", projectName, description: "" } }, null);
  const { importId } = await begin().catch(begin);
  return importId;
}

/**
 * Works on an import as workers do, one claim after another, until it has ended.
 * @param onOutcome receives the result of each claim
 */
export async function importToTheEnd(importId: string, onOutcome: (outcome: RunOutcome) => void = () => undefined): Promise<void> {
  for (let claims = 0; claims < MOST_CLAIMS; ) {
    const outcome = await runImport(importId, { signal: never, patienceMs: 1_000 });
    onOutcome(outcome);
    if (outcome === "complete") return;
    if (outcome === "failed") throw new Error((await db().import.findUniqueOrThrow({ where: { id: importId } })).error ?? "failed");
    if (outcome !== "store-away") claims += 1;
  }
  throw new Error(`The import has not ended after ${MOST_CLAIMS} claims.`);
}

/** Checks that the published map has every byte, and that every stored object is in use. */
export async function expectWhole(importId: string, files: readonly StoredFile[], during: unknown = null): Promise<void> {
  const { projectId } = await db().import.findUniqueOrThrow({ where: { id: importId } });
  const project = await db().project.findUniqueOrThrow({ where: { id: projectId ?? "" } });
  const wrong = await findWrong(Number(project.currentTreeId), files);
  expect({ during, wrong, inspection: await inspect() }).toMatchObject({ during, wrong: [], inspection: sound });
}

/** Deletes everything that was published, so that many large sites in turn need the space of one. */
export async function removeAllSites(): Promise<void> {
  const keys = (await db().blob.findMany({ select: { key: true } })).map(({ key }) => blobKeySchema.parse(key));
  await db().import.deleteMany();
  await db().upload.deleteMany();
  await db().project.deleteMany();
  await db().tree.deleteMany();
  await db().blob.deleteMany();
  for (const key of keys) await blobStore().delete(key);
}
