import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { crc32, deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { DEFLATE64_ZIP, longestMatches, readDeflate64Zip, sizeOfMatches } from "../../tests/setup/deflate64";
import { checkDeflated, checked, checkStored, damages, inflated, type Promised } from "./inflate-entry";
import { inflated64 } from "./open-entry";

const small = randomBytes(1_000);
const large = Buffer.concat([randomBytes(1_000_000), Buffer.alloc(3_000_000)]);

const promise = (bytes: Buffer, change: Partial<Promised> = {}): Promised => {
  return { storedSize: deflateRawSync(bytes).length, size: bytes.length, crc32: crc32(bytes), ...change };
};

function chunks(bytes: Buffer): AsyncIterable<Buffer> {
  const parts = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
    bytes.subarray(index * 65_536, (index + 1) * 65_536),
  );
  return Readable.from(parts);
}

/** Inflates and checks in a stream. @returns what is wrong, or null */
async function stream(stored: Buffer, promised: Promised): Promise<string | null> {
  const collected: Buffer[] = [];
  try {
    for await (const chunk of checked(inflated(chunks(stored), stored.length), promised)) collected.push(chunk);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return Buffer.concat(collected).equals(large) ? null : "other bytes";
}

describe("checkStored", () => {
  it.each<[string, Partial<Promised>, string | null]>([
    ["nothing", {}, null],
    ["the checksum", { crc32: 1 }, damages.checksum],
    ["the size", { size: 999 }, damages.size],
  ])("returns the right finding for an entry with %s wrong", (_, change, damage) => {
    expect(checkStored(small, promise(small, change))).toBe(damage);
  });
});

/** Each kind of damage, and the error that it causes. */
const flaws: [string, (deflated: Buffer) => Buffer, Partial<Promised>, string | null][] = [
  ["nothing", (deflated) => deflated, {}, null],
  ["the checksum", (deflated) => deflated, { crc32: 1 }, damages.checksum],
  ["the end", (deflated) => deflated.subarray(0, -5), {}, damages.deflate],
  ["one byte after the end", (deflated) => Buffer.concat([deflated, Buffer.alloc(1)]), {}, damages.deflate],
  ["many bytes after the end", (deflated) => Buffer.concat([deflated, Buffer.alloc(5_000_000)]), {}, damages.deflate],
  ["everything", () => Buffer.alloc(500, 0xff), {}, damages.deflate],
];

describe("checkDeflated", () => {
  it.each(flaws)("returns the right finding for an entry with %s wrong", (_, spoil, change, damage) => {
    expect(checkDeflated(spoil(deflateRawSync(small)), promise(small, change))).toBe(damage);
  });

  it.each([1, 10, 999, 1_001, 5_000])("reports an entry with a wrong size of %i", (size) => {
    expect(checkDeflated(deflateRawSync(small), promise(small, { size }))).toBe(damages.size);
  });

  it("accepts an empty file, with or without stored bytes", () => {
    const empty = Buffer.alloc(0);
    expect(checkDeflated(deflateRawSync(empty), promise(empty))).toBeNull();
    expect(checkDeflated(empty, promise(empty))).toBeNull();
    expect(checkDeflated(empty, promise(small))).toBe(damages.size);
  });

  it("does not inflate beyond the stated size", () => {
    const bomb = deflateRawSync(Buffer.alloc(200_000_000));
    const before = process.memoryUsage().arrayBuffers;
    expect(checkDeflated(bomb, { storedSize: bomb.length, size: 1_000, crc32: 0 })).toBe(damages.size);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  });
});

describe("a large entry in a stream", () => {
  it.each(flaws)("returns the right finding for an entry with %s wrong", async (_, spoil, change, damage) => {
    expect(await stream(spoil(deflateRawSync(large)), promise(large, change))).toBe(damage);
  });

  it.each([1, large.length - 1, large.length + 1])("reports an entry with a wrong size of %i", async (size) => {
    expect(await stream(deflateRawSync(large), promise(large, { size }))).toBe(damages.size);
  });

  it("passes on errors of its source", async () => {
    function* failing(): Generator<Buffer> {
      yield deflateRawSync(large).subarray(0, 1_000);
      throw new Error("The disk is gone.");
    }
    const reading = async () => {
      for await (const _ of inflated(Readable.from(failing()), 5_000));
    };
    await expect(reading()).rejects.toThrow("The disk is gone.");
  });

  it("can be abandoned in the middle", async () => {
    for await (const chunk of inflated(chunks(deflateRawSync(large)), 1)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
  });
});

describe("inflated64", () => {
  const inPieces = (bytes: Buffer, length: number): AsyncIterable<Buffer> =>
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / length) }, (_, piece) => bytes.subarray(piece * length, (piece + 1) * length)),
    );

  it("inflates what 7-Zip deflates, in pieces of any size", async () => {
    const archive = await readDeflate64Zip();
    const expected = execFileSync("unzip", ["-p", DEFLATE64_ZIP, "far.txt"]);
    const start = archive.indexOf("far.txt") + "far.txt".length;
    const stored = archive.subarray(start, start + archive.readUInt32LE(start - 19));
    for (const length of [1, 1_000, 1_000_000]) {
      expect(Buffer.concat(await Readable.from(inflated64(inPieces(stored, length))).toArray()).equals(expected)).toBe(true);
    }
  });

  it("yields pieces of limited size, however small the input is", async () => {
    let size = 0;
    let largest = 0;
    for await (const bytes of inflated64(inPieces(longestMatches(1_000), 1_000_000))) {
      size += bytes.length;
      largest = Math.max(largest, bytes.length);
    }
    expect(size).toBe(sizeOfMatches(1_000));
    expect(largest).toBeLessThanOrEqual(256 * 1024);
  });

  it("keeps streams apart that are read in turns", async () => {
    const streams = [3, 2, 1].map((count) => inflated64(inPieces(longestMatches(count * 100), 64)));
    const sizes = [0, 0, 0];
    for (let open = 3; open > 0; ) {
      open = 0;
      for (const [index, stream] of streams.entries()) {
        const { value, done } = await stream.next();
        sizes[index] = (sizes[index] ?? 0) + (value?.length ?? 0);
        if (!done) open += 1;
      }
    }
    expect(sizes).toEqual([300, 200, 100].map(sizeOfMatches));
  });

  it.each<[string, (stream: Buffer) => Buffer]>([
    ["is cut off", (stream) => stream.subarray(0, -1)],
    ["is empty", () => Buffer.alloc(0)],
    ["has bytes after its end", (stream) => Buffer.concat([stream, Buffer.from("x")])],
    ["is no Deflate64", () => Buffer.alloc(100, 0xff)],
  ])("throws when the stream %s", async (_, change) => {
    const inflating = Readable.from(inflated64(inPieces(change(longestMatches(10)), 16))).toArray();
    await expect(inflating).rejects.toThrow(damages.deflate);
  });
});
