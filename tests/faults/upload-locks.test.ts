import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { pool } from "@/lib/db";
import { inspectStorage } from "@/lib/storage/inspection";
import { forkUploadServer, type UploadProcess } from "../integration/uploads/upload-process";
import { contentsOf, create, isWrittenTo, OFFSET_BODY, patch, send } from "../integration/uploads/upload-server";
import { type SignedIn, signedIn } from "../setup/signed-in";
import { until } from "../setup/until";

const MIB = 1024 * 1024;
const ROUNDS = 8;
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

let admin: SignedIn;
const started: UploadProcess[] = [];

beforeAll(async () => {
  admin = await signedIn("admin");
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

async function startTwo(): Promise<[UploadProcess, UploadProcess]> {
  const two = await Promise.all([forkUploadServer(), forkUploadServer()]);
  started.push(...two);
  return two;
}

const at = (url: string, { port }: UploadProcess) => Object.assign(new URL(url), { port }).href;

/** A PATCH that has sent only some of what it announces. */
function beginPatch(url: string, length: number, first: Buffer): ClientRequest {
  const headers = { ...admin.bearer, ...OFFSET_BODY, "Tus-Resumable": "1.0.0", "Upload-Offset": 0, "Content-Length": length };
  const sent = request(url, { method: "PATCH", headers, agent: false });
  sent.on("error", () => undefined);
  sent.write(first);
  return sent;
}

/** What a client asks before it goes on. */
async function askOffset(url: string): Promise<number> {
  const { status, headers } = await send(url, "HEAD", admin.bearer);
  expect(status).toBe(200);
  return Number(headers["upload-offset"]);
}

/** Sends all of it, from the beginning, until it is there or somebody else was faster. @returns true when all of it was taken */
async function insist(url: string, bytes: Buffer): Promise<boolean> {
  let offset = 0;
  while (offset < bytes.length) {
    const { status, headers } = await patch(url, admin, offset, bytes.subarray(offset));
    if (status === 204) offset = Number(headers["upload-offset"]);
    // 423: asked to let go, or not let in; the next try is as good as the first.
    else if (status !== 423) return false;
  }
  return true;
}

describe("two web processes and one upload", () => {
  it("goes on at the other when the one that holds it is killed", async () => {
    const [first, second] = await startTwo();
    const bytes = randomBytes(3 * MIB);
    const url = await create(first, admin, bytes.length);
    beginPatch(url, bytes.length, bytes.subarray(0, MIB));
    await until("it is written to", () => isWrittenTo(url));
    await first.kill("SIGKILL");
    // Who waits for an upload gives up after 15 seconds: that it answers at all says that it was taken over within them.
    const offset = await askOffset(at(url, second));
    expect((await patch(at(url, second), admin, offset, bytes.subarray(offset))).status).toBe(204);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
  });

  it("takes the bytes of one of two that send different ones from the same offset", async () => {
    const two = await startTwo();
    for (let round = 0; round < ROUNDS; round += 1) {
      const rivals = [randomBytes(3 * MIB), randomBytes(3 * MIB)];
      const url = await create(two[0], admin, 3 * MIB);
      const won = await Promise.all(two.map((server, index) => insist(at(url, server), rivals[index] ?? Buffer.alloc(0))));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(sha256(await contentsOf(url))).toBe(sha256(rivals[won.indexOf(true)] ?? Buffer.alloc(0)));
    }
  });

  it("does not let one write on that was paused until it had lost the upload", async () => {
    const [first, second] = await startTwo();
    const [lost, bytes] = [randomBytes(3 * MIB), randomBytes(3 * MIB)];
    const url = await create(first, admin, bytes.length);
    const paused = beginPatch(url, lost.length, lost.subarray(0, MIB));
    await until("it is written to", () => isWrittenTo(url));
    const ended = Promise.race([once(paused, "response"), once(paused, "close")]) as Promise<[IncomingMessage?]>;
    first.child.kill("SIGSTOP");
    // These wait where the paused process will find them.
    paused.end(lost.subarray(MIB));
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

  it("hands an upload over to the other when it is asked to", async () => {
    const [first, second] = await startTwo();
    const bytes = randomBytes(3 * MIB);
    const url = await create(first, admin, bytes.length);
    beginPatch(url, bytes.length, bytes.subarray(0, MIB));
    await until("it is written to", () => isWrittenTo(url));
    const offset = await askOffset(at(url, second));
    expect(await isWrittenTo(url)).toBe(false);
    expect((await patch(at(url, second), admin, offset, bytes.subarray(offset))).status).toBe(204);
    expect(sha256(await contentsOf(url))).toBe(sha256(bytes));
  });
});
