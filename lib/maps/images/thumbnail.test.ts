import { crc32 } from "node:zlib";
import { createCanvas } from "@napi-rs/canvas";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readImageHeader } from "./thumbnail";

const draw = (width: number, height: number) => {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#0a6";
  context.fillRect(0, 0, width, height / 2);
  return canvas;
};

describe("readImageHeader", () => {
  it.each([
    ["image/png", draw(123, 45).toBuffer("image/png")],
    ["image/jpeg", draw(123, 45).toBuffer("image/jpeg", 80)],
    ["image/webp", draw(123, 45).toBuffer("image/webp", 80)],
    ["image/webp", draw(123, 45).toBuffer("image/webp", 100)],
  ] as const)("reads type and size from the first bytes (%s)", (type, bytes) => {
    expect(readImageHeader(bytes)).toEqual({ type, width: 123, height: 45, isWhole: true });
    expect(readImageHeader(bytes.subarray(0, bytes.length - 5))).toMatchObject({ type, isWhole: false });
  });

  it("returns the size of a photograph with an embedded preview", () => {
    const image = draw(123, 45).toBuffer("image/jpeg", 80);
    const small = draw(16, 10).toBuffer("image/jpeg", 80);
    const notes = Buffer.concat([Buffer.from([0xff, 0xe1, (small.length + 2) >> 8, (small.length + 2) & 0xff]), small]);
    const photograph = Buffer.concat([image.subarray(0, 2), notes, image.subarray(2)]);
    expect(readImageHeader(photograph)).toMatchObject({ width: 123, height: 45, isWhole: true });
    expect(readImageHeader(photograph.subarray(0, photograph.length - 5))).toMatchObject({ width: 123, isWhole: false });
  });

  const jpeg = (...segments: readonly (readonly number[] | Buffer)[]) => {
    const image = draw(160, 100).toBuffer("image/jpeg", 80);
    return Buffer.concat([image.subarray(0, 2), ...segments.map((one) => Buffer.from(one)), image.subarray(2)]);
  };
  const small = [0xff, 0xc0, 0, 17, 8, 0, 16, 0, 16, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1];
  const comment = [0xff, 0xfe, 0, small.length + 2, ...small];

  it.each([
    ["a comment with a frame of its own", comment],
    ["fill bytes", [0xff, 0xff, 0xff]],
    ["application data", [0xff, 0xef, 0, 4, 1, 2]],
  ])("returns the size of the frame that a decoder uses, after %s", (_, segment) => {
    expect(readImageHeader(jpeg(segment))).toMatchObject({ width: 160, height: 100, isWhole: true });
  });

  it.each([
    ["a stuffed byte that hides what comes next", [0xff, 0x00, 0, 8, 1, 2, 3, 4, 5, 6]],
    ["a reserved marker", [0xff, 0x02, 0, 2]],
    ["the last reserved marker", [0xff, 0xbf, 0, 2]],
    ["an extension marker", [0xff, 0xf0, 0, 2]],
    ["another start marker", [0xff, 0xd8]],
    ["an end marker", [0xff, 0xd9]],
    ["a restart marker", [0xff, 0xd0]],
    ["a bare marker", [0xff, 0x01]],
    ["another frame", small],
    ["a frame whose length contradicts its components", [0xff, 0xc0, 0, 18, ...small.slice(4), 0]],
    ["a lossless frame", [0xff, 0xc3, ...small.slice(2)]],
    ["a later height", [0xff, 0xdc, 0, 4, 0, 16]],
    ["a segment shorter than its own length", [0xff, 0xfe, 0, 1]],
    ["bytes outside of segments", [1, 2, 3]],
  ])("rejects a JPEG with %s in its header", (_, segment) => expect(readImageHeader(jpeg(segment))).toBeNull());

  it("rejects a JPEG that keeps a decoder busy with scans", () => {
    const image = jpeg();
    const scans = Buffer.concat(Array.from({ length: 100 }, () => Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0])));
    const many = Buffer.concat([image.subarray(0, image.length - 2), scans, image.subarray(image.length - 2)]);
    expect(readImageHeader(many)).toMatchObject({ isWhole: false });
  });

  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };

  it("rejects a PNG with two headers, or with a header of another length", () => {
    const image = draw(160, 100).toBuffer("image/png");
    const second = chunk("IHDR", image.subarray(16, 29));
    expect(readImageHeader(Buffer.concat([image.subarray(0, 33), second, image.subarray(33)]))).toMatchObject({ isWhole: false });
    const long = chunk("IHDR", Buffer.concat([image.subarray(16, 29), Buffer.alloc(1)]));
    expect(readImageHeader(Buffer.concat([image.subarray(0, 8), long, image.subarray(33)]))).toBeNull();
  });

  /** A VP8X WebP, which states the size separately from its pixels. */
  const extended = (width: number, height: number, chunks: Buffer) => {
    const bytes = Buffer.alloc(30);
    bytes.write("RIFF", 0);
    bytes.writeUInt32LE(22 + chunks.length, 4);
    bytes.write("WEBPVP8X", 8);
    bytes.writeUInt32LE(10, 16);
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
    return Buffer.concat([bytes, chunks]);
  };
  const pixels = draw(160, 100).toBuffer("image/webp", 80).subarray(12);
  const frame = Buffer.concat([Buffer.from("ANMF"), Buffer.alloc(4), Buffer.alloc(16), pixels]);
  frame.writeUInt32LE(16 + pixels.length, 4);

  it.each([
    ["an image", pixels],
    ["an animation", frame],
  ])("returns the size of a VP8X WebP when both sizes agree (%s)", (_, chunks) => {
    expect(readImageHeader(extended(160, 100, chunks))).toEqual({ type: "image/webp", width: 160, height: 100, isWhole: true });
    expect(readImageHeader(extended(16, 10, chunks))).toBeNull();
    expect(readImageHeader(extended(160, 99, chunks))).toBeNull();
    expect(readImageHeader(extended(160, 100, Buffer.alloc(0)))?.isWhole ?? false).toBe(false);
  });

  it.each([
    ["a GIF", "GIF89a"],
    ["an SVG", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
    ["a BMP", "BM"],
    ["nothing", ""],
  ])("rejects %s", (_, text) => expect(readImageHeader(Buffer.from(text))).toBeNull());

  it("returns without an error, and quickly, for any bytes", () => {
    const beginnings = [[0xff, 0xd8, 0xff], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], [...Buffer.from("RIFF0000WEBPVP8 ")], []];
    fc.assert(
      fc.property(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 300 }), (beginning, rest) => {
        const header = readImageHeader(Buffer.concat([Buffer.from(beginning), rest]));
        expect(header === null || (header.width >= 0 && header.height >= 0)).toBe(true);
      }),
    );
  });
});
