import fc from "fast-check";
import { PMTiles, tileIdToZxy } from "pmtiles";
import { describe, expect, it } from "vitest";
import { type ArchiveSettings, type Tile, type TileStore, writePmtiles } from "./pmtiles-writer";

const settings: ArchiveSettings = {
  tileType: 2,
  tileCompression: 1,
  minZoom: 0,
  maxZoom: 20,
  bounds: [8, 53.9, 8.2, 54.1],
  metadata: { name: "Harbour" },
};

class MemoryStore implements TileStore {
  readonly chunks: Buffer[] = [];
  append(bytes: Uint8Array): Promise<void> {
    this.chunks.push(Buffer.from(bytes));
    return Promise.resolve();
  }
  async *read(): AsyncGenerator<Buffer> {
    yield* this.chunks;
  }
}

async function write(tiles: Iterable<Tile>): Promise<{ archive: PMTiles; bytes: Buffer }> {
  const chunks: Buffer[] = [];
  for await (const chunk of writePmtiles(tiles, settings, new MemoryStore())) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const getBytes = (offset: number, length: number) => {
    return Promise.resolve({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer });
  };
  return { archive: new PMTiles({ getKey: () => "memory", getBytes }), bytes };
}

async function readTile(archive: PMTiles, id: number): Promise<string | undefined> {
  const tile = await archive.getZxy(...tileIdToZxy(id));
  return tile && Buffer.from(tile.data).toString();
}

const tile = (id: number, content: string): Tile => ({ id, bytes: Buffer.from(content) });

describe("writePmtiles", () => {
  it("writes a header, metadata and tiles that the reader of the format finds", async () => {
    const { archive } = await write([tile(0, "world"), tile(1, "a"), tile(4, "b")]);
    expect(await archive.getHeader()).toMatchObject({
      minLon: 8,
      maxLat: 54.1,
      centerLon: 8.1,
      clustered: true,
      tileType: 2,
      maxZoom: 20,
      numAddressedTiles: 3,
    });
    expect(await archive.getMetadata()).toEqual({ name: "Harbour" });
    expect(await readTile(archive, 4)).toBe("b");
    expect(await readTile(archive, 2)).toBeUndefined();
  });

  it("writes equal tiles once, and adjacent ones as a run", async () => {
    const { archive, bytes } = await write([tile(1, "sea"), tile(2, "sea"), tile(3, "land"), tile(9, "sea")]);
    expect(await archive.getHeader()).toMatchObject({ numAddressedTiles: 4, numTileEntries: 3, numTileContents: 2, tileDataLength: 7 });
    expect(bytes.toString("latin1").match(/sea/g)).toHaveLength(1);
    expect(await readTile(archive, 2)).toBe("sea");
    expect(await readTile(archive, 9)).toBe("sea");
  });

  it("keeps the root directory of 300,000 different tiles in the first 16 KB", async () => {
    function* many(): Generator<Tile> {
      for (let index = 0; index < 300_000; index += 1)
        yield tile(index * 3 + (index % 2), `tile ${index}`.padEnd(10 + ((index * 7919) % 23)));
    }
    const { archive } = await write(many());
    const { rootDirectoryOffset, rootDirectoryLength, leafDirectoryLength } = await archive.getHeader();
    expect(rootDirectoryOffset + rootDirectoryLength).toBeLessThanOrEqual(16_384);
    expect(leafDirectoryLength).toBeGreaterThan(0);
    for (const index of [0, 4_095, 4_096, 150_001, 299_999]) {
      expect((await readTile(archive, index * 3 + (index % 2)))?.trim()).toBe(`tile ${index}`);
    }
    expect(await readTile(archive, 2)).toBeUndefined();
  });

  it("writes any set of tiles as the reader reads it", async () => {
    const contents = fc.constantFrom("sea", "land", "coast", "a".repeat(300), "b".repeat(70_000));
    const distances = fc.array(fc.tuple(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 2 ** 40 })), contents), {
      minLength: 1,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(distances, async (steps) => {
        let id = -1;
        const tiles = steps.map(([distance, content]) => {
          id += distance;
          return tile(id, content);
        });
        const { archive } = await write(tiles.filter((each) => tileIdToZxy(each.id)[0] <= 20));
        for (const { id: each, bytes } of tiles) {
          if (tileIdToZxy(each)[0] <= 20) expect(await readTile(archive, each)).toBe(bytes.toString());
        }
      }),
      { numRuns: 60 },
    );
  });

  it("rejects tiles in another order and an archive without tiles", async () => {
    await expect(write([tile(4, "a"), tile(3, "b")])).rejects.toThrow("Tile 3 comes after tile 4.");
    await expect(write([])).rejects.toThrow("no tiles");
  });
});
