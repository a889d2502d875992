import { expect, type FrameLocator, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { publishSmallMap, type SmallMap } from "../setup/small-map";

const ASSET = `mark-${Date.now()}.svg`;
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="23" height="23"/>';

let map: SmallMap;
test.beforeEach(async ({ page, baseURL, signInAs }) => {
  await signInAs("admin");
  const image = `<!doctype html><title>Map</title><img alt="mark" src="../assets/${ASSET}">`;
  map = await publishSmallMap(page, baseURL, { "index.html": image, "legend.html": image, "data.txt": "depths" });
  const multipart = { files: { name: ASSET, mimeType: "image/svg+xml", buffer: Buffer.from(svg) }, targetPath: "" };
  const headers = { origin: baseURL ?? "" };
  expect((await page.request.post("/api/files/assets/files", { headers, multipart })).ok()).toBe(true);
});
test.afterEach(async ({ page, baseURL }) => {
  await map.remove();
  const data = { itemPath: ASSET, itemType: "file", permanently: true };
  expect((await page.request.delete("/api/files/assets/item", { headers: { origin: baseURL ?? "" }, data })).ok()).toBe(true);
});

async function expectAsset(place: Page | FrameLocator): Promise<void> {
  await expect(place.getByRole("img", { name: "mark" })).toHaveJSProperty("naturalWidth", 23);
}

test("a map shows the shared assets on its own origin in the viewer, in a tab and at a typed URL", async ({ page, context }) => {
  await page.goto(`/projects?map=${map.safeName}`);
  await expectAsset(page.frameLocator("iframe"));
  await page.getByRole("button", { name: "Full Screen View" }).click();
  await expectAsset(page.frameLocator("iframe"));
  const opening = context.waitForEvent("page");
  await page.getByRole("link", { name: "Open in New Tab" }).click();
  const tab = await opening;
  await expectAsset(tab);
  const ownOrigin = new URL(tab.url()).origin;
  expect(ownOrigin).toMatch(/^http:\/\/[\da-f-]{36}\.localhost:\d+$/);

  // The browser has no cookie of the map, as after a restart.
  await context.clearCookies({ name: "__Host-sea-vision.map" });
  await tab.goto(`${ownOrigin}/projects/maps/${map.safeName}/legend.html?zoom=3#5/54/10`);
  await expectAsset(tab);
  expect(tab.url()).toBe(`${ownOrigin}/projects/maps/${map.safeName}/legend.html?zoom=3#5/54/10`);
});

test("an API client reads a map's file at an origin that rejects browsers", async ({ page, context }) => {
  // Requests of Playwright have no Fetch Metadata headers.
  const file = await page.request.get(`/projects/maps/${map.safeName}/data.txt`);
  expect(new URL(file.url()).origin).toMatch(/^http:\/\/localhost:\d+$/);
  expect(await file.text()).toBe("depths");

  const refused = await page.goto(file.url());
  expect(refused?.status()).toBe(403);
  await expect(page.getByRole("heading")).toHaveText("This address is for programs");
  const opening = context.waitForEvent("page");
  await page.getByRole("link", { name: "Open the map" }).click();
  await expect((await opening).getByText("depths")).toBeVisible();
});
