import { expect } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { briefText } from "../setup/brief-text";
import { test } from "../setup/browser";
import { type Harbour, writeHarbour } from "../setup/harbour";
import { openLossyPage } from "../setup/lossy-page";
import { unused } from "../setup/unused";
import { UploadScreen } from "../setup/upload-screen";

/** The direct upload of a ZIP file in one request, which cannot pause or resume. */

const DIRECT = "Direct Upload";
let harbour: Harbour;

test.beforeAll(async () => {
  harbour = await writeHarbour();
});
test.afterAll(() => harbour.remove());
test.beforeEach(({ signInAs }) => signInAs("admin"));

test("the direct upload publishes a ZIP file in one request, and a reload shows its extraction", { tag: "@main" }, async ({ page }) => {
  const name = unused("Direct");
  const screen = new UploadScreen(page);
  const release = await screen.holdExtraction();
  await screen.begin(name, harbour.archive, DIRECT);
  await expect(page.getByRole("main").getByText("40%")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("region", { name: "Upload", exact: true }).getByRole("heading", { name })).toBeVisible();
  await expect(page.getByRole("main").getByText("40%")).toBeVisible();
  await expect(page.locator("summary", { hasText: DIRECT })).toBeVisible();
  await expectAccessible(page, "an extraction after a reload");
  release();
  await screen.completed();
  await page.getByRole("button", { name: "Publish Another" }).click();
  await expect(page.getByRole("heading", { name: "Create New Project" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Create New Project" })).toBeVisible();
});

test("the direct upload cannot pause, asks before it is cancelled and leaves no data", async ({ page }) => {
  const name = unused("Abandoned");
  const screen = new UploadScreen(page);
  await screen.throttleHard();
  await screen.begin(name, harbour.largeArchive, DIRECT);
  await screen.reached(2);
  await expect(page.getByText("Pause/Resume not available with direct upload. Use cancel if needed.")).toBeVisible();
  await expect(screen.pause).toHaveCount(0);
  await expectAccessible(page, "a direct upload");
  await expect(screen.trayRow(name).getByRole("button")).toHaveCount(1);
  await screen
    .trayRow(name)
    .getByRole("button", { name: `Cancel ${name}` })
    .click();
  await page.getByRole("button", { name: "Keep Uploading" }).click();
  await expect(screen.trayRow(name)).toBeVisible();
  const cancelled = briefText(page, "main", "Upload cancelled");
  await screen.cancel();
  await cancelled;
  await expect(page.getByText("Drop a ZIP file here")).toBeVisible();
  // The tray may show failed imports of the same account from earlier tests.
  await expect(screen.trayRow(name)).toHaveCount(0);
  const { exists } = await (await page.request.get(`/api/project/check-name/${encodeURIComponent(name)}`)).json();
  expect(exists).toBe(false);
});

test("the direct upload queries the server after a lost response before it reports a failure", async ({
  browser,
  baseURL,
  context,
  complaints,
}) => {
  const { page, line, close } = await openLossyPage(browser, baseURL, context, "/upload-zip-direct");
  const screen = new UploadScreen(page);
  const asked = page.getByText("The connection was lost before the server answered.");
  try {
    await test.step("the server has received nothing", async () => {
      line.lose("call");
      await screen.begin(unused("Lost"), harbour.archive, DIRECT);
      await expect(asked).toBeVisible();
      await expectAccessible(page, "an upload whose answer was lost");
      await expect(screen.error).toHaveText("Upload failed due to network error", { timeout: 20_000 });
    });
    await test.step("the server has received everything", async () => {
      line.lose("answer");
      await screen.begin(unused("Arrived"), harbour.archive, DIRECT);
      await screen.completed();
      await expect(page.getByText("Upload failed")).toHaveCount(0);
    });
  } finally {
    await close();
  }
  complaints.length = 0;
});
