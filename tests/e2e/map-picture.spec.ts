import { createCanvas } from "@napi-rs/canvas";
import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { dashboardAnswers, dashboardCalls } from "../setup/dashboard-answers";
import { inProduct, insertProjects } from "../setup/product-database";

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

  test("sets a thumbnail that the list shows immediately, and removes it", { tag: "@main" }, async ({ page }) => {
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

  test("replaces the thumbnail with a dropped image", async ({ page }) => {
    const picture = await openDetails(page);
    const transfer = await page.evaluateHandle((bytes) => {
      const data = new DataTransfer();
      data.items.add(
        new File([Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))], "harbour.png", { type: "image/png" }),
      );
      return data;
    }, drawHalves().toString("base64"));
    await picture.dispatchEvent("dragenter", { dataTransfer: transfer });
    await expect(picture.getByText("Drop the picture to use it")).toBeVisible();
    await picture.dispatchEvent("drop", { dataTransfer: transfer });
    await expectLoaded(imageIn(picture));
  });

  test("sees an error for an invalid image file, which is not sent", async ({ page }) => {
    const picture = await openDetails(page);
    const sent: string[] = [];
    page.on("request", (request) => void (request.method() === "PUT" && sent.push(request.url())));
    await choose(page, picture, file(Buffer.from("<svg/>"), "map.svg", "image/svg+xml"));
    await expect(picture.getByRole("alert")).toHaveText("The picture must be a PNG, JPEG or WebP file.");
    await choose(page, picture, file(Buffer.alloc(5 * 1024 * 1024 + 1)));
    await expect(picture.getByRole("alert")).toHaveText("The picture is too large. The maximum size is 5 MB.");
    expect(sent).toEqual([]);
    await choose(page, picture, file(drawHalves().subarray(0, 500)));
    await expect(picture.getByRole("alert")).toHaveText("The picture cannot be read. Please choose another file.");
    await expect(chartIn(picture)).toBeVisible();
  });

  test("sees an error when the server is unreachable, and can save the thumbnail later", async ({ page, complaints }) => {
    const picture = await openDetails(page);
    await page.route("**/api/project/image/*", (route) => route.abort());
    await choose(page, picture, file(drawHalves()));
    await expect(picture.getByRole("alert")).toHaveText("The server could not be reached. Please check your connection and try again.");
    await page.unroute("**/api/project/image/*");
    complaints.length = 0;
    await choose(page, picture, file(drawHalves()));
    await expectLoaded(imageIn(picture));
    await expect(picture.getByRole("alert")).toBeHidden();
  });

  test("sees the rendered thumbnail of the demo map without a Remove button", async ({ page }) => {
    await openList(page, DEMO);
    // It ships with the product, so that no worker has to render it first.
    await expectLoaded(imageIn(rowOf(page, DEMO)));
    const picture = await openDetails(page, DEMO);
    await expectLoaded(imageIn(picture));
    await expect(picture.getByRole("button", { name: "Remove picture" })).toBeHidden();
    const version = page.getByRole("region", { name: "Map Versions" }).getByRole("listitem").first();
    await expectLoaded(imageIn(version));
  });

  test("reads why a map has no thumbnail, and lets a worker try again", async ({ page }) => {
    const problem = "the map did not load within 30 seconds";
    await inProduct((client) => client.query(`UPDATE "Project" SET "imageProblem" = $1 WHERE name = $2`, [problem, NAME]));
    const picture = await openDetails(page);
    await expect(picture.getByText(`No thumbnail: ${problem}`)).toBeVisible();
    await expectAccessible(page, "a project without a thumbnail");
    await picture.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("A thumbnail will be taken soon")).toBeVisible();
    await expect(picture.getByText("No thumbnail:")).toBeHidden();
  });

  test("sees a placeholder of the same size when a thumbnail fails to load", async ({ page, complaints }) => {
    await page.route("**/api/project/image/*", (route) => route.fulfill({ status: 500 }));
    await openList(page, DEMO);
    const row = rowOf(page, DEMO);
    await expect(chartIn(row)).toBeVisible();
    expect(await row.locator(".aspect-8\\/5").evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual([62, 38]);
    complaints.length = 0;
  });
});

test("the project list of a user shows thumbnails without a button to change them", async ({ page, signInAs }) => {
  await signInAs("user");
  await openList(page, DEMO);
  await expect(rowOf(page, DEMO).locator("img, svg[viewBox='0 0 160 100']")).toBeVisible();
  await rowOf(page, DEMO).getByRole("button", { name: "View details" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Change picture" })).toBeHidden();
});

test("the dashboard of a superadmin says why thumbnails are off", async ({ page, signInAs }) => {
  await signInAs("superadmin");
  const { superadmin } = dashboardAnswers();
  await page.route(dashboardCalls.superadmin, (route) =>
    route.fulfill({ json: { ...superadmin, thumbnailProblem: "Chromium was not found" } }),
  );
  await page.goto("/dashboard");
  await expect(page.getByText("Map thumbnails are off: Chromium was not found.")).toBeVisible();
  await expectAccessible(page, "the dashboard without thumbnails");
});
