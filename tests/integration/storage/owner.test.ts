import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { newBlobKey, OWNER_NAME, type StoreOwnership } from "@/lib/blobs/store";
import { db, pool } from "@/lib/db/client";
import { unusedBlobSweep } from "@/lib/storage/garbage/unused-blobs";
import { ForeignStoreError, requireOwnStore } from "@/lib/storage/inspection/owner";
import { deleteLeftovers } from "@/lib/storage/jobs";
import { readCommand } from "@/server/admin/commands";
import { isOnS3, listStored, putStored } from "../../setup/stored-objects";
import { MapsProcess } from "../maps/maps-process";
import { inspect, LONG_AGO, storeBlob } from "./stored-map";

const { signal } = new AbortController();
/** Treats every object as old enough: nothing may be deleted. */
const sweepLeftovers = () => deleteLeftovers(signal, Number.NEGATIVE_INFINITY);

function ownership(): StoreOwnership {
  const found = blobStore().ownership;
  if (!found) throw new Error("This store has no owner.");
  return found;
}

async function readId(): Promise<string> {
  const { rows } = await pool().query<{ id: string }>(`SELECT id::text FROM "Installation"`);
  return rows[0]?.id ?? "";
}

async function storeUnknown(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => newBlobKey());
  await Promise.all(keys.map((key) => putStored(key, "bytes")));
  return keys.sort();
}

afterEach(async () => {
  for (const name of await listStored()) await blobStore().deleteLeftover(name);
  await db().blob.deleteMany();
});

it.skipIf(isOnS3())("files on disk belong to the database next to them and can't be claimed", async () => {
  await expect(requireOwnStore()).resolves.toBeUndefined();
  await expect(readCommand(["claim-bucket"])()).rejects.toThrow("S3_BUCKET is not set");
});

describe.skipIf(!isOnS3())("the owner of a bucket (npm run test:s3)", () => {
  it("is the first database, even when many processes start at once", async () => {
    await Promise.all(Array.from({ length: 6 }, () => requireOwnStore()));
    expect(await ownership().read()).toBe(await readId());
    expect(await listStored()).toEqual([OWNER_NAME]);
    expect(await inspect()).toMatchObject({ orphaned: { count: 0 } });
  });

  it("is one database when many start at once", async () => {
    const ids = Array.from({ length: 6 }, () => randomUUID());
    const told = await Promise.all(ids.map((id) => ownership().claim(id)));
    expect(ids).toEqual(expect.arrayContaining(told));
    // On Swift, several writers may succeed at once. All of them read the same owner afterwards.
    const owners = await Promise.all(ids.map((id) => ownership().claim(id)));
    expect(new Set(owners)).toEqual(new Set([await ownership().read()]));
  });

  it("is the database that knows the files, in a bucket from before owners existed", async () => {
    await storeBlob(Buffer.from("known"));
    await requireOwnStore();
    expect(await ownership().read()).toBe(await readId());
  });

  it("stays through the sweeps, as every file does", async () => {
    const key = await storeBlob(Buffer.from("known"), { createdAt: new Date() });
    await requireOwnStore();
    expect(await sweepLeftovers()).toBe(0);
    await unusedBlobSweep.run(signal);
    expect(await listStored()).toEqual([key, OWNER_NAME].sort());
  });

  describe.each(["without an owner", "of another database"])("a bucket with files, %s,", (whose) => {
    let files: string[];
    beforeEach(async () => {
      files = await storeUnknown(3);
      if (whose === "of another database") {
        await ownership().takeOver(randomUUID());
        files = [...files, OWNER_NAME].sort();
      }
    });

    it("loses no file to an empty database", async () => {
      await expect(sweepLeftovers()).rejects.toThrow(ForeignStoreError);
      expect(await listStored()).toEqual(files);
    });

    it("is refused at start", async () => {
      await expect(MapsProcess.start()).rejects.toThrow("did not start");
      await expect(requireOwnStore()).rejects.toThrow("claim-bucket");
      expect(await listStored()).toEqual(files);
    });

    it("is taken over on request, and the audit log records it", async () => {
      const before = { id: await readId(), owner: await ownership().read() };
      expect(await readCommand(["claim-bucket"])()).toContain("belongs to this database now");
      const id = await readId();
      expect(id).not.toBe(before.id);
      expect(await ownership().read()).toBe(id);
      const maps = await MapsProcess.start();
      await maps.stop();
      const [event] = await db().auditEvent.findMany({ orderBy: { at: "desc" }, take: 1 });
      expect(event).toMatchObject({ action: "storage.bucket-claimed", details: { from: "the shell", before: before.owner, id } });
    });
  });

  it("keeps the files that its former owner would delete after a takeover", async () => {
    const key = await storeBlob(Buffer.from("released"), { createdAt: LONG_AGO });
    await requireOwnStore();
    // The database is a copy now, like one restored elsewhere.
    await ownership().takeOver(randomUUID());
    await expect(unusedBlobSweep.run(signal)).rejects.toThrow(ForeignStoreError);
    expect(await listStored()).toContain(key);
  });
});
