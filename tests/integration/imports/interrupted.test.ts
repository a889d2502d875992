import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { listIdleImports } from "@/lib/imports/data";
import { indexArchive } from "@/lib/imports/pipeline/index-step";
import { ImportLease, LeaseLostError } from "@/lib/imports/pipeline/lease";
import { runImport } from "@/lib/imports/pipeline/run";
import { type CraftedEntry, craftZip } from "../../setup/craft-zip";
import { leftovers, start, uploadZip, work } from "./publish-zip";

const never = new AbortController().signal;

/** Enough entries for several verification slices. */
const entries: CraftedEntry[] = Array.from({ length: 300 }, (_, index) => ({ name: `tiles/${index}.png`, data: randomBytes(20_000) }));
const archive = craftZip([{ name: "index.html", data: Buffer.from("map") }, ...entries]);

async function createImport(bytes: Buffer = archive) {
  const upload = await uploadZip(bytes);
  return { ...upload, ...(await start(upload)) };
}

const rowOf = (id: string) => db().import.findUniqueOrThrow({ where: { id } });

/** Simulates that the lease holder was killed this many seconds ago. */
async function killHolder(id: string, seconds: number): Promise<void> {
  await db().import.update({ where: { id }, data: { heartbeatAt: new Date(Date.now() - seconds * 1000) } });
}

describe("an import lease", () => {
  it("is held by one process at a time", async () => {
    const { importId } = await createImport();
    const claims = await Promise.all(Array.from({ length: 5 }, () => ImportLease.claim(importId)));
    const [lease] = claims.filter((claim) => claim !== null);
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    expect(await work(importId)).toBe("not-held");
    await lease?.release(true);
    expect(await work(importId)).toBe("complete");
    expect(await work(importId)).toBe("not-held");
  });

  it("passes to another process after 10 seconds without heartbeat, and the former holder can't write any more", async () => {
    const { importId } = await createImport();
    // A timer of this clock never fires, so the holder has no heartbeat.
    vi.useFakeTimers({ toFake: ["setInterval"] });
    const silent = await ImportLease.claim(importId).finally(() => vi.useRealTimers());
    await killHolder(importId, 9);
    expect(await ImportLease.claim(importId)).toBeNull();
    await killHolder(importId, 11);
    expect((await listIdleImports()).map(({ id }) => id)).toContain(importId);
    expect(await work(importId)).toBe("complete");
    await expect(silent?.write({ status: "indexing" })).rejects.toBeInstanceOf(LeaseLostError);
    await silent?.release(false);
    expect(await rowOf(importId)).toMatchObject({ status: "complete" });
  });

  it("keeps the import out of the idle list until it is released", async () => {
    const { importId } = await createImport();
    const idle = async () => (await listIdleImports()).find(({ id }) => id === importId);
    expect(await idle()).toEqual({ id: importId, isPublished: false, isSlow: false });
    const lease = await ImportLease.claim(importId);
    expect(await idle()).toBeUndefined();
    await lease?.release(true);
    expect(await idle()).toBeDefined();
    await work(importId);
    expect(await idle()).toBeUndefined();
  });
});

describe("an interrupted import", () => {
  it("starts again without its partial tree when it was interrupted while indexing", async () => {
    const { importId, safeName } = await createImport();
    const half = await db().tree.create({ data: {} });
    const root = await db().entry.create({ data: { treeId: half.id, kind: "folder", name: "" } });
    await db().entry.create({ data: { treeId: half.id, parentId: root.id, kind: "file", name: "index.html" } });
    await db().import.update({ where: { id: importId }, data: { status: "indexing", treeId: half.id } });
    expect(await work(importId)).toBe("complete");
    expect(await db().tree.findUnique({ where: { id: half.id } })).toBeNull();
    expect(await db().entry.count({ where: { treeId: half.id } })).toBe(0);
    expect(await db().project.count({ where: { safeName } })).toBe(1);
  });

  it("resumes verification and counts each file once", async () => {
    const { importId } = await createImport();
    expect(await runImport(importId, { signal: never, untilPublished: true })).toBe("published");
    const slices: number[] = [];
    let outcome = "sliced";
    while (outcome === "sliced") {
      // A slice verifies at least one file. Slices of single files would take minutes with a distant store.
      outcome = await runImport(importId, {
        signal: never,
        ...(slices.length < 10 && { slicing: { sliceMs: 1, mostMs: 0, leavesLarge: false } }),
      });
      slices.push((await rowOf(importId)).filesDone);
    }
    expect(outcome).toBe("complete");
    expect(slices.length).toBeGreaterThan(3);
    expect(slices).toEqual([...slices].sort((one, other) => one - other));
    expect(await rowOf(importId)).toMatchObject({ filesDone: 301, filesTotal: 301, bytesDone: 6_000_003n });
  });

  it("reuses the separate blob of a large file when it verifies the file again", async () => {
    const large = { name: "large.bin", method: 8, data: Buffer.concat([randomBytes(10), Buffer.alloc(2_000_000)]) };
    const { importId } = await createImport(craftZip([large]));
    const earlier = new Set((await db().blob.findMany()).map(({ key }) => key));
    const store = blobStore();
    expect(await work(importId)).toBe("complete");
    await db().import.update({ where: { id: importId }, data: { status: "verifying", cursor: -1, leaseToken: null } });
    const before = await db().blob.findMany({ orderBy: { key: "asc" } });
    expect(await work(importId)).toBe("complete");
    expect(await db().blob.findMany({ orderBy: { key: "asc" } })).toEqual(before);
    const own = before.filter(({ key }) => !earlier.has(key));
    expect(await Promise.all(own.map(({ key }) => store.size(blobKeySchema.parse(key))))).toEqual([2_000_010]);
  });

  it("fails after three attempts at one step and keeps only the upload", async () => {
    const started = await createImport();
    await db().import.update({ where: { id: started.importId }, data: { attempts: 3 } });
    expect(await work(started.importId)).toBe("failed");
    expect(await rowOf(started.importId)).toMatchObject({ error: "The ZIP archive could not be processed. Please try again later." });
    expect(await leftovers(started)).toEqual(["upload", "blob", "file"]);
  });

  it("counts the attempts anew after a step", async () => {
    const { importId } = await createImport();
    await db().import.update({ where: { id: importId }, data: { attempts: 2 } });
    const lease = await ImportLease.claim(importId);
    if (!lease) throw new Error("The import was not claimed.");
    await indexArchive({ lease, store: blobStore(), signal: never }, await lease.read());
    expect(await rowOf(importId)).toMatchObject({ status: "publishing", attempts: 0 });
    await lease.release(false);
    expect(await work(importId)).toBe("complete");
  });

  it("is verified after any number of attempts when its map is online", async () => {
    const { importId, safeName } = await createImport();
    await runImport(importId, { signal: never, untilPublished: true });
    await db().import.update({ where: { id: importId }, data: { attempts: 40 } });
    expect(await work(importId)).toBe("complete");
    expect(await db().project.count({ where: { safeName } })).toBe(1);
  });

  it.each([
    ["failed", null],
    ["killed its process", randomUUID()],
  ])("that %s is retried after a pause that grows to ten minutes", async (_what, leaseToken) => {
    const { importId } = await createImport();
    const isIdle = async (attempts: number, seconds: number) => {
      const heartbeatAt = new Date(Date.now() - seconds * 1000);
      await db().import.update({ where: { id: importId }, data: { status: "verifying", leaseToken, attempts, heartbeatAt } });
      return (await listIdleImports()).some(({ id }) => id === importId);
    };
    expect([await isIdle(6, 30), await isIdle(6, 70)]).toEqual([false, true]);
    expect([await isIdle(40, 500), await isIdle(40, 700), await isIdle(20_000, 700)]).toEqual([false, true, true]);
    await db().import.delete({ where: { id: importId } });
  });

  it("resumes after a shutdown, which does not count as an attempt", async () => {
    const { importId } = await createImport();
    expect(await runImport(importId, { signal: AbortSignal.abort() })).toBe("interrupted");
    expect(await rowOf(importId)).toMatchObject({ attempts: 0, leaseToken: null });
    expect(await work(importId)).toBe("complete");
  });
});

describe("the deletion of a project during verification", () => {
  it("fails the import and deletes everything of it", async () => {
    const { importId, ...rest } = await createImport();
    await runImport(importId, { signal: never, untilPublished: true });
    await db().project.delete({ where: { safeName: rest.safeName } });
    expect(await work(importId)).toBe("failed");
    expect((await rowOf(importId)).error).toBe("The project was deleted while its files were being checked.");
    expect(await leftovers(rest)).toEqual([]);
  });
});
