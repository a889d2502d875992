import { createCanvas, loadImage } from "@napi-rs/canvas";
import { expect, type Page, type Response } from "@playwright/test";

/** Answers to requests for map tiles that the page made, from whichever origin. */
export function noteTiles(page: Page): Response[] {
  const tiles: Response[] = [];
  page.on("response", (response) => {
    if (/\/tiles\/\d+\/\d+\/\d+\.png$/.test(new URL(response.url()).pathname)) tiles.push(response);
  });
  return tiles;
}

/** Colours that take up more than a hundredth of a picture. */
async function mainColours(png: Buffer): Promise<number> {
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) {
    const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const share = data.length / 4 / 100;
  return [...counts.values()].filter((count) => count > share).length;
}

/**
 * The map in the page's frame has painted: its tiles are pictures with pixels, and several colours of them are seen.
 * @param wait `timeout`: milliseconds for each of these; the runner's own unless given
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
  await expect.poll(async () => mainColours(await frame.screenshot()), { message: "colours of the map", ...wait }).toBeGreaterThan(3);
}
