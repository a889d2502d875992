import { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { DiskBlobStore } from "@/lib/blobs/disk/blob-store";
import { measuredStore } from "@/lib/blobs/measured";
import { S3BlobStore } from "@/lib/blobs/s3/blob-store";
import { newBlobKey, StoreUnavailableError } from "@/lib/blobs/store";
import { env } from "@/lib/env";
import { isDiskFull, isStoreUnavailable } from "@/lib/errors";
import { type Answer, errorAnswer, ScriptedStore } from "./scripted-store";

let scripted: ScriptedStore | undefined;
let store: S3BlobStore | undefined;
afterEach(async () => {
  store?.close();
  await scripted?.close();
});

async function open(answer: ConstructorParameters<typeof ScriptedStore>[0]): Promise<S3BlobStore> {
  scripted = new ScriptedStore(answer);
  store = new S3BlobStore(await scripted.listen());
  return store;
}

const listOf = (tag: string, inner: string): Answer => ({ status: 200, body: `<?xml version="1.0"?><${tag}>${inner}</${tag}>` });
const noUploads = listOf("ListMultipartUploadsResult", "<IsTruncated>false</IsTruncated>");
const noObjects = listOf("ListBucketResult", "<IsTruncated>false</IsTruncated>");

async function listAll(from: S3BlobStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of from.list()) names.push(name);
  return names;
}

describe("S3BlobStore", () => {
  it("rejects an incomplete listing without a continuation token", async () => {
    const key = newBlobKey();
    const half = listOf("ListBucketResult", `<IsTruncated>true</IsTruncated><Contents><Key>${key}</Key><Size>1</Size></Contents>`);
    const objects = await open((operation) => (operation === "ListObjectsV2" ? half : noUploads));
    await expect(listAll(objects)).rejects.toThrow(StoreUnavailableError);
  });

  it("rejects a listing of unfinished uploads that repeats the same page", async () => {
    const again = listOf(
      "ListMultipartUploadsResult",
      "<IsTruncated>true</IsTruncated><NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>1</NextUploadIdMarker>",
    );
    const uploads = await open((operation) => (operation === "ListMultipartUploads" ? again : noObjects));
    await expect(listAll(uploads)).rejects.toThrow(StoreUnavailableError);
  });

  it("deletes and lists blobs when the store can't list multipart uploads", async () => {
    const key = newBlobKey();
    const objects = listOf("ListBucketResult", `<IsTruncated>false</IsTruncated><Contents><Key>${key}</Key><Size>1</Size></Contents>`);
    const without = await open((operation) => {
      if (operation === "ListMultipartUploads") return errorAnswer(501, "NotImplemented");
      return operation === "ListObjectsV2" ? objects : { status: 204 };
    });
    expect(await listAll(without)).toEqual([key]);
    await without.delete(newBlobKey());
  });

  it.each([
    [507, "XMinioStorageFull"],
    [403, "QuotaExceeded"],
  ])("reports a full disk when the store returns %i %s", async (status, code) => {
    const full = await open(() => errorAnswer(status, code));
    const error: unknown = await full.write(newBlobKey(), Readable.from([Buffer.from("x")])).catch((thrown: unknown) => thrown);
    expect([isDiskFull(error), isStoreUnavailable(error)]).toEqual([true, false]);
  });

  it("sends one request to delete a complete blob", async () => {
    const whole = await open((operation) => (operation === "DeleteObject" ? { status: 204 } : null));
    await whole.delete(newBlobKey(), { isWhole: true });
    expect(scripted?.operations).toEqual(["DeleteObject"]);
  });

  it("checks the store with one HeadBucket request and writes nothing", async () => {
    const well = await open(() => ({ status: 200 }));
    await well.check();
    expect(scripted?.operations).toEqual(["HeadBucket"]);
  });

  it("aborts a check of an unresponsive store when the signal times out", async () => {
    const hanging = await open(() => ({ status: 100 }));
    await expect(hanging.check(AbortSignal.timeout(50))).rejects.toThrow("aborted due to timeout");
  });

  it("claims ownership without a condition when the store does not support conditional PUT", async () => {
    let owner = "";
    const id = "8c7d7d47-3b34-4f0e-8a4a-0a8a3c1f3f11";
    const plain = await open((operation, _key, { headers }) => {
      if (operation === "GetObject") return owner === "" ? null : { status: 200, body: owner };
      if (headers["if-none-match"]) return errorAnswer(501, "NotImplemented");
      owner = id;
      return { status: 200 };
    });
    expect(await plain.ownership.claim(id)).toBe(id);
  });

  it("returns a few bytes without the large buffer that received them", async () => {
    const few = await open(() => ({ status: 206, body: "few", headers: { "Content-Range": "bytes 0-2/3" } }));
    const bytes = await few.readBytes(newBlobKey(), { offset: 0, length: 3 });
    expect(bytes.toString()).toBe("few");
    // The size of Node's pool for small buffers.
    expect(bytes.buffer.byteLength).toBeLessThanOrEqual(8 * 1024);
  });
});

it("measuredStore adds no error listener to the streams that it returns", async () => {
  const disk = new DiskBlobStore(`${env().dataDir}/measured`);
  const key = newBlobKey();
  await disk.write(key, Readable.from([Buffer.from("short")]));
  const stream = await measuredStore(disk).read(key, { offset: 0, length: 10 });
  expect(stream.listenerCount("error")).toBe(0);
  stream.once("error", () => undefined).resume();
  await new Promise((resolve) => stream.once("close", resolve));
  disk.close();
});
