import { randomBytes, randomUUID } from "node:crypto";
import { Upload } from "tus-js-client";
import { expect } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db";
import { startImport } from "@/lib/imports/mutations";
import { type RunOutcome, runImport } from "@/lib/imports/pipeline/run";
import { findWrong, inspect, type StoredFile, sound } from "../integration/storage/stored-map";
import { idOf } from "../integration/uploads/upload-server";
import { craftZip } from "../setup/craft-zip";
import type { SignedIn } from "../setup/signed-in";
import type { FaultyProduct } from "./faulty-store";

const never = new AbortController().signal;

/** Longer than any store is away in these tests, by as many tries as it takes. */
const RETRY_DELAYS = Array.from({ length: 5_000 }, () => 100);

/** Claims of an import that these tests may take, besides those that wait for the store; more means that it does not come to its end. */
const MOST_CLAIMS = 30;

/** A map site, as it is uploaded. */
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

/** A map site of a few files, one of which gets a blob of its own. */
export function createSite(): Site {
  const small = Array.from({ length: 6 }, (_, index): [string, Buffer, number] => [
    `${index}.png`,
    randomBytes(2_000 + index * 700),
    index % 2 === 0 ? 0 : 8,
  ]);
  const large = Buffer.concat([randomBytes(40_000), Buffer.alloc(1_200_000)]);
  return createSiteOf([["index.html", Buffer.from("<!doctype html>"), 8], ...small, ["large.bin", large, 8]]);
}

/** A map site whose ZIP has so many bytes, with a file of so many that gets a blob of its own and is next to nothing in the ZIP. */
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
  /** Bytes of one request; all unless given. */
  chunkSize?: number;
  /** Called with the status of every answer; the client goes on when it has returned. */
  onAnswer?: (status: number) => void | Promise<void>;
}

/** Uploads as tus-js-client does, which tries again and again. @returns the id of the upload */
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

/** Starts an import; a call that fails is made again, as by a person. */
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
 * @param onOutcome is told how each claim has ended
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

/** The map that an import has published has every byte, and everything that is stored belongs somewhere. */
export async function expectWhole(importId: string, files: readonly StoredFile[], during: unknown = null): Promise<void> {
  const { projectId } = await db().import.findUniqueOrThrow({ where: { id: importId } });
  const project = await db().project.findUniqueOrThrow({ where: { id: projectId ?? "" } });
  const wrong = await findWrong(Number(project.currentTreeId), files);
  expect({ during, wrong, inspection: await inspect() }).toMatchObject({ during, wrong: [], inspection: sound });
}

/** Takes everything away that was published, so that many large sites in turn need no more room than one. */
export async function removeAllSites(): Promise<void> {
  const keys = (await db().blob.findMany({ select: { key: true } })).map(({ key }) => blobKeySchema.parse(key));
  await db().import.deleteMany();
  await db().upload.deleteMany();
  await db().project.deleteMany();
  await db().tree.deleteMany();
  await db().blob.deleteMany();
  for (const key of keys) await blobStore().delete(key);
}
