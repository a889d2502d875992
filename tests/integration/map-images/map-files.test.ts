import { setMaxListeners } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type Found, MapFiles } from "@/lib/maps/images/render/map-files";
import { publishMap, type SiteFiles } from "../maps/map-site";

const MB = 1024 * 1024;
/** Small gzip tiles: one decompresses to less than the limit of a tile, the other to more than the limit of all files. */
const heavy = gzipSync(Buffer.alloc(7 * MB), { level: 9 });
const bomb = gzipSync(Buffer.alloc(47 * MB), { level: 9 });

/** Requests files of a map all at once, like a page that waits for none. */
async function requestAll(files: SiteFiles, names: string[], onDelivery?: (found: Found, ended: AbortController) => void) {
  const ended = new AbortController();
  setMaxListeners(0, ended.signal);
  const { project, treeId } = await publishMap(files);
  const map = new MapFiles({ safeName: project.safeName, treeId });
  let atOnce = 0;
  const seen = { bytes: 0, delivered: 0, mostAtOnce: 0 };
  const answers = names.map((name) =>
    map.answer(
      { url: new URL(`http://map.invalid/projects/maps/${project.safeName}/${name}`), range: undefined, isCrossOrigin: false },
      ended.signal,
      async (found) => {
        atOnce += 1;
        seen.mostAtOnce = Math.max(seen.mostAtOnce, atOnce);
        seen.bytes += found.body.length;
        seen.delivered += 1;
        await turn();
        onDelivery?.(found, ended);
        atOnce -= 1;
      },
    ),
  );
  return { settled: await Promise.allSettled(answers), seen };
}

const sixty = (name: string) => Array.from({ length: 60 }, (_, index) => `${name}?${index}`);

describe("MapFiles", () => {
  it("delivers a few files at a time and limits their total decompressed size", async () => {
    const { settled, seen } = await requestAll({ "tile.pbf": heavy }, sixty("tile.pbf"));
    expect(seen.mostAtOnce).toBeLessThanOrEqual(6);
    expect(seen.delivered).toBeGreaterThanOrEqual(20);
    expect(seen.bytes).toBeLessThanOrEqual(192 * MB);
    expect(settled.filter(({ status }) => status === "rejected")).toHaveLength(60 - seen.delivered);
  });

  it("does not decompress a tile beyond its size limit", async () => {
    const before = process.memoryUsage().rss;
    const { seen } = await requestAll({ "tile.pbf": bomb }, sixty("tile.pbf"));
    expect(seen.delivered).toBe(0);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MB);
  });

  it("delivers large files one at a time", async () => {
    const { seen } = await requestAll({ "large.bin": Buffer.alloc(9 * MB) }, ["large.bin?1", "large.bin?2", "large.bin?3"]);
    expect([seen.mostAtOnce, seen.delivered]).toEqual([1, 3]);
  });

  it("settles all requests, including waiting ones, when the attempt is aborted", async () => {
    const { settled, seen } = await requestAll({ "tile.pbf": heavy }, sixty("tile.pbf"), (_, ended) => ended.abort());
    expect(settled).toHaveLength(60);
    expect(seen.delivered).toBeLessThanOrEqual(6);
  });

  it("delivers a damaged gzip file unchanged", async () => {
    const damaged = Buffer.concat([heavy.subarray(0, 100), Buffer.from("cut")]);
    const bodies: number[] = [];
    await requestAll({ "tile.pbf": damaged }, ["tile.pbf"], ({ body }) => bodies.push(body.length));
    expect(bodies).toEqual([damaged.length]);
  });

  it("finds the index of a folder and returns 404 for a missing file", async () => {
    const found: string[] = [];
    await requestAll({ "sub/index.html": "folder" }, ["sub?a=1", "none"], ({ url, status, body }) => {
      found.push(`${status} ${url.pathname.split("/").slice(4).join("/")}${url.search} ${body}`);
    });
    expect(found.sort()).toEqual(["200 sub/?a=1 folder", "404 none "]);
  });
});
