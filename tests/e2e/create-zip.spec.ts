import { expect } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";
import { type Harbour, writeHarbour } from "../setup/harbour";
import { expectPainted, noteTiles } from "../setup/painted-map";
import { noteUploads } from "../setup/transfer-screen";
import { unused } from "../setup/unused";
import { UploadScreen } from "../setup/upload-screen";

let harbour: Harbour;

test.beforeAll(async () => {
  harbour = await writeHarbour();
});
test.afterAll(() => harbour.remove());

test("an admin signs in, uploads the ZIP file of a map site and sees the map", { tag: "@main" }, async ({ page }) => {
  const name = unused("Harbour");
  const { email, password } = firstSignIn("admin");
  await page.goto("/projects");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
  await page.getByRole("button", { name: "Create Project" }).click();

  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByText("Project name is required.")).toBeVisible();
  await expectAccessible(page, "the upload of a ZIP");
  await page.getByLabel("Project Name").fill(name);
  await expect(page.getByText(`/projects/maps/${name.toLowerCase().replace(" ", "-")}/`)).toBeVisible();
  await page.getByLabel("Description").fill("Berths, soundings and the fairways of the harbour, as charted this year");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Creation Options" })).toBeFocused();
  await expectAccessible(page, "the upload of a ZIP");
  await page.getByRole("button", { name: /^Upload ZIP File/ }).click();

  const screen = new UploadScreen(page);
  await expectAccessible(page, "the upload of a ZIP");
  await screen.choose(harbour.archive);
  await expect(page.getByText("harbour.zip", { exact: true })).toBeVisible();
  const facts = page.getByRole("main").locator("dl");
  await expect(facts).toContainText("Files25");
  await expect(facts).toContainText("index.htmlFound");
  await expectAccessible(page, "the upload of a ZIP");
  await screen.upload.click();
  await screen.completed();
  await expectAccessible(page, "the upload of a ZIP");

  const tiles = noteTiles(page);
  await page.getByRole("button", { name: "Open Map" }).click();
  const dialog = page.getByRole("dialog", { name });
  await expect(dialog.getByText("Interactive Map View")).toBeVisible();
  await expectPainted(page);
  await dialog.getByRole("button", { name: "Full Screen View" }).click();
  await expect(page.getByRole("dialog", { name: "Full Screen Map View" })).toBeVisible();
  await expectPainted(page);
  expect(tiles.length).toBeGreaterThan(3);
  expect(new Set(tiles.map((tile) => tile.status()))).toEqual(new Set([200]));
  expect(new Set(tiles.map((tile) => new URL(tile.url()).origin))).not.toContain(new URL(page.url()).origin);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

  await page.getByRole("tab", { name: "Project List" }).click();
  await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText("Berths, soundings and the fairways of the harbour,...");
});

test.describe("the ZIP upload", () => {
  test.beforeEach(({ signInAs }) => signInAs("admin"));

  test("pauses, resumes and leaves no data on the server when cancelled", async ({ page }) => {
    const uploads = noteUploads(page);
    const screen = new UploadScreen(page);
    const name = unused("Halted");
    await screen.throttleHard();
    await screen.begin(name, harbour.largeArchive);
    await screen.holdAt(25);
    await screen.pause.click();
    await expect(page.getByText("Paused", { exact: true })).toBeVisible();
    await expect(screen.trayRow("Paused")).toBeVisible();
    await expectAccessible(page, "the upload of a ZIP");
    const sent = await screen.percent();
    const asked = uploads.length;
    await screen.resume.click();
    await screen.holdAt(sent + 10);
    expect(uploads.slice(asked, asked + 2)).toEqual(["HEAD", expect.stringMatching(/^PATCH [1-9]/)]);
    const gone = page.waitForResponse((response) => response.request().method() === "DELETE");
    await screen.cancel();
    await expect(page.getByText("Upload cancelled").first()).toBeVisible();
    expect((await gone).status()).toBe(204);
    await expect(page.getByText("Drop a ZIP file here")).toBeVisible();
    await expect(screen.trayRow(name)).toHaveCount(0);
  });

  test("continues after a reload only with the same file", async ({ page }) => {
    const name = unused("Reopened");
    const screen = new UploadScreen(page);
    await screen.throttleHard();
    await screen.begin(name, harbour.largeArchive);
    await screen.holdAt(40);
    page.once("dialog", (question) => question.accept());
    await page.reload();
    const item = page.getByRole("listitem").filter({ hasText: `An unfinished upload of harbour-large.zip for ${name}` });
    await expect(item).toContainText(/\([2-9]\d %\)/);
    await expectAccessible(page, "the upload of a ZIP");
    await screen.choose(harbour.archive, "Continue");
    await expect(page.getByText("This is not the same file.")).toBeVisible();
    const uploads = noteUploads(page);
    await screen.unthrottle();
    await screen.choose(harbour.largeArchive, "Continue");
    await screen.completed();
    expect(uploads[0]).toBe("HEAD");
    expect(uploads).not.toContain("POST");
    expect(uploads).not.toContain("PATCH 0");
    await expect(item).toHaveCount(0);
  });

  test("waits for the network and continues at the same offset", async ({ page, complaints }) => {
    const uploads = noteUploads(page);
    const screen = new UploadScreen(page);
    await screen.throttleHard();
    await screen.begin(unused("Connection"), harbour.largeArchive);
    await screen.holdAt(30);
    await screen.goOffline();
    await expect(page.getByText("Waiting for the network.")).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page, "the upload of a ZIP");
    await screen.unthrottle();
    await screen.completed();
    expect(uploads.filter((note) => note === "POST")).toHaveLength(1);
    // The browser logs each request that failed without a network.
    complaints.length = 0;
  });

  test("continues after the user signs in again when the session ends", async ({ page, signInAs, baseURL }) => {
    const uploads = noteUploads(page);
    const screen = new UploadScreen(page);
    await screen.throttleHard();
    await screen.begin(unused("Returning"), harbour.largeArchive);
    await screen.holdAt(30);
    await page.request.post("/api/auth/logout", { headers: { origin: baseURL ?? "" } });
    await screen.throttle();
    await expect(page.getByText("Your session has ended.")).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page, "the upload of a ZIP");
    await screen.unthrottle();
    await signInAs("admin");
    await screen.completed();
    expect(uploads.filter((note) => note === "POST")).toHaveLength(1);
  });

  test("continues the extraction in the background when the user leaves", async ({ page }) => {
    const name = unused("Background");
    const screen = new UploadScreen(page);
    const release = await screen.holdExtraction();
    await screen.begin(name, harbour.archive);
    await page.getByRole("button", { name: "View Projects" }).click();
    await expect(page.getByText("Extraction continues in background. Project will appear when complete.")).toBeVisible();
    await expect(page.getByRole("row", { name: new RegExp(name) })).toBeVisible({ timeout: 30_000 });
    release();
    await expect(screen.trayRow(`${name} is published`)).toBeVisible({ timeout: 30_000 });
  });
});
