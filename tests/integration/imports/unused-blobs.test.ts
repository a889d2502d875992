import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { type BlobKey, newBlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { deleteUnusedBlobs, unusedBlobSweep } from "@/lib/storage/garbage/unused-blobs";
import { createAccount } from "../../setup/fixtures";

const TWO_DAYS_AGO = new Date(Date.now() - 2 * 24 * 3_600_000);

async function storeBlob(createdAt = TWO_DAYS_AGO): Promise<BlobKey> {
  const key = newBlobKey();
  await blobStore().write(key, Readable.from([Buffer.from("bytes")]));
  await db().blob.create({ data: { key, size: 5, createdAt } });
  return key;
}

const isThere = async (key: BlobKey) => (await db().blob.count({ where: { key } })) === 1 && (await blobStore().size(key)) === 5;
const isGone = async (key: BlobKey) => (await db().blob.count({ where: { key } })) === 0 && (await blobStore().size(key)) === null;

const uses: [string, (key: BlobKey) => Promise<unknown>][] = [
  [
    "a file",
    async (blobKey) => db().entry.create({ data: { treeId: (await db().tree.create({ data: {} })).id, kind: "file", name: "a", blobKey } }),
  ],
  [
    "an upload",
    async (id) => db().upload.create({ data: { id, ownerId: (await createAccount("admin")).id, length: 5, expiresAt: new Date() } }),
  ],
  ["a running import", (blobKey) => db().import.create({ data: { safeName: blobKey, projectName: "A", source: "zip", blobKey } })],
  ["a thumbnail", (imageBlobKey) => db().project.create({ data: { name: imageBlobKey, safeName: imageBlobKey, imageBlobKey } })],
];

describe("a blob without references", () => {
  it("is deleted by the sweep when it is old", async () => {
    const [old, fresh] = [await storeBlob(), await storeBlob(new Date())];
    await unusedBlobSweep.run(new AbortController().signal);
    expect(await isGone(old)).toBe(true);
    expect(await isThere(fresh)).toBe(true);
  });

  it("is deleted at once by deleteUnusedBlobs", async () => {
    const fresh = await storeBlob(new Date());
    await deleteUnusedBlobs([fresh, newBlobKey()]);
    expect(await isGone(fresh)).toBe(true);
  });

  it("is deleted by the sweep when an earlier deletion stopped after the bytes", async () => {
    const old = await storeBlob();
    await blobStore().delete(old);
    await unusedBlobSweep.run(new AbortController().signal);
    expect(await isGone(old)).toBe(true);
  });
});

describe("a blob with references", () => {
  it.each(uses)("is kept while it is used by %s", async (_, use) => {
    const key = await storeBlob();
    await use(key);
    await unusedBlobSweep.run(new AbortController().signal);
    await deleteUnusedBlobs([key]);
    expect(await isThere(key)).toBe(true);
  });

  it("is deleted when its import has ended", async () => {
    const key = await storeBlob();
    await db().import.create({ data: { safeName: key, projectName: "A", source: "zip", blobKey: key, status: "failed" } });
    await unusedBlobSweep.run(new AbortController().signal);
    expect(await isGone(key)).toBe(true);
  });
});
