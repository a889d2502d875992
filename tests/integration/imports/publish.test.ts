import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { readInflated } from "@/lib/blobs/slice";
import { db } from "@/lib/db/client";
import { findEntry } from "@/lib/trees/data";
import { type CraftedArchive, type CraftedEntry, craftZip, extraField } from "../../setup/craft-zip";
import { publishZip } from "./publish-zip";

const page = Buffer.from("<!doctype html><title>Map</title>");

/** Imports an archive and provides access to the published files. */
async function published(entries: CraftedEntry[], options: CraftedArchive = {}) {
  const { importId, outcome, blobKey } = await publishZip(craftZip(entries, options));
  expect(outcome).toBe("complete");
  const row = await db().import.findUniqueOrThrow({ where: { id: importId }, include: { project: true, tree: true } });
  const treeId = Number(row.project?.currentTreeId);
  const find = async (path: string) => {
    const entry = await findEntry(treeId, path === "" ? [] : path.split("/"));
    return entry?.kind === "file" ? entry : null;
  };
  const read = async (path: string) => {
    const slice = (await find(path))?.slice;
    return slice ? await readInflated(blobStore(), slice) : null;
  };
  const names = async () => {
    const rows = await db().entry.findMany({ where: { treeId, kind: "file" }, select: { name: true }, orderBy: { name: "asc" } });
    return rows.map(({ name }) => name);
  };
  return { row, treeId, find, read, names, blobKey };
}

describe("an imported archive", () => {
  it("is published with the exact bytes of every file", async () => {
    const noise = randomBytes(5000);
    const site = await published([
      { name: "index.html", data: page, method: 8 },
      { name: "tiles/", externalAttributes: 0x10 },
      { name: "tiles/0/1.png", data: noise },
      { name: "empty.txt" },
      { name: "empty.css", method: 8, stored: Buffer.alloc(0) },
      { name: "empty.js", method: 8 },
    ]);
    expect(await site.read("index.html")).toEqual(page);
    expect(await site.read("tiles/0/1.png")).toEqual(noise);
    for (const name of ["empty.txt", "empty.css", "empty.js"]) expect(await site.read(name)).toHaveLength(0);
    expect(await findEntry(site.treeId, ["tiles", "0"])).toMatchObject({ kind: "folder" });
    expect(site.row).toMatchObject({ status: "complete", filesTotal: 5, filesDone: 5, error: null });
    expect(site.row.bytesDone).toBe(site.row.bytesTotal);
    expect(site.row.tree).toMatchObject({ fileCount: 5, byteCount: BigInt(page.length + 5000) });
    expect(site.row.project?.safeName).toBe(site.row.safeName);
  });

  it("is published without its wrapping folder", async () => {
    const site = await published([
      { name: "my-map/" },
      { name: "my-map/tiles/0.png", data: page },
      { name: "my-map/index.html", data: page },
      { name: "__MACOSX/my-map/._index.html", data: page },
    ]);
    expect(await site.read("index.html")).toEqual(page);
    expect(await site.read("tiles/0.png")).toEqual(page);
    expect(await db().entry.count({ where: { treeId: site.treeId, parentId: null } })).toBe(1);
    expect(await db().entry.count({ where: { treeId: site.treeId } })).toBe(4);
  });

  it("is published without system files", async () => {
    const litter = ["__MACOSX/._index.html", ".DS_Store", "tiles/._0.png", "tiles/.DS_Store", "tiles/Thumbs.db"];
    const site = await published([...litter, "index.html", "tiles/0.png"].map((name) => ({ name, data: page })));
    expect(await site.names()).toEqual(["0.png", "index.html"]);
    expect(site.row.filesDone).toBe(2);
  });

  it("may contain names in any script and encoding", async () => {
    const site = await published([
      { name: "index.html", data: page },
      { name: "daten\\straße.json", data: page },
      { name: "e\u0301te\u0301.txt", data: page },
      { name: Buffer.from([0x81, 0x62, 0x65, 0x72, 0x2e, 0x74]), madeBy: 0x0014, data: page },
      { name: Buffer.from("地図.png"), data: page },
      { name: 'say "hi", {all} \\of you.txt', data: page },
      { name: "a/./b//c.txt", data: page },
      { name: "A/b/c.txt", data: page },
    ]);
    const paths = ["daten/straße.json", "été.txt", "über.t", "地図.png", 'say "hi", {all} /of you.txt', "a/b/c.txt", "A/b/c.txt"];
    for (const path of paths) expect(await site.read(path), path).toEqual(page);
  });

  it("may contain ZIP64 records, a long comment, a stub in front and gaps", async () => {
    const comment = Buffer.alloc(0xffff, "c");
    const options = { zip64: true, comment, before: Buffer.from("#!/bin/sh\n"), between: Buffer.alloc(1000) };
    const site = await published([{ name: "index.html", data: page, method: 8, zip64: true, localExtra: extraField(0x9999, Buffer.alloc(700)) }, { name: "a", data: page }], options); // biome-ignore format: one call, one line
    expect(await site.read("index.html")).toEqual(page);
    expect(await site.read("a")).toEqual(page);
  });

  it("may contain its entries in any order", async () => {
    const entry = { name: "b", data: page };
    const length = 30 + 1 + page.length;
    const site = await published([{ ...entry, offset: length }, { ...entry, name: "a", offset: 0 }].map((one, index) => ({ ...one, localName: Buffer.from("ab"[index] ?? "") }))); // biome-ignore format: one call, one line
    expect(await site.names()).toEqual(["a", "b"]);
  });

  it("has plausible modification times for any tool", async () => {
    const time = (seconds: number) => {
      const bytes = Buffer.alloc(5);
      bytes.writeUInt8(1, 0);
      bytes.writeInt32LE(seconds, 1);
      return extraField(0x5455, bytes);
    };
    const before = new Date();
    const site = await published([
      { name: "dos", data: page },
      { name: "unix", data: page, extra: time(1_700_000_000) },
      { name: "odd", data: page, extra: time(-2_000_000_000) },
    ]);
    expect((await site.find("dos"))?.modifiedAt).toEqual(new Date("1980-01-01T00:00:00Z"));
    expect((await site.find("unix"))?.modifiedAt).toEqual(new Date(1_700_000_000_000));
    expect((await site.find("odd"))?.modifiedAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it("stores only large compressed files that need ranges in separate blobs", async () => {
    const large = Buffer.concat([randomBytes(700_000), Buffer.alloc(6_000_000, "map "), randomBytes(100_000)]);
    const site = await published([
      { name: "index.html", data: page, method: 8 },
      { name: "stored.mp4", data: large },
      { name: "deflated.pmtiles", data: large, method: 8 },
      { name: "limit.bin", data: large.subarray(0, 1024 * 1024), method: 8 },
      // Text is sent compressed regardless of its size, so it stays in the archive.
      { name: "deflated.geojson", data: large, method: 8 },
      { name: "after.html", data: page, method: 8 },
    ]);
    expect((await site.find("deflated.pmtiles"))?.slice).toMatchObject({
      offset: 0,
      hasLocalHeader: false,
      storedSize: large.length,
      method: "stored",
    });
    for (const name of ["stored.mp4", "limit.bin", "deflated.geojson", "after.html"])
      expect((await site.find(name))?.slice?.blobKey).toBe(site.blobKey);
    for (const name of ["stored.mp4", "deflated.pmtiles", "deflated.geojson"])
      expect(large.equals((await site.read(name)) ?? page), name).toBe(true);
    expect(await db().blob.count({ where: { key: (await site.find("deflated.pmtiles"))?.slice?.blobKey } })).toBe(1);
  });
});
