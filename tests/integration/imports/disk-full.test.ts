import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { blobFolder, blobStore } from "@/lib/blobs/open";
import { readInflated } from "@/lib/blobs/slice";
import { db } from "@/lib/db/client";
import { findEntry } from "@/lib/trees/data";
import { craftZip } from "../../setup/craft-zip";
import { signedIn } from "../../setup/signed-in";
import { canMount, mountSmallDisk } from "../../setup/small-disk";
import { isOnS3 } from "../../setup/stored-objects";
import { field, formOf, post, startDirectServer, zipFile } from "../zip-direct/direct-server";
import { publishZip } from "./publish-zip";

const MEGABYTE = 1024 * 1024;

describe.skipIf(!canMount() || isOnS3())("on a full disk (skipped without mount permission and on S3)", () => {
  let disk: ReturnType<typeof mountSmallDisk>;
  beforeAll(() => {
    disk = mountSmallDisk(blobFolder(), 6);
  });
  afterAll(() => disk.unmount());

  const archiveOfVideos = (crc32?: number) =>
    craftZip([
      { name: "index.html", data: Buffer.from("map") },
      { name: "first.mp4", data: Buffer.alloc(20 * MEGABYTE, 1), method: 8, crc32 },
      { name: "small.mp4", data: Buffer.alloc(2 * MEGABYTE, 2), method: 8 },
    ]);

  it("an import verifies the archive and keeps large files inside it", async () => {
    const { outcome, importId, blobKey } = await publishZip(archiveOfVideos());
    expect(outcome).toBe("complete");
    const row = await db().import.findUniqueOrThrow({ where: { id: importId } });
    expect(row).toMatchObject({ filesDone: 3, bytesDone: row.bytesTotal, pendingBlobKey: null });
    const entries = await db().entry.findMany({ where: { treeId: row.treeId ?? 0n, kind: "file" } });
    expect(new Set(entries.map((entry) => entry.blobKey))).toEqual(new Set([blobKey]));
    const video = await findEntry(Number(row.treeId), ["first.mp4"]);
    const bytes = video?.kind === "file" && video.slice ? await readInflated(blobStore(), video.slice) : Buffer.alloc(0);
    const sha = (of: Buffer) => createHash("sha256").update(of).digest("hex");
    expect(sha(bytes)).toBe(sha(Buffer.alloc(20 * MEGABYTE, 1)));
    expect(await readdir(blobFolder())).toEqual([blobKey]);
    expect(await db().blob.count()).toBe(1);
  });

  it("an import still detects damage", async () => {
    const { outcome, importId } = await publishZip(archiveOfVideos(7));
    expect(outcome).toBe("failed");
    const { error } = await db().import.findUniqueOrThrow({ where: { id: importId } });
    expect(error).toBe('The ZIP archive is damaged. 1 entry failed the check ("first.mp4": its checksum is wrong).');
  });

  it("a direct upload is rejected with 413 before and 503 during the upload, and leaves nothing", async () => {
    const disk = vi.spyOn(blobStore(), "capacity");
    const admin = await signedIn("admin");
    const server = await startDirectServer();
    const before = { files: await readdir(blobFolder()), rows: await db().blob.count(), imports: await db().import.count() };
    const body = formOf([field("projectName", "Too Much"), zipFile(randomBytes(8 * MEGABYTE))]);
    const refused = await post(server.port, admin.bearer, body);
    expect([refused.status, refused.body["error"]]).toEqual([413, expect.stringMatching(/^Not enough storage: this needs 7\.0 MB/)]);
    // Another process fills the disk after the check.
    disk.mockResolvedValue({ total: null, free: 8 * MEGABYTE });
    const answer = await post(server.port, admin.bearer, body);
    disk.mockRestore();
    expect(answer).toMatchObject({
      status: 503,
      body: { success: false, error: "The server's disk is full. An operator must free space on it.", code: "disk_full" },
    });
    expect(answer.headers["retry-after"]).toBe("60");
    expect({ files: await readdir(blobFolder()), rows: await db().blob.count(), imports: await db().import.count() }).toEqual(before);
    expect(
      (await post(server.port, admin.bearer, formOf([field("projectName", "Not Much"), zipFile(craftZip([{ name: "index.html" }]))])))
        .status,
    ).toBe(200);
    await server.close();
  });
});
