import { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { DiskBlobStore } from "@/lib/blobs/disk/blob-store";
import { newBlobKey } from "@/lib/blobs/key";
import { MeasuredBlobStore } from "@/lib/blobs/measured";
import { S3BlobStore } from "@/lib/blobs/s3/blob-store";
import { StoreUnavailableError } from "@/lib/blobs/store";
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

describe("a store", () => {
  it("that lists a part and does not tell how to go on has not been listed", async () => {
    const key = newBlobKey();
    const half = listOf("ListBucketResult", `<IsTruncated>true</IsTruncated><Contents><Key>${key}</Key><Size>1</Size></Contents>`);
    const objects = await open((operation) => (operation === "ListObjectsV2" ? half : noUploads));
    await expect(listAll(objects)).rejects.toThrow(StoreUnavailableError);
  });

  it("that lists a part of the unfinished uploads again and again has not been listed", async () => {
    const again = listOf(
      "ListMultipartUploadsResult",
      "<IsTruncated>true</IsTruncated><NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>1</NextUploadIdMarker>",
    );
    const uploads = await open((operation) => (operation === "ListMultipartUploads" ? again : noObjects));
    await expect(listAll(uploads)).rejects.toThrow(StoreUnavailableError);
  });

  it("that lists no unfinished uploads deletes and lists all the same", async () => {
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
  ])("that answers %i %s is full, and not away", async (status, code) => {
    const full = await open(() => errorAnswer(status, code));
    const error: unknown = await full.write(newBlobKey(), Readable.from([Buffer.from("x")])).catch((thrown: unknown) => thrown);
    expect([isDiskFull(error), isStoreUnavailable(error)]).toEqual([true, false]);
  });

  it("is asked once to delete a blob whose bytes were all there", async () => {
    const whole = await open((operation) => (operation === "DeleteObject" ? { status: 204 } : null));
    await whole.delete(newBlobKey(), { isWhole: true });
    expect(scripted?.asked).toEqual(["DeleteObject"]);
  });

  it("is asked whether its bucket is there, and is given nothing, to find out whether it is in order", async () => {
    const well = await open(() => ({ status: 200 }));
    await well.check();
    expect(scripted?.asked).toEqual(["HeadBucket"]);
  });

  it("that says nothing is asked no longer than whoever asks whether it is in order waits", async () => {
    const hanging = await open(() => ({ status: 100 }));
    await expect(hanging.check(AbortSignal.timeout(50))).rejects.toThrow("aborted due to timeout");
  });

  it("that knows no conditions for a PUT is claimed without", async () => {
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

  it("gives a few bytes without the buffer that they came in", async () => {
    const few = await open(() => ({ status: 206, body: "few", headers: { "Content-Range": "bytes 0-2/3" } }));
    const bytes = await few.readBytes(newBlobKey(), { offset: 0, length: 3 });
    expect(bytes.toString()).toBe("few");
    // Node's own pool of small buffers.
    expect(bytes.buffer.byteLength).toBeLessThanOrEqual(8 * 1024);
  });
});

it("a store whose calls are counted leaves errors of streams to who reads them", async () => {
  const disk = new DiskBlobStore(`${env().dataDir}/measured`);
  const key = newBlobKey();
  await disk.write(key, Readable.from([Buffer.from("short")]));
  const stream = await new MeasuredBlobStore(disk).read(key, { offset: 0, length: 10 });
  expect(stream.listenerCount("error")).toBe(0);
  stream.once("error", () => undefined).resume();
  await new Promise((resolve) => stream.once("close", resolve));
  disk.close();
});
