import { randomBytes } from "node:crypto";
import { readFile, rm, stat, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobFolder } from "@/lib/blobs/open";
import { findCompleteUpload } from "@/lib/imports/uploads/data";
import { actorOf, type SignedIn, signedIn } from "../../setup/signed-in";
import { canMount, mountSmallDisk } from "../../setup/small-disk";
import { isOnS3 } from "../../setup/stored-objects";
import { create, fileOf, idOf, patch, send, startUploadServer, type UploadServer } from "./upload-server";

const DISK_MEGABYTES = 4;
const MEGABYTE = 1024 * 1024;

// Mounting a small disk needs root and Linux. S3 has no disk to fill.
describe.skipIf(!canMount() || isOnS3())("a disk that fills up during an upload", () => {
  let disk: { unmount(): void };
  let server: UploadServer;
  let admin: SignedIn;
  beforeAll(async () => {
    disk = mountSmallDisk(blobFolder(), DISK_MEGABYTES);
    [server, admin] = [await startUploadServer(), await signedIn("admin")];
  });
  afterAll(async () => {
    await server.close();
    disk.unmount();
  });

  it("returns an error, keeps the received bytes, and lets the upload continue once there is space again", async () => {
    const bytes = randomBytes(3 * MEGABYTE);
    const url = await create(server, admin, bytes.length);
    const other = path.join(blobFolder(), "something-else");
    await writeFile(other, randomBytes(2 * MEGABYTE));
    expect((await patch(url, admin, 0, bytes.subarray(0, MEGABYTE))).status).toBe(204);

    const refused = await patch(url, admin, MEGABYTE, bytes.subarray(MEGABYTE));
    expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "60", "tus-resumable": "1.0.0" } });
    const message = "The server's disk is full. An operator must free space on it.";
    const body = { success: false, message, error: message, code: "disk_full" };
    expect(JSON.parse(refused.body)).toEqual(body);
    // A new upload would only fill the disk further. Its client waits too.
    const refusedToo = await send(server.endpoint, "POST", { ...admin.bearer, "Upload-Length": "5" });
    expect([refusedToo.status, JSON.parse(refusedToo.body), refusedToo.headers["retry-after"]]).toEqual([503, body, "60"]);

    await rm(other);
    const head = await send(url, "HEAD", admin.bearer);
    const offset = Number(head.headers["upload-offset"]);
    expect([head.status, offset]).toEqual([200, (await stat(fileOf(url))).size]);
    expect(offset).toBeGreaterThanOrEqual(MEGABYTE);
    expect((await patch(url, admin, offset, bytes.subarray(offset))).status).toBe(204);
    expect((await readFile(fileOf(url))).equals(bytes)).toBe(true);
    expect(await findCompleteUpload(actorOf(admin), idOf(url))).toMatchObject({ size: bytes.length });
  });

  it("refuses bytes before the last tenth of the disk, which is reserved for the database", async () => {
    const other = path.join(blobFolder(), "something-else");
    const url = await create(server, admin, 5);
    const { bsize, bavail } = await statfs(blobFolder());
    await writeFile(other, randomBytes(bavail * bsize - 0.3 * MEGABYTE));
    const bytes = randomBytes(5);
    expect((await patch(url, admin, 0, bytes)).status).toBe(503);
    await rm(other);
    expect((await patch(url, admin, 0, bytes)).status).toBe(204);
  });
});
