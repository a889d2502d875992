import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { CreateMultipartUploadCommand, PutObjectCommand, UploadPartCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { newBlobKey } from "@/lib/blobs/key";
import { S3BlobStore } from "@/lib/blobs/s3/blob-store";
import { createS3Client } from "@/lib/blobs/s3/client";
import { type BlobKey, BlobMissingError, type StoredObject, StoreUnavailableError } from "@/lib/blobs/store";
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

/** Bytes that buffers hold which somebody still has. */
function memoryInBuffers(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** Run by `npm run test:s3`. */
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

    /** Begins a multipart upload as another program does, and leaves it. */
    async function leaveParts(key: BlobKey): Promise<void> {
      const client = createS3Client(settings());
      const at = { Bucket: settings().bucket, Key: key };
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(at));
      await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: randomBytes(100) }));
      client.destroy();
    }

    function* pieces(bytes: Buffer, size = 1_000_003): Generator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }

    it.each([
      ["one part to the byte", PART],
      ["one byte more than a part", PART + 1],
      ["several parts", 3 * PART - 5],
    ])("joins %s", async (_what, size) => {
      const bytes = randomBytes(size);
      const key = newBlobKey();
      expect(await store.write(key, Readable.from(pieces(bytes)))).toBe(size);
      expect(await store.size(key)).toBe(size);
      expect((await buffer(await store.read(key, { offset: 0, length: size }))).equals(bytes)).toBe(true);
      const across = { offset: PART - 1_000, length: 2_000 };
      expect((await store.readBytes(key, across)).equals(bytes.subarray(PART - 1_000, PART + 1_000))).toBe(true);
      expect(await kept(key)).toMatchObject([{ kind: "blob", size }]);
      await store.delete(key);
    });

    it("takes a source whose pieces are larger than a part", async () => {
      const bytes = randomBytes(2 * PART + 77);
      const key = newBlobKey();
      await store.write(key, Readable.from([bytes]));
      expect((await store.readBytes(key, { offset: 0, length: bytes.length })).equals(bytes)).toBe(true);
      await store.delete(key);
    });

    it("takes no memory for blobs that come slowly, and keeps nobody waiting for them", async () => {
      const megabyte = randomBytes(1024 * 1024);
      const calledOff = new AbortController();
      let stalled = 0;
      async function* slow(): AsyncGenerator<Uint8Array> {
        for (let sent = 0; sent < 15; sent += 1) yield Buffer.from(megabyte);
        stalled += 1;
        await new Promise((_resolve, reject) => calledOff.signal.addEventListener("abort", () => reject(calledOff.signal.reason)));
      }
      const keys = Array.from({ length: 12 }, newBlobKey);
      const before = memoryInBuffers();
      const writing = keys.map((key) => store.write(key, slow(), calledOff.signal).catch(() => undefined));
      await expect.poll(() => stalled, { timeout: 20_000 }).toBe(keys.length);
      expect(memoryInBuffers() - before).toBeLessThan(48 * 1024 * 1024);
      const key = newBlobKey();
      expect(await store.write(key, Readable.from(pieces(randomBytes(PART + 1))))).toBe(PART + 1);
      await store.delete(key);
      calledOff.abort(new Error("called off"));
      await Promise.all(writing);
      for (const one of keys) expect(await kept(one)).toEqual([]);
    });

    it("has no blob, but a partial one, until the parts are joined", async () => {
      const key = newBlobKey();
      const seen: StoredObject[] = [];
      async function* watched(): AsyncGenerator<Uint8Array> {
        yield* pieces(randomBytes(2 * PART));
        await expect.poll(async () => seen.push(...(await kept(key)))).toBeGreaterThan(0);
        yield randomBytes(10);
      }
      await store.write(key, watched());
      expect(seen[0]).toMatchObject({ kind: "partial", key });
      expect(await kept(key)).toMatchObject([{ kind: "blob", size: 2 * PART + 10 }]);
    });

    it.each(["fails", "is called off"])("leaves nothing of parts when the writing %s", async (how) => {
      const key = newBlobKey();
      const controller = new AbortController();
      function* failing(): Generator<Uint8Array> {
        yield* pieces(randomBytes(2 * PART + 1));
        if (how === "fails") throw new Error("the source failed");
        controller.abort();
        while (true) yield randomBytes(1_000_000);
      }
      await expect(store.write(key, Readable.from(failing()), controller.signal)).rejects.toThrow();
      expect(await kept(key)).toEqual([]);
    });

    it("deletes the parts of an unfinished upload, and what is kept beside it, with the blob", async () => {
      const key = newBlobKey();
      await leaveParts(key);
      const beside = createS3Client(settings());
      for (const ending of ["info", "1-0.part"])
        await beside.send(new PutObjectCommand({ Bucket: settings().bucket, Key: `${key}.${ending}`, Body: "x" }));
      beside.destroy();
      expect((await kept(key)).map(({ kind }) => kind).sort()).toEqual(["partial", "sidecar", "sidecar"]);
      await store.delete(key);
      expect(await kept(key)).toEqual([]);
    });

    it("deletes parts by the name that the list gives them, and twice without complaint", async () => {
      const key = newBlobKey();
      await store.write(key, Readable.from([randomBytes(10)]));
      await leaveParts(key);
      const partial = (await kept(key)).find(({ kind }) => kind === "partial");
      await store.deleteLeftover(partial?.name ?? "");
      expect(await kept(key)).toMatchObject([{ kind: "blob" }]);
      await store.deleteLeftover(partial?.name ?? "");
    });

    it("never takes a missing bucket, or keys that are not accepted, for a missing blob", async () => {
      const key = newBlobKey();
      const credentials = { accessKeyId: "test:tester", secretAccessKey: "wrong" };
      for (const wrong of [{ bucket: `${settings().bucket}-none` }, { credentials }]) {
        const away = new S3BlobStore({ ...settings(), ...wrong });
        await expect(away.size(key)).rejects.toThrow(StoreUnavailableError);
        await expect(away.readBytes(key, { offset: 0, length: 1 })).rejects.toThrow(StoreUnavailableError);
        await expect(away.read(key, { offset: 0, length: 1 })).rejects.toThrow(StoreUnavailableError);
        await expect(away.write(key, Readable.from([randomBytes(1)]))).rejects.toThrow(StoreUnavailableError);
        await expect(away.delete(key)).rejects.toThrow(StoreUnavailableError);
        await expect(away.check()).rejects.toThrow(StoreUnavailableError);
        away.close();
      }
      await expect(store.readBytes(key, { offset: 0, length: 1 })).rejects.toThrow(BlobMissingError);
    });

    it("gives all of a blob that goes while it is read, or says that it cannot, and never less", async () => {
      const bytes = randomBytes(3 * PART);
      const key = newBlobKey();
      await store.write(key, Readable.from(pieces(bytes)));
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
