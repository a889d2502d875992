import { afterEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db";
import { importHandlers } from "@/lib/imports/jobs";
import { type RunOutcome, runImport } from "@/lib/imports/pipeline/run";
import { JobQueue } from "@/lib/jobs/queue";
import type { Rule } from "../services/fault-proxy";
import { until } from "../setup/until";
import { hasStore, useFaultyProduct } from "./faulty-store";
import { createSite, expectWhole, importToTheEnd, type Site, startPatiently, uploadByTus } from "./store-journey";

const never = new AbortController().signal;
const LIMIT_MS = 120_000;

describe.runIf(hasStore)("a store that does not give out one blob", () => {
  const product = useFaultyProduct();

  afterEach(() => product.proxy.set(null));

  /** A map that is online and not yet verified. */
  async function publish({ zip }: Site): Promise<{ importId: string; blobKey: string }> {
    const blobKey = await uploadByTus(product, zip);
    const importId = await startPatiently(blobKey, product.admin);
    expect(await runImport(importId, { signal: never, untilPublished: true })).toBe("published");
    return { importId, blobKey };
  }

  const rowOf = (id: string) => db().import.findUniqueOrThrow({ where: { id } });

  /** As of an object in cold storage, or one whose encryption key is off. */
  const forbid =
    (key: string): Rule =>
    (seen) =>
      seen.key === key ? { kind: "status", status: 403 } : null;

  it(
    "costs its import no attempt, and its map nothing",
    async () => {
      const site = createSite();
      const { importId, blobKey } = await publish(site);
      product.proxy.set(forbid(blobKey));
      const outcomes: RunOutcome[] = [];
      while (outcomes.length < 8) outcomes.push(await runImport(importId, { signal: never, patienceMs: 0 }));
      expect(new Set(outcomes)).toEqual(new Set(["store-away"]));
      expect(await rowOf(importId)).toMatchObject({ status: "verifying", attempts: 0, leaseToken: null });
      product.proxy.set(null);
      await importToTheEnd(importId);
      await expectWhole(importId, site.files);
    },
    LIMIT_MS,
  );

  it(
    "holds up no other import",
    async () => {
      const [held, other] = [createSite(), createSite()];
      const first = await publish(held);
      const second = await publish(other);
      product.proxy.set(forbid(first.blobKey));
      const queue = await JobQueue.open();
      const [, verify] = importHandlers(queue, { patienceMs: 500 });
      if (!verify) throw new Error("Nobody verifies.");
      try {
        await queue.work(verify);
        // The one worker there is takes up what was queued first.
        await queue.send(verify.job, { importId: first.importId });
        await queue.send(verify.job, { importId: second.importId });
        await until("the other one is complete", async () => (await rowOf(second.importId)).status === "complete", 60_000);
        expect(await rowOf(first.importId)).toMatchObject({ status: "verifying" });
        product.proxy.set(null);
        await until("both are complete", async () => (await rowOf(first.importId)).status === "complete", 60_000);
      } finally {
        await queue.close();
      }
      await expectWhole(first.importId, held.files);
      await expectWhole(second.importId, other.files);
    },
    LIMIT_MS,
  );

  it(
    "and says that it does not exist is asked once more before anything is discarded",
    async () => {
      const site = createSite();
      const { importId, blobKey } = await publish(site);
      let lies = 0;
      product.proxy.set(({ key, operation }) => {
        if (key !== blobKey || operation !== "GetObject" || lies > 0) return null;
        lies += 1;
        return { kind: "status", status: 404, code: "NoSuchKey" };
      });
      await importToTheEnd(importId);
      expect(lies).toBe(1);
      await expectWhole(importId, site.files);
    },
    LIMIT_MS,
  );
});
