import { expect, type Frame } from "@playwright/test";
import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";

/** Returns the number of colours of each tile of a Leaflet map. A blank tile has one colour. */
function coloursOfTiles(frame: Frame): Promise<number[]> {
  return frame.locator(".leaflet-tile-loaded").evaluateAll((tiles) =>
    tiles.map((tile) => {
      const canvas = document.createElement("canvas");
      const pen = canvas.getContext("2d");
      if (!pen || !(tile instanceof HTMLImageElement)) return 0;
      [canvas.width, canvas.height] = [tile.naturalWidth, tile.naturalHeight];
      pen.drawImage(tile, 0, 0);
      const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    }),
  );
}

test("the demo user signs in and sees the demo map with all its tiles", { tag: "@main" }, async ({ page }) => {
  const statuses = new Map<string, number>();
  page.on("response", (response) => {
    if (/\/tiles\/|countries\.geojson/.test(response.url())) statuses.set(new URL(response.url()).pathname, response.status());
  });
  const { email, password } = firstSignIn("user");
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In" }).click();

  await page.getByRole("list", { name: "Assigned projects" }).getByRole("button", { name: "Open Map Sea Chart of the World" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Interactive Map View")).toBeVisible();
  const map = dialog.frameLocator("iframe");
  await expect(map.getByRole("heading", { name: "Sea chart of the world" })).toBeVisible();
  await expect(map.locator(".leaflet-tile-loaded").first()).toBeVisible();
  await expect(map.locator(".leaflet-tile:not(.leaflet-tile-loaded)")).toHaveCount(0);

  const frame = page.frames().find((candidate) => candidate.url().includes("/projects/maps/sea-chart-of-the-world/"));
  if (!frame) throw new Error("The map has no frame.");
  const colours = await coloursOfTiles(frame);
  expect(colours.length).toBeGreaterThan(3);
  for (const count of colours) expect(count).toBeGreaterThan(1);

  // The countries are a layer above the tiles, which the map adds before the control of its layers. The center of the chart is in Africa.
  await expect(map.locator(".leaflet-control-layers")).toBeVisible();
  await map.locator("#map").hover();
  await expect(map.locator(".leaflet-tooltip")).toHaveText(/\S/);
  await map.locator("#map").click();
  await expect(map.locator(".leaflet-popup-content")).toContainText("km² on this chart");
  expect(Array.from(statuses.values()).every((status) => status === 200)).toBe(true);
  expect(statuses.size).toBeGreaterThan(4);
});
