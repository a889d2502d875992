import { createHash, randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { StoreUnavailableError } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { hashFiles } from "@/lib/projects/versions/hash-files";
import { repackBlob } from "@/lib/storage/repack/repack";
import { openFaultProxy } from "../../services/fault-proxy";
import { craftZip } from "../../setup/craft-zip";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { checkArchive, readArchive } from "../files-bytes/check-archive";
import { ask, downloadPath, type FileServer, startFileServer } from "../files-bytes/file-server";
import { publishZip } from "../imports/publish-zip";
import { findWrong, inspect, keysOf, removeFiles, type StoredFile, type StoredMap, someFiles, sound, storeMap } from "./stored-map";

// The settings are parsed on first use.
const given = inject("objectStore");
const proxy = given && (await openFaultProxy(given));
if (proxy) process.env.S3_ENDPOINT = proxy.access.endpoint;

const MOST_READS = 20;
const signal = new AbortController().signal;
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

let server: FileServer;
let admin: SignedIn;
let reads = 0;
beforeAll(async () => {
  server = await startFileServer();
  admin = await signedIn("superadmin");
  const store = blobStore();
  const [read, readBytes] = [store.read.bind(store), store.readBytes.bind(store)];
  Object.assign(store, {
    read: (...asked: Parameters<typeof read>) => {
      reads += 1;
      return read(...asked);
    },
    readBytes: (...asked: Parameters<typeof readBytes>) => {
      reads += 1;
      return readBytes(...asked);
    },
  });
});
beforeEach(() => {
  reads = 0;
  proxy?.forget();
});
afterEach(() => proxy?.set(null));
afterAll(async () => {
  await server.close();
  await proxy?.close();
});

/** Counts the reads so far. On S3 every attempt counts. */
const countReads = () => (proxy ? proxy.seen.filter(({ operation }) => operation === "GetObject").length : reads);

async function download({ treeId }: StoredMap) {
  const { safeName } = await db().project.findFirstOrThrow({ where: { currentTreeId: treeId } });
  proxy?.forget();
  reads = 0;
  return await ask(server.port, downloadPath(safeName, [""]), { headers: admin.bearer });
}

async function hash(map: StoredMap): Promise<Record<string, string | null>> {
  const found: Record<string, string | null> = {};
  const names = map.files.map(({ name }) => name);
  for await (const some of hashFiles(map.treeId, names, signal)) for (const { path, sha256: sum } of some) found[path] = sum;
  return found;
}

const sums = (files: Iterable<readonly [string, Buffer]>) => Object.fromEntries([...files].map(([name, bytes]) => [name, sha256(bytes)]));

/** Deletes three of four files, so that repacking copies the rest. */
function split(files: StoredFile[]): { kept: StoredFile[]; gone: StoredFile[] } {
  const isKept = (index: number) => index % 4 === 0;
  return { kept: files.filter((_, index) => isKept(index)), gone: files.filter((_, index) => !isKept(index)) };
}

describe("coalesced reads of a map with 2,000 small files", () => {
  it("serve the download with a few requests", async () => {
    const map = await storeMap(someFiles(2_000));
    const { status, bytes } = await download(map);
    expect(countReads()).toBeLessThanOrEqual(MOST_READS);
    expect(status).toBe(200);
    await checkArchive(bytes);
    const found = Object.entries(await readArchive(bytes)).map(([name, content]) => [name, content ?? Buffer.alloc(0)] as const);
    expect(sums(found)).toEqual(sums(map.files.map((file) => [file.name, file.bytes])));
  });

  it("serve the hashing with a few requests", async () => {
    const map = await storeMap(someFiles(2_000));
    proxy?.forget();
    expect(await hash(map)).toEqual(sums(map.files.map((file) => [file.name, file.bytes])));
    expect(countReads()).toBeLessThanOrEqual(MOST_READS);
  });

  it("serve the repacking with a few requests", async () => {
    const map = await storeMap(someFiles(2_000));
    const { kept, gone } = split(map.files);
    await removeFiles(map.treeId, gone);
    proxy?.forget();
    reads = 0;
    expect(await repackBlob(map.blobKey, signal)).toBe(0);
    expect(countReads()).toBeLessThanOrEqual(MOST_READS);
    expect((await keysOf(map.treeId)).has(map.blobKey)).toBe(false);
    expect(await findWrong(map.treeId, kept.slice(0, 50))).toEqual([]);
    expect(await hash({ ...map, files: kept })).toEqual(sums(kept.map((file) => [file.name, file.bytes])));
  });

  it("serve the verification with a few requests", async () => {
    const names = Array.from({ length: 2_000 }, (_, index) => ({
      name: `${index}.txt`,
      data: randomBytes(2_000),
      method: index % 2 ? 8 : 0,
    }));
    const archive = craftZip(names);
    proxy?.forget();
    reads = 0;
    await publishZip(archive);
    expect(countReads()).toBeLessThanOrEqual(MOST_READS);
  });
});

describe.skipIf(!proxy)("a store that becomes unavailable during a read", () => {
  /** Takes several reads. */
  const largeMap = () =>
    storeMap(Array.from({ length: 800 }, (_, index) => ({ name: `${index}`, bytes: randomBytes(20_000), method: "stored", hasCrc: true })));
  const failAfterFirst = () => {
    proxy?.forget();
    let first: number | null = null;
    proxy?.set(({ operation, call }) => {
      if (operation !== "GetObject") return null;
      first ??= call;
      return call === first ? null : { kind: "status", status: 500 };
    });
  };

  it("cuts off a download, and the next one is complete", async () => {
    const map = await largeMap();
    failAfterFirst();
    await expect(download(map)).rejects.toThrow();
    proxy?.set(null);
    expect((await readArchive((await download(map)).bytes))["799"]?.equals(map.files[799]?.bytes ?? Buffer.alloc(0))).toBe(true);
  });

  it("ends the hashing with an error instead of wrong files", async () => {
    const map = await largeMap();
    failAfterFirst();
    await expect(hash(map)).rejects.toThrow(StoreUnavailableError);
  });

  it("leaves a repacked blob in place, and no other objects", async () => {
    const map = await largeMap();
    const { kept, gone } = split(map.files);
    await removeFiles(map.treeId, gone);
    failAfterFirst();
    await expect(repackBlob(map.blobKey, signal)).rejects.toThrow(StoreUnavailableError);
    proxy?.set(null);
    expect(await keysOf(map.treeId)).toEqual(new Set([map.blobKey]));
    expect(await repackBlob(map.blobKey, signal)).toBe(0);
    expect(await findWrong(map.treeId, kept.slice(0, 20))).toEqual([]);
    expect(await inspect()).toMatchObject(sound);
  });
});
