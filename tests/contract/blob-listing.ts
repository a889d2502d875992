import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BlobKey, type BlobStore, newBlobKey, type StoredObject } from "@/lib/blobs/store";
import { type OpenBlobStore, sourceOf } from "./open-blob-store";

/** Defines the listing tests that every blob store driver must pass. */
export function describeBlobListing(name: string, open: () => Promise<OpenBlobStore>): void {
  describe(`blob store contract, listing: ${name}`, () => {
    let opened: OpenBlobStore;
    let store: BlobStore;

    beforeAll(async () => {
      opened = await open();
      store = opened.store;
    });
    afterAll(() => opened.close());

    async function put(bytes: Buffer): Promise<BlobKey> {
      const key = newBlobKey();
      await store.write(key, sourceOf(bytes, 70_001));
      return key;
    }

    async function listed(): Promise<Map<string, StoredObject>> {
      const found: StoredObject[] = [];
      for await (const object of store.list()) found.push(object);
      const byName = new Map(found.map((object) => [object.name, object]));
      expect(byName.size).toBe(found.length);
      return byName;
    }

    const objectsOf = async (key: BlobKey) => [...(await listed()).values()].filter((object) => object.key === key);

    it("lists every blob once with its size and time of last change", async () => {
      const before = await store.now();
      const blobs = new Map<BlobKey, number>();
      for (const size of [0, 1, 70_000]) blobs.set(await put(randomBytes(size)), size);
      const after = await store.now();
      for (const [key, size] of blobs) {
        const [object, ...others] = await objectsOf(key);
        expect(others).toEqual([]);
        expect(object).toMatchObject({ kind: "blob", key, size });
        // File system clocks advance in steps.
        expect(object?.changedAt.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1_000);
        expect(object?.changedAt.getTime()).toBeLessThanOrEqual(after.getTime() + 1_000);
      }
    });

    it("lists more than 1,000 blobs", async () => {
      const keys = await Promise.all(Array.from({ length: 1_100 }, () => put(randomBytes(1))));
      const found = new Set([...(await listed()).values()].map(({ key }) => key));
      expect(keys.filter((key) => !found.has(key))).toEqual([]);
      await Promise.all(keys.map((key) => store.deleteLeftover(key)));
    }, 120_000);

    it("does not list an unfinished blob as a blob", async () => {
      const key = newBlobKey();
      let seen: StoredObject[] = [];
      async function* watched(): AsyncGenerator<Uint8Array> {
        yield randomBytes(100_000);
        seen = await objectsOf(key);
        yield randomBytes(100_000);
      }
      await store.write(key, watched());
      expect(seen.filter(({ kind }) => kind === "blob")).toEqual([]);
      expect(await objectsOf(key)).toMatchObject([{ kind: "blob", size: 200_000 }]);
    });

    it("rejects when the signal is aborted", async () => {
      await put(randomBytes(1));
      await expect(store.list(AbortSignal.abort())[Symbol.asyncIterator]().next()).rejects.toThrow();
    });

    it("deletes an object by its listed name and ignores a second delete", async () => {
      const key = await put(randomBytes(10));
      const [object] = await objectsOf(key);
      await store.deleteLeftover(object?.name ?? "");
      expect(await store.size(key)).toBeNull();
      expect(await objectsOf(key)).toEqual([]);
      await store.deleteLeftover(object?.name ?? "");
    });

    it.each(["", ".", "..", "../etc/passwd", "/etc/passwd", `${"a".repeat(32)}\0`])("refuses to delete the name %j", async (name) => {
      await expect(store.deleteLeftover(name)).rejects.toThrow();
    });
  });
}
