import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EntryFacts } from "./entry-kind";
import { archiveLimits } from "./limits";
import { type ArchiveVerdict, DirectoryCheck, type EntryVerdict, Extents } from "./rules";

const ARCHIVE_SIZE = 1_000_000;

type Given = string | (Partial<EntryFacts> & { name: string | null });

/** Lays entries of ten bytes end to end, unless they state an offset. */
function check(given: readonly Given[], archiveSize = ARCHIVE_SIZE): { entries: EntryVerdict[]; verdict: ArchiveVerdict } {
  const directory = new DirectoryCheck(archiveSize);
  const entries: EntryVerdict[] = [];
  let at = 0;
  for (const one of given) {
    const { name, ...facts } = typeof one === "string" ? { name: one } : one;
    const nameBytes = Buffer.byteLength(name ?? "?");
    const size = name?.endsWith("/") ? 0 : 10;
    const entry = { name, nameBytes, method: 0, encrypted: false, externalAttributes: 0, storedSize: size, size, offset: at, ...facts };
    const verdict = directory.add(entry);
    if (verdict.kind === "refused") return { entries, verdict };
    entries.push(verdict);
    at = entry.offset + 30 + nameBytes + entry.storedSize;
  }
  return { entries, verdict: directory.finish() };
}

const codeOf = (given: readonly Given[], archiveSize?: number) => {
  const { verdict } = check(given, archiveSize);
  return verdict.kind === "refused" ? verdict.refusal.code : "accepted";
};

const messageOf = (given: readonly Given[], archiveSize?: number) => {
  const { verdict } = check(given, archiveSize);
  return verdict.kind === "refused" ? verdict.refusal.message : "accepted";
};

const symbolicLink = (0o120777 << 16) >>> 0;
const namedPipe = (0o010644 << 16) >>> 0;
const socket = (0o140644 << 16) >>> 0;
const regularFile = (0o100644 << 16) >>> 0;

describe("DirectoryCheck rejects", () => {
  it.each<[string, Given[]]>([
    ["undecodableName", [{ name: null }]],
    ["nameNotInEncoding", [{ name: null, isNameUndeclared: true }]],
    ["nameless", [""]],
    ["parentFolder", ["a.html", "../b.html"]],
    ["absolutePath", ["/a.html"]],
    ["drivePath", ["C:\\a.html"]],
    ["controlCharacter", ["a\u0007.html"]],
    ["encrypted", [{ name: "a.html", encrypted: true }]],
    ["method", [{ name: "a.html", method: 14 }]],
    ["symbolicLink", [{ name: "a.html", externalAttributes: symbolicLink }]],
    ["specialFile", [{ name: "a.html", externalAttributes: socket }]],
    ["method", [{ name: "a.html", method: 12 }]],
    ["entryRatio", [{ name: "a.html", method: 9, size: 300_000 }]],
    ["folderWithContent", [{ name: "a/", size: 10 }]],
    ["sizesContradict", [{ name: "a.html", size: 11 }]],
    ["entryRatio", [{ name: "a.html", method: 8, size: 100_000 }]],
    ["duplicate", ["a.html", "a.html"]],
    ["duplicate", ["é.html", "e\u0301.html"]],
    ["duplicate", ["a/b.html", "a\\b.html"]],
    ["duplicate", ["a/b.html", "a//./b.html"]],
    ["fileAndFolder", ["a", "a/b.html"]],
    ["fileAndFolder", ["a/b.html", "a"]],
    ["fileAndFolder", ["é/b.html", "e\u0301"]],
    ["fileAndFolder", ["a", "a/"]],
    ["overlap", ["a.html", { name: "b.html", offset: 45 }]],
    ["overlap", ["a.html", { name: "b.html", offset: 0 }]],
    ["overlap", [{ name: "a.html", offset: 500 }, { name: "b.html", offset: 0 }, { name: "c.html", offset: 470 }]], // biome-ignore format: one case, one line
    ["outside", [{ name: "a.html", offset: ARCHIVE_SIZE - 40 }]],
    ["outside", [{ name: "a.html", size: 2 ** 40, storedSize: 2 ** 40 }]],
    ["empty", []],
    ["empty", ["tiles/"]],
    ["empty", ["__MACOSX/._a.html", ".DS_Store"]],
  ])("%s: %j", (code, given) => {
    expect(codeOf(given)).toBe(code);
  });

  it("a decompression bomb, even with plausible entries", () => {
    const bomb = Array.from({ length: 40 }, (_, index) => ({ name: `${index}.bin`, method: 8, size: 100_000_000, storedSize: 100_000 }));
    expect(messageOf(bomb, 5_000_000)).toBe("The ZIP archive of 4.8 MB declares 1.0 GB of files, more than 200 times its own size.");
  });

  it("more than the maximum total size", () => {
    const half = archiveLimits.totalSize / 2 + 1;
    const large = ["a.bin", "b.bin"].map((name) => ({ name, size: half, storedSize: half }));
    expect(messageOf(large, archiveLimits.totalSize * 2)).toBe(
      "The files of the ZIP archive are too large together. At most 1.0 TB can be published.",
    );
  });

  /** Adds empty files until one is rejected. */
  function fill(nameOf: (index: number) => string, mostEntries?: number): EntryVerdict {
    const directory = new DirectoryCheck(Number.MAX_SAFE_INTEGER, { ofDuplicates: "database" }, mostEntries);
    const facts = { method: 0, encrypted: false, externalAttributes: 0, storedSize: 0, size: 0, nameBytes: 1_024 };
    let last: EntryVerdict = { kind: "ignored" };
    for (let index = 0; last.kind !== "refused"; index += 1) last = directory.add({ ...facts, name: nameOf(index), offset: index * 2_000 });
    return last;
  }

  it("too many files and folders, including folders that only paths name", () => {
    const message = "The ZIP archive has too many entries. At most 100,000 files and folders can be published.";
    const deep = "/x".repeat(60);
    expect(fill((index) => `${index}${deep}`, 100_000)).toEqual({ kind: "refused", refusal: { code: "tooManyEntries", message } });
  });

  it("too many folders, which are kept in memory", () => {
    const message = "The ZIP archive has too many folders. At most 1,000,000 can be published.";
    const deep = "/x".repeat(60);
    expect(fill((index) => `${index}${deep}`)).toEqual({ kind: "refused", refusal: { code: "tooManyFolders", message } });
  });

  it("accepts more than a million files", () => {
    const directory = new DirectoryCheck(Number.MAX_SAFE_INTEGER, { ofDuplicates: "database" });
    const facts = { method: 0, encrypted: false, externalAttributes: 0, storedSize: 0, size: 0, nameBytes: 10 };
    for (let index = 0; index < 1_100_000; index += 1)
      if (directory.add({ ...facts, name: `${index}`, offset: index * 100 }).kind !== "file") expect.fail(`file ${index} is refused`);
    expect(directory.finish()).toMatchObject({ kind: "accepted", summary: { files: 1_100_000 } });
  });

  it("paths that are too long together", () => {
    const long = Array.from({ length: 4 }, () => "p".repeat(250)).join("/");
    const message = "The paths of the ZIP archive are too long together. They can have 256.0 MB.";
    expect(fill((index) => `${long}/${index}`)).toEqual({ kind: "refused", refusal: { code: "pathsTooLong", message } });
  });
});

describe("DirectoryCheck accepts", () => {
  it.each<[string, Given[]]>([
    ["names that differ only by case", ["a.html", "A.html"]],
    ["a folder that is listed twice", ["a/", "a/", "a/b.html"]],
    ["folders in either Unicode form as one", ["é/a.html", "e\u0301/b.html"]],
    ["the mode of a pipe", [{ name: "-", externalAttributes: namedPipe }]],
    ["a Deflate64 file", [{ name: "a.html", method: 9 }]],
    ["a Unix mode", [{ name: "a.html", externalAttributes: regularFile }]],
    ["entries out of order", [{ name: "b.html", offset: 500 }, { name: "a.html", offset: 0 }]], // biome-ignore format: one case, one line
    ["small blank files of any ratio", [{ name: "a.bin", method: 8, size: 100_000_000, storedSize: 100_000 }]],
    ["a deflated empty folder", [{ name: "a/", method: 8, storedSize: 2 }, "b.html"]],
    ["an invalid entry that is ignored", ["a.html", { name: "__MACOSX/a", encrypted: true }]],
  ])("%s", (_, given) => {
    expect(codeOf(given)).toBe("accepted");
  });

  it("numbers folders, parents first, and puts files in them", () => {
    const { entries } = check(["a/b/c.png", "a/d.png", "e.png", "a/b/"]);
    expect(entries).toEqual([
      { kind: "file", name: "c.png", folder: 2, newFolders: [{ number: 1, parent: 0, name: "a" }, { number: 2, parent: 1, name: "b" }] }, // biome-ignore format: one verdict, one line
      { kind: "file", name: "d.png", folder: 1, newFolders: [] },
      { kind: "file", name: "e.png", folder: 0, newFolders: [] },
      { kind: "folder", newFolders: [] },
    ]);
  });

  it.each<[string, string | null, boolean, string[]]>([
    ["a folder around everything", "site", true, ["site/", "site/index.html", "site/tiles/0.png"]],
    ["a folder next to files that macOS adds", "site", true, ["site/index.html", "__MACOSX/._site", ".DS_Store"]],
    ["a site at the root", null, true, ["index.html", "tiles/index.html"]],
    ["a folder with an index next to other files", null, false, ["site/index.html", "readme.txt"]],
    ["a folder with an index next to another folder", null, false, ["site/index.html", "tiles/0.png"]],
    ["a folder without an index", null, false, ["site/tiles/index.html", "site/0.png"]],
    ["a folder that is called index.html", null, false, ["site/index.html/0.png"]],
    ["only a file", null, false, ["map.html"]],
  ])("%s: strips %j", (_, wrappingFolder, hasIndexHtml, names) => {
    const { verdict } = check(names);
    expect(verdict).toMatchObject({ kind: "accepted", summary: { wrappingFolder, hasIndexHtml } });
  });

  it("ignores system files such as .DS_Store", () => {
    const names = [
      "__MACOSX/",
      "__MACOSX/a.html",
      "a/__MACOSX/b.html",
      "a/._b.html",
      ".DS_Store",
      "a/.DS_Store",
      "Thumbs.db",
      "a/Thumbs.db",
    ];
    const { entries, verdict } = check([...names, "a.html", "a/.htaccess", "a/DS_Store"]);
    expect(entries.filter((entry) => entry.kind === "ignored")).toHaveLength(names.length);
    expect(verdict).toMatchObject({ summary: { files: 3, size: 30, storedSize: 30 } });
  });

  it("every archive of files with different names", () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}(\/[a-z]{1,3}){0,3}\.png$/), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(names, (given) => {
        const { verdict } = check(given);
        expect(verdict).toMatchObject({ kind: "accepted", summary: { files: given.length, size: given.length * 10 } });
      }),
    );
  });
});

describe("Extents", () => {
  it("finds entries that overlap their predecessor at once", () => {
    const extents = new Extents();
    expect(extents.add(0, 40)).toBeNull();
    expect(extents.add(40, 80)).toBeNull();
    expect(extents.add(79, 120)).toBe(1);
  });

  it("finds other overlaps at the end", () => {
    const extents = new Extents();
    extents.add(100, 200);
    extents.add(0, 50);
    extents.add(60, 101);
    expect(extents.find()).toEqual([0, 2]);
    expect(extents.end).toBe(200);
  });

  it("agrees with comparing every pair", () => {
    const runs = fc.array(fc.tuple(fc.nat(5000), fc.integer({ min: 1, max: 40 })), { maxLength: 60 });
    fc.assert(
      fc.property(runs, (given) => {
        const extents = new Extents();
        let found = false;
        for (const [start, length] of given) found = extents.add(start, start + length) !== null || found;
        found ||= extents.find() !== null;
        const overlaps = ([a, lengthA]: [number, number], [b, lengthB]: [number, number]) => a < b + lengthB && b < a + lengthA;
        const expected = given.some((one, index) => given.slice(index + 1).some((other) => overlaps(one, other)));
        expect(found).toBe(expected);
      }),
    );
  });

  it("grows beyond its first capacity", () => {
    const extents = new Extents();
    for (let index = 5000; index > 0; index -= 1) extents.add(index * 10, index * 10 + 10);
    expect(extents.find()).toBeNull();
    extents.add(20_005, 20_006);
    expect(extents.find()).toEqual([3000, 5000]);
  });
});
