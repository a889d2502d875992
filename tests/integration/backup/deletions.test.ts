import { afterEach, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import type { BlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { deleteUpload } from "@/lib/imports/uploads/mutations";
import { deleteOldUnusedBlobs, deleteUnusedBlobs } from "@/lib/storage/garbage/unused-blobs";
import { BackupSession } from "@/server/backup/session";
import { createAccount } from "../../setup/fixtures";
import { LONG_AGO, storeBlob } from "../storage/stored-map";

const isThere = async (key: BlobKey) => (await blobStore().size(key)) !== null;

let session: BackupSession | undefined;
afterEach(async () => {
  await session?.close();
  session = undefined;
});

const begin = async () => {
  session = await BackupSession.open(env().databaseUrl);
};
const end = async () => {
  await session?.close();
  session = undefined;
};

async function storeUpload(): Promise<{ key: BlobKey; actor: { accountId: string; email: string } }> {
  const key = await storeBlob(Buffer.from("an archive"), { createdAt: new Date() });
  const { id, email } = await createAccount("admin");
  await db().upload.create({ data: { id: key, ownerId: id, length: 10, state: "complete", expiresAt: new Date(Date.now() + 3_600_000) } });
  return { key, actor: { accountId: id, email } };
}

it("a backup of another database on the same server does not block ours", async () => {
  const other = await BackupSession.open(Object.assign(new URL(env().databaseUrl), { pathname: "/postgres" }).href);
  try {
    await begin();
    await expect(session?.check()).resolves.toBeUndefined();
  } finally {
    await other.close();
  }
});

describe("during a backup", () => {
  it("blobs that the copied database may refer to are deleted only after the backup", async () => {
    const [old, dropped] = [await storeBlob(Buffer.from("old"), { createdAt: LONG_AGO }), await storeBlob(Buffer.from("dropped"))];
    await begin();
    await deleteUnusedBlobs([dropped]);
    expect(await deleteOldUnusedBlobs()).toBe(0);
    expect(await Promise.all([old, dropped].map(isThere))).toEqual([true, true]);
    await end();
    await deleteUnusedBlobs([dropped]);
    await deleteOldUnusedBlobs();
    expect(await Promise.all([old, dropped].map(isThere))).toEqual([false, false]);
  });

  it("the bytes of a cancelled upload are deleted only after the backup", async () => {
    const { key, actor } = await storeUpload();
    await begin();
    await deleteUpload(key, actor);
    expect(await db().upload.count({ where: { id: key } })).toBe(0);
    expect(await deleteOldUnusedBlobs()).toBe(0);
    expect(await isThere(key)).toBe(true);
    await end();
    expect(await deleteOldUnusedBlobs()).toBe(1);
    expect(await isThere(key)).toBe(false);
  });

  it("a second backup is rejected", async () => {
    await begin();
    await expect(BackupSession.open(env().databaseUrl)).rejects.toThrow("Another backup is running");
  });
});

it("the bytes of a cancelled upload are deleted at once when no backup runs", async () => {
  const { key, actor } = await storeUpload();
  await deleteUpload(key, actor);
  expect(await isThere(key)).toBe(false);
});
