import { createCanvas, loadImage } from "@napi-rs/canvas";
import { expect, it } from "vitest";
import { withResolution } from "./png-resolution";

it("withResolution writes the resolution as pixels per metre, and keeps the picture", async () => {
  const png = createCanvas(3, 2).toBuffer("image/png");
  const bytes = Buffer.from(await withResolution(new Blob([new Uint8Array(png)]), 300).arrayBuffer());
  const at = bytes.indexOf("pHYs");
  expect([bytes.readUInt32BE(at + 4), bytes.readUInt32BE(at + 8), bytes[at + 12]]).toEqual([11_811, 11_811, 1]);
  // The check of this chunk, as libpng writes it.
  expect(bytes.readUInt32BE(at + 13)).toBe(0x78a53f76);
  expect(await loadImage(bytes)).toMatchObject({ width: 3, height: 2 });
});
