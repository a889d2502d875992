import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { db, disconnect, pool } from "@/lib/db/client";
import { unusedBlobSweep } from "@/lib/storage/garbage/unused-blobs";
import { leftoverSweep, repackSweep } from "@/lib/storage/jobs";
import {
  findWrong,
  inspect,
  keysOf,
  LONG_AGO,
  largeFile,
  removeFiles,
  type StoredMap,
  someFiles,
  sound,
  storeMap,
} from "../integration/storage/stored-map";

const signal = new AbortController().signal;

class Killed extends Error {}

/**
 * Simulates a process that is killed with SIGKILL before its nth step. From then on none of its statements reaches the database, none of
 * its calls reaches the object store (error handling included), and its connections break.
 */
class Mortal {
  steps = 0;
  private isDead = false;
  private readonly clients = new Set<pg.Client>();

  constructor(private readonly diesBefore: number) {
    const { query } = pg.Client.prototype;
    const mortal = this;
    vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...parameters: unknown[]) {
      mortal.clients.add(this);
      if (mortal.step()) return (query as (...all: unknown[]) => never).apply(this, parameters);
      const answer = parameters.at(-1);
      if (typeof answer !== "function") return Promise.reject(new Killed()) as never;
      setImmediate(answer as (error: Error) => void, new Killed());
      return undefined as never;
    });
    const store = blobStore();
    for (const name of ["write", "delete", "deleteLeftover"] as const) {
      const work = store[name].bind(store) as (...all: unknown[]) => Promise<never>;
      vi.spyOn(store, name).mockImplementation((...parameters: unknown[]) => {
        if (!this.step()) return Promise.reject(new Killed()) as never;
        return work(
          ...(name === "write" ? [parameters[0], this.cutOff(parameters[1] as AsyncIterable<Buffer>), parameters[2]] : parameters),
        );
      });
    }
  }

  /** Ends the rest of it, and lets the next process run. */
  async bury(): Promise<void> {
    vi.restoreAllMocks();
    for (const client of this.clients) (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    await disconnect().catch(() => undefined);
  }

  private step(): boolean {
    this.steps += 1;
    if (this.steps >= this.diesBefore) this.isDead = true;
    return !this.isDead;
  }

  /** A kill may also come in the middle of a write. */
  private async *cutOff(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      yield chunk;
      if (!this.step()) throw new Killed();
    }
  }
}

/** Runs all steps of the worker's repacking, one after the other. */
async function sweepAll(): Promise<void> {
  await repackSweep.run(signal);
  await unusedBlobSweep.run(signal);
  await leftoverSweep.run(signal);
}

let map: StoredMap;
let kept: StoredMap["files"];

beforeEach(async () => {
  const files = [largeFile("gone.bin", 8_000_000, "stored"), ...someFiles(12), largeFile("large.bin", 2_000_000, "deflated")];
  map = await storeMap(files);
  kept = files.slice(1);
  await removeFiles(map.treeId, files.slice(0, 1));
});
afterEach(() => vi.restoreAllMocks());

/** @returns the number of steps before it was killed or had finished */
async function sweepUntil(step: number): Promise<number> {
  const mortal = new Mortal(step);
  await sweepAll().catch(() => undefined);
  await mortal.bury();
  return mortal.steps;
}

async function forget(): Promise<void> {
  for (const table of ["Project", "Tree", "Upload"]) await pool().query(`DELETE FROM "${table}"`);
  await db().blob.updateMany({ data: { releasedAt: new Date() } });
  await unusedBlobSweep.run(signal);
}

describe("a worker that is killed while it repacks", () => {
  it("loses nothing at any step, and another worker finishes its work", async () => {
    let hasEnded = false;
    for (let step = 1; !hasEnded; step += 1) {
      if (step > 1) {
        map = await storeMap(map.files);
        await removeFiles(map.treeId, map.files.slice(0, 1));
      }
      hasEnded = (await sweepUntil(step)) < step;
      expect([step, await findWrong(map.treeId, kept)]).toEqual([step, []]);
      expect([step, await inspect()]).toMatchObject([step, sound]);
      // Another worker runs once the objects of the killed one are old enough.
      await db().blob.updateMany({ data: { createdAt: LONG_AGO } });
      await sweepAll();
      const keys = await keysOf(map.treeId);
      expect([step, keys.has(map.blobKey), await findWrong(map.treeId, kept)]).toEqual([step, false, []]);
      const objects: (string | null)[] = [];
      for await (const { name } of blobStore().list()) objects.push(name);
      expect([step, objects.sort()]).toEqual([step, [...keys].sort()]);
      expect([step, await db().blob.count()]).toEqual([step, keys.size]);
      await forget();
    }
  });
});
