import { existsSync } from "node:fs";
import { utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobFolder } from "@/lib/blobs/open";
import { type BlobKey, newBlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { deleteLeftovers, leftoverSweep } from "@/lib/storage/jobs";
import { createAccount } from "../../setup/fixtures";
import { isOnS3 } from "../../setup/stored-objects";
import { inspect, LONG_AGO, storeBlob } from "./stored-map";

const fileOf = (name: string) => path.join(blobFolder(), name);
const ending = new Date(Date.now() + 3_600_000);

async function leave(name: string, changedAt = LONG_AGO): Promise<string> {
  await writeFile(fileOf(name), "left");
  await utimes(fileOf(name), changedAt, changedAt);
  return name;
}

async function beginUpload(state: "receiving" | "complete" = "receiving"): Promise<BlobKey> {
  const id = newBlobKey();
  await db().upload.create({ data: { id, ownerId: (await createAccount("admin")).id, length: 4, state, expiresAt: ending } });
  return id;
}

/** Unused objects by kind. */
let gone: Record<string, string>;
/** Objects that are in use, or may be. */
let kept: Record<string, string>;

beforeAll(async () => {
  if (isOnS3()) return;
  const old = await storeBlob(Buffer.from("blob"));
  await utimes(fileOf(old), LONG_AGO, LONG_AGO);
  gone = {
    "bytes without a row": await leave(newBlobKey()),
    "a blob whose writer was killed": await leave(`${newBlobKey()}.partial`),
    "a blob whose writer was killed, with its row": await leave(`${await storeBlob(Buffer.from("blob"))}.partial`),
    "a probe": await leave("probe-0123456789abcdef"),
    "a note next to an upload that is gone": await leave(`${newBlobKey()}.info`),
  };
  const written = await storeBlob(Buffer.from("blob"), { createdAt: new Date() });
  kept = {
    "a blob": old,
    "an upload that waits for the rest": await leave(await beginUpload()),
    "a note next to an upload": await leave(`${await beginUpload()}.info`),
    "a blob that is being written": await leave(`${written}.partial`, new Date()),
    "bytes of a moment ago": await leave(newBlobKey(), new Date()),
    "a file that is not ours": await leave("notes.txt"),
  };
  await leftoverSweep.run(new AbortController().signal);
});
afterAll(async () => {
  await db().upload.deleteMany();
});

describe.skipIf(isOnS3())("unknown objects in the object store (skipped on S3, where objects can't be made to look old)", () => {
  it("are deleted after one day", () => {
    for (const [what, name] of Object.entries(gone)) expect([what, existsSync(fileOf(name))]).toEqual([what, false]);
  });

  it("are kept when they are in use, or may be", () => {
    for (const [what, name] of Object.entries(kept)) expect([what, existsSync(fileOf(name))]).toEqual([what, true]);
  });

  it("are reported by the doctor, unless they are under way", async () => {
    const { missing, orphaned, mismatched, underWay } = await inspect();
    expect([missing.count, mismatched.count]).toEqual([0, 0]);
    expect(orphaned.examples.sort()).toEqual([`bytes without a row: ${kept["bytes of a moment ago"]}`, "not ours: notes.txt"].sort());
    expect(underWay).toMatchObject({ uploads: 2 });
  });

  it("are kept when most objects are unknown, because the store may belong to another database", async () => {
    const others = await Promise.all(Array.from({ length: 150 }, () => leave(newBlobKey())));
    await expect(deleteLeftovers(new AbortController().signal)).rejects.toThrow("Nothing is deleted.");
    expect(others.filter((name) => !existsSync(fileOf(name)))).toEqual([]);
  });
});
