import { beforeEach, describe, expect, it } from "vitest";
import { newBlobKey } from "@/lib/blobs/store";
import { db, pool } from "@/lib/db/client";
import { recountStoredBytes } from "@/lib/storage/jobs";
import { insertBlob, setBlobSize } from "@/lib/storage/mutations";

beforeEach(async () => {
  await db().blob.deleteMany();
});

/** Returns the sum of the recorded changes, and the sum of the blobs. */
async function readSums() {
  const { rows } = await pool().query<{ kept: number; real: number }>(
    `SELECT (SELECT coalesce(sum(bytes), 0)::bigint FROM "StoredBytes") AS kept,
            (SELECT coalesce(sum(size + reserved), 0)::bigint FROM "Blob") AS real`,
  );
  return rows[0];
}

const someBlobs = (count: number) => Array.from({ length: count }, (_, index) => ({ key: newBlobKey(), size: index }));

describe("the count of stored bytes", () => {
  it("follows every insertion, change and deletion of blobs", async () => {
    const key = newBlobKey();
    await insertBlob(key, null, 100);
    await insertBlob(key, null, 7_000);
    expect(await readSums()).toEqual({ kept: 100, real: 100 });
    await db().blob.update({ where: { key }, data: { reserved: 50 } });
    expect(await readSums()).toEqual({ kept: 150, real: 150 });
    await setBlobSize(key, 120);
    expect(await readSums()).toEqual({ kept: 120, real: 120 });
    await db().blob.createMany({ data: someBlobs(1_000) });
    await db().blob.updateMany({ where: { size: { lt: 10 } }, data: { size: 10, releasedAt: new Date() } });
    expect(await readSums()).toEqual({ kept: 499_675, real: 499_675 });
    await db().blob.deleteMany({ where: { size: { gte: 500 } } });
    expect(await readSums()).toEqual({ kept: 124_925, real: 124_925 });
  });

  it("ignores a transaction that is rolled back", async () => {
    const inserted = db().$transaction(async (tx) => {
      await tx.blob.create({ data: { key: newBlobKey(), size: 5 } });
      throw new Error("rolled back");
    });
    await expect(inserted).rejects.toThrow("rolled back");
    expect(await readSums()).toEqual({ kept: 0, real: 0 });
  });

  it("is one row after a recount, and correct whatever it was before", async () => {
    await db().blob.createMany({ data: someBlobs(10) });
    await pool().query(`INSERT INTO "StoredBytes" (bytes) VALUES (1000000)`);
    await recountStoredBytes();
    expect(await readSums()).toEqual({ kept: 45, real: 45 });
    expect(await db().storedBytes.count()).toBe(1);
  });

  it("stays correct when blobs are added and deleted during several recounts", async () => {
    const change = async () => {
      const keys = someBlobs(20).map(({ key }) => key);
      for (const key of keys) await insertBlob(key, null, 1_000);
      await db().blob.deleteMany({ where: { key: { in: keys.slice(10) } } });
    };
    const recount = async () => {
      for (let round = 0; round < 10; round += 1) await recountStoredBytes();
    };
    await Promise.all([change(), recount(), change(), recount(), recount(), change()]);
    expect(await readSums()).toEqual({ kept: 30_000, real: 30_000 });
  });
});
