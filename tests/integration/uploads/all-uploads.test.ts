import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { DELETE as cancel } from "@/app/api/superadmin/uploads/[id]/route";
import { GET as list } from "@/app/api/superadmin/uploads/route";
import { db } from "@/lib/db/client";
import type { UnfinishedUploads } from "@/lib/imports/uploads/schema";
import { createApiToken, createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";
import { leave, liftLimits } from "../quota/limits";
import { create, idOf, isWrittenTo, keptOf, metadataHeader, OFFSET_BODY, patch, send, startUploadServer } from "./upload-server";

const KB = 1024;
const PATH = "/api/superadmin/uploads";

let server: Awaited<ReturnType<typeof startUploadServer>>;
let owner: SignedIn;
let superadmin: SignedIn;

beforeAll(async () => {
  server = await startUploadServer();
  [owner, superadmin] = await Promise.all([signedIn("admin"), signedIn("superadmin")]);
});
afterAll(() => server.close());
afterEach(() => {
  liftLimits();
  vi.restoreAllMocks();
});

const named = (filename: string) => ({ "Upload-Metadata": metadataHeader({ filename }) });

async function listAs(headers: Record<string, string>) {
  const response = await list(requestTo(PATH, { headers }));
  return { status: response.status, body: (await response.json()) as UnfinishedUploads };
}

async function cancelAs(headers: Record<string, string>, id: string) {
  const response = await cancel(requestTo(`${PATH}/${id}`, { method: "DELETE", headers }), { params: Promise.resolve({ id }) });
  return { status: response.status, body: (await response.json()) as { message: string } };
}

describe("the list of all unfinished uploads", () => {
  it("names the owner, file and bytes of each upload, newest first, without complete ones", async () => {
    const first = await create(server, owner, 10 * KB, named("harbour.zip"));
    await patch(first, owner, 0, randomBytes(4 * KB));
    const second = await create(server, superadmin, 5);
    const complete = await create(server, owner, 1);
    await patch(complete, owner, 0, randomBytes(1));
    const { status, body } = await listAs(superadmin.browser);
    expect([status, body.total]).toEqual([200, 2]);
    const { id: _id, name, email } = owner.account;
    expect(body.uploads).toMatchObject([
      { _id: idOf(second), filename: null, owner: { _id: superadmin.account.id }, received: 0, length: 5 },
      { _id: idOf(first), filename: "harbour.zip", owner: { _id, name, email }, received: 4 * KB, length: 10 * KB },
    ]);
    const row = await db().upload.findUniqueOrThrow({ where: { id: idOf(first) } });
    expect(body.uploads[1]).toMatchObject({ createdAt: row.createdAt.toISOString(), expiresAt: row.expiresAt.toISOString() });
  });

  it("shows an upload whose owner is deleted", async () => {
    const gone = await signedIn("admin");
    const id = idOf(await create(server, gone, 10));
    await db().account.delete({ where: { id: gone.account.id } });
    expect((await listAs(superadmin.browser)).body.uploads.find(({ _id }) => _id === id)).toMatchObject({ owner: null, length: 10 });
    expect((await cancelAs(superadmin.browser, id)).status).toBe(200);
  });

  it("has at most 200 uploads and counts all of them", async () => {
    await db().upload.createMany({
      data: Array.from({ length: 201 }, (_, index) => ({
        id: index.toString(16).padStart(32, "0"),
        length: 1,
        expiresAt: new Date(Date.now() + 60_000),
      })),
    });
    const { body } = await listAs(superadmin.browser);
    expect(body.uploads).toHaveLength(200);
    expect(body.total).toBe(await db().upload.count({ where: { state: "receiving" } }));
    await db().upload.deleteMany({ where: { id: { startsWith: "0".repeat(30) } } });
  });
});

describe("the cancellation of an upload by a superadmin", () => {
  it("deletes its row and bytes, frees its reservation and records the owner in the audit log", async () => {
    liftLimits();
    await leave(10 * KB);
    const url = await create(server, owner, 10 * KB, named("harbour.zip"));
    await patch(url, owner, 0, randomBytes(KB));
    const begin = async () => (await send(server.endpoint, "POST", { ...owner.bearer, "Upload-Length": String(10 * KB) })).status;
    expect(await begin()).toBe(413);
    expect(await cancelAs(superadmin.browser, idOf(url))).toEqual({ status: 200, body: { message: "Upload cancelled" } });
    expect(await db().upload.count({ where: { id: idOf(url) } })).toBe(0);
    expect(await keptOf(url)).toEqual([]);
    expect(await begin()).toBe(201);
    expect(await db().auditEvent.findMany({ where: { targetId: idOf(url), action: "upload.cancelled" } })).toMatchObject([
      { actorId: superadmin.account.id, targetName: "harbour.zip", details: { bytes: 10 * KB, account: owner.account.email } },
    ]);
    expect((await send(url, "HEAD", owner.bearer)).status).toBe(404);
    const again = await cancelAs(superadmin.browser, idOf(url));
    expect([again.status, again.body.message]).toEqual([404, "This upload has ended already."]);
  });

  it("ends the request that sends its bytes before it deletes them", async () => {
    const url = await create(server, owner, 1_000_000);
    const headers = { ...owner.bearer, ...OFFSET_BODY, "Tus-Resumable": "1.0.0", "Upload-Offset": 0, "Content-Length": 1_000_000 };
    const sent = request(url, { method: "PATCH", headers, agent: false });
    const answered = once(sent, "response") as Promise<[IncomingMessage]>;
    sent.write(randomBytes(1_000));
    await until("the server writes", () => isWrittenTo(url));
    expect((await cancelAs(superadmin.browser, idOf(url))).status).toBe(200);
    // It ended with the bytes that it had, under its lock, and did not find the upload deleted.
    expect((await answered)[0].statusCode).toBe(204);
    sent.destroy();
    expect(await keptOf(url)).toEqual([]);
    expect(await db().uploadLock.count({ where: { uploadId: idOf(url) } })).toBe(0);
  });

  it("is refused while a map uses the upload", async () => {
    const url = await create(server, owner, 1);
    await patch(url, owner, 0, randomBytes(1));
    const data = { safeName: `busy-${idOf(url)}`, projectName: "Busy", source: "zip", blobKey: idOf(url), status: "indexing" } as const;
    const { id } = await db().import.create({ data });
    expect((await cancelAs(superadmin.browser, idOf(url))).status).toBe(409);
    await db().import.delete({ where: { id } });
  });
});

describe("the calls about all uploads", () => {
  it("return 403 to admins, users and API tokens that publish, and change nothing", async () => {
    const url = await create(server, owner, 10);
    const project = await createProject(null);
    const { token } = await createApiToken(superadmin.account.id, "publish", [project.id]);
    const callers = [owner.browser, (await signedIn("user")).browser, { authorization: `Bearer ${token}` }];
    for (const headers of callers) {
      expect((await listAs(headers)).status).toBe(403);
      expect((await cancelAs(headers, idOf(url))).status).toBe(403);
    }
    expect(await db().upload.count({ where: { id: idOf(url) } })).toBe(1);
  });
});
