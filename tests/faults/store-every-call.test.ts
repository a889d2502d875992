import { describe, expect, it } from "vitest";
import { type Fault, failNthCall } from "../services/fault-proxy";
import type { Operation } from "../services/s3-operation";
import { hasStore, useFaultyProduct } from "./faulty-store";
import { createLargeSite, expectWhole, importToTheEnd, removeAllSites, startPatiently, uploadByTus } from "./store-journey";

/** Some minutes on a busy machine, because the SDK waits between its retries. */
const LIMIT_MS = 1_200_000;
const MIB = 1024 * 1024;

/** One whole part and one byte. Requests end within a part, so its first bytes are kept in an additional object. */
const SIZES = { zipBytes: 16 * MIB + 1, ownBlobBytes: 20_000_000 };
const CHUNK_BYTES = 10 * MIB;

const READS: readonly Operation[] = ["GetObject", "HeadBucket", "HeadObject", "ListMultipartUploads", "ListObjectsV2", "ListParts"];

interface Series {
  title: string;
  fault: Fault;
  /** The operations that are counted. */
  isMeant: (operation: Operation) => boolean;
  /** One in this many calls fails: every call, or fewer when there are many of one kind. */
  step: number;
  /** Operations that must be among them. */
  among: readonly Operation[];
}

const series: Series[] = [
  {
    title: "is answered with 500",
    fault: { kind: "status", status: 500 },
    isMeant: () => true,
    step: 1,
    among: ["CreateMultipartUpload", "UploadPart", "CompleteMultipartUpload", "PutObject", "HeadObject", "ListParts", "GetObject"],
  },
  {
    title: "changes something and its answer is lost",
    fault: { kind: "lose answer" },
    isMeant: (operation) => !READS.includes(operation),
    step: 1,
    among: ["CreateMultipartUpload", "UploadPart", "CompleteMultipartUpload", "PutObject", "DeleteObject"],
  },
  {
    title: "is answered with half a body",
    fault: { kind: "cut", afterBytes: 100_000 },
    isMeant: (operation) => operation === "GetObject",
    step: 4,
    among: ["GetObject"],
  },
];

describe.runIf(hasStore)("an upload and its import complete when a request to the store", () => {
  const product = useFaultyProduct();
  const { files, zip } = createLargeSite(SIZES);

  /** Runs from the first byte to the last file. */
  async function travel(during: unknown): Promise<void> {
    const uploadId = await uploadByTus(product, zip, { chunkSize: CHUNK_BYTES });
    const importId = await startPatiently(uploadId, product.admin);
    await importToTheEnd(importId);
    product.proxy.set(null);
    await expectWhole(importId, files, during);
    await removeAllSites();
  }

  it.each(series)(
    "$title, whichever request it is",
    async ({ title, fault, isMeant, step, among }) => {
      const failed = new Set<Operation>();
      let isHit = true;
      // The loop ends: once there is no nth request, all before it have failed.
      for (let nth = 1; isHit; nth += step) {
        const rule = failNthCall(nth, fault, isMeant);
        isHit = false;
        product.proxy.set((seen) => {
          const found = rule(seen);
          if (!found) return null;
          isHit = true;
          failed.add(seen.operation);
          return found;
        });
        await travel({ title, nth });
      }
      expect([...failed]).toEqual(expect.arrayContaining([...among]));
    },
    LIMIT_MS,
  );
});
