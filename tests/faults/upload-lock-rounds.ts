import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import path from "node:path";
import { ListPartsCommand } from "@aws-sdk/client-s3";
import { afterEach, beforeAll, expect, it } from "vitest";
import { blobFolder } from "@/lib/blobs/open";
import { createS3Client } from "@/lib/blobs/s3/client";
import { blobKeySchema } from "@/lib/blobs/store";
import { pool } from "@/lib/db/client";
import { env } from "@/lib/env";
import { findUploadStorage } from "@/lib/imports/uploads/receiving";
import { inspectStorage } from "@/lib/storage/inspection/inspection";
import { forkUploadServer, type UploadProcess } from "../integration/uploads/upload-process";
import { contentsOf, create, idOf, isWrittenTo, OFFSET_BODY, patch, send } from "../integration/uploads/upload-server";
import { type SignedIn, signedIn } from "../setup/signed-in";
import { isOnS3 } from "../setup/stored-objects";
import { until } from "../setup/until";

const MIB = 1024 * 1024;
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

let admin: SignedIn;
let sizes: Sizes;
const started: UploadProcess[] = [];

/** Bytes of an upload's part. */
interface Sizes {
  /** Bytes of an upload. */
  whole: number;
  /** Bytes received when the receiving process stops. */
  begun: number;
  /** Bytes received when two clients begin to send different bytes. */
  shared: number;
}

const ON_DISK: Sizes = { whole: 3 * MIB, begun: MIB, shared: 0 };
/** Parts of 16 MiB: the process stops in the second of three parts, and two clients send what crosses the end of the first. */
const IN_PARTS: Sizes = { whole: 35 * MIB, begun: 20 * MIB, shared: 15 * MIB };

const FOUGHT_FOR = 3 * MIB;
const ROUNDS = 8;

async function startTwo(): Promise<[UploadProcess, UploadProcess]> {
  const two = await Promise.all([forkUploadServer(), forkUploadServer()]);
  started.push(...two);
  return two;
}

const at = (url: string, { port }: UploadProcess) => Object.assign(new URL(url), { port }).href;

/** Sends a PATCH with only some of its announced bytes. */
function beginPatch(url: string, length: number, first: Buffer): ClientRequest {
  const headers = { ...admin.bearer, ...OFFSET_BODY, "Tus-Resumable": "1.0.0", "Upload-Offset": 0, "Content-Length": length };
  const sent = request(url, { method: "PATCH", headers, agent: false });
  sent.on("error", () => undefined);
  sent.write(first);
  return sent;
}

/**
 * Returns true when the begun bytes are in the file, or in a bucket the first part. A write that the process has handed to the system before
 * it is paused can't be taken back (decision 0030).
 */
async function isUnderWay(url: string): Promise<boolean> {
  const { s3 } = env();
  const { writer, multipart } = (await findUploadStorage(blobKeySchema.parse(idOf(url)))) ?? {};
  if (!writer) return false;
  if (!s3) return (await stat(path.join(blobFolder(), idOf(url)))).size === sizes.begun;
  const client = createS3Client(s3);
  const target = { Bucket: s3.bucket, Key: idOf(url), UploadId: multipart ?? "" };
  const { Parts = [] } = await client.send(new ListPartsCommand(target)).finally(() => client.destroy());
  return Parts.length > 0;
}

/** Requests the offset, as a client does before it continues. */
async function askOffset(url: string): Promise<number> {
  const { status, headers } = await send(url, "HEAD", admin.bearer);
  expect(status).toBe(200);
  return Number(headers["upload-offset"]);
}

/** Sends all bytes from an offset until they are stored or another client was faster. @returns true when all of them were accepted */
async function insist(url: string, bytes: Buffer, from: number): Promise<boolean> {
  let offset = from;
  while (offset < bytes.length) {
    const { status, headers } = await patch(url, admin, offset, bytes.subarray(offset));
    if (status === 204) offset = Number(headers["upload-offset"]);
    // 423: this request lost the upload to another one, or was not let in. The next try may succeed.
    else if (status !== 423) return false;
  }
  return true;
}

/** Two clients send different bytes from one offset. @returns false when each lost the upload to the other */
async function fight(two: readonly UploadProcess[]): Promise<boolean> {
  const shared = randomBytes(sizes.shared);
  const rivals = two.map(() => Buffer.concat([shared, randomBytes(FOUGHT_FOR)]));
  const [first] = two;
  if (!first) throw new Error("There are no clients.");
  const url = await create(first, admin, shared.length + FOUGHT_FOR);
  if (shared.length > 0) expect((await patch(url, admin, 0, shared)).status).toBe(204);
  const won = await Promise.all(two.map((server, index) => insist(at(url, server), rivals[index] ?? shared, shared.length)));
  if (!won.includes(true)) return false;
  expect(won.filter(Boolean)).toHaveLength(1);
  expect(sha256(await contentsOf(url))).toBe(sha256(rivals[won.indexOf(true)] ?? shared));
  return true;
}

/** The tests of two web processes that receive the same upload. The settings of this process choose the store. */
export function describeUploadLocks(): void {
  beforeAll(async () => {
    admin = await signedIn("admin");
    sizes = isOnS3() ? IN_PARTS : ON_DISK;
  });
  afterEach(async () => {
    for (const { child, kill } of started.splice(0)) if (child.exitCode === null && child.signalCode === null) await kill("SIGKILL");
    const { missing, orphaned, mismatched } = await inspectStorage(new AbortController().signal);
    expect({ missing, orphaned, mismatched }).toEqual({
      missing: { count: 0, examples: [] },
      orphaned: { count: 0, examples: [] },
      mismatched: { count: 0, examples: [] },
    });
  });

  it("lets the second process go on when the first is killed", async () => {
    const [first, second] = await startTwo();
    const bytes = randomBytes(sizes.whole);
    const url = await create(first, admin, bytes.length);
    beginPatch(url, bytes.length, bytes.subarray(0, sizes.begun));
    await until("the upload is written to", () => isUnderWay(url));
    await first.kill("SIGKILL");
    // A request waits at most 15 seconds for an upload. An answer shows that the takeover was faster.
    const offset = await askOffset(at(url, second));
    expect((await patch(at(url, second), admin, offset, bytes.subarray(offset))).status).toBe(204);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
  });

  it("keeps the bytes of one of two clients that send different bytes from the same offset", async () => {
    const two = await startTwo();
    for (let won = 0; won < ROUNDS; ) if (await fight(two)) won += 1;
  });

  it("rejects the writes of a process that was paused until it lost its lock", async () => {
    const [first, second] = await startTwo();
    const [lost, bytes] = [randomBytes(sizes.whole), randomBytes(sizes.whole)];
    const url = await create(first, admin, bytes.length);
    const paused = beginPatch(url, lost.length, lost.subarray(0, sizes.begun));
    await until("the upload is written to", () => isUnderWay(url));
    const ended = Promise.race([once(paused, "response"), once(paused, "close")]) as Promise<[IncomingMessage?]>;
    first.child.kill("SIGSTOP");
    // The paused process will find these requests waiting.
    paused.end(lost.subarray(sizes.begun));
    const offset = await askOffset(at(url, second));
    expect((await patch(at(url, second), admin, offset, bytes.subarray(offset))).status).toBe(204);
    first.child.kill("SIGCONT");
    const [answer] = await ended;
    expect(answer?.statusCode).not.toBe(204);
    answer?.resume();
    const expected = Buffer.concat([lost.subarray(0, offset), bytes.subarray(offset)]);
    expect(sha256(await contentsOf(url))).toBe(sha256(expected));
    const { rows } = await pool().query(`SELECT FROM "UploadLock"`);
    expect(rows).toEqual([]);
  });

  it("hands an upload over to the process that requests it", async () => {
    const [first, second] = await startTwo();
    const bytes = randomBytes(sizes.whole);
    const url = await create(first, admin, bytes.length);
    beginPatch(url, bytes.length, bytes.subarray(0, sizes.begun));
    await until("the upload is written to", () => isUnderWay(url));
    const offset = await askOffset(at(url, second));
    expect(await isWrittenTo(url)).toBe(false);
    expect((await patch(at(url, second), admin, offset, bytes.subarray(offset))).status).toBe(204);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
  });
}
