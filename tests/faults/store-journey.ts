import { randomBytes, randomUUID } from "node:crypto";
import { Upload } from "tus-js-client";
import { expect } from "vitest";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db";
import { startImport } from "@/lib/imports/mutations";
import { runImport } from "@/lib/imports/pipeline/run";
import { findWrong, inspect, type StoredFile, sound } from "../integration/storage/stored-map";
import { idOf, type UploadServer } from "../integration/uploads/upload-server";
import { craftZip } from "../setup/craft-zip";
import type { SignedIn } from "../setup/signed-in";

const never = new AbortController().signal;

/** Longer than any store is away in these tests, by as many tries as it takes. */
const RETRY_DELAYS = Array.from({ length: 120 }, () => 250);

/** Claims of an import that these tests may take; more means that it does not come to its end. */
const MOST_CLAIMS = 30;

/** A map site of a few files, one of which gets a blob of its own. */
export function createSite(): { files: StoredFile[]; zip: Buffer } {
  const small = Array.from({ length: 6 }, (_, index): [string, Buffer, number] => [
    `${index}.png`,
    randomBytes(2_000 + index * 700),
    index % 2 === 0 ? 0 : 8,
  ]);
  const large = Buffer.concat([randomBytes(40_000), Buffer.alloc(1_200_000)]);
  const all: [string, Buffer, number][] = [["index.html", Buffer.from("<!doctype html>"), 8], ...small, ["large.bin", large, 8]];
  const files = all.map(
    ([name, bytes, method]): StoredFile => ({ name, bytes, method: method === 8 ? "deflated" : "stored", hasCrc: true }),
  );
  return { files, zip: craftZip(all.map(([name, data, method]) => ({ name, data, method }))) };
}

/** Uploads as tus-js-client does, which tries again and again. @returns the id of the upload */
export function uploadByTus(server: UploadServer, { bearer }: SignedIn, zip: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(zip, {
      endpoint: server.endpoint,
      retryDelays: RETRY_DELAYS,
      metadata: { filename: "site.zip", uploadType: "zip", projectName: "Harbour" },
      headers: bearer,
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

/** Works on an import as workers do, one claim after another, until it has ended. */
export async function importToTheEnd(importId: string): Promise<void> {
  for (let claims = 0; claims < MOST_CLAIMS; claims += 1) {
    const outcome = await runImport(importId, { signal: never });
    if (outcome === "complete") return;
    if (outcome === "failed") throw new Error((await db().import.findUniqueOrThrow({ where: { id: importId } })).error ?? "failed");
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
