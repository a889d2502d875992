import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile, stat, writeFile } from "node:fs/promises";
import { type ClientRequest, request } from "node:http";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { db, pool } from "@/lib/db/client";
import { env } from "@/lib/env";
import { findCompleteUpload } from "@/lib/imports/uploads/data";
import { actorOf, type SignedIn, signedIn } from "../../setup/signed-in";
import { isOnS3 } from "../../setup/stored-objects";
import { DatabaseLine, forkUploadServer, type UploadProcess } from "./upload-process";
import { contentsOf, create, fileOf, idOf, OFFSET_BODY, patch, send, startUploadServer, type UploadServer } from "./upload-server";

let admin: SignedIn;
const cleanUps: (() => unknown)[] = [];

beforeAll(async () => {
  admin = await signedIn("admin");
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function startServer(): Promise<UploadServer> {
  const server = await startUploadServer();
  cleanUps.push(() => server.close());
  return server;
}

async function startProcess(port?: number, more: Record<string, string> = {}): Promise<UploadProcess> {
  const started = await forkUploadServer(port, more);
  cleanUps.push(() => started.child.exitCode === null && started.child.signalCode === null && started.kill("SIGKILL"));
  return started;
}

/** Returns the received bytes of an upload on disk. tus-s3.test.ts checks S3 part by part. */
async function sizeOf(url: string): Promise<number> {
  return (await stat(fileOf(url))).size;
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Sends a PATCH that announces `length` bytes, and only the first few of them. */
function beginPatch(url: string, offset: number, length: number, first: Buffer): ClientRequest {
  const headers = { ...admin.bearer, ...OFFSET_BODY, "Tus-Resumable": "1.0.0", "Upload-Offset": offset, "Content-Length": length };
  const sent = request(url, { method: "PATCH", headers, agent: false });
  sent.on("error", () => undefined);
  sent.write(first);
  return sent;
}

async function offsetOf(url: string): Promise<number> {
  const answer = await send(url, "HEAD", admin.bearer);
  expect(answer.status).toBe(200);
  return Number(answer.headers["upload-offset"]);
}

describe("kill -9 of the upload server", () => {
  it.skipIf(isOnS3())("during a PATCH leaves an upload that continues where its bytes end", async () => {
    const bytes = randomBytes(8_000_000);
    const first = await startProcess();
    const url = await create(first, admin, bytes.length);
    beginPatch(url, 0, bytes.length, bytes.subarray(0, 5_000_000));
    await expect.poll(() => sizeOf(url)).toBeGreaterThan(1_000_000);
    await first.kill("SIGKILL");

    await startProcess(first.port);
    const offset = await offsetOf(url);
    expect(offset).toBe(await sizeOf(url));
    expect(await findCompleteUpload(actorOf(admin), idOf(url))).toBeNull();
    expect((await patch(url, admin, offset, bytes.subarray(offset))).status).toBe(204);
    expect(sha256(await readFile(fileOf(url)))).toBe(sha256(bytes));
    expect(await findCompleteUpload(actorOf(admin), idOf(url))).toMatchObject({ size: bytes.length });
  });

  it.skipIf(isOnS3()).each([
    ["the next HEAD", async (url: string) => expect(await offsetOf(url)).toBe(1_000)],
    ["the import", async (url: string) => expect(await findCompleteUpload(actorOf(admin), idOf(url))).toMatchObject({ size: 1_000 })],
    ["a PATCH of nothing", async (url: string) => expect((await patch(url, admin, 1_000, Buffer.alloc(0))).status).toBe(204)],
  ])("between the last byte and the blob is repaired by %s", async (_what, heal) => {
    const server = await startServer();
    const url = await create(server, admin, 1_000);
    // Such a kill leaves every byte in the file, and a row without them.
    await writeFile(fileOf(url), randomBytes(1_000));
    await heal(url);
    expect(await db().upload.findUnique({ where: { id: idOf(url) } })).toMatchObject({ state: "complete" });
    expect(await db().blob.findUnique({ where: { key: idOf(url) } })).toMatchObject({ size: 1_000n });
  });

  it("between the row and the file leaves a missing upload, not a broken one", async () => {
    const server = await startServer();
    const url = `${server.endpoint}${"c".repeat(32)}`;
    await db().upload.create({ data: { id: idOf(url), ownerId: admin.account.id, length: 10, expiresAt: new Date(Date.now() + 60_000) } });
    expect((await send(url, "HEAD", admin.bearer)).status).toBe(410);
    expect((await send(url, "DELETE", admin.bearer)).status).toBe(204);
  });
});

describe("two requests for one upload", () => {
  it("run one after the other: one of two PATCHes at one offset wins", async () => {
    const server = await startServer();
    const url = await create(server, admin, 2_000_000);
    const rivals = [randomBytes(2_000_000), randomBytes(2_000_000)];
    const answers = await Promise.all(rivals.map((bytes) => patch(url, admin, 0, bytes)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    const winner = rivals[answers.findIndex(({ status }) => status === 204)];
    expect((await contentsOf(url)).equals(winner ?? Buffer.alloc(0))).toBe(true);
  });

  it.skipIf(isOnS3())("do not wait for a dead connection", async () => {
    const server = await startServer();
    const bytes = randomBytes(1_000_000);
    const url = await create(server, admin, bytes.length);
    const stalled = beginPatch(url, 0, bytes.length, bytes.subarray(0, 300_000));
    const closed = once(stalled, "close");
    await expect.poll(() => sizeOf(url)).toBe(300_000);

    expect(await offsetOf(url)).toBe(300_000);
    await closed;
    expect((await patch(url, admin, 300_000, bytes.subarray(300_000))).status).toBe(204);
    expect(sha256(await readFile(fileOf(url)))).toBe(sha256(bytes));
  });

  it.skipIf(isOnS3())("refuse a DELETE while a PATCH sends bytes, and lose none of them", async () => {
    const server = await startServer();
    const bytes = randomBytes(1_000_000);
    const url = await create(server, admin, bytes.length);
    const sent = beginPatch(url, 0, bytes.length, bytes.subarray(0, 300_000));
    await expect.poll(() => sizeOf(url)).toBe(300_000);
    const refused = await send(url, "DELETE", admin.bearer);
    expect(refused.status).toBe(423);
    expect(JSON.parse(refused.body)).toMatchObject({ message: "This upload is being sent in another tab or program." });
    sent.end(bytes.subarray(300_000));
    await expect.poll(() => db().upload.findUnique({ where: { id: idOf(url) } })).toMatchObject({ state: "complete" });
    expect(sha256(await readFile(fileOf(url)))).toBe(sha256(bytes));
  });

  it.skipIf(isOnS3())("refuse a DELETE between two PATCHes of a client", async () => {
    const server = await startServer();
    const bytes = randomBytes(600_000);
    const url = await create(server, admin, bytes.length);
    const first = beginPatch(url, 0, 300_000, bytes.subarray(0, 200_000));
    await expect.poll(() => sizeOf(url)).toBe(200_000);
    const queries = vi.spyOn(pool(), "query");
    const refused = send(url, "DELETE", admin.bearer);
    await expect.poll(() => JSON.stringify(queries.mock.calls)).toContain(`INSERT INTO \\"UploadLock\\"`);
    queries.mockRestore();
    const answered = once(first, "response");
    first.end(bytes.subarray(200_000, 300_000));
    await answered;
    expect((await patch(url, admin, 300_000, bytes.subarray(300_000))).status).toBe(204);
    expect((await refused).status).toBe(423);
    expect(sha256(await readFile(fileOf(url)))).toBe(sha256(bytes));
  });

  it.skipIf(isOnS3())("let a client delete its upload after it has aborted its own PATCH", async () => {
    const server = await startServer();
    const url = await create(server, admin, 1_000_000);
    const sent = beginPatch(url, 0, 1_000_000, randomBytes(300_000));
    await expect.poll(() => sizeOf(url)).toBe(300_000);
    sent.destroy();
    expect((await send(url, "DELETE", admin.bearer)).status).toBe(204);
    await expect(stat(fileOf(url))).rejects.toThrow("ENOENT");
    expect(await db().upload.count({ where: { id: idOf(url) } })).toBe(0);
  });

  it("are served one by one, however many they are", async () => {
    const server = await startServer();
    const url = await create(server, admin, 100);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 ? send(url, "HEAD", admin.bearer) : patch(url, admin, 0, Buffer.alloc(100, index)),
      ),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const contents = await contentsOf(url);
    expect(new Set(contents).size).toBe(1);
  });
});

describe("a connection that is cut", () => {
  it.skipIf(isOnS3())("loses none of the written bytes", async () => {
    const server = await startServer();
    const bytes = randomBytes(1_000_000);
    const url = await create(server, admin, bytes.length);
    const sent = beginPatch(url, 0, bytes.length, bytes.subarray(0, 400_000));
    await expect.poll(() => sizeOf(url)).toBe(400_000);
    sent.destroy();
    expect(await offsetOf(url)).toBe(400_000);
    expect((await patch(url, admin, 400_000, bytes.subarray(400_000))).status).toBe(204);
    expect(sha256(await readFile(fileOf(url)))).toBe(sha256(bytes));
  });

  it.skipIf(isOnS3())("is how SIGTERM ends a long PATCH, without waiting for its end", async () => {
    const bytes = randomBytes(1_000_000);
    const first = await startProcess();
    const url = await create(first, admin, bytes.length);
    beginPatch(url, 0, bytes.length, bytes.subarray(0, 400_000));
    await expect.poll(() => sizeOf(url)).toBe(400_000);
    await first.kill("SIGTERM");
    expect(first.child.exitCode).toBe(0);

    await startProcess(first.port);
    expect(await offsetOf(url)).toBe(400_000);
  });

  it.skipIf(isOnS3())("is not needed for a short PATCH, which ends normally on SIGTERM", async () => {
    const bytes = randomBytes(1_000);
    // The rest is sent after the signal, which takes longer than usual on a busy machine.
    const first = await startProcess(undefined, { UPLOAD_SERVER_END_MS: "60000" });
    const url = await create(first, admin, bytes.length);
    const sent = beginPatch(url, 0, bytes.length, bytes.subarray(0, 500));
    await expect.poll(() => sizeOf(url)).toBe(500);
    const answered = once(sent, "response");
    const ended = first.kill("SIGTERM");
    sent.end(bytes.subarray(500));
    const [response] = await answered;
    expect(response.statusCode).toBe(204);
    await ended;
    expect(await findCompleteUpload(actorOf(admin), idOf(url))).toMatchObject({ size: 1_000 });
  });
});

describe("an unavailable database", () => {
  it("makes the server return 503, or 423 for a HEAD, and the upload continues afterwards", async () => {
    const line = await DatabaseLine.open(env().databaseUrl);
    cleanUps.push(() => line.close());
    const server = await startProcess(0, { DATABASE_URL: line.url });
    const bytes = randomBytes(1_000);
    const url = await create(server, admin, bytes.length);
    await patch(url, admin, 0, bytes.subarray(0, 500));

    line.cut();
    const refused = await patch(url, admin, 500, bytes.subarray(500));
    expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
    expect(JSON.parse(refused.body)).toMatchObject({ success: false, message: expect.stringContaining("not available") });
    expect(await send(server.endpoint, "POST", { ...admin.bearer, "Upload-Length": "5" })).toMatchObject({ status: 503 });
    // tus-js-client would begin anew after any other status.
    expect(await send(url, "HEAD", admin.bearer)).toMatchObject({ status: 423, headers: { "retry-after": "5" } });
    expect(server.child.exitCode).toBeNull();

    line.mend();
    expect(await offsetOf(url)).toBe(500);
    expect((await patch(url, admin, 500, bytes.subarray(500))).status).toBe(204);
    expect((await contentsOf(url)).equals(bytes)).toBe(true);
  });

  it.skipIf(isOnS3())("loses no written byte during a PATCH", async () => {
    const line = await DatabaseLine.open(env().databaseUrl);
    cleanUps.push(() => line.close());
    const server = await startProcess(0, { DATABASE_URL: line.url });
    const bytes = randomBytes(1_000_000);
    const url = await create(server, admin, bytes.length);
    const sent = beginPatch(url, 0, bytes.length, bytes.subarray(0, 400_000));
    await expect.poll(() => sizeOf(url)).toBe(400_000);
    line.cut();
    const answered = once(sent, "response");
    sent.end(bytes.subarray(400_000));
    const [response] = await answered;
    expect(response.statusCode).toBe(503);
    expect(server.child.exitCode).toBeNull();

    line.mend();
    expect(await offsetOf(url)).toBe(bytes.length);
    expect(await findCompleteUpload(actorOf(admin), idOf(url))).toMatchObject({ size: bytes.length });
  });
});
