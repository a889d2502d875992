import { afterEach, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { newBlobKey } from "@/lib/blobs/store";
import { db, pool } from "@/lib/db/client";
import { describeInspection } from "@/lib/storage/present";
import { isSound, type StorageInspection } from "@/lib/storage/schema";
import { createTree } from "@/lib/trees/mutations";
import { createAccount } from "../../setup/fixtures";
import { beginStored, cutStored, putStored } from "../../setup/stored-objects";
import { inspect, LONG_AGO, nothing, type StoredMap, someFiles, sound, storeBlob, storeMap } from "./stored-map";

afterEach(async () => {
  for (const table of ["Project", "Tree", "Import", "Upload", "Blob"]) await pool().query(`DELETE FROM "${table}"`);
  for await (const { name } of blobStore().list()) await blobStore().deleteLeftover(name);
});

async function findings(): Promise<Partial<StorageInspection>> {
  const { missing, orphaned, mismatched } = await inspect();
  return { missing, orphaned, mismatched };
}

const one = (text: string) => ({ count: 1, examples: [text] });

describe("the inspection of a matching store and database", () => {
  it("finds nothing", async () => {
    await storeMap(someFiles(20));
    const inspection = await inspect();
    expect(inspection).toMatchObject(sound);
    expect(inspection.compared).toMatchObject({ blobs: 1, objects: 1, trees: 1, files: 20 });
    expect(isSound(inspection)).toBe(true);
    expect(describeInspection(inspection)).toContain("Database and object store fit together.");
  });

  it("finds nothing while uploads and imports are under way", async () => {
    const { id: ownerId } = await createAccount("admin");
    const expiresAt = new Date(Date.now() + 3_600_000);
    // Uploads with some bytes, without any, and complete.
    await db().upload.createMany({ data: [1, 2].map(() => ({ id: newBlobKey(), ownerId, length: 9, expiresAt })) });
    const [first] = await db().upload.findMany();
    await putStored(first?.id ?? "", "some");
    const complete = await storeBlob(Buffer.from("whole"));
    await db().upload.create({ data: { id: complete, ownerId, length: 5, state: "complete", expiresAt } });
    // A direct upload under way, and one that was killed before its row was updated.
    const [coming, killed] = [newBlobKey(), newBlobKey()];
    await db().blob.createMany({ data: [coming, killed].map((key) => ({ key, size: 0 })) });
    await beginStored(coming);
    await putStored(killed, "some");
    // An unused blob, and an import that has begun to write its tree.
    await db().blob.update({ where: { key: await storeBlob(Buffer.from("released")) }, data: { releasedAt: new Date() } });
    const { treeId, rootId } = await createTree(db());
    await db().entry.create({ data: { treeId, parentId: rootId, kind: "file", name: "a", size: 3, blobKey: complete, storedSize: 3 } });
    await db().import.create({ data: { safeName: "a", projectName: "A", source: "zip", blobKey: complete, treeId, status: "indexing" } });
    const inspection = await inspect();
    expect(inspection).toMatchObject(sound);
    expect(inspection.underWay).toEqual({ uploads: 2, imports: 1, writes: 2, unneeded: 1 });
  });
});

describe("missing bytes", () => {
  it.each<[string, (map: StoredMap) => Promise<unknown>, (key: string) => string]>([
    ["of a blob", ({ blobKey }) => blobStore().delete(blobKey), (key) => `blob ${key} has a row, and no bytes`],
    [
      "of files whose blob has no row either",
      async ({ blobKey }) => [await blobStore().delete(blobKey), await db().blob.delete({ where: { key: blobKey } })],
      (key) => `blob ${key} has no row, and is referred to by 20 files`,
    ],
  ])("%s are reported", async (_what, damage, text) => {
    const map = await storeMap(someFiles(20));
    await damage(map);
    expect(await findings()).toEqual({ missing: one(text(map.blobKey)), orphaned: nothing, mismatched: nothing });
  });

  it("of thumbnails, uploads and imports are reported", async () => {
    const [picture, upload, archive, pack] = [newBlobKey(), newBlobKey(), newBlobKey(), newBlobKey()];
    await db().project.create({ data: { name: "Sea", safeName: "sea", imageBlobKey: picture } });
    await db().upload.create({ data: { id: upload, length: 5, state: "complete", expiresAt: new Date() } });
    await db().import.create({
      data: { safeName: "a", projectName: "A", source: "zip", blobKey: archive, blobs: { create: { blobKey: pack } } },
    });
    const { missing } = await inspect();
    expect(missing.examples.sort()).toEqual(
      [
        `blob ${picture} has no row, and is referred to by the picture of Sea`,
        `blob ${upload} has no row, and is referred to by an upload`,
        `blob ${archive} has no row, and is referred to by an import`,
        `blob ${pack} has no row, and is referred to by an import`,
      ].sort(),
    );
  });

  it("are all counted, and the first of them named", async () => {
    // More than one page of rows. On S3, each takes a request over the network.
    const keys = Array.from({ length: 1_100 }, () => newBlobKey());
    await db().blob.createMany({ data: keys.map((key) => ({ key, size: 1, createdAt: LONG_AGO })) });
    await db().upload.createMany({ data: keys.map((id) => ({ id, length: 1, state: "complete", expiresAt: new Date() })) });
    const inspection = await inspect();
    expect(inspection.missing.count).toBe(1_100);
    expect(inspection.missing.examples).toHaveLength(20);
    expect(describeInspection(inspection)).toMatch(/missing {5}1,100\n[\s\S]*… and 1,080 more[\s\S]*do NOT fit together/);
  });
});

describe("a mismatch", () => {
  it.each<[string, (map: StoredMap) => Promise<unknown>, (map: StoredMap) => RegExp]>([
    [
      "bytes that are fewer than they should be",
      ({ blobKey }) => cutStored(blobKey, 10),
      ({ blobKey }) => new RegExp(`^blob ${blobKey} has 10 bytes instead of \\d+$`),
    ],
    [
      "a file that ends outside of its blob",
      ({ treeId }) => db().entry.updateMany({ where: { treeId, name: "7.bin" }, data: { offset: 10_000_000 } }),
      ({ treeId, blobKey }) => new RegExp(`^file \\d+ of tree ${treeId} ends at byte 1\\d+ of blob ${blobKey}, which has \\d+$`),
    ],
    [
      "a tree that counts another number of files",
      ({ treeId }) => db().tree.update({ where: { id: treeId }, data: { fileCount: 21 } }),
      ({ treeId }) => new RegExp(`^tree ${treeId} says 21 files of \\d+ bytes, and has 20 of \\d+$`),
    ],
    [
      "a tree that counts other bytes",
      ({ treeId }) => db().tree.update({ where: { id: treeId }, data: { byteCount: 1 } }),
      ({ treeId }) => new RegExp(`^tree ${treeId} says 20 files of 1 bytes`),
    ],
    [
      "an upload of another length",
      ({ blobKey }) => db().upload.create({ data: { id: blobKey, length: 5, state: "complete", expiresAt: new Date() } }),
      ({ blobKey }) => new RegExp(`^upload ${blobKey} has 5 bytes, and its blob \\d+$`),
    ],
  ])("is reported: %s", async (_what, damage, text) => {
    const map = await storeMap(someFiles(20));
    await damage(map);
    const { missing, orphaned, mismatched } = await inspect();
    expect([missing.count, orphaned.count, mismatched.count]).toEqual([0, 0, 1]);
    expect(mismatched.examples[0]).toMatch(text(map));
  });
});
