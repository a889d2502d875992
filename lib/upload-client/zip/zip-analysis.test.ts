import { openAsBlob } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { BlobWriter, TextReader, ZipWriter, type ZipWriterAddDataOptions } from "@zip.js/zip.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBufferPromise } from "yauzl";
import type { NameEncoding } from "@/lib/archives/directory/name-encoding";
import { decodeEntryName } from "@/lib/archives/entry-name";
import { DirectoryCheck } from "@/lib/archives/rules";
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

/** Decodes undeclared names as the reading with yauzl does. */
async function inBrowser(bytes: Uint8Array): Promise<Outcome> {
  const verdict = await analyseZip(new Blob([bytes.slice()]), () => undefined, "cp437");
  if (verdict.kind === "refused") return { refusal: verdict.refusal.message };
  const { fileCount: files, uncompressedSize: size, hasTail } = verdict.analysis;
  return { files, size, hasTail };
}

/** Reads the directory with yauzl. @returns null when yauzl can't */
async function byYauzl(bytes: Uint8Array): Promise<Outcome | null> {
  const check = new DirectoryCheck(bytes.length);
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes), { decodeStrings: false, validateEntrySizes: false });
    const start = Number(zip.readEntryCursor);
    for await (const entry of zip.eachEntry()) {
      const { fileNameRaw: name, generalPurposeBitFlag: flags, extraFieldRaw: extraField } = entry;
      const verdict = check.add({
        name: decodeEntryName({ bytes: name, utf8: (flags & 0x0800) !== 0, host: entry.versionMadeBy >>> 8, extraField }),
        nameBytes: name.length,
        method: entry.compressionMethod,
        encrypted: (flags & 1) !== 0,
        externalAttributes: entry.externalFileAttributes,
        storedSize: entry.compressedSize,
        size: entry.uncompressedSize,
        offset: entry.relativeOffsetOfLocalHeader,
      });
      if (verdict.kind === "refused") return { refusal: verdict.refusal.message };
    }
    const verdict = check.finish(start);
    if (verdict.kind === "refused") return { refusal: verdict.refusal.message };
    return { files: verdict.summary.files, size: verdict.summary.size, hasTail: false };
  } catch {
    return null;
  }
}

/** Expects that the archive is read as yauzl reads it, or refused because of its directory, or that yauzl refuses bytes after its end. */
async function expectLikeYauzl(bytes: Uint8Array, what?: string): Promise<void> {
  const [ours, theirs] = [await inBrowser(bytes), await byYauzl(bytes)];
  if (ours.hasTail) return expect(theirs, what).toBeNull();
  if (theirs === null || /^The directory of the ZIP archive is damaged|incomplete|one part of several/.test(ours.refusal ?? "")) {
    return expect(ours.refusal, what).toBeDefined();
  }
  expect(ours, what).toEqual(theirs);
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

  it("names an archive in an archive without pages", async () => {
    const analysisOf = async (files: File[]) => {
      const verdict = await analyseZip(new Blob([(await zipOf(files)).slice()]), () => undefined);
      return verdict.kind === "accepted" ? verdict.analysis : null;
    };
    const archive: File = ["export/harbour.zip", "PK"];
    expect(await analysisOf([archive])).toMatchObject({ hasIndexHtml: false, innerArchive: "export/harbour.zip" });
    expect(await analysisOf([archive, ["index.html", "<a href=export/harbour.zip>"]])).toMatchObject({ innerArchive: null });
  });

  it("reports whether the first page loads files from the top of its origin", async () => {
    const pages: File[] = [
      ["site/about.html", "<img src=/logo.png>"],
      ["site/index.html", "<script src=app.js></script>"],
    ];
    const cases: [File[], boolean][] = [
      [pages, false],
      [[...pages, ["index.html", `<link href="/assets/app.css">`]], true],
    ];
    for (const [files, expected] of cases) {
      const verdict = await analyseZip(new Blob([(await zipOf([...files])).slice()]), () => undefined);
      expect(verdict).toMatchObject({ analysis: { hasRootPaths: expected } });
    }
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
  ])("reads %s as yauzl does", async (_, make) => {
    const bytes = await make();
    await expectLikeYauzl(bytes);
  });

  it.each(refused)("returns the message of the server for a bad archive: %s", async (_, bytes, refusal) => {
    expect(await inBrowser(bytes)).toEqual({ refusal });
  });

  it.each<[string, Uint8Array, boolean]>([
    ["bytes after its end", craftZip([page], { after: Buffer.from("tail") }), true],
    ["zeros after the end of an archive in zip64", craftZip([page], { zip64: true, after: Buffer.alloc(512) }), true],
    ["a comment that is cut off", craftZip([page], { comment: Buffer.alloc(500) }).subarray(0, -100), true],
    ["a comment that is longer than stated", craftZip([page], { comment: Buffer.alloc(50), after: Buffer.alloc(9) }), true],
    ["the mode of a pipe", craftZip([{ ...page, externalAttributes: unixMode(0o010600) }]), false],
    ["a mode without a type", craftZip([{ ...page, externalAttributes: unixMode(0o644) }]), false],
    ["a Deflate64 file", craftZip([deflated64("index.html", Buffer.from("map"))]), false],
  ])("accepts an archive with %s", async (_, bytes, hasTail) => {
    expect(await inBrowser(bytes)).toMatchObject({ files: 1, hasTail });
    await expectLikeYauzl(bytes);
  });

  it("reads the last directory when another one follows, as Info-ZIP does", async () => {
    const first = craftZip([page]);
    const second = craftZip([page, { name: "a", data: Buffer.from("a") }], { before: first });
    expect(await inBrowser(second)).toEqual({ files: 2, size: 4, hasTail: false });
    await expectLikeYauzl(second);
  });

  it("reads an archive that is truncated at any byte as yauzl does", async () => {
    const bytes = await zipOf(site);
    for (let length = 0; length < bytes.length; length += 7) {
      const cut = bytes.subarray(0, length);
      await expectLikeYauzl(cut, `${length} bytes`);
    }
  });

  it("reads any wrong bytes in the directory as yauzl does", async () => {
    const bytes = await zipOf(site, "comment");
    // Only the records at the end are read, not the bytes of the files.
    const directory = { min: bytes.length - 500, max: bytes.length - 1 };
    const change = fc.record({ at: fc.integer(directory), value: fc.integer({ min: 0, max: 255 }) });
    const tail = fc.oneof(fc.constant(new Uint8Array()), fc.uint8Array({ maxLength: 40 }), fc.constant(bytes.slice(-29)));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), tail, async (changes, after) => {
        const changed = new Uint8Array(Buffer.concat([bytes, after]));
        for (const { at, value } of changes) changed[at] = value;
        await expectLikeYauzl(changed);
      }),
      { numRuns: 500 },
    );
  }, 60_000);

  it("returns how names without an encoding are decoded, and what other encodings make of the first one", async () => {
    const malaga = { name: Buffer.from([0x61, 0x2f, 0x4d, 0xe1, 0x6c, 0x61, 0x67, 0x61]), madeBy: 0x0014 };
    const namesOf = async (bytes: Uint8Array, encoding: NameEncoding | null = null) => {
      const verdict = await analyseZip(new Blob([bytes.slice()]), () => undefined, encoding);
      return verdict.kind === "accepted" ? verdict.analysis.names : verdict.refusal.message;
    };
    const archive = craftZip([page, malaga]);
    const options = expect.arrayContaining([
      { encoding: "cp850", example: "Mßlaga" },
      { encoding: "windows-1252", example: "Málaga" },
    ]);
    expect(await namesOf(archive)).toEqual({ encoding: "cp850", samples: ["a/Mßlaga"], options });
    expect(await namesOf(archive, "windows-1252")).toEqual({ encoding: "windows-1252", samples: ["a/Málaga"], options });
    expect(await namesOf(archive, "utf-8")).toMatch(/^The name of entry 2 .* is not valid in the chosen encoding/);
    expect(await namesOf(craftZip([page, { ...page, name: "Málaga" }]))).toBeNull();
  });

  it("reads a file on disk", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "zip-analysis-"));
    const file = path.join(folder, "site.zip");
    await writeFile(file, await zipOf(site));
    expect(await analyseZip(await openAsBlob(file), () => undefined)).toMatchObject({ kind: "accepted" });
    await rm(folder, { recursive: true });
  });
});
