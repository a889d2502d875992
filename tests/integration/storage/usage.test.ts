import { afterEach, describe, expect, it, vi } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { newBlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { readStorage } from "@/lib/storage/data";
import { isOnS3, putStored } from "../../setup/stored-objects";
import { someFiles, storeBlob, storeMap } from "./stored-map";

afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(env(), { storageQuotaBytes: null });
});

/** A disk reports the received bytes of an upload. In a bucket, the upload's row has them. */
async function bringSome(id: string, text: string): Promise<void> {
  if (isOnS3()) await db().upload.update({ where: { id }, data: { storage: { received: text.length } } });
  else await putStored(id, text);
}

describe("the usage of the object store", () => {
  it("counts every blob, the received bytes of uploads, and the files of maps", async () => {
    expect(await readStorage()).toMatchObject({ used: 0, files: 0 });
    const map = await storeMap(someFiles(20));
    const size = (await blobStore().size(map.blobKey)) ?? 0;
    await storeBlob(Buffer.from("former"));
    const former = await db().tree.create({ data: { fileCount: 1_000, retiredAt: new Date() } });
    await db().tree.create({ data: { kind: "trash", fileCount: 1_000 } });
    await db().tree.create({ data: { kind: "assets", fileCount: 3 } });
    expect(await db().tree.count({ where: { id: former.id } })).toBe(1);
    const [coming, waiting] = [newBlobKey(), newBlobKey()];
    await db().upload.createMany({ data: [coming, waiting].map((id) => ({ id, length: 100, expiresAt: new Date(Date.now() + 60_000) })) });
    await bringSome(coming, "12345");
    expect(await readStorage()).toMatchObject({ used: size + 6 + 5, files: 23 });
  });

  it("is compared to the size of the disk, or to the configured capacity", async () => {
    vi.spyOn(blobStore(), "capacity").mockResolvedValue({ total: 1_000_000, free: 400_000 });
    const { used } = await readStorage();
    expect(await readStorage()).toMatchObject({ total: 1_000_000, available: 400_000 });
    Object.assign(env(), { storageQuotaBytes: used + 1_000 });
    expect(await readStorage()).toMatchObject({ total: used + 1_000, available: 1_000 });
    Object.assign(env(), { storageQuotaBytes: 1 });
    expect(await readStorage()).toMatchObject({ total: 1, available: 0 });
  });

  it("is compared to one tebibyte when the capacity is unknown", async () => {
    vi.spyOn(blobStore(), "capacity").mockResolvedValue({ total: null, free: null });
    const { used, total, available } = await readStorage();
    expect([total, available]).toEqual([1024 ** 4, 1024 ** 4 - used]);
  });
});
