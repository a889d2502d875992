import { appendFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { test } from "../setup/browser";
import { craftZip } from "../setup/craft-zip";
import { zipFolder } from "../setup/leaflet-site";
import { unused } from "../setup/unused";
import { UploadScreen } from "../setup/upload-screen";

let folder: string;
const inFolder = (name: string) => path.join(folder, name);

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-refusals-"));
});
test.afterAll(() => rm(folder, { recursive: true }));
test.beforeEach(({ signInAs }) => signInAs("admin"));

/** Writes a folder with index.html for Info-ZIP. @returns its path */
async function smallSite(name: string): Promise<string> {
  const site = inFolder(name);
  await mkdir(site, { recursive: true });
  await writeFile(path.join(site, "index.html"), "<!doctype html><title>Harbour</title>");
  return site;
}

test("the ZIP upload publishes an archive without index.html after Upload Anyway", async ({ page }) => {
  const site = await smallSite("indexless");
  await writeFile(path.join(site, "data.json"), "{}");
  await rm(path.join(site, "index.html"));
  await zipFolder(site, inFolder("indexless.zip"));
  await appendFile(inFolder("indexless.zip"), "bytes that a tool has added");
  const screen = new UploadScreen(page);
  await screen.open(unused("Indexless"));
  await screen.choose(inFolder("indexless.zip"));
  await expect(page.getByText("There is no index.html at the top of this ZIP file")).toBeVisible();
  await expect(page.getByText("Bytes after the end of the ZIP archive will be left out.")).toBeVisible();
  await page.getByRole("button", { name: "Upload Anyway" }).click();
  await screen.completed();
});

test("the ZIP upload reports a damaged archive on its screen and in the tray until the user dismisses it", async ({ page }) => {
  const entries = [
    { name: "index.html", data: Buffer.from("<!doctype html>") },
    { name: "tiles/0.png", data: Buffer.from("tile"), crc32: 1 },
  ];
  await writeFile(inFolder("damaged.zip"), craftZip(entries));
  const screen = new UploadScreen(page);
  const name = unused("Damaged");
  await screen.open(name);
  await screen.choose(inFolder("damaged.zip"));
  await screen.upload.click();
  await expect(screen.error).toHaveText(/^Extraction failed: The ZIP archive is damaged. 1 entry failed the check \("tiles\/0.png": /);
  await expect(page.getByText("Drop a ZIP file here")).toBeVisible();
  await expect(screen.error).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Dismiss" }).click();
  await expect(screen.error).toHaveCount(0);
  await screen.tray.getByRole("button", { name: /^\d+ imports? failed$/ }).click();
  // The server keeps the failure for every later page of this account.
  await screen.tray.getByRole("button", { name: `Dismiss ${name}`, exact: true }).click();
  await expect(screen.trayRow(name)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Drop a ZIP file here")).toBeVisible();
  await expect(screen.trayRow(name)).toHaveCount(0);
});
