import { randomBytes } from "node:crypto";
import { afterAll, afterEach, describe, expect, inject, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { db } from "@/lib/db/client";
import { importHandlers } from "@/lib/imports/jobs";
import { type RunOutcome, runImport } from "@/lib/imports/pipeline/run";
import { JobQueue } from "@/lib/jobs/queue";
import { type FaultProxy, openFaultProxy, type Rule } from "../../services/fault-proxy";
import { craftZip } from "../../setup/craft-zip";
import { until } from "../../setup/until";
import { start, uploadZip, work } from "./publish-zip";

const { signal } = new AbortController();
const store = inject("objectStore");
const proxy: FaultProxy | null = store && (await openFaultProxy(store));
// Must run before the settings are read.
if (proxy) process.env.S3_ENDPOINT = proxy.access.endpoint;

const rowOf = (id: string) => db().import.findUniqueOrThrow({ where: { id } });

async function publish() {
  const upload = await uploadZip(craftZip([{ name: "index.html", data: randomBytes(20_000) }]));
  const started = await start(upload);
  expect(await runImport(started.importId, { signal, untilPublished: true })).toBe("published");
  return { ...upload, ...started };
}

/** Denies access to one object, like cold storage or a disabled encryption key. */
const forbid =
  (blobKey: string): Rule =>
  ({ key }) =>
    key === blobKey ? { kind: "status", status: 403 } : null;

describe.skipIf(proxy === null)("an import whose blob is unavailable", () => {
  afterEach(() => proxy?.set(null));
  afterAll(() => proxy?.close());

  it("does not lose an attempt and keeps its map online", async () => {
    const { importId, blobKey, safeName } = await publish();
    proxy?.set(forbid(blobKey));
    const outcomes: RunOutcome[] = [];
    while (outcomes.length < 8) outcomes.push(await runImport(importId, { signal, patienceMs: 0 }));
    expect(new Set(outcomes)).toEqual(new Set(["store-away"]));
    expect(await rowOf(importId)).toMatchObject({ status: "verifying", attempts: 0, leaseToken: null });
    proxy?.set(null);
    expect(await work(importId)).toBe("complete");
    expect(await db().project.count({ where: { safeName } })).toBe(1);
  });

  it("does not block other imports", async () => {
    const [held, other] = [await publish(), await publish()];
    proxy?.set(forbid(held.blobKey));
    const isComplete = async ({ importId }: { importId: string }) => (await rowOf(importId)).status === "complete";
    const queue = await JobQueue.open();
    try {
      const verify = importHandlers(queue, { patienceMs: 500 }).find(({ job }) => job.name === "imports.verify");
      if (!verify) throw new Error("There is no verify handler.");
      await queue.work(verify);
      // The only worker processes jobs in queue order.
      await queue.send(verify.job, { importId: held.importId, turns: 0 });
      await queue.send(verify.job, { importId: other.importId, turns: 0 });
      await until("the other one is complete", () => isComplete(other));
      expect(await isComplete(held)).toBe(false);
      proxy?.set(null);
      await until("both are complete", () => isComplete(held));
    } finally {
      await queue.close();
    }
  });

  it("checks again before it discards a blob that the store reports as missing", async () => {
    const { importId, blobKey, safeName } = await publish();
    let wrongAnswers = 0;
    proxy?.set(({ key, operation }) => {
      if (key !== blobKey || operation !== "GetObject" || wrongAnswers > 0) return null;
      wrongAnswers += 1;
      return { kind: "status", status: 404, code: "NoSuchKey" };
    });
    expect(await work(importId)).toBe("complete");
    expect(wrongAnswers).toBe(1);
    expect(await blobStore().size(blobKey)).toBeGreaterThan(0);
    expect(await db().project.count({ where: { safeName } })).toBe(1);
  });
});
