import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema, newBlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { listIdleImports } from "@/lib/imports/data";
import { runImport } from "@/lib/imports/pipeline/run";
import { craftZip } from "../../setup/craft-zip";
import { DEFLATE64_ZIP, deflated64, longestMatches, readDeflate64Zip, sizeOfMatches } from "../../setup/deflate64";
import { signedIn } from "../../setup/signed-in";
import { cookieFor, rightOf, startMapServers, subresource } from "../maps/map-server";
import { leave, liftLimits } from "../quota/limits";
import { field, formOf, post, startDirectServer, zipFile } from "../zip-direct/direct-server";
import { leftovers, publishZip, start, uploadZip, work } from "./publish-zip";

const rowOf = (id: string) => db().import.findUniqueOrThrow({ where: { id } });
const never = new AbortController().signal;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Enough files for two blobs. */
const manyFiles = craftZip(Array.from({ length: 10_001 }, (_, number) => deflated64(`${number}.txt`, Buffer.from(`file ${number}`))));

/** Runs an import whose process ends while it writes a blob. @param writes before the last one */
async function interrupt(importId: string, writes: number): Promise<void> {
  const stopping = new AbortController();
  const store = blobStore();
  const write = store.write.bind(store);
  let done = 0;
  vi.spyOn(store, "write").mockImplementation((...given) => {
    if (done === writes) stopping.abort(new Error("the process ends"));
    done += 1;
    return write(...given);
  });
  expect(await runImport(importId, { signal: stopping.signal })).toBe("interrupted");
  vi.restoreAllMocks();
}

describe("a ZIP with Deflate64 files", () => {
  it("is uploaded, imported and served with HEAD, ranges and gzip", async () => {
    const admin = await signedIn("admin");
    const [direct, maps] = await Promise.all([startDirectServer(), startMapServers()]);
    const body = formOf([field("projectName", `Map ${randomUUID()}`), zipFile(await readDeflate64Zip())]);
    const uploaded = await post(direct.port, admin.bearer, body);
    expect(uploaded.status).toBe(200);
    const { id } = await db().import.findFirstOrThrow({ where: { ownerId: admin.account.id } });
    expect(await work(id)).toBe("complete");
    const { project } = await db().import.findUniqueOrThrow({ where: { id }, include: { project: true } });
    if (!project) throw new Error("There is no project.");
    const cookie = cookieFor(rightOf(admin, project));
    const ask = (path: string, headers = {}, method = "GET") =>
      maps.ask(`/projects/maps/${project.safeName}/${path}`, { method, headers: { ...subresource, cookie, ...headers } });

    for (const path of ["index.html", "far.txt", "tiles/0/0/0.json", "empty.css"]) {
      const expected = execFileSync("unzip", ["-p", DEFLATE64_ZIP, path]);
      const answers = [await ask(path), await ask(path, { "accept-encoding": "gzip" })];
      for (const { status, headers, body } of answers) {
        const file = headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
        expect([status, file.equals(expected)], path).toEqual([200, true]);
      }
      const head = await ask(path, {}, "HEAD");
      expect([head.status, head.headers["content-length"], head.body.length]).toEqual([200, String(expected.length), 0]);
    }
    const part = await ask("far.txt", { range: "bytes=49998-50003" });
    const far = execFileSync("unzip", ["-p", DEFLATE64_ZIP, "far.txt"]);
    expect([part.status, part.headers["content-range"], part.body.equals(far.subarray(49_998, 50_004))]).toEqual([
      206,
      "bytes 49998-50003/100000",
      true,
    ]);
    await Promise.all([direct.close(), maps.close()]);
  });

  it("stores its small files together in one blob, and serves no byte from the archive", async () => {
    const { outcome, importId, blobKey } = await publishZip(await readDeflate64Zip());
    const { treeId, ...row } = await rowOf(importId);
    expect([outcome, row.filesDone, row.bytesDone, row.pendingBlobKey]).toEqual(["complete", 4, 102_570n, null]);
    const files = await db().entry.findMany({ where: { treeId: treeId ?? 0n, size: { gt: 0 } } });
    expect(files.map(({ hasLocalHeader, method, storedSize, size }) => [hasLocalHeader, method, storedSize === size])).toEqual(
      files.map(() => [false, "stored", true]),
    );
    const blobs = new Set(files.map((file) => blobKeySchema.parse(file.blobKey)));
    expect([blobs.size, blobs.has(blobKey)]).toEqual([1, false]);
    expect(await blobStore().size([...blobs][0] ?? blobKey)).toBe(102_570);
  });

  it("continues after the last complete blob when its process ended, and leaves no other blob", async () => {
    const upload = await uploadZip(manyFiles);
    const { importId } = await start(upload);
    await interrupt(importId, 1);
    const stopped = await rowOf(importId);
    expect(stopped).toMatchObject({ status: "materialising", filesDone: 10_000, projectId: null, pendingBlobKey: null });
    expect(await listIdleImports()).toContainEqual({ id: importId, isPublished: false, isSlow: false });
    // A process that was killed leaves its unfinished blob.
    const unfinished = newBlobKey();
    await blobStore().write(unfinished, Readable.from([Buffer.from("bytes")]));
    await db().blob.create({ data: { key: unfinished, size: 5 } });
    await db().import.update({ where: { id: importId }, data: { pendingBlobKey: unfinished } });
    const write = vi.spyOn(blobStore(), "write");
    expect(await work(importId)).toBe("complete");
    expect(write).toHaveBeenCalledTimes(1);
    expect([await blobStore().size(unfinished), await db().blob.count({ where: { key: unfinished } })]).toEqual([null, 0]);
    const done = await rowOf(importId);
    expect(done).toMatchObject({ filesDone: 10_001, bytesDone: done.bytesTotal, pendingBlobKey: null });
    const files = await db().entry.groupBy({ by: ["blobKey"], where: { treeId: done.treeId ?? 0n, kind: "file" }, _count: true });
    expect(files.map(({ _count }) => _count).sort()).toEqual([1, 10_000]);
    expect(files.some(({ blobKey }) => blobKey === upload.blobKey)).toBe(false);
  });

  it("fails without traces when a later file is damaged", async () => {
    const before = new Set((await db().blob.findMany()).map(({ key }) => key));
    const files = Array.from({ length: 10_001 }, (_, number) => deflated64(`${number}.txt`, Buffer.from(`file ${number}`), number === 10_000 ? { crc32: 7 } : {})); // biome-ignore format: one list, one line
    const published = await publishZip(craftZip(files));
    expect(published.outcome).toBe("failed");
    expect((await rowOf(published.importId)).error).toBe(
      'The ZIP archive is damaged. 1 entry failed the check ("10000.txt": its checksum is wrong).',
    );
    expect(await leftovers(published)).toEqual([]);
    expect((await db().blob.findMany()).filter(({ key }) => !before.has(key))).toEqual([]);
  });

  it("stops when another process holds the import, and leaves its blob to that process", async () => {
    const { importId } = await start(await uploadZip(await readDeflate64Zip()));
    const store = blobStore();
    const write = store.write.bind(store);
    vi.spyOn(store, "write").mockImplementationOnce(async (...given) => {
      await db().import.update({ where: { id: importId }, data: { leaseToken: randomUUID(), heartbeatAt: new Date(0) } });
      return write(...given);
    });
    expect(await work(importId)).toBe("not-held");
    expect(await work(importId)).toBe("complete");
    const { treeId, pendingBlobKey } = await rowOf(importId);
    expect(pendingBlobKey).toBeNull();
    expect(await db().entry.count({ where: { treeId: treeId ?? 0n, hasLocalHeader: true, size: { gt: 0 } } })).toBe(0);
  });

  it("fails when there is no space for its inflated files, and keeps the upload", async () => {
    const large = deflated64("large.bin", Buffer.alloc(0), { stored: longestMatches(100), size: sizeOfMatches(100) });
    const upload = await uploadZip(craftZip([{ name: "index.html", data: Buffer.from("map") }, large]));
    const started = await start(upload);
    await leave(1024);
    expect(await work(started.importId)).toBe("failed");
    liftLimits();
    expect((await rowOf(started.importId)).error).toMatch(/^Not enough storage: this needs 6\.3 MB, and 1\.0 KB is free/);
    expect(await leftovers({ ...upload, ...started })).toEqual(["upload", "blob", "file"]);
  });

  it("is published before its other files are verified", async () => {
    const { importId } = await start(await uploadZip(await readDeflate64Zip()));
    expect(await runImport(importId, { signal: never, untilPublished: true })).toBe("published");
    expect(await rowOf(importId)).toMatchObject({ status: "verifying", filesDone: 0, bytesDone: 0n, cursor: -1n });
    expect(await work(importId)).toBe("complete");
  });
});
