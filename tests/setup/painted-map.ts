import { createCanvas, loadImage } from "@napi-rs/canvas";
import { expect, type Page, type Response } from "@playwright/test";

/** Records the responses to map tile requests of the page, from any origin. */
export function noteTiles(page: Page): Response[] {
  const tiles: Response[] = [];
  page.on("response", (response) => {
    if (/\/tiles\/\d+\/\d+\/\d+\.png$/.test(new URL(response.url()).pathname)) tiles.push(response);
  });
  return tiles;
}

/** Counts the colors that cover more than one percent of an image. */
async function countMainColors(png: Buffer): Promise<number> {
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) {
    const color = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const share = data.length / 4 / 100;
  return [...counts.values()].filter((count) => count > share).length;
}

/**
 * Expects the map in the page's frame to show loaded tiles in several colors.
 * @param wait `timeout`: milliseconds for each expectation, by default that of the test runner
 */
export async function expectPainted(page: Page, wait: { timeout?: number } = {}): Promise<void> {
  const frame = page.locator("iframe");
  const tiles = frame.contentFrame().locator("img.leaflet-tile");
  await expect.poll(() => tiles.count(), { message: "tiles in the frame", ...wait }).toBeGreaterThan(3);
  await expect
    .poll(
      () =>
        tiles.evaluateAll((images) =>
          images.every((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0),
        ),
      { message: "every tile has loaded", ...wait },
    )
    .toBe(true);
  await expect.poll(async () => countMainColors(await frame.screenshot()), { message: "colors of the map", ...wait }).toBeGreaterThan(3);
}
