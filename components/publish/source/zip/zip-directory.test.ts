import { randomBytes } from "node:crypto";
import { openAsBlob } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { BlobWriter, TextReader, ZipWriter, type ZipWriterAddDataOptions } from "@zip.js/zip.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ArchiveDirectory } from "@/lib/archives/directory";
import { ArchiveRefusedError } from "@/lib/archives/refusals";
import { DirectoryCheck } from "@/lib/archives/rules";
import { DiskBlobStore } from "@/lib/blobs/disk/blob-store";
import { blobKeySchema } from "@/lib/blobs/store";
import { refused } from "@/tests/integration/imports/bad-archives";
import { craftZip, unixMode } from "@/tests/setup/craft-zip";
import { deflated64 } from "@/tests/setup/deflate64";
import { analyseZip } from "./zip-analysis";

type File = [name: string, content: string, options?: ZipWriterAddDataOptions];

async function zipOf(files: File[], comment = ""): Promise<Uint8Array> {
  const writer = new ZipWriter(new BlobWriter());
  for (const [name, content, options] of files) {
    await writer.add(name, name.endsWith("/") ? undefined : new TextReader(content), { lastModDate: new Date(2020, 0, 1), ...options });
  }
  const blob = await writer.close(new TextEncoder().encode(comment));
  return new Uint8Array(await blob.arrayBuffer());
}

/** A verdict in the form that browser and server share. */
interface Outcome {
  refusal?: string;
  hasTail?: boolean;
  files?: number;
  size?: number;
}

async function inBrowser(bytes: Uint8Array): Promise<Outcome> {
  const verdict = await analyseZip(new Blob([bytes.slice()]), () => undefined);
  if (verdict.kind === "refused") return { refusal: verdict.refusal.message };
  const { fileCount: files, uncompressedSize: size, hasTail } = verdict.analysis;
  return { files, size, hasTail };
}

let folder: string;
let store: DiskBlobStore;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "zip-directory-"));
  store = new DiskBlobStore(folder);
});
afterAll(() => rm(folder, { recursive: true }));

async function onServer(bytes: Uint8Array): Promise<Outcome> {
  const key = blobKeySchema.parse(randomBytes(16).toString("hex"));
  await writeFile(path.join(folder, key), bytes);
  const { signal } = new AbortController();
  try {
    const directory = await ArchiveDirectory.open(store, key, bytes.length, signal);
    const check = new DirectoryCheck(directory.place.archiveSize);
    for await (const entry of directory.entries()) {
      const verdict = check.add(entry);
      if (verdict.kind === "refused") return { refusal: verdict.refusal.message };
    }
    const verdict = check.finish(directory.place.start);
    if (verdict.kind === "refused") return { refusal: verdict.refusal.message };
    return { files: verdict.summary.files, size: verdict.summary.size, hasTail: directory.place.hasTail };
  } catch (error) {
    if (error instanceof ArchiveRefusedError) return { refusal: error.refusal.message };
    throw error;
  } finally {
    await store.delete(key);
  }
}

const page = { name: "index.html", data: Buffer.from("map") };
const site: File[] = [
  ["index.html", "<!doctype html>".repeat(50)],
  ["tiles/", ""],
  ["tiles/0/0/0.png", "tile", { level: 0 }],
  ["Straße/Ærø.json", "{}"],
  ["huge.bin", "x", { zip64: true }],
];

describe("analyseZip", () => {
  it("returns the contents of the archive", async () => {
    const verdict = await analyseZip(new Blob([(await zipOf(site)).slice()]), () => undefined);
    expect(verdict).toMatchObject({
      kind: "accepted",
      analysis: { fileCount: 4, uncompressedSize: 750 + 4 + 2 + 1, hasIndexHtml: true, wrappingFolder: null, leftOut: 0 },
    });
  });

  it("returns the wrapping folder and the number of ignored files", async () => {
    const bytes = await zipOf([
      ["site/index.html", "<p>"],
      ["site/data.json", "{}"],
      ["__MACOSX/site/._index.html", "x"],
    ]);
    const verdict = await analyseZip(new Blob([bytes.slice()]), () => undefined);
    expect(verdict).toMatchObject({ analysis: { fileCount: 2, hasIndexHtml: true, wrappingFolder: "site", leftOut: 1 } });
  });

  it("reports progress while it reads", async () => {
    const many: File[] = Array.from({ length: 300 }, (_, index) => [`${"n".repeat(200)}${index}`, ""]);
    const seen: number[] = [];
    await analyseZip(new Blob([(await zipOf(many)).slice()]), (read, total) => seen.push(read, total));
    expect(seen.at(-2)).toBe(300);
    expect(seen.at(-1)).toBe(300);
  });

  it.each<[string, () => Promise<Uint8Array>]>([
    ["a whole site", () => zipOf(site)],
    ["an archive with a comment", () => zipOf(site, "made by hand")],
    ["an archive in zip64", () => zipOf(site.map(([name, content]) => [name, content, { zip64: true }]))],
    ["an empty archive", () => zipOf([])],
    ["an empty file", async () => new Uint8Array()],
    ["text", async () => new TextEncoder().encode("just text, and more than twenty-two bytes of it")],
    ["an encrypted entry", () => zipOf([["a.txt", "secret", { password: "x", zipCrypto: true }]])],
    ["an entry encrypted with AES", () => zipOf([["a.txt", "secret", { password: "x" }]])],
    ["a path out of the archive", () => zipOf([["../a.txt", "x"]])],
    ["bytes after the end", async () => Buffer.concat([await zipOf(site), Buffer.from("tail")])],
    ["a split archive's first part", async () => Buffer.concat([Buffer.from("PK\u0007\u0008"), await zipOf(site)])],
  ])("returns the same verdict in the browser as on the server for %s", async (_, make) => {
    const bytes = await make();
    expect(await inBrowser(bytes)).toEqual(await onServer(bytes));
  });

  it.each(refused)("returns the same verdict in the browser as on the server for a bad archive: %s", async (_, bytes) => {
    expect(await inBrowser(bytes)).toEqual(await onServer(bytes));
  });

  it.each<[string, Uint8Array, boolean]>([
    ["bytes after its end", craftZip([page], { after: Buffer.from("tail") }), true],
    ["zeros after the end of an archive in zip64", craftZip([page], { zip64: true, after: Buffer.alloc(512) }), true],
    ["a comment that is cut off", craftZip([page], { comment: Buffer.alloc(500) }).subarray(0, -100), true],
    ["a comment that is longer than stated", craftZip([page], { comment: Buffer.alloc(50), after: Buffer.alloc(9) }), true],
    ["the mode of a pipe", craftZip([{ ...page, externalAttributes: unixMode(0o010600) }]), false],
    ["a mode without a type", craftZip([{ ...page, externalAttributes: unixMode(0o644) }]), false],
    ["a Deflate64 file", craftZip([deflated64("index.html", Buffer.from("map"))]), false],
  ])("accepts an archive with %s in the browser and on the server", async (_, bytes, hasTail) => {
    expect(await inBrowser(bytes)).toMatchObject({ files: 1, hasTail });
    expect(await inBrowser(bytes)).toEqual(await onServer(bytes));
  });

  it("reads the last directory when another one follows, as Info-ZIP does", async () => {
    const first = craftZip([page]);
    const second = craftZip([page, { name: "a", data: Buffer.from("a") }], { before: first });
    expect(await inBrowser(second)).toEqual({ files: 2, size: 4, hasTail: false });
    expect(await inBrowser(second)).toEqual(await onServer(second));
  });

  it("returns the same verdict as the server for an archive truncated at any byte", async () => {
    const bytes = await zipOf(site);
    for (let length = 0; length < bytes.length; length += 7) {
      const cut = bytes.subarray(0, length);
      expect(await inBrowser(cut), `${length} bytes`).toEqual(await onServer(cut));
    }
  });

  it("returns the same verdict as the server for any wrong bytes in the directory", async () => {
    const bytes = await zipOf(site, "comment");
    // Only the records at the end are read, not the bytes of the files.
    const directory = { min: bytes.length - 500, max: bytes.length - 1 };
    const change = fc.record({ at: fc.integer(directory), value: fc.integer({ min: 0, max: 255 }) });
    const tail = fc.oneof(fc.constant(new Uint8Array()), fc.uint8Array({ maxLength: 40 }), fc.constant(bytes.slice(-29)));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), tail, async (changes, after) => {
        const changed = new Uint8Array(Buffer.concat([bytes, after]));
        for (const { at, value } of changes) changed[at] = value;
        expect(await inBrowser(changed)).toEqual(await onServer(changed));
      }),
      { numRuns: 500 },
    );
  }, 60_000);

  it("reads a file on disk", async () => {
    const file = path.join(folder, "site.zip");
    await writeFile(file, await zipOf(site));
    expect(await analyseZip(await openAsBlob(file), () => undefined)).toMatchObject({ kind: "accepted" });
  });
});
