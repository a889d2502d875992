import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { db, pool } from "@/lib/db/client";
import { execute } from "@/lib/db/query";
import { inTransaction } from "@/lib/db/transaction";
import { unusedBlobSweep } from "@/lib/storage/garbage/unused-blobs";
import { repackSweep } from "@/lib/storage/jobs";
import { findSparseBlobs } from "@/lib/storage/repack/repack";
import { createTree } from "@/lib/trees/mutations";
import { copyTree } from "@/lib/trees/subtrees/copy-tree";
import { craftZip } from "../../setup/craft-zip";
import { createAccount } from "../../setup/fixtures";
import { damageStored } from "../../setup/stored-objects";
import { publishZip } from "../imports/publish-zip";
import { findWrong, inspect, keysOf, LONG_AGO, largeFile, removeFiles, type StoredMap, someFiles, sound, storeMap } from "./stored-map";

const signal = new AbortController().signal;
const repack = () => repackSweep.run(signal);

beforeEach(async () => {
  await db().project.deleteMany();
  await db().tree.deleteMany();
  await db().import.deleteMany();
  await db().upload.deleteMany();
  await db().blob.updateMany({ data: { releasedAt: new Date() } });
  await unusedBlobSweep.run(signal);
});
afterEach(async () => {
  expect(await inspect()).toMatchObject(sound);
});

/** A map that keeps one file in four. */
async function sparseMap(files = someFiles(40)): Promise<StoredMap & { kept: StoredMap["files"] }> {
  const map = await storeMap(files);
  const kept = files.filter((_, index) => index % 4 === 0);
  await removeFiles(
    map.treeId,
    files.filter((file) => !kept.includes(file)),
  );
  return { ...map, kept };
}

describe("a pack with less than half of its bytes in use", () => {
  it("is repacked, and the old pack is deleted", async () => {
    const map = await sparseMap();
    expect(await findSparseBlobs()).toEqual([map.blobKey]);
    await repack();
    const keys = await keysOf(map.treeId);
    expect([keys.size, keys.has(map.blobKey)]).toEqual([1, false]);
    expect(await findWrong(map.treeId, map.kept)).toEqual([]);
    const [blob] = await db().blob.findMany({ where: { key: [...keys][0] ?? "" } });
    expect(blob).toMatchObject({ ownerId: map.ownerId, uploadedAt: LONG_AGO, releasedAt: null });
    await unusedBlobSweep.run(signal);
    expect([await blobStore().size(map.blobKey), await db().blob.count({ where: { key: map.blobKey } })]).toEqual([null, 0]);
    expect(await findSparseBlobs()).toEqual([]);
    expect(await findWrong(map.treeId, map.kept)).toEqual([]);
  });

  it("is left unchanged when it is younger than a day", async () => {
    const map = await sparseMap();
    await db().blob.update({ where: { key: map.blobKey }, data: { createdAt: new Date() } });
    expect(await findSparseBlobs()).toEqual([]);
  });

  it.each<[string, (map: StoredMap) => Promise<unknown>]>([
    ["an import under way", ({ blobKey }) => db().import.create({ data: { safeName: "a", projectName: "A", source: "zip", blobKey } })],
    [
      "an import that claims it",
      ({ blobKey }) => db().import.create({ data: { safeName: "a", projectName: "A", source: "folder", blobs: { create: { blobKey } } } }),
    ],
  ])("is not repacked while it belongs to %s", async (_what, use) => {
    const map = await sparseMap();
    await use(map);
    expect(await findSparseBlobs()).toEqual([]);
    await repack();
    expect(await keysOf(map.treeId)).toEqual(new Set([map.blobKey]));
    await db().import.deleteMany();
  });

  it("is repacked once for all trees that use it: former versions, copies and the trash", async () => {
    const map = await sparseMap();
    const copy = await inTransaction(async (tx) => {
      const made = await createTree(tx, "trash");
      await copyTree(tx, map.treeId, made);
      return made;
    });
    await pool().query(
      `UPDATE "Tree" t SET "fileCount" = s."fileCount", "byteCount" = s."byteCount", "trashedAt" = now() FROM "Tree" s WHERE t.id = $1 AND s.id = $2`,
      [copy.treeId, map.treeId],
    );
    await repack();
    expect(await keysOf(copy.treeId)).toEqual(await keysOf(map.treeId));
    expect(await findWrong(copy.treeId, map.kept)).toEqual([]);
    expect((await keysOf(copy.treeId)).has(map.blobKey)).toBe(false);
  });

  it("keeps the files that only the trash has", async () => {
    const map = await storeMap(someFiles(40));
    const [first = map.files[0]] = map.files;
    const trash = await createTree(db(), "trash");
    await db().entry.updateMany({
      where: { treeId: map.treeId, name: first?.name },
      data: { treeId: trash.treeId, parentId: trash.rootId },
    });
    await db().project.deleteMany();
    await db().tree.update({
      where: { id: trash.treeId },
      data: { fileCount: 1, byteCount: first?.bytes.length ?? 0, trashedAt: new Date() },
    });
    await repack();
    await unusedBlobSweep.run(signal);
    expect(await blobStore().size(map.blobKey)).toBeNull();
    expect(await findWrong(trash.treeId, map.files.slice(0, 1))).toEqual([]);
  });

  it("is repacked with large files, with or without a checksum", async () => {
    const kept = [
      largeFile("stored.bin", 3_000_000, "stored"),
      largeFile("deflated.bin", 3_000_000, "deflated"),
      largeFile("unknown.bin", 2_000_001, "stored", false),
      largeFile("deflated-unknown.bin", 2_000_000, "deflated", false),
    ];
    const map = await storeMap([largeFile("gone.bin", 12_000_000, "stored"), ...kept]);
    await removeFiles(map.treeId, map.files.slice(0, 1));
    await repack();
    expect((await keysOf(map.treeId)).has(map.blobKey)).toBe(false);
    expect(await findWrong(map.treeId, kept)).toEqual([]);
  });

  it("is repacked from an archive, without its headers", async () => {
    const data = (index: number) => Buffer.from(`file ${index} `.repeat(2_000));
    const names = Array.from({ length: 20 }, (_, index) => ({ name: `${index}.txt`, data: data(index), method: index % 2 ? 8 : 0 }));
    const { blobKey, safeName } = await publishZip(craftZip(names));
    const { currentTreeId } = await db().project.findUniqueOrThrow({ where: { safeName } });
    await db().blob.updateMany({ data: { createdAt: LONG_AGO } });
    const gone = Array.from({ length: 16 }, (_, index) => ({
      name: `${index}.txt`,
      bytes: data(index),
      method: "stored" as const,
      hasCrc: true,
    }));
    await removeFiles(Number(currentTreeId), gone);
    await repack();
    await unusedBlobSweep.run(signal);
    expect(await blobStore().size(blobKey)).toBeNull();
    const kept = [16, 17, 18, 19].map((index) => ({ name: `${index}.txt`, bytes: data(index), method: "stored" as const, hasCrc: true }));
    expect(await findWrong(Number(currentTreeId), kept)).toEqual([]);
    expect(await db().entry.count({ where: { hasLocalHeader: true } })).toBe(0);
    // The upload of the archive is deleted too.
    expect(await db().upload.count()).toBe(0);
  });
});

describe("damaged bytes", () => {
  it.each([
    ["small", 5_000],
    ["large", 2_500_000],
  ])("of a %s file stay in place and are not tried again", async (_what, size) => {
    const files = [
      largeFile("gone.bin", 9_000_000, "stored"),
      largeFile("a.bin", size, "stored"),
      largeFile("b.bin", size, "deflated"),
      largeFile("c.bin", size, "stored"),
    ];
    const map = await storeMap(files);
    await removeFiles(map.treeId, files.slice(0, 1));
    await damageStored(map.blobKey, 9_000_000 + size + 1_000, Buffer.from("damage"));
    await repack();
    expect(await findWrong(map.treeId, files.slice(1))).toEqual(["b.bin"]);
    expect((await keysOf(map.treeId)).size).toBe(2);
    const left = await db().entry.findMany({ where: { blobKey: map.blobKey } });
    expect(left.map(({ name }) => name)).toEqual(["b.bin"]);
    const blobs = await db().blob.count();
    await unusedBlobSweep.run(signal);
    await repack();
    expect(await db().blob.count()).toBe(blobs);
    expect((await blobStore().size(map.blobKey)) ?? 0).toBeGreaterThan(0);
  });
});

describe("repacking", () => {
  it("waits for an edit that is under way", async () => {
    const map = await sparseMap();
    const other = await createTree(db());
    await db().project.create({
      data: { name: "other", safeName: "other", currentTreeId: other.treeId, createdById: (await createAccount("admin")).id },
    });
    let repacking: Promise<void> | undefined;
    await inTransaction(async (tx) => {
      await copyTree(tx, map.treeId, other);
      repacking = repack();
      // Wait until the repacking waits for the tree.
      await expect
        .poll(
          async () =>
            (await pool().query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%"Tree"%'`)).rowCount,
        )
        .toBeGreaterThan(0);
      await execute(tx, {
        text: `UPDATE "Tree" t SET "fileCount" = s."fileCount", "byteCount" = s."byteCount" FROM "Tree" s WHERE t.id = $1 AND s.id = $2`,
        values: [other.treeId, map.treeId],
      });
    });
    await repacking;
    await unusedBlobSweep.run(signal);
    expect(await findWrong(map.treeId, map.kept)).toEqual([]);
    expect(await findWrong(other.treeId, map.kept)).toEqual([]);
    expect(await keysOf(other.treeId)).toEqual(await keysOf(map.treeId));
  });

  it("runs once when two workers try it", async () => {
    const map = await sparseMap();
    await Promise.all([repack(), repack(), repack()]);
    expect((await keysOf(map.treeId)).size).toBe(1);
    expect(await db().blob.count()).toBe(2);
    expect(await findWrong(map.treeId, map.kept)).toEqual([]);
  });
});
