import { createCanvas } from "@napi-rs/canvas";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readImageHeader } from "./image-header";

const draw = (width: number, height: number) => {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#0a6";
  context.fillRect(0, 0, width, height / 2);
  return canvas;
};

describe("the size of an image", () => {
  it.each([
    ["image/png", draw(123, 45).toBuffer("image/png")],
    ["image/jpeg", draw(123, 45).toBuffer("image/jpeg", 80)],
    ["image/webp", draw(123, 45).toBuffer("image/webp", 80)],
    ["image/webp", draw(123, 45).toBuffer("image/webp", 100)],
  ] as const)("is read off its first bytes (%s)", (type, bytes) => {
    expect(readImageHeader(bytes)).toEqual({ type, width: 123, height: 45, isWhole: true });
    expect(readImageHeader(bytes.subarray(0, bytes.length - 5))).toMatchObject({ type, isWhole: false });
  });

  it("is found behind a photograph's notes with a picture of their own", () => {
    const image = draw(123, 45).toBuffer("image/jpeg", 80);
    const small = draw(16, 10).toBuffer("image/jpeg", 80);
    const notes = Buffer.concat([Buffer.from([0xff, 0xe1, (small.length + 2) >> 8, (small.length + 2) & 0xff]), small]);
    const photograph = Buffer.concat([image.subarray(0, 2), notes, image.subarray(2)]);
    expect(readImageHeader(photograph)).toMatchObject({ width: 123, height: 45, isWhole: true });
    expect(readImageHeader(photograph.subarray(0, photograph.length - 5))).toMatchObject({ width: 123, isWhole: false });
  });

  it.each([
    ["a GIF", "GIF89a"],
    ["an SVG", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
    ["a BMP", "BM"],
    ["nothing", ""],
  ])("is not read off %s", (_, text) => expect(readImageHeader(Buffer.from(text))).toBeNull());

  it("is looked for in anything without an error, and without end", () => {
    const beginnings = [[0xff, 0xd8, 0xff], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], [...Buffer.from("RIFF0000WEBPVP8 ")], []];
    fc.assert(
      fc.property(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 300 }), (beginning, rest) => {
        const header = readImageHeader(Buffer.concat([Buffer.from(beginning), rest]));
        expect(header === null || (header.width >= 0 && header.height >= 0)).toBe(true);
      }),
    );
  });
});
