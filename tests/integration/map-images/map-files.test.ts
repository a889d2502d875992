import { setMaxListeners } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Found } from "@/lib/maps/images/render/answer";
import { MapFiles } from "@/lib/maps/images/render/map-files";
import { publishMap, type SiteFiles } from "../maps/map-site";

const MB = 1024 * 1024;
/** A tile of 8 KB that unpacks to less than a tile may have, and one of 50 KB that unpacks to more than all may have. */
const heavy = gzipSync(Buffer.alloc(7 * MB), { level: 9 });
const bomb = gzipSync(Buffer.alloc(47 * MB), { level: 9 });

/** Asks for files of a map all at once, as a page would that waits for none. */
async function ask(files: SiteFiles, names: string[], onDelivery?: (found: Found, ended: AbortController) => void) {
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

describe("the files of a map that is opened for its picture", () => {
  it("come a few at a time, and not more of them than the map may load, as they are unpacked", async () => {
    const { settled, seen } = await ask({ "tile.pbf": heavy }, sixty("tile.pbf"));
    expect(seen.mostAtOnce).toBeLessThanOrEqual(6);
    expect(seen.delivered).toBeGreaterThanOrEqual(20);
    expect(seen.bytes).toBeLessThanOrEqual(192 * MB);
    expect(settled.filter(({ status }) => status === "rejected")).toHaveLength(60 - seen.delivered);
  });

  it("are not unpacked to more than a tile may have", async () => {
    const before = process.memoryUsage().rss;
    const { seen } = await ask({ "tile.pbf": bomb }, sixty("tile.pbf"));
    expect(seen.delivered).toBe(0);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MB);
  });

  it("are held one by one when they are large", async () => {
    const { seen } = await ask({ "large.bin": Buffer.alloc(9 * MB) }, ["large.bin?1", "large.bin?2", "large.bin?3"]);
    expect([seen.mostAtOnce, seen.delivered]).toEqual([1, 3]);
  });

  it("come to an end with the attempt, those that wait as well", async () => {
    const { settled, seen } = await ask({ "tile.pbf": heavy }, sixty("tile.pbf"), (_, ended) => ended.abort());
    expect(settled).toHaveLength(60);
    expect(seen.delivered).toBeLessThanOrEqual(6);
  });

  it("stay as they are when they are no gzip but in name", async () => {
    const damaged = Buffer.concat([heavy.subarray(0, 100), Buffer.from("cut")]);
    const bodies: number[] = [];
    await ask({ "tile.pbf": damaged }, ["tile.pbf"], ({ body }) => bodies.push(body.length));
    expect(bodies).toEqual([damaged.length]);
  });

  it("are found in a folder at its own address, and where nothing is there is nothing", async () => {
    const found: string[] = [];
    await ask({ "sub/index.html": "folder" }, ["sub?a=1", "none"], ({ url, status, body }) => {
      found.push(`${status} ${url.pathname.split("/").slice(4).join("/")}${url.search} ${body}`);
    });
    expect(found.sort()).toEqual(["200 sub/?a=1 folder", "404 none "]);
  });
});
