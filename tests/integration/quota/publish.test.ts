import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { POST as extract } from "@/app/extract-tus-zip/route";
import { db } from "@/lib/db/client";
import { craftZip } from "../../setup/craft-zip";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { newName } from "../folder-imports/folder-server";
import { start, type UploadedZip, uploadZip, work } from "../imports/publish-zip";
import { countStored, leave, liftLimits, setFreeBytes } from "./limits";

const MB = 1024 * 1024;

let admin: SignedIn;
beforeAll(async () => {
  admin = await signedIn("admin");
});
beforeEach(liftLimits);
afterEach(() => {
  liftLimits();
  vi.restoreAllMocks();
});

describe("publishing an uploaded ZIP", () => {
  async function publish({ blobKey }: UploadedZip) {
    const body = { projectName: newName(), uploadId: blobKey };
    const answer = await extract(requestTo("/extract-tus-zip", { method: "POST", headers: admin.bearer, body }));
    return { status: answer.status, body: (await answer.json()) as { message: string } };
  }

  it("returns 413 when more is stored than the quota allows, and succeeds when the quota is filled exactly", async () => {
    const upload = await uploadZip(craftZip([{ name: "index.html" }]), { ownerId: admin.account.id });
    await leave(-2048);
    const before = await countStored();
    const refused = await publish(upload);
    expect(refused.status).toBe(413);
    expect(refused.body.message).toMatch(
      /^The storage is over its limit: files take .*, and .* is the limit\. Free at least 2\.0 KB to publish/,
    );
    expect(await countStored()).toEqual(before);
    await leave(0);
    expect((await publish(upload)).status).toBe(200);
  });
});

describe("the check of a published ZIP with a large compressed file", () => {
  const SIZE = 2 * MB;
  const archive = craftZip([
    { name: "index.html", data: Buffer.from("map") },
    { name: "film.mp4", data: Buffer.alloc(SIZE, 1), method: 8 },
  ]);

  /** Publishes the archive under limits. @returns where its film is then: in the archive, or in its own blob */
  async function whereIsFilm(limit: () => Promise<void>): Promise<"archive" | "own blob"> {
    const upload = await uploadZip(archive);
    const { importId } = await start(upload);
    await limit();
    expect(await work(importId)).toBe("complete");
    const row = await db().import.findUniqueOrThrow({ where: { id: importId } });
    expect(row).toMatchObject({ filesDone: 2, bytesDone: row.bytesTotal, pendingBlobKey: null });
    expect(await db().project.count({ where: { id: row.projectId ?? "", currentTreeId: row.treeId } })).toBe(1);
    const film = await db().entry.findFirstOrThrow({ where: { treeId: row.treeId ?? 0n, name: "film.mp4" } });
    expect(film.size).toBe(BigInt(SIZE));
    return film.blobKey === upload.blobKey ? "archive" : "own blob";
  }

  it("leaves the file in the archive when its own blob would exceed the quota by one byte", async () => {
    const before = await db().blob.count();
    expect(await whereIsFilm(() => leave(SIZE - 1))).toBe("archive");
    expect(await db().blob.count()).toBe(before + 1);
  });

  it("leaves the file in the archive when the disk has too little free space", async () => {
    expect(await whereIsFilm(async () => setFreeBytes(SIZE - 1))).toBe("archive");
  });

  it("gives the file its own blob when the quota has exactly enough space", async () => {
    expect(await whereIsFilm(() => leave(SIZE))).toBe("own blob");
  });

  it("leaves the file in the archive when unfinished uploads have declared the remaining bytes", async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    await db().upload.create({ data: { id: "e".repeat(32), length: 1, expiresAt } });
    const limit = async () => {
      await leave(SIZE - 1);
    };
    expect(await whereIsFilm(limit)).toBe("archive");
  });
});
