import { mkdir, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { blobFolder, blobStore } from "@/lib/blobs/open";
import { type BlobKey, newBlobKey, OWNER_NAME } from "@/lib/blobs/store";
import { db, pool } from "@/lib/db/client";
import { startImport } from "@/lib/imports/mutations";
import { expiredUploadSweep } from "@/lib/imports/uploads/jobs";
import { deleteUpload } from "@/lib/imports/uploads/mutations";
import { unusedBlobSweep } from "@/lib/storage/garbage/unused-blobs";
import { requireOwnStore } from "@/lib/storage/inspection/owner";
import { deleteLeftovers } from "@/lib/storage/jobs";
import { type FaultProxy, openFaultProxy } from "../../services/fault-proxy";
import { createAccount } from "../../setup/fixtures";
import { isOnS3, listStored, putStored } from "../../setup/stored-objects";
import { until } from "../../setup/until";
import { inspect, LONG_AGO, storeBlob } from "./stored-map";

const { signal } = new AbortController();
const store = inject("objectStore");
const proxy: FaultProxy | null = store && (await openFaultProxy(store));
// The settings are parsed on first use.
if (proxy) process.env.S3_ENDPOINT = proxy.access.endpoint;
afterAll(() => proxy?.close());

const stuck = new Set<string>();

/** Makes the store refuse to delete an object: a legal hold on S3, a folder in its place on disk. */
async function hold(key: BlobKey): Promise<void> {
  stuck.add(key);
  if (isOnS3()) return;
  await rm(path.join(blobFolder(), key));
  await mkdir(path.join(blobFolder(), key));
}

async function letGo(): Promise<void> {
  if (!isOnS3()) for (const key of stuck) await rmdir(path.join(blobFolder(), key));
  stuck.clear();
}

beforeEach(() => {
  proxy?.set(({ operation, key }) => (operation === "DeleteObject" && stuck.has(key) ? { kind: "status", status: 403 } : null));
});
afterEach(async () => {
  await letGo();
  await unusedBlobSweep.run(signal);
});

interface StoredUpload {
  key: BlobKey;
  actor: { accountId: string; email: string };
}

async function storeUpload(state: "receiving" | "complete", expiresAt = new Date(Date.now() + 3_600_000)): Promise<StoredUpload> {
  const { id, email } = await createAccount("admin");
  const key = state === "complete" ? await storeBlob(Buffer.from("an archive"), { createdAt: new Date() }) : newBlobKey();
  if (state === "receiving") await putStored(key, "some");
  await db().upload.create({ data: { id: key, ownerId: id, length: 10, state, expiresAt } });
  return { key, actor: { accountId: id, email } };
}

const releasedKeys = async () => (await db().blob.findMany({ where: { releasedAt: { not: null } } })).map(({ key }) => key);

describe("an object that the store does not delete", () => {
  it("does not keep other unused blobs from being deleted, and is reported when no other is left", async () => {
    const [first, ...others] = [
      await storeBlob(Buffer.from("first"), { createdAt: new Date(LONG_AGO.getTime() - 1_000) }),
      await storeBlob(Buffer.from("second")),
      await storeBlob(Buffer.from("third")),
    ];
    await hold(first);
    await unusedBlobSweep.run(signal);
    expect((await db().blob.findMany()).map(({ key }) => key)).toEqual([first]);
    const names = await listStored();
    expect(others.filter((key) => names.includes(key))).toEqual([]);
    await expect(unusedBlobSweep.run(signal)).rejects.toThrow("None of 1 blobs could be deleted.");
    await letGo();
    await unusedBlobSweep.run(signal);
    expect(await db().blob.count()).toBe(0);
  });

  it("does not keep other uploads from expiring", async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const [first, second] = [await storeUpload("receiving", ago(2)), await storeUpload("receiving", ago(1))];
    await hold(first.key);
    await expiredUploadSweep.run(signal);
    expect(await db().upload.count()).toBe(0);
    expect(await releasedKeys()).toEqual([first.key]);
    expect(await listStored()).not.toContain(second.key);
  });

  it.each(["receiving", "complete"] as const)("is deleted later when it belongs to a cancelled upload that was %s", async (state) => {
    const { key, actor } = await storeUpload(state);
    await hold(key);
    await deleteUpload(key, actor);
    expect(await db().upload.count()).toBe(0);
    expect(await releasedKeys()).toEqual([key]);
    expect(await inspect()).toMatchObject({ missing: { count: 0 }, orphaned: { count: 0 }, underWay: { unneeded: 1 } });
    const target = { kind: "new", projectName: `Map ${key}`, description: "" } as const;
    await expect(startImport({ source: "zip", ownerId: actor.accountId, target, blobKey: key }, null)).rejects.toThrow("no longer exists");
    await letGo();
    await unusedBlobSweep.run(signal);
    expect(await listStored()).not.toContain(key);
    expect(await db().blob.count()).toBe(0);
  });

  it.skipIf(!isOnS3())("does not keep other leftovers from being deleted (npm run test:s3)", async () => {
    const known = await storeBlob(Buffer.from("known"), { createdAt: new Date() });
    await requireOwnStore();
    const left = [newBlobKey(), newBlobKey(), newBlobKey()].sort();
    for (const name of left) await putStored(name, "left");
    const [first = newBlobKey()] = left;
    await hold(first);
    expect(await deleteLeftovers(signal, Number.NEGATIVE_INFINITY)).toBe(2);
    expect(await listStored()).toEqual([known, first, OWNER_NAME].sort());
    await letGo();
    await Promise.all([first, known].map((name) => blobStore().deleteLeftover(name)));
    await db().blob.deleteMany();
  });
});

it.skipIf(!isOnS3())("a store that does not answer holds no database connection (npm run test:s3)", async () => {
  const uploads = await Promise.all(Array.from({ length: 12 }, () => storeUpload("receiving")));
  proxy?.set(({ operation }) => (operation === "DeleteObject" ? { kind: "hang" } : null));
  const deleting = Promise.all(uploads.map(({ key, actor }) => deleteUpload(key, actor)));
  await until("all uploads are deleted from the database", async () => (await db().upload.count()) === 0);
  const { rows } = await pool().query<{ open: number }>(
    `SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  );
  expect(rows[0]?.open).toBe(0);
  proxy?.set(null);
  await deleting;
  expect(await db().blob.count()).toBe(0);
});
