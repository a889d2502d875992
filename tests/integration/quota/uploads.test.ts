import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { db } from "@/lib/db/client";
import { expiredUploadSweep } from "@/lib/imports/uploads/jobs";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { create, idOf, metadataHeader, OFFSET_BODY, patch, send, startUploadServer, type UploadServer } from "../uploads/upload-server";
import { countStored, leave, liftLimits, noSpaceFor, setFreeBytes } from "./limits";

const KB = 1024;
const MAX = 107_374_182_400;

let server: UploadServer;
let admin: SignedIn;

beforeAll(async () => {
  server = await startUploadServer();
  admin = await signedIn("admin");
});
afterAll(() => server.close());
beforeEach(liftLimits);
afterEach(async () => {
  for (const { id } of await db().upload.findMany({ where: { state: "receiving" } })) await cancel(`${server.endpoint}${id}`);
  liftLimits();
  vi.restoreAllMocks();
});

async function cancel(url: string): Promise<void> {
  const { ownerId } = await db().upload.findUniqueOrThrow({ where: { id: idOf(url) } });
  if (ownerId === admin.account.id) expect((await send(url, "DELETE", admin.bearer)).status).toBe(204);
  else await db().upload.delete({ where: { id: idOf(url) } });
}

const begin = (length: number, owner = admin) => send(server.endpoint, "POST", { ...owner.bearer, "Upload-Length": String(length) });
const messageOf = ({ body }: { body: string }) => (JSON.parse(body) as { message: string }).message;

describe("the creation of a resumable upload", () => {
  it("returns 413 with a message and stores nothing when the upload is larger than the quota leaves", async () => {
    await leave(2 * KB);
    const before = await countStored();
    const answer = await begin(3 * KB);
    expect(answer).toMatchObject({ status: 413, headers: { "tus-resumable": "1.0.0" } });
    expect(messageOf(answer)).toMatch(noSpaceFor("3.0 KB", "2.0 KB"));
    expect(await countStored()).toEqual(before);
  });

  it("stores no byte that comes with a refused creation", async () => {
    await leave(2 * KB);
    const before = await countStored();
    const headers = { ...admin.bearer, ...OFFSET_BODY, "Upload-Length": String(3 * KB) };
    expect((await send(server.endpoint, "POST", headers, randomBytes(3 * KB))).status).toBe(413);
    expect(await countStored()).toEqual(before);
  });

  it("accepts an upload that fills the quota exactly, down to its last byte", async () => {
    await leave(2 * KB);
    const url = await create(server, admin, 2 * KB, { "Upload-Metadata": metadataHeader({ filename: "map.zip" }) });
    expect((await begin(1)).status).toBe(413);
    expect((await patch(url, admin, 0, randomBytes(2 * KB))).status).toBe(204);
    expect(await db().upload.findUniqueOrThrow({ where: { id: idOf(url) } })).toMatchObject({ state: "complete" });
    expect((await begin(1)).status).toBe(413);
    await leave(1);
    expect((await begin(1)).status).toBe(201);
  });

  it("counts the bytes that unfinished uploads have declared, and names them in the message", async () => {
    await leave(10 * KB);
    const other = await signedIn("admin");
    expect((await begin(4 * KB, other)).status).toBe(201);
    const answer = await begin(7 * KB);
    expect([answer.status, messageOf(answer)]).toEqual([413, expect.stringMatching(noSpaceFor("7.0 KB", "6.0 KB"))]);
    expect(messageOf(answer)).toContain("(unfinished uploads reserve another 4.0 KB)");
    expect((await begin(6 * KB)).status).toBe(201);
  });

  it.each<[string, (url: string) => Promise<unknown>]>([
    ["cancelled", cancel],
    [
      "expired",
      async (url) => {
        await db().upload.update({ where: { id: idOf(url) }, data: { expiresAt: new Date(Date.now() - 1_000) } });
        await expiredUploadSweep.run(new AbortController().signal);
      },
    ],
  ])("stops counting an upload that is %s", async (_how, end) => {
    await leave(10 * KB);
    const url = await create(server, admin, 10 * KB);
    await patch(url, admin, 0, randomBytes(KB));
    expect((await begin(10 * KB)).status).toBe(413);
    await end(url);
    expect((await begin(10 * KB)).status).toBe(201);
  });

  it("accepts only as many concurrent uploads as there is space for", async () => {
    await leave(3 * KB);
    const answers = await Promise.all(Array.from({ length: 12 }, () => begin(KB)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...new Array(3).fill(201), ...new Array(9).fill(413)]);
    expect(await db().upload.count({ where: { state: "receiving" } })).toBe(3);
  });

  it("returns 413 when the free disk space is less than the upload and the missing bytes of other uploads", async () => {
    const url = await create(server, admin, 10 * KB);
    await patch(url, admin, 0, randomBytes(4 * KB));
    // Four of the ten bytes are on the disk already, so six are missing.
    setFreeBytes(9 * KB);
    const answer = await begin(4 * KB);
    expect([answer.status, messageOf(answer)]).toEqual([413, expect.stringMatching(noSpaceFor("4.0 KB", "3.0 KB"))]);
    expect((await begin(3 * KB)).status).toBe(201);
  });

  it("leaves a part of a large space to other accounts, and to edits", async () => {
    const [GB, other] = [1024 ** 3, await signedIn("admin")];
    await leave(100 * GB);
    expect((await begin(50 * GB)).status).toBe(201);
    const answer = await begin(30 * GB);
    expect([answer.status, messageOf(answer)]).toEqual([413, expect.stringContaining("One account can reserve 79.2 GB")]);
    expect((await begin(29 * GB)).status).toBe(201);
    expect((await begin(20.5 * GB, other)).status).toBe(413);
    expect((await begin(20 * GB, other)).status).toBe(201);
  });

  it("expires without a byte after an hour", async () => {
    const [empty, begun] = [await create(server, admin, 10), await create(server, admin, 10)];
    await patch(begun, admin, 0, randomBytes(1));
    const hoursOf = async (url: string) =>
      Math.round(((await db().upload.findUniqueOrThrow({ where: { id: idOf(url) } })).expiresAt.getTime() - Date.now()) / 3_600_000);
    expect([await hoursOf(empty), await hoursOf(begun)]).toEqual([1, 7 * 24]);
  });

  it("ignores the disk when the store does not report its size", async () => {
    vi.spyOn(blobStore(), "capacity").mockResolvedValue({ total: null, free: null });
    expect((await begin(MAX)).status).toBe(201);
    await leave(KB);
    expect((await begin(KB + 1)).status).toBe(413);
    expect((await begin(KB)).status).toBe(201);
  });

  it("limits the declared bytes of an account's unfinished uploads to four times the largest upload", async () => {
    for (let count = 0; count < 4; count += 1) expect((await begin(MAX)).status).toBe(201);
    const before = await countStored();
    const answer = await begin(1);
    expect(answer.status).toBe(413);
    expect(messageOf(answer)).toBe(
      "Your unfinished uploads reserve 400.0 GB, and this one needs 1 B. One account can reserve 400.0 GB: finish or cancel one of them, then try again.",
    );
    expect(await countStored()).toEqual(before);
    expect((await begin(1, await signedIn("admin"))).status).toBe(201);
  });

  it("limits an account to four uploads of the largest size, also when they begin at once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => begin(MAX)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
  });
});
