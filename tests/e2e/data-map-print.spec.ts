import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { expect, type Page } from "@playwright/test";
import geographiclib from "geographiclib-geodesic";
import { expectAccessible, expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";
import { DataMapScreen } from "../setup/data-map-screen";
import { FolderScreen } from "../setup/folder-screen";
import { findColor, type Pixels, readPrintedPdf } from "../setup/printed-map";
import { removeProject } from "../setup/remove-project";
import { unused } from "../setup/unused";

const [MIDDLE, EAST, NORTH] = ["#e8590c", "#2f9e44", "#862e9c"] as const;
const [LEFT, RIGHT] = ["#1971c2", "#f08c00"] as const;
const PLACE = { lat: 60, lng: 5 };

const feature = (geometry: object, color: string) => ({
  type: "Feature",
  properties: { "marker-color": color, fill: color, "fill-opacity": 1, stroke: color },
  geometry,
});

/** Returns a place at a true distance. @param azimuth degrees */
function placeAt(azimuth: number): [number, number] {
  const { lat2 = 0, lon2 = 0 } = geographiclib.Geodesic.WGS84.Direct(PLACE.lat, PLACE.lng, azimuth, 1000);
  return [lon2, lat2];
}

const point = (coordinates: [number, number], color: string) => feature({ type: "Point", coordinates }, color);
const square = (color: string) => {
  const [west, east, south, north] = [4.9, 5.1, 59.95, 60.05];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return feature({ type: "Polygon", coordinates: [ring] }, color);
};

let folder: string;
let published = "";
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-map-print-"));
});
test.afterAll(() => rm(folder, { recursive: true }));
test.afterEach(({ page, baseURL }) => removeProject(page, baseURL, published));

/** Publishes layers. @returns the address of their map */
async function publish(page: Page, layers: Readonly<Record<string, object[]>>): Promise<string> {
  published = unused("Print");
  const screen = new FolderScreen(page);
  await screen.open(published);
  const files = Object.entries(layers).map(async ([name, features]) => {
    const file = path.join(folder, `${name}.geojson`);
    await writeFile(file, JSON.stringify({ type: "FeatureCollection", features }));
    return file;
  });
  await screen.choose(await Promise.all(files), "Select Files");
  await screen.upload.click();
  await expect(screen.trayRow(`${published} is published`)).toBeVisible({ timeout: 60_000 });
  return `/projects/maps/${published.toLowerCase().replaceAll(" ", "-")}/`;
}

/** Returns the pixels of a picture. */
async function readPng(bytes: Buffer): Promise<Pixels> {
  const image = await loadImage(bytes);
  const context = createCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return { width: image.width, height: image.height, data: Uint8Array.from(data).filter((_, index) => index % 4 < 3) };
}

test("visitors print a map to a scale, as PDF and as PNG", async ({ page, signInAs }) => {
  await signInAs("admin");
  const points = [point([PLACE.lng, PLACE.lat], MIDDLE), point(placeAt(90), EAST), point(placeAt(0), NORTH)];
  const address = await publish(page, { marks: points });
  const map = new DataMapScreen(page);
  await page.goto(`${address}#map=13/${PLACE.lat}/${PLACE.lng}`);
  await map.drawn();
  await page.getByRole("button", { name: "Print", exact: true }).click();
  const card = page.getByRole("region", { name: "Print", exact: true });
  const print = async () => {
    const downloading = page.waitForEvent("download");
    await card.getByRole("button", { name: "Print" }).click();
    const download = await downloading;
    await expect(card.getByRole("status")).toHaveText(`${download.suggestedFilename()} is ready.`);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };

  await test.step("on a PDF at 1:25,000, 1 km is 40 mm long", async () => {
    await card.getByRole("combobox", { name: "Scale" }).selectOption("1:25,000");
    await card.getByRole("textbox", { name: "Title" }).fill("Łeba & Ølhavn");
    const { name, bytes } = await print();
    expect(name).toBe("Łeba-Ølhavn.pdf");
    const { page: paper, picture } = readPrintedPdf(bytes);
    expect(paper.width).toBeCloseTo(297, 1);
    expect(paper.height).toBeCloseTo(210, 1);
    expect(picture.width / picture.widthMm).toBeCloseTo(300 / 25.4, 1);
    const [middle, east, north] = [MIDDLE, EAST, NORTH].map((color) => findColor(picture, color));
    const scale = picture.widthMm / picture.width;
    const distance = (to = { x: 0, y: 0 }, from = { x: 0, y: 0 }) => Math.hypot(to.x - from.x, to.y - from.y) * scale;
    expect(Math.abs(distance(east, middle) / 40 - 1)).toBeLessThan(0.01);
    expect(Math.abs(distance(north, middle) / 40 - 1)).toBeLessThan(0.01);
    // The middle of the frame is the middle of the map on paper.
    expect((middle?.x ?? 0) / picture.width).toBeCloseTo(0.5, 2);
    expect((middle?.y ?? 0) / picture.height).toBeCloseTo(0.5, 2);
  });

  await test.step("a PNG has the pixels of the paper, and what the frame shows", async () => {
    await card.getByRole("combobox", { name: "Format" }).selectOption("PNG");
    await card.getByRole("combobox", { name: "Orientation" }).selectOption("Portrait");
    await card.getByRole("combobox", { name: "Resolution" }).selectOption("150 dpi");
    const { bytes } = await print();
    const picture = await readPng(bytes);
    expect([picture.width, picture.height]).toEqual([1240, 1754]);
    expect(bytes.readUInt32BE(bytes.indexOf("pHYs") + 4)).toBe(5906);
    for (const color of [MIDDLE, EAST, NORTH]) expect(findColor(picture, color).count).toBeGreaterThan(50);
    expect(findColor(picture, "#0c1b2b").count).toBeGreaterThan(1000);
  });

  await test.step("a scale that can't be read prints nothing", async () => {
    await card.getByRole("combobox", { name: "Scale" }).selectOption("Other…");
    await card.getByRole("textbox", { name: "Other scale" }).fill("1:7");
    await expect(card.getByRole("button", { name: "Print" })).toBeDisabled();
    await expect(card.getByRole("status")).toContainText("Type a scale from 1:500");
    await card.getByRole("textbox", { name: "Other scale" }).fill("1:30,000");
    await expect(card.getByRole("button", { name: "Print" })).toBeEnabled();
  });

  await test.step("printing can be cancelled", async () => {
    await page.route("**/*.geojson", () => undefined);
    await card.getByRole("button", { name: "Print" }).click();
    await card.getByRole("button", { name: "Cancel" }).click();
    await expect(card.getByRole("status")).toHaveText("Printing is cancelled.");
    await expect(page.locator("canvas.maplibregl-canvas")).toHaveCount(1);
    await page.unroute("**/*.geojson");
  });

  await test.step("nothing covers the frame", async () => {
    await expectGoodEverywhere(page, "printing", async () => {
      const covered = () =>
        page.evaluate(() => {
          const frame = document.querySelector(".print-frame")?.getBoundingClientRect();
          const covers = [...document.querySelectorAll(".maplibregl-ctrl-top-right, .card, .panel")].map((cover) =>
            cover.getBoundingClientRect(),
          );
          const overlaps = covers.map(
            (cover) =>
              frame && cover.left < frame.right && frame.left < cover.right && cover.top < frame.bottom && frame.top < cover.bottom,
          );
          return overlaps.filter(Boolean).length;
        });
      await expect.poll(covered).toBe(0);
    });
    await page.keyboard.press("Escape");
    await expect(page.locator(".print-frame")).toHaveCount(0);
  });
});

test("visitors compare two layers at both sides of a divider", async ({ page, signInAs }) => {
  await signInAs("admin");
  const address = await publish(page, { before: [square(LEFT)], after: [square(RIGHT)] });
  await page.goto(`${address}#map=14/${PLACE.lat}/${PLACE.lng}`);
  await new DataMapScreen(page).drawn();
  await page.getByRole("button", { name: "Compare layers" }).click();
  const card = page.getByRole("region", { name: "Compare layers" });
  const divider = page.getByRole("slider", { name: "Divider" });
  const clip = { x: 400, y: 500, width: 640, height: 200 };
  const shares = async () => {
    const picture = await readPng(await page.screenshot({ clip }));
    const [left, right] = [findColor(picture, LEFT), findColor(picture, RIGHT)];
    return {
      left: Math.round((10 * left.count) / (640 * 200)),
      right: Math.round((10 * right.count) / (640 * 200)),
      isOrdered: left.x < right.x,
    };
  };
  await card.getByRole("combobox", { name: "Left" }).selectOption("Before");
  await card.getByRole("combobox", { name: "Right" }).selectOption("After");
  await expect.poll(shares).toEqual({ left: 5, right: 5, isOrdered: true });
  await expectAccessible(page, "comparing layers");

  await test.step("keys and the pointer move the divider", async () => {
    await divider.focus();
    for (const key of ["PageUp", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
    await expect(divider).toHaveAttribute("aria-valuenow", "60");
    await expect.poll(shares).toMatchObject({ left: 7, right: 3 });
    await page.mouse.move(864, 300);
    await page.mouse.down();
    await page.mouse.move(1440 * 0.4, 300, { steps: 3 });
    await page.mouse.up();
    await expect.poll(shares).toMatchObject({ left: 3, right: 7 });
  });

  await test.step("the second map moves with the first one", async () => {
    await page.mouse.move(800, 600);
    await page.mouse.down();
    await page.mouse.move(800, 850, { steps: 5 });
    await page.mouse.up();
    await expect.poll(shares).toMatchObject({ left: 3, right: 7 });
  });

  await test.step("a layer is compared with nothing", async () => {
    await card.getByRole("combobox", { name: "Right" }).selectOption("Nothing");
    await card.getByRole("combobox", { name: "Left" }).selectOption("After");
    await expect.poll(shares).toEqual({ left: 7, right: 3, isOrdered: false });
  });

  await test.step("Escape shows one map with all layers again", async () => {
    await card.getByRole("combobox", { name: "Left" }).press("Escape");
    await expect(divider).toHaveCount(0);
    await expect(page.locator("canvas.maplibregl-canvas")).toHaveCount(1);
  });
});
