import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { expiredUploadSweep } from "@/lib/imports/uploads/jobs";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { contentsOf, create, idOf, keptOf, patch, send, startUploadServer, type UploadServer } from "./upload-server";

let server: UploadServer;
let admin: SignedIn;

beforeAll(async () => {
  server = await startUploadServer();
  admin = await signedIn("admin");
});
afterAll(() => server.close());

/** Creates an upload of ten bytes, and sends some of them. */
async function createWith(received: number): Promise<string> {
  const url = await create(server, admin, 10);
  if (received > 0) await patch(url, admin, 0, randomBytes(received));
  return url;
}

async function expire(url: string): Promise<void> {
  await db().upload.update({ where: { id: idOf(url) }, data: { expiresAt: new Date(Date.now() - 1_000) } });
}

function sweep(): Promise<void> {
  return expiredUploadSweep.run(new AbortController().signal);
}

const isKnown = async (url: string) => (await db().upload.count({ where: { id: idOf(url) } })) === 1;

describe("the sweep of expired uploads", () => {
  it("deletes an unfinished upload with its bytes, and keeps uploads that have not expired", async () => {
    const [old, untouched, current] = await Promise.all([createWith(5), createWith(0), createWith(5)]);
    await Promise.all([expire(old), expire(untouched)]);
    await sweep();
    expect(await Promise.all([old, untouched, current].map(isKnown))).toEqual([false, false, true]);
    expect(await Promise.all([old, untouched].map(keptOf))).toEqual([[], []]);
    expect((await send(old, "HEAD", admin.bearer)).status).toBe(404);
    expect((await patch(current, admin, 5, randomBytes(5))).status).toBe(204);
  });

  it("never deletes the bytes of a finished upload", async () => {
    const done = await createWith(10);
    await expire(done);
    await sweep();
    expect(await isKnown(done)).toBe(false);
    expect(await contentsOf(done)).toHaveLength(10);
    expect(await db().blob.count({ where: { key: idOf(done) } })).toBe(1);
  });
});
