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
/** Longer than the product waits for any answer that begins. */
const HANGING_MS = 60_000;
/** Several requests for one small site, so that the store can go away between them. */
const CHUNK_BYTES = 20_000;

/** Something that happens once, and that others wait for. */
class Signal {
  give: () => void = () => undefined;
  readonly given = new Promise<void>((resolve) => {
    this.give = resolve;
  });
}

describe.runIf(hasStore)("a store that", () => {
  const product = useFaultyProduct();

  afterEach(() => product.proxy.set(null));

  /** What the product has said of its store, after the SDK's own tries: that is where the product's patience begins. */
  interface Met {
    /** Times an import has waited in vain as long as it may, and answers that an upload was put off with. */
    waits: number;
    refusals: number;
  }

  /** Uploads and imports while the store is away, and lets it come back. */
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
        // Created, and something of it is there.
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
    // Whoever gives up is told of at once.
    await Promise.race([working, until("the product meets with it", () => isEnough(met), 240_000)]);
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
    ["takes no key any more", { kind: "status", status: 403 }],
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
    "takes calls and never answers, for a minute",
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
        // It has been asked, has not answered, and has been asked again.
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
      await Promise.race([uploading, until("the upload is put off", () => refusals > 1, 120_000)]);
      expect(refusals).toBeGreaterThan(1);
      product.proxy.set(null);
      const importId = await startPatiently(await uploading, product.admin);
      await importToTheEnd(importId);
      await expectWhole(importId, files);
    },
    LIMIT_MS,
  );

  it(
    "completes a multipart upload, and its answer is lost",
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
    "has forgotten a multipart upload behind our back",
    async () => {
      const { files, zip } = createSite();
      const client = openClient(product.store);
      const Bucket = product.bucket;
      // When the parts are to be put together, none is left.
      product.proxy.forget();
      product.proxy.set(failOperation("CompleteMultipartUpload", { kind: "status", status: 500 }));
      const uploading = uploadByTus(product, zip);
      await until("the last part is there", () => product.proxy.seen.some(({ operation }) => operation === "CompleteMultipartUpload"));
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
      for (const { Key, UploadId } of Uploads) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      client.destroy();
      expect(Uploads).toHaveLength(1);
      product.proxy.set(null);
      // The client hears that it is gone, and sends everything again.
      const importId = await startPatiently(await uploading, product.admin);
      await importToTheEnd(importId);
      await expectWhole(importId, files);
    },
    LIMIT_MS,
  );
});
