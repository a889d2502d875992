import { appendFile, copyFile, mkdir, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { FolderScreen } from "../setup/folder-screen";
import { writeLeafletSite } from "../setup/leaflet-site";
import { expectPainted } from "../setup/painted-map";
import { noteUploads } from "../setup/transfer-screen";
import { unused } from "../setup/unused";

const MEBIBYTE = 1024 * 1024;
let folder: string;
let site: string;
let large: string;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-e2e-"));
  site = path.join(folder, "harbour");
  large = path.join(folder, "harbour-large");
  await writeLeafletSite(site);
  await writeFile(path.join(site, ".DS_Store"), "left out");
  await writeLeafletSite(large, { ballast: 24 * MEBIBYTE });
  await mkdir(path.join(large, "depths"));
  const depths = Buffer.alloc(MEBIBYTE, "depth");
  for (let number = 0; number < 24; number += 1) await writeFile(path.join(large, "depths", `${number}.bin`), depths);
});
test.afterAll(() => rm(folder, { recursive: true }));
test.beforeEach(({ signInAs }) => signInAs("admin"));

/** Waits for the tray, because the screen may show another upload. */
async function published(screen: FolderScreen, name: string): Promise<void> {
  await expect(screen.trayRow(`${name} is published`)).toBeVisible({ timeout: 60_000 });
}

/** Closes the page without the leave confirmation, like a crash, and opens another. */
async function reopen(page: Page): Promise<Page> {
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  return next;
}

test("the folder upload publishes a folder, and the map shows its tiles", { tag: "@main" }, async ({ page }) => {
  const name = unused("Harbour");
  await page.goto("/projects?mode=create");
  await page.getByRole("textbox", { name: "Project Name" }).fill(name);
  await page.getByLabel("Description").fill("Berths and soundings");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  const way = page.getByRole("button", { name: /^Upload Folder or Files/ });
  await expect(way).toContainText("Up to 10,000,000 files and folders");
  await way.click();
  const screen = new FolderScreen(page);
  await expect(screen.name).toHaveValue(name);
  await expect(page.getByText("Berths and soundings")).toBeVisible();
  await expectAccessible(page, "an empty screen");
  await page.evaluate(() => Reflect.deleteProperty(window, "showDirectoryPicker"));
  await screen.choose(site);
  const facts = page.getByRole("main").locator("dl");
  await expect(facts).toContainText("Files25");
  await expect(facts).toContainText("index.htmlFound");
  await expect(page.getByText("1 file added by the operating system will be left out.")).toBeVisible();
  await expectAccessible(page, "a selection");

  // Choosing the same folder again adds no files.
  await screen.choose(site, "Add Folder");
  await expect(screen.error).toContainText("File restriction failed: harbour/");
  await expect(screen.error).toContainText("and 24 more are already chosen");
  await expect(facts).toContainText("Files25");

  await screen.name.fill("  ");
  await screen.upload.click();
  await expect(screen.error).toHaveText(/Please enter a project name before uploading/);
  await screen.name.fill(name);
  await screen.upload.click();
  await screen.completed();
  await expectAccessible(page, "a map online");
  // The screen returns to the list after two seconds, where the panel stays.
  await expect(page).toHaveURL(/\/projects$/);
  const panel = page.getByRole("region", { name: `${name} is online.` });
  await expect(panel.getByRole("link", { name: "Give Access" })).toBeVisible();
  await expectAccessible(page, "a map online above the list");
  await panel.getByRole("button", { name: "Dismiss" }).click();
  await expect(panel).toBeHidden();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("Berths and soundings");
  await row.getByRole("button", { name: "View Map" }).click();
  await expectPainted(page);
});

test("the folder upload pauses, survives a lost network and an ended session, and leaves no data when cancelled", async ({
  page,
  signInAs,
  baseURL,
  complaints,
}) => {
  const name = unused("Faults");
  const uploads = noteUploads(page);
  let created = 0;
  page.on("response", (response) => {
    if (response.status() === 201) created += 1;
  });
  const screen = new FolderScreen(page);
  await screen.open(name);
  await screen.throttleHard();
  await screen.choose(large);
  await screen.upload.click();
  await screen.holdAt(10);
  await expect(page.getByText(/^File [1-9]\d* of 50, chunk [1-9]\d* of \d+$/)).toBeVisible();
  await screen.pause.click();
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  await expectAccessible(page, "a pause");
  const sent = await screen.percent();
  await screen.resume.click();
  await screen.holdAt(sent + 5);

  await screen.goOffline();
  await expect(page.getByText("Waiting for the network.")).toBeVisible({ timeout: 30_000 });
  await screen.holdAt(sent + 15);

  await page.request.post("/api/auth/logout", { headers: { origin: baseURL ?? "" } });
  await screen.throttle();
  await expect(page.getByText("Your session has ended.")).toBeVisible({ timeout: 30_000 });
  await screen.throttleHard();
  await signInAs("admin");
  await expect(page.getByText("Uploading", { exact: true })).toBeVisible({ timeout: 30_000 });

  const begun = created;
  await screen.cancel();
  await expect(page.getByText("Upload cancelled").first()).toBeVisible();
  await expect.poll(() => uploads.filter((note) => note === "DELETE").length).toBeGreaterThanOrEqual(begun);
  await expect(page.getByText("Drop a folder or files here")).toBeVisible();
  await expect(screen.trayRow(name)).toHaveCount(0);
  // The browser logs each request that failed without a network.
  complaints.length = 0;
});

test("the folder upload continues in another tab with the same folder and sends the changed files", async ({ page: first }) => {
  const name = unused("Other Tab");
  let screen = new FolderScreen(first);
  await screen.open(name);
  await screen.throttleHard();
  await screen.choose(large);
  await screen.upload.click();
  await screen.holdAt(50);
  const page = await reopen(first);
  screen = new FolderScreen(page);
  await screen.open("");
  const item = screen.unfinished(name);
  await expect(item).toContainText(/harbour-large for .* \([3-9]\d %\)/);
  await expect(item).toContainText("To continue, choose the same folder again.");
  await expectAccessible(page, "an unfinished upload");
  await screen.choose(site, "Continue");
  await expect(page.getByText("This is not the same folder. Please choose harbour-large again.")).toBeVisible();

  await appendFile(path.join(large, "depths", "23.bin"), "deeper");
  await writeFile(path.join(large, "depths", "new.bin"), "new");
  await screen.choose(large, "Continue");
  await expect(page.getByText("The folder has changed since the upload began: 1 new, 1 changed.")).toBeVisible();
  await expectAccessible(page, "a changed folder");
  const sizes: number[] = [];
  page.on("request", (request) => {
    const length = request.headers()["upload-length"];
    if (length !== undefined) sizes.push(Number(length));
  });
  await screen.name.fill(name);
  await screen.upload.click();
  await published(screen, name);
  // Complete packs are not sent again, so far less than the whole folder is sent.
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(40 * MEBIBYTE);
  await page.goto("/projects?mode=upload");
  await expect(page.getByText("Drop a folder or files here")).toBeVisible();
  await expect(screen.unfinished(name)).toHaveCount(0);
});

test("the folder upload continues without choosing the folder again when the browser keeps a handle", async ({ page: first }) => {
  const name = unused("Handle");
  /** Replaces the folder picker, which tests cannot operate, with a folder of the page's private file system. */
  const offer = async (page: Page) => {
    await page.goto("/projects?mode=upload");
    await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const directory = await root.getDirectoryHandle("harbour", { create: true });
      // Write once: a rewritten file has another modification time.
      const isThere = await directory.getFileHandle("index.html").then(Boolean, () => false);
      const write = async (name: string, content: BlobPart) => {
        const stream = await (await directory.getFileHandle(name, { create: true })).createWritable();
        await stream.write(content as FileSystemWriteChunkType);
        await stream.close();
      };
      if (!isThere) {
        await write("index.html", "<!doctype html><title>Harbour</title>");
        await write("soundings.bin", new Uint8Array(48 * 1024 * 1024));
      }
      Object.assign(window, { showDirectoryPicker: () => Promise.resolve(directory) });
      // The private file system needs no permission and lacks requestPermission().
      Object.assign(FileSystemDirectoryHandle.prototype, { requestPermission: () => Promise.resolve("granted") });
    });
  };
  await offer(first);
  const screen = new FolderScreen(first);
  await screen.name.fill(name);
  await screen.throttleHard();
  await first.getByRole("button", { name: "Select Folder" }).click();
  await screen.upload.click();
  await screen.holdAt(40);
  const page = await reopen(first);
  await offer(page);
  const again = new FolderScreen(page);
  await expect(again.unfinished(name)).toContainText("It goes on without choosing the folder again.");
  const uploads = noteUploads(page);
  await again.unfinished(name).getByRole("button", { name: "Continue" }).click();
  await published(again, name);
  expect(uploads).not.toContain("POST");
  expect(uploads).not.toContain("PATCH 0");
});

test("the folder upload asks before a very large folder and names a file that changed during the upload", async ({ page }) => {
  const screen = new FolderScreen(page);
  const name = unused("Refused");
  await screen.open(name);
  const huge = path.join(folder, "huge");
  await mkdir(huge);
  const file = await open(path.join(huge, "index.html"), "w");
  await file.truncate(11 * 1024 * MEBIBYTE);
  await file.close();
  await screen.choose(huge);
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("This folder is 11.0 GB. Large uploads may take significant time. Continue?");
  await expectAccessible(page, "a large folder");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Drop a folder or files here")).toBeVisible();

  await screen.choose([path.join(site, "data", "berths.js"), path.join(site, "index.html")], "Select Files");
  await expect(page.getByRole("heading", { name: "2 files" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Ready to upload: 2 files" })).toHaveCount(1);
  await page.getByRole("button", { name: "Cancel" }).click();

  // The error names a file that changed after it was chosen. Choosing the folder again continues.
  const changing = path.join(folder, "changing");
  await mkdir(changing);
  await copyFile(path.join(site, "index.html"), path.join(changing, "index.html"));
  for (let number = 0; number < 40; number += 1) await writeFile(path.join(changing, `${number}.txt`), "text");
  await screen.choose(changing);
  await expect(screen.upload).toBeVisible();
  await writeFile(path.join(changing, "7.txt"), "another text");
  await screen.upload.click();
  await expect(screen.error).toContainText("Upload failed for changing/7.txt: the file was changed or moved after it was chosen", {
    timeout: 60_000,
  });
  await expect(screen.upload).toHaveCount(0);
  await screen.choose(changing, "Continue");
  await screen.upload.click();
  await published(screen, name);
});
