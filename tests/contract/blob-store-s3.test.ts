import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { CreateMultipartUploadCommand, PutObjectCommand, UploadPartCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { S3BlobStore } from "@/lib/blobs/s3/blob-store";
import { createS3Client } from "@/lib/blobs/s3/client";
import { type BlobKey, BlobMissingError, newBlobKey, type StoredObject, StoreUnavailableError } from "@/lib/blobs/store";
import { env, type S3Settings } from "@/lib/env";
import { describeBlobListing } from "./blob-listing";
import { describeBlobStore } from "./blob-store";

function settings(): S3Settings {
  const { s3 } = env();
  if (!s3) throw new Error("There is no object store.");
  return s3;
}

const PART = 16 * 1024 * 1024;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns the bytes in buffers that are still referenced. */
function memoryInBuffers(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** Runs only under `npm run test:s3`. */
describe.skipIf(inject("objectStore") === null)("S3", () => {
  const open = () => {
    const store = new S3BlobStore(settings());
    return Promise.resolve({ store, close: () => Promise.resolve(store.close()) });
  };
  describeBlobStore("S3", open);
  describeBlobListing("S3", open);

  describe("blobs in S3", () => {
    let store: S3BlobStore;
    beforeAll(() => {
      store = new S3BlobStore(settings());
    });
    afterAll(() => store.close());

    async function kept(key: BlobKey): Promise<StoredObject[]> {
      const found: StoredObject[] = [];
      for await (const object of store.list()) if (object.key === key) found.push(object);
      return found;
    }

    async function leaveParts(key: BlobKey): Promise<void> {
      const client = createS3Client(settings());
      const at = { Bucket: settings().bucket, Key: key };
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(at));
      await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: randomBytes(100) }));
      client.destroy();
    }

    function* chunks(bytes: Buffer, size = 1_000_003): Generator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }

    it.each([
      ["a blob of exactly one part", PART],
      ["a blob one byte larger than a part", PART + 1],
      ["a blob of several parts", 3 * PART - 5],
    ])("writes and reads %s", async (_what, size) => {
      const bytes = randomBytes(size);
      const key = newBlobKey();
      expect(await store.write(key, Readable.from(chunks(bytes)))).toBe(size);
      expect(await store.size(key)).toBe(size);
      expect((await buffer(await store.read(key, { offset: 0, length: size }))).equals(bytes)).toBe(true);
      const across = { offset: PART - 1_000, length: 2_000 };
      expect((await store.readBytes(key, across)).equals(bytes.subarray(PART - 1_000, PART + 1_000))).toBe(true);
      expect(await kept(key)).toMatchObject([{ kind: "blob", size }]);
      await store.delete(key);
    });

    it("writes a source whose chunks are larger than a part", async () => {
      const bytes = randomBytes(2 * PART + 77);
      const key = newBlobKey();
      await store.write(key, Readable.from([bytes]));
      expect((await store.readBytes(key, { offset: 0, length: bytes.length })).equals(bytes)).toBe(true);
      await store.delete(key);
    });

    it("buffers nothing for slow writers and does not delay other writers", async () => {
      const megabyte = randomBytes(1024 * 1024);
      const controller = new AbortController();
      let stalled = 0;
      async function* slow(): AsyncGenerator<Uint8Array> {
        for (let sent = 0; sent < 15; sent += 1) yield Buffer.from(megabyte);
        stalled += 1;
        await new Promise((_resolve, reject) => controller.signal.addEventListener("abort", () => reject(controller.signal.reason)));
      }
      const keys = Array.from({ length: 12 }, newBlobKey);
      const before = memoryInBuffers();
      const writing = keys.map((key) => store.write(key, slow(), controller.signal).catch(() => undefined));
      await expect.poll(() => stalled, { timeout: 20_000 }).toBe(keys.length);
      expect(memoryInBuffers() - before).toBeLessThan(48 * 1024 * 1024);
      const key = newBlobKey();
      expect(await store.write(key, Readable.from(chunks(randomBytes(PART + 1))))).toBe(PART + 1);
      await store.delete(key);
      controller.abort(new Error("aborted"));
      await Promise.all(writing);
      for (const one of keys) expect(await kept(one)).toEqual([]);
    });

    it("lists a partial object but no blob until the parts are joined", async () => {
      const key = newBlobKey();
      const seen: StoredObject[] = [];
      async function* watched(): AsyncGenerator<Uint8Array> {
        yield* chunks(randomBytes(2 * PART));
        await expect.poll(async () => seen.push(...(await kept(key)))).toBeGreaterThan(0);
        yield randomBytes(10);
      }
      await store.write(key, watched());
      expect(seen[0]).toMatchObject({ kind: "partial", key });
      expect(await kept(key)).toMatchObject([{ kind: "blob", size: 2 * PART + 10 }]);
    });

    it.each(["fails", "is aborted"])("deletes all parts when the write %s", async (how) => {
      const key = newBlobKey();
      const controller = new AbortController();
      function* failing(): Generator<Uint8Array> {
        yield* chunks(randomBytes(2 * PART + 1));
        if (how === "fails") throw new Error("the source failed");
        controller.abort();
        while (true) yield randomBytes(1_000_000);
      }
      await expect(store.write(key, Readable.from(failing()), controller.signal)).rejects.toThrow();
      expect(await kept(key)).toEqual([]);
    });

    it("deletes unfinished parts and sidecar objects together with the blob", async () => {
      const key = newBlobKey();
      await leaveParts(key);
      const client = createS3Client(settings());
      for (const ending of ["info", "1-0.part"])
        await client.send(new PutObjectCommand({ Bucket: settings().bucket, Key: `${key}.${ending}`, Body: "x" }));
      client.destroy();
      expect((await kept(key)).map(({ kind }) => kind).sort()).toEqual(["partial", "sidecar", "sidecar"]);
      await store.delete(key);
      expect(await kept(key)).toEqual([]);
    });

    it("deletes unfinished parts by their listed name and ignores a second delete", async () => {
      const key = newBlobKey();
      await store.write(key, Readable.from([randomBytes(10)]));
      await leaveParts(key);
      const partial = (await kept(key)).find(({ kind }) => kind === "partial");
      await store.deleteLeftover(partial?.name ?? "");
      expect(await kept(key)).toMatchObject([{ kind: "blob" }]);
      await store.deleteLeftover(partial?.name ?? "");
    });

    it("reports a missing bucket and wrong keys as an unavailable store, not as a missing blob", async () => {
      const key = newBlobKey();
      const credentials = { accessKeyId: "test:tester", secretAccessKey: "wrong" };
      for (const wrong of [{ bucket: `${settings().bucket}-none` }, { credentials }]) {
        const unavailable = new S3BlobStore({ ...settings(), ...wrong });
        await expect(unavailable.size(key)).rejects.toThrow(StoreUnavailableError);
        await expect(unavailable.readBytes(key, { offset: 0, length: 1 })).rejects.toThrow(StoreUnavailableError);
        await expect(unavailable.read(key, { offset: 0, length: 1 })).rejects.toThrow(StoreUnavailableError);
        await expect(unavailable.write(key, Readable.from([randomBytes(1)]))).rejects.toThrow(StoreUnavailableError);
        await expect(unavailable.delete(key)).rejects.toThrow(StoreUnavailableError);
        await expect(unavailable.check()).rejects.toThrow(StoreUnavailableError);
        unavailable.close();
      }
      const problemOf = (wrong: object) => new S3BlobStore({ ...settings(), ...wrong }).check();
      await expect(problemOf({ bucket: "none-such" })).rejects.toThrow(
        `bucket "none-such" does not exist. Create it: aws s3 mb s3://none-such --endpoint-url ${settings().endpoint}`,
      );
      await expect(problemOf({ credentials })).rejects.toThrow("Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY");
      await expect(problemOf({ region: "mars-1" })).rejects.toThrow(
        `bucket "${settings().bucket}" is not in the region mars-1 (AuthorizationHeaderMalformed). Set S3_REGION`,
      );
      await expect(store.readBytes(key, { offset: 0, length: 1 })).rejects.toThrow(BlobMissingError);
    });

    it("returns the whole blob or an error when the blob is deleted during a read", async () => {
      const bytes = randomBytes(3 * PART);
      const key = newBlobKey();
      await store.write(key, Readable.from(chunks(bytes)));
      const stream = await store.read(key, { offset: 0, length: bytes.length });
      await once(stream, "readable");
      await store.delete(key);
      const read = await buffer(stream).catch((error: unknown) => error);
      if (read instanceof Error) expect(read).toBeInstanceOf(BlobMissingError);
      else expect(bytes.equals(read as Buffer)).toBe(true);
      await expect(store.read(key, { offset: 0, length: 1 })).rejects.toThrow(BlobMissingError);
    });
  });
});
