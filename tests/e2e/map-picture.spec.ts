import { createCanvas } from "@napi-rs/canvas";
import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { insertProjects } from "../setup/product-database";

const DEMO = "Sea Chart of the World";
const NAME = "Harbour without a picture";

let takeAway: () => Promise<void>;

test.beforeEach(async () => {
  takeAway = await insertProjects([{ name: NAME, safeName: "harbour-without-a-picture" }]);
});
test.afterEach(() => takeAway());

function drawHalves(): Buffer {
  const canvas = createCanvas(640, 400);
  const context = canvas.getContext("2d");
  context.fillStyle = "#d00000";
  context.fillRect(0, 0, 320, 400);
  context.fillStyle = "#0000d0";
  context.fillRect(320, 0, 320, 400);
  return canvas.toBuffer("image/png");
}

const file = (buffer: Buffer, name = "harbour.png", mimeType = "image/png") => ({ name, mimeType, buffer });
const rowOf = (page: Page, name: string) => page.getByRole("row", { name });
const imageIn = (place: Locator) => place.locator("img");
const chartIn = (place: Locator) => place.locator("svg[viewBox='0 0 160 100']");

async function expectLoaded(image: Locator): Promise<void> {
  await expect(image).toHaveJSProperty("naturalWidth", 640, { timeout: 15_000 });
}

/** Opens the list with that project only: images below the window load later. */
const openList = (page: Page, name: string) => page.goto(`/projects?search=${encodeURIComponent(name)}`);

async function openDetails(page: Page, name = NAME): Promise<Locator> {
  await openList(page, name);
  const picture = page.getByRole("dialog").getByRole("group", { name: "Map picture" });
  await rowOf(page, name).getByRole("button", { name: "View Project" }).click();
  await expect(picture).toBeVisible();
  return picture;
}

async function choose(page: Page, picture: Locator, chosen: ReturnType<typeof file>): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await picture.getByRole("button", { name: "Change picture" }).click();
  await (await chooser).setFiles(chosen);
}

test.describe("an admin", () => {
  test.beforeEach(({ signInAs }) => signInAs("admin"));

  test("sets a thumbnail that the list shows immediately, and removes it", async ({ page }) => {
    const picture = await openDetails(page);
    await expect(chartIn(picture)).toBeVisible();
    await expect(picture.getByRole("button", { name: "Remove picture" })).toBeHidden();
    await choose(page, picture, file(drawHalves()));
    await expect(page.getByText("Map picture updated successfully")).toBeVisible();
    await expectLoaded(imageIn(picture));
    await expect(picture.getByRole("button", { name: "Remove picture" })).toBeVisible();
    await expectAccessible(page, "the picture of a project");
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expectLoaded(imageIn(rowOf(page, NAME)));

    await page.reload();
    await expectLoaded(imageIn(rowOf(page, NAME)));
    const again = await openDetails(page);
    await again.getByRole("button", { name: "Remove picture" }).click();
    await expect(page.getByText("Map picture removed successfully")).toBeVisible();
    await expect(chartIn(again)).toBeVisible();
    await expect(again.getByRole("button", { name: "Change picture" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(chartIn(rowOf(page, NAME))).toBeVisible();
  });

  test("sees the rendered thumbnail of the demo map without a Remove button", async ({ page }) => {
    await openList(page, DEMO);
    // It ships with the product, so that no worker has to render it first.
    await expectLoaded(imageIn(rowOf(page, DEMO)));
    const picture = await openDetails(page, DEMO);
    await expectLoaded(imageIn(picture));
    await expect(picture.getByRole("button", { name: "Remove picture" })).toBeHidden();
    await page.getByRole("tab", { name: "Versions" }).click();
    const version = page.getByRole("region", { name: "Map Versions" }).getByRole("listitem").first();
    await expectLoaded(imageIn(version));
  });
});
