import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { S3BlobStore, type S3StoreOptions } from "@/lib/blobs/s3/blob-store";
import { type BlobKey, newBlobKey, StoreUnavailableError } from "@/lib/blobs/store";
import { env } from "@/lib/env";
import { errorAnswer } from "@/lib/http/route";
import { TcpProxy } from "./tcp-proxy";

/** Larger than the buffers of sockets and streams. */
const SIZE = 24 * 1024 * 1024;
const WHOLE = { offset: 0, length: SIZE };

/** Runs only under `npm run test:s3`. */
describe.skipIf(inject("objectStore") === null)("connections to S3", () => {
  const bytes = randomBytes(SIZE);
  let key: BlobKey;
  let proxy: TcpProxy;
  let address: string;
  let store: S3BlobStore;

  function settings() {
    const { s3 } = env();
    if (!s3?.endpoint) throw new Error("There is no object store.");
    return { ...s3, endpoint: s3.endpoint };
  }

  function open(options: S3StoreOptions = {}): S3BlobStore {
    store?.close();
    store = new S3BlobStore({ ...settings(), endpoint: address }, options);
    return store;
  }

  beforeAll(async () => {
    key = newBlobKey();
    const direct = new S3BlobStore(settings());
    await direct.write(key, Readable.from([bytes]));
    direct.close();
  });
  beforeEach(async () => {
    proxy = new TcpProxy(new URL(settings().endpoint));
    address = await proxy.listen();
  });
  afterEach(async () => {
    store.close();
    await proxy.close();
  });
  afterAll(() => store.close());

  const rangeFaults = [{ cutAfter: 5_000_000 }, { cutAfter: 100_000 }, { cutAfter: 10 }, { cutAfter: 1_000_000 }];

  it("resume at the right offset after they are cut", async () => {
    open();
    proxy.faults.push(...rangeFaults);
    expect((await buffer(await store.read(key, WHOLE))).equals(bytes)).toBe(true);
    expect(proxy.faults).toEqual([]);
    proxy.faults.push(...rangeFaults);
    // The kept-alive connection has no fault, so close it.
    proxy.cutAll();
    expect((await store.readBytes(key, { offset: 7, length: 12_000_000 })).equals(bytes.subarray(7, 12_000_007))).toBe(true);
  });

  it("are replaced when they stall", async () => {
    open({ idleMs: 300 });
    proxy.faults.push({ stallAfter: 2_000_000 }, { stallAfter: 2_000_000 });
    expect((await buffer(await store.read(key, WHOLE))).equals(bytes)).toBe(true);
    expect(proxy.faults).toEqual([]);
  });

  it("fail with an error when they are cut again and again", async () => {
    open();
    proxy.always = { cutAfter: 2_000 };
    const read = store.read(key, WHOLE).then(async (stream) => (await buffer(stream)).length);
    await expect(read).rejects.toThrow(StoreUnavailableError);
  });

  /** Reads the first chunk and then pauses. */
  async function openSlowly(from: S3BlobStore) {
    const stream = await from.read(key, WHOLE);
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    await once(stream, "data");
    stream.pause();
    return {
      stream,
      finish: async () => {
        stream.resume();
        await once(stream, "end");
        expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
      },
    };
  }

  it("do not count as stalled while their reader pauses", async () => {
    // Long enough for a busy machine to send the rest.
    open({ idleMs: 1_000 });
    const slow = await openSlowly(store);
    const paused = performance.now();
    // Meanwhile other reads continue for several times the idle limit.
    while (performance.now() - paused < 3_000) await store.readBytes(key, { offset: 0, length: 10 });
    const { accepted } = proxy;
    await slow.finish();
    expect(proxy.accepted).toBe(accepted);
  });

  it("are reopened when the server closes them during a slow read", async () => {
    open();
    const slow = await openSlowly(store);
    proxy.cutAll();
    await slow.finish();
  });

  it("of slow readers are reused for waiting readers, and slow readers still get every byte", async () => {
    open({ readersAtOnce: 2, keptMs: 100 });
    const slow: Awaited<ReturnType<typeof openSlowly>>[] = [];
    for (let count = 0; count < 6; count += 1) slow.push(await openSlowly(store));
    const quick = Array.from({ length: 50 }, (_, index) => store.readBytes(key, { offset: index * 1_000, length: 1_000 }));
    expect(Buffer.concat(await Promise.all(quick)).equals(bytes.subarray(0, 50_000))).toBe(true);
    expect(proxy.connections).toBeLessThanOrEqual(3);
    await Promise.all(slow.map(({ finish }) => finish()));
  });

  it("are closed when their stream is destroyed or aborted", async () => {
    open({ readersAtOnce: 2, keptMs: 600_000 });
    for (let round = 0; round < 10; round += 1) {
      const { stream } = await openSlowly(store);
      stream.destroy();
    }
    const controller = new AbortController();
    const aborted = await store.read(key, WHOLE, controller.signal);
    aborted.on("error", () => undefined);
    controller.abort();
    // This stream is never read.
    (await store.read(key, WHOLE)).destroy();
    await expect.poll(() => proxy.connections).toBe(0);
    expect((await store.readBytes(key, WHOLE)).equals(bytes)).toBe(true);
  });

  it("are awaited only until the signal is aborted when all are in use", async () => {
    open({ readersAtOnce: 1, keptMs: 600_000 });
    const slow = await openSlowly(store);
    const controller = new AbortController();
    const waiting = store.readBytes(key, { offset: 0, length: 1 }, controller.signal);
    controller.abort(new Error("the visitor has left"));
    await expect(waiting).rejects.toThrow("the visitor has left");
    await slow.finish();
    expect(await store.readBytes(key, { offset: 0, length: 1 })).toHaveLength(1);
  });

  it.each([
    ["joins parts", SIZE, /POST [^ ]*uploadId=/],
    ["writes a small blob", 1_000, /PUT /],
    ["begins parts", SIZE, /POST [^ ]*uploads/],
  ])("that break before the response that %s cause no data loss", async (_what, size, request) => {
    open();
    proxy.faults.push(...Array.from({ length: 3 }, () => ({ swallow: request })));
    const written = newBlobKey();
    expect(await store.write(written, Readable.from([bytes.subarray(0, size)]))).toBe(size);
    expect((await store.readBytes(written, { offset: 0, length: size })).equals(bytes.subarray(0, size))).toBe(true);
    await store.delete(written);
  });

  it("report an unavailable store when they are refused", async () => {
    open();
    await proxy.close();
    const unavailable = await store.readBytes(key, { offset: 0, length: 1 }).catch((error: unknown) => error);
    expect(unavailable).toBeInstanceOf(StoreUnavailableError);
    await expect(store.size(key)).rejects.toThrow(StoreUnavailableError);
    await expect(store.write(newBlobKey(), Readable.from([bytes]))).rejects.toThrow(StoreUnavailableError);
    expect(errorAnswer(unavailable)).toMatchObject({ status: 503, headers: { "Retry-After": "5" } });
    proxy = new TcpProxy(new URL(settings().endpoint));
    await proxy.listen();
  });
});
