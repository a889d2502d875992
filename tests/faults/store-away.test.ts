import { AbortMultipartUploadCommand, ListMultipartUploadsCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { startUploadServer, type UploadServer } from "../integration/uploads/upload-server";
import { openClient } from "../services/bucket";
import { type Fault, failOperation } from "../services/fault-proxy";
import { type SignedIn, signedIn } from "../setup/signed-in";
import { until } from "../setup/until";
import { type FaultyStore, hasStore, useFaultyStore } from "./faulty-store";
import { createSite, expectWhole, importToTheEnd, startPatiently, uploadByTus } from "./store-journey";

const LIMIT_MS = 600_000;

describe.runIf(hasStore)("a store that", () => {
  let faulty: FaultyStore;
  let server: UploadServer;
  let admin: SignedIn;

  beforeAll(async () => {
    faulty = await useFaultyStore();
    server = await startUploadServer();
    admin = await signedIn("admin");
  });
  afterAll(async () => {
    await server?.close();
    await faulty?.proxy.close();
  });

  /** Uploads and imports while the store is away; it comes back once both have met with that. */
  async function expectPatience(leave: () => Promise<unknown>, isFelt: () => boolean, comeBack: () => Promise<unknown>): Promise<void> {
    const [{ files, zip }, other] = [createSite(), createSite()];
    const uploaded = await uploadByTus(server, admin, zip);
    const first = await startPatiently(uploaded, admin);
    await leave();
    const importing = importToTheEnd(first);
    const uploading = uploadByTus(server, admin, other.zip);
    await until("the product meets with it", isFelt, 120_000);
    await comeBack();
    await importing.catch(() => importToTheEnd(first));
    await expectWhole(first, files);
    const second = await startPatiently(await uploading, admin);
    await importToTheEnd(second);
    await expectWhole(second, other.files);
  }

  const hasFailed = () => faulty.proxy.seen.length > 0;

  it(
    "refuses connections",
    async () => {
      let isShut = false;
      await expectPatience(
        async () => {
          await faulty.proxy.shut();
          isShut = true;
          await expect(blobStore().check()).rejects.toThrow();
        },
        () => isShut,
        () => faulty.proxy.reopen(),
      );
    },
    LIMIT_MS,
  );

  it.each<[string, Fault]>([
    ["answers 500", { kind: "status", status: 500 }],
    ["breaks every connection", { kind: "refuse" }],
  ])(
    "%s",
    async (_what, fault) => {
      await expectPatience(
        async () => {
          faulty.proxy.set(() => fault);
          await expect(blobStore().check()).rejects.toThrow();
          faulty.proxy.forget();
        },
        hasFailed,
        () => Promise.resolve(faulty.proxy.set(null)),
      );
    },
    LIMIT_MS,
  );

  it(
    "takes a call and never answers is given up, and asked again",
    async () => {
      await expectPatience(
        () => {
          faulty.proxy.forget();
          return Promise.resolve(faulty.proxy.set(() => ({ kind: "hang" })));
        },
        // The first tries have been given up.
        () => faulty.proxy.seen.some(({ attempt }) => attempt > 1),
        () => Promise.resolve(faulty.proxy.set(null)),
      );
    },
    LIMIT_MS,
  );

  it.each<[string, Fault]>([
    ["fails to complete a multipart upload after the last part", { kind: "status", status: 500 }],
    ["completes a multipart upload, and its answer is lost", { kind: "lose answer" }],
  ])(
    "%s",
    async (_what, fault) => {
      const { files, zip } = createSite();
      faulty.proxy.forget();
      faulty.proxy.set(failOperation("CompleteMultipartUpload", fault, 8));
      const importId = await startPatiently(await uploadByTus(server, admin, zip), admin);
      await importToTheEnd(importId);
      expect(faulty.proxy.seen.filter(({ operation }) => operation === "CompleteMultipartUpload").length).toBeGreaterThan(1);
      faulty.proxy.set(null);
      await expectWhole(importId, files);
    },
    LIMIT_MS,
  );

  it(
    "forgets a multipart upload behind our back",
    async () => {
      const { files, zip } = createSite();
      const client = openClient(faulty.store);
      const Bucket = faulty.bucket;
      let aborted = 0;
      // When the parts are to be put together, none is left, once.
      faulty.proxy.set(failOperation("CompleteMultipartUpload", { kind: "status", status: 500 }, 4));
      const uploading = uploadByTus(server, admin, zip);
      await until("the last part is there", () => faulty.proxy.seen.some(({ operation }) => operation === "CompleteMultipartUpload"));
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
      for (const { Key, UploadId } of Uploads) {
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
        aborted += 1;
      }
      client.destroy();
      expect(aborted).toBeGreaterThan(0);
      faulty.proxy.set(null);
      const uploadId = await uploading.catch(() => uploadByTus(server, admin, zip));
      const importId = await startPatiently(uploadId, admin);
      await importToTheEnd(importId);
      await expectWhole(importId, files);
    },
    LIMIT_MS,
  );
});
