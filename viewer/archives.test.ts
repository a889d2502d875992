import { gzipSync } from "node:zlib";
import { afterEach, expect, it, vi } from "vitest";
import { archiveOf } from "../tests/setup/data-files/pmtiles";
import { Archives } from "./archives";

const ADDRESS = "https://maps.example/tiles.pmtiles";

afterEach(() => void vi.unstubAllGlobals());

/** Serves the ranges of an archive of one tile. */
async function serve(tile: Buffer): Promise<void> {
  const archive = await archiveOf(gzipSync(tile));
  vi.stubGlobal("fetch", (_: string, { headers }: { headers: Headers }) => {
    const [start = 0, end = 0] = (headers.get("range") ?? "").replace("bytes=", "").split("-").map(Number);
    return Promise.resolve(new Response(new Uint8Array(archive.subarray(start, end + 1)), { status: 206 }));
  });
}

const requestTile = () => new Archives().request({ url: `pmtiles://${ADDRESS}/0/0/0`, type: "arrayBuffer" }, new AbortController());
const openTile = () => new Archives().open(ADDRESS).getZxy(0, 0, 0);

it("a tile is inflated", async () => {
  await serve(Buffer.from("a tile"));
  expect(new TextDecoder().decode((await openTile())?.data)).toBe("a tile");
});

it.each([
  ["opened before", openTile],
  ["known by its address only", requestTile],
])("a tile that inflates to more than 32 MB is refused, in an archive that was %s", async (_, read) => {
  await serve(Buffer.alloc(33 * 1024 * 1024));
  await expect(read()).rejects.toThrow(RangeError);
});
