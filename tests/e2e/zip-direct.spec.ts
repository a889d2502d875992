import { open } from "node:fs/promises";
import path from "node:path";
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
  await expect(page.getByRole("radio", { name: DIRECT })).toBeChecked();
  await expectAccessible(page, "an extraction after a reload");
  release();
  await screen.completed();
  await expect(page.getByText("Drop a ZIP file here")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Drop a ZIP file here")).toBeVisible();
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

test("the upload screen reports each failure and is ready for the next upload", async ({ page, complaints }) => {
  const screen = new UploadScreen(page);
  await screen.open(unused("Failure"));
  await screen.selectMethod(DIRECT);

  const tooLarge = path.join(harbour.folder, "large.zip");
  const file = await open(tooLarge, "w");
  await file.truncate(53_687_091_201);
  await file.close();
  await screen.choose(tooLarge);
  await expect(screen.error).toHaveText("ZIP file is too large. Maximum size is 50GB");

  async function expectFailure(message: string | RegExp): Promise<void> {
    await screen.choose(harbour.archive);
    await screen.upload.click();
    await expect(screen.error).toHaveText(message);
    await expect(page.getByText("Drop a ZIP file here")).toBeVisible();
  }
  const calls = "**/upload-zip-direct";
  await page.route(calls, (route) => route.fulfill({ status: 200, contentType: "text/html", body: "<html></html>" }));
  await expectFailure("Invalid server response");
  await page.unroute(calls);
  await page.route(calls, (route) => route.fulfill({ status: 409, json: { success: false, message: "Taken.", error: "Taken." } }));
  await expectFailure("Upload failed: Taken.");
  await page.unroute(calls);
  await page.route(calls, (route) => route.abort());
  await expectFailure("Upload failed due to network error");
  await page.unroute(calls);
  await page.evaluate(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = () => {
      XMLHttpRequest.prototype.send = send;
      throw new Error("There are no requests today.");
    };
  });
  await expectFailure("Failed to initialize ZIP upload");
  await page.evaluate(() => {
    const { setInterval } = window;
    const failOnce = () => {
      Object.assign(window, { setInterval });
      throw new Error("There is no time.");
    };
    Object.assign(window, { setInterval: failOnce });
  });
  await screen.selectMethod("TUS Upload");
  await expectFailure("Failed to initialize TUS ZIP upload");

  // The browser logs each aborted request.
  complaints.length = 0;
});
