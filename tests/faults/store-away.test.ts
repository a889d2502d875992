import { setTimeout as pause } from "node:timers/promises";
import { AbortMultipartUploadCommand, ListMultipartUploadsCommand } from "@aws-sdk/client-s3";
import { afterEach, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { openClient } from "../services/bucket";
import { type Fault, failOperation } from "../services/fault-proxy";
import { until } from "../setup/until";
import { hasStore, useFaultyProduct } from "./faulty-store";
import { createSite, expectWhole, importToTheEnd, startPatiently, uploadByTus } from "./store-journey";

const LIMIT_MS = 600_000;
/** Longer than the product waits for the beginning of any answer. */
const HANGING_MS = 60_000;
/** Several requests for one small site, so that the store can fail between them. */
const CHUNK_BYTES = 20_000;

/** An event that happens once, and that others wait for. */
class Signal {
  give: () => void = () => undefined;
  readonly given = new Promise<void>((resolve) => {
    this.give = resolve;
  });
}

describe.runIf(hasStore)("uploads and imports complete when the store", () => {
  const product = useFaultyProduct();

  afterEach(() => product.proxy.set(null));

  /** The store errors that the product logged after the SDK's own retries. */
  interface Met {
    /** Number of pauses of an import, and of answers that asked an upload to retry. */
    waits: number;
    refusals: number;
  }

  /** Uploads and imports while the store is unavailable, then makes it available again. */
  async function expectPatience(leave: () => Promise<unknown>, isEnough: (met: Met) => boolean, comeBack: () => Promise<unknown>) {
    const [first, second] = [createSite(), createSite()];
    const met: Met = { waits: 0, refusals: 0 };
    const firstId = await startPatiently(await uploadByTus(product, first.zip), product.admin);
    const [begun, away] = [new Signal(), new Signal()];
    let answers = 0;
    const uploading = uploadByTus(product, second.zip, {
      chunkSize: CHUNK_BYTES,
      onAnswer: async (status) => {
        answers += 1;
        if (status === 503 || status === 423) met.refusals += 1;
        if (answers !== 2) return;
        // The upload is created, and some bytes are stored.
        begun.give();
        await away.given;
      },
    });
    await Promise.race([begun.given, uploading]);
    await leave();
    away.give();
    const importing = importToTheEnd(firstId, (outcome) => {
      if (outcome === "store-away") met.waits += 1;
    });
    const working = Promise.all([uploading, importing]);
    // A client that aborts fails the test at once.
    await Promise.race([working, until("the product sees the failure", () => isEnough(met), 240_000)]);
    expect(isEnough(met)).toBe(true);
    await comeBack();
    const [uploaded] = await working;
    await expectWhole(firstId, first.files);
    const secondId = await startPatiently(uploaded, product.admin);
    await importToTheEnd(secondId);
    await expectWhole(secondId, second.files);
  }

  const isFelt = ({ waits, refusals }: Met) => waits > 1 && refusals > 1;

  it(
    "refuses connections",
    async () => {
      await expectPatience(
        async () => {
          await product.proxy.shut();
          await expect(blobStore().check()).rejects.toThrow();
        },
        isFelt,
        () => product.proxy.reopen(),
      );
    },
    LIMIT_MS,
  );

  it.each<[string, Fault]>([
    ["answers 500", { kind: "status", status: 500 }],
    ["breaks every connection", { kind: "refuse" }],
    ["rejects the access key", { kind: "status", status: 403 }],
  ])(
    "%s",
    async (_what, fault) => {
      await expectPatience(
        async () => {
          product.proxy.set(() => fault);
          await expect(blobStore().check()).rejects.toThrow();
        },
        isFelt,
        () => Promise.resolve(product.proxy.set(null)),
      );
    },
    LIMIT_MS,
  );

  it(
    "accepts requests and never answers, for one minute",
    async () => {
      let isOver = false;
      await expectPatience(
        () => {
          product.proxy.forget();
          product.proxy.set(() => ({ kind: "hang" }));
          void pause(HANGING_MS).then(() => {
            isOver = true;
          });
          return Promise.resolve();
        },
        // The store got a request, did not answer, and got it again.
        () => isOver && product.proxy.seen.some(({ attempt }) => attempt > 1),
        () => Promise.resolve(product.proxy.set(null)),
      );
    },
    LIMIT_MS,
  );

  it(
    "fails to complete a multipart upload after the last part",
    async () => {
      const { files, zip } = createSite();
      let refusals = 0;
      product.proxy.set(failOperation("CompleteMultipartUpload", { kind: "status", status: 500 }));
      const uploading = uploadByTus(product, zip, {
        onAnswer: (status) => {
          if (status === 503 || status === 423) refusals += 1;
        },
      });
      await Promise.race([uploading, until("the upload has to retry", () => refusals > 1, 120_000)]);
      expect(refusals).toBeGreaterThan(1);
      product.proxy.set(null);
      const importId = await startPatiently(await uploading, product.admin);
      await importToTheEnd(importId);
      await expectWhole(importId, files);
    },
    LIMIT_MS,
  );

  it(
    "completes a multipart upload, and the response is lost",
    async () => {
      const { files, zip } = createSite();
      product.proxy.forget();
      product.proxy.set(failOperation("CompleteMultipartUpload", { kind: "lose answer" }));
      const importId = await startPatiently(await uploadByTus(product, zip), product.admin);
      await importToTheEnd(importId);
      expect(product.proxy.seen.some(({ operation }) => operation === "CompleteMultipartUpload")).toBe(true);
      product.proxy.set(null);
      await expectWhole(importId, files);
    },
    LIMIT_MS,
  );

  it(
    "has forgotten a multipart upload",
    async () => {
      const { files, zip } = createSite();
      const client = openClient(product.store);
      const Bucket = product.bucket;
      // No part is left when the parts are to be joined.
      product.proxy.forget();
      product.proxy.set(failOperation("CompleteMultipartUpload", { kind: "status", status: 500 }));
      const uploading = uploadByTus(product, zip);
      await until("the last part is stored", () => product.proxy.seen.some(({ operation }) => operation === "CompleteMultipartUpload"));
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
      for (const { Key, UploadId } of Uploads) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      client.destroy();
      expect(Uploads).toHaveLength(1);
      product.proxy.set(null);
      // The client learns that the upload is gone, and sends everything again.
      const importId = await startPatiently(await uploading, product.admin);
      await importToTheEnd(importId);
      await expectWhole(importId, files);
    },
    LIMIT_MS,
  );
});
