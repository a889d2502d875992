import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible, expectGoodEverywhere } from "../setup/accessibility";
import { signIn, test } from "../setup/browser";
import { openFolder } from "../setup/editor-screen";
import { type PublishedSite, publishSite } from "../setup/published-site";
import { sampleImage, sampleSound, sampleVideo } from "../setup/sample-media";

const ports = {
  type: "FeatureCollection",
  features: [
    { type: "Feature", properties: { name: "<b>Hamburg</b>", berths: 320 }, geometry: { type: "Point", coordinates: [9.97, 53.54] } },
    {
      type: "Feature",
      properties: { name: "Route" },
      geometry: {
        type: "LineString",
        coordinates: [
          [9.97, 53.54],
          [4.4, 51.95],
        ],
      },
    },
  ],
};
const settings = { title: "Harbour", list: Array.from({ length: 40 }, (_, id) => ({ id, at: [id, id + 1] })) };

let site: PublishedSite;

test.beforeAll(async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL });
  await signIn(page.request, "admin", baseURL);
  site = await publishSite(page, baseURL, {
    "broken.geojson": '{"type": "FeatureCollection", ',
    "broken.png": "no picture",
    "chart.png": sampleImage(1_600, 400),
    "data.dat": Buffer.alloc(3_000, 7),
    "empty.txt": "",
    "fake.txt": Buffer.from([0, 1, 2, 0, 0, 9]),
    "film.webm": await sampleVideo(page),
    "horn.wav": sampleSound(),
    "pin.svg":
      '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><script>top.document.title = "Taken"</script><circle cx="9" cy="9" r="9"/></svg>',
    "plan.pdf": await page.pdf(),
    "ports.geojson": JSON.stringify(ports),
    "settings.json": JSON.stringify(settings),
    "soundings.csv": "12.5;13.5;14.5\n".repeat(400_000),
    "gone.png": sampleImage(16, 16),
  });
});
test.afterAll(() => site.remove());
test.beforeEach(({ signInAs }) => signInAs("admin"));

const dialogOf = (page: Page, file: string) => page.getByRole("dialog", { name: file });

async function preview(page: Page, file: string): Promise<Locator> {
  await page.getByRole("button", { name: `Actions for ${file}` }).click();
  await page.getByRole("menuitem", { name: "Preview" }).click();
  const dialog = dialogOf(page, file);
  await expect(dialog).toBeVisible();
  return dialog;
}

async function leave(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}

const widthOf = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);

test("the preview shows images, videos, sounds and PDF documents", async ({ page }) => {
  await openFolder(page, site.safeName);

  await test.step("the preview shows an image scaled to fit and in its original size", async () => {
    const dialog = await preview(page, "chart.png");
    await expect(dialog.getByText("1600 × 400 pixels")).toBeVisible();
    const shown = () => dialog.getByRole("img").evaluate((image) => image.clientWidth);
    expect(await shown()).toBeLessThan(1_600);
    await dialog.getByRole("button", { name: "100 %" }).click();
    expect(await shown()).toBe(1_600);
    await expectAccessible(page, "the preview of a picture");
    await leave(page, dialog);
  });

  await test.step("the preview shows an SVG image without running its scripts", async () => {
    const dialog = await preview(page, "pin.svg");
    await expect.poll(() => widthOf(dialog.getByRole("img"))).toBe(24);
    expect(await page.title()).not.toBe("Taken");
    await leave(page, dialog);
  });

  await test.step("the preview plays a video and a sound", async () => {
    const film = await preview(page, "film.webm");
    await expect.poll(() => film.locator("video").evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(300);
    await leave(page, film);
    const sound = await preview(page, "horn.wav");
    await expect.poll(() => sound.locator("audio").evaluate((audio: HTMLAudioElement) => Math.round(audio.duration))).toBe(2);
    await leave(page, sound);
  });

  await test.step("the preview shows a PDF document in the browser's viewer", async () => {
    const dialog = await preview(page, "plan.pdf");
    const hasViewer = await page.evaluate(() => navigator.pdfViewerEnabled);
    await expect(hasViewer ? dialog.locator("iframe") : dialog.getByRole("link", { name: "Open in New Tab" })).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
  });
});

test("the preview shows GeoJSON as a map and text files as text", async ({ page }) => {
  await openFolder(page, site.safeName);

  await test.step("the preview shows GeoJSON on a map without requests to other origins", async () => {
    const origin = new URL(page.url()).origin;
    const foreign: string[] = [];
    page.on("request", (request) => {
      const { protocol, origin: asked } = new URL(request.url());
      if (protocol.startsWith("http") && asked !== origin) foreign.push(request.url());
    });
    const dialog = await preview(page, "ports.geojson");
    await expect(dialog.getByText("GeoJSON · 2 features")).toBeVisible();
    const map = dialog.getByRole("region", { name: "Map of ports.geojson" });
    await expect(map.locator("canvas").first()).toBeVisible();
    await expectAccessible(page, "the preview of a map");
    // The route connects two corners of the visible map. Hamburg is at the top right.
    const box = await map.boundingBox();
    if (!box) throw new Error("There is no map.");
    const popup = map.locator(".leaflet-popup-content");
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(popup).toContainText("Route");
    await dialog.getByRole("tab", { name: "Text" }).click();
    await expect(dialog.getByRole("textbox")).toContainText("<b>Hamburg</b>");
    expect(foreign).toEqual([]);
    await leave(page, dialog);
  });

  await test.step("the preview reports invalid GeoJSON and shows its text", async () => {
    const dialog = await preview(page, "broken.geojson");
    await expect(dialog.getByText("This is not valid JSON.")).toBeVisible();
    await expect(dialog.getByRole("textbox")).toContainText("FeatureCollection");
    await leave(page, dialog);
  });

  await test.step("the preview formats JSON", async () => {
    const dialog = await preview(page, "settings.json");
    await expect(dialog.getByRole("textbox").locator(".cm-line").nth(1)).toHaveText('  "title": "Harbour",');
    await leave(page, dialog);
  });

  await test.step("the preview truncates a long text and opens a short one in the editor", async () => {
    const long = await preview(page, "soundings.csv");
    await expect(long.getByText("Showing the first 256.0 KB of 5.7 MB.")).toBeVisible();
    await expect(long.getByRole("button", { name: "Edit" })).toBeHidden();
    await leave(page, long);
    const short = await preview(page, "index.html");
    await expect(short.getByRole("textbox")).toContainText("<title>Harbour</title>");
    await expectAccessible(page, "the preview of a text");
    await short.getByRole("button", { name: "Edit" }).click();
    await expect(page.getByRole("textbox", { name: "Text of index.html" })).toBeFocused();
  });
});

test("the preview reports files whose content does not match their name", async ({ page }) => {
  await openFolder(page, site.safeName);
  for (const [file, words] of [
    ["broken.png", "Can't show this image."],
    ["fake.txt", "This isn't a text file."],
    ["empty.txt", "This file is empty."],
    ["data.dat", "No preview is available for this file type."],
  ] as const) {
    const dialog = await preview(page, file);
    await expect(dialog).toContainText(words);
    await expectAccessible(page, words);
    await leave(page, dialog);
  }
});

test("the preview moves through the folder by arrow keys, is accessible and fits at every width", async ({ page }) => {
  await openFolder(page, site.safeName);
  await preview(page, "broken.png");
  await page.keyboard.press("ArrowRight");
  await expect(dialogOf(page, "chart.png")).toContainText("1600 × 400 pixels");
  await page.keyboard.press("ArrowLeft");
  await expect(dialogOf(page, "broken.png")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  const map = dialogOf(page, "broken.geojson");
  await expect(map).toContainText("1 of");
  await map.getByRole("button", { name: "Next File" }).click();
  await page.keyboard.press("ArrowRight");
  const picture = dialogOf(page, "chart.png");
  await expect(picture).toContainText("1600 × 400 pixels");
  await expectGoodEverywhere(page, "a preview");
});

test("a download stays on the page and reports a file that no longer exists", async ({ page, baseURL }) => {
  await openFolder(page, site.safeName);
  const button = page.getByRole("button", { name: "Download file gone.png" });
  const download = page.waitForEvent("download");
  await button.click();
  expect((await download).suggestedFilename()).toBe("gone.png");
  await page.request.delete(`/api/files/${site.safeName}/item`, {
    data: { itemPath: "gone.png" },
    headers: { origin: baseURL ?? "" },
  });
  await button.click();
  await expect(page.getByRole("alert").filter({ hasText: "“gone.png” no longer exists." })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("files")).toBe(site.safeName);
});
