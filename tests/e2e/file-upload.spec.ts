import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { briefText } from "../setup/brief-text";
import { test } from "../setup/browser";
import { FilesScreen } from "../setup/files-screen";
import { openLossyPage } from "../setup/lossy-page";
import { publishSmallMap, type SmallMap } from "../setup/small-map";

const MEBIBYTE = 1024 * 1024;
const DEPTHS = 450;
let folder: string;
let depths: string;
let large: string;
let map: SmallMap;

async function write(name: string, content: string): Promise<string> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-e2e-"));
  depths = path.join(folder, "depths");
  for (let number = 0; number < DEPTHS; number += 1) await write(`depths/${number % 3}/${number}.txt`, `depth ${number}`);
  await write("depths/.DS_Store", "left out");
  large = await write("soundings.bin", "");
  await truncate(large, 48 * MEBIBYTE);
});
test.afterAll(() => rm(folder, { recursive: true }));
test.beforeEach(async ({ signInAs, page, baseURL }) => {
  await signInAs("admin");
  map = await publishSmallMap(page, baseURL, { "app.js": "first", "charts/harbour.txt": "harbour" });
});
test.afterEach(() => map.remove());

/** Records the chunk number of each request. @param failing number of the request that fails */
async function noteChunks(page: Page, failing?: number): Promise<string[]> {
  const notes: string[] = [];
  await page.route(`**/api/files/${map.safeName}/files`, async (route) => {
    const body = route.request().postDataBuffer()?.toString("latin1") ?? "";
    notes.push(/name="chunkIndex"\r\n\r\n(\d+)/.exec(body)?.[1] ?? "whole");
    await (notes.length === failing ? route.fulfill({ status: 500, body: "" }) : route.continue());
  });
  return notes;
}

test("the file manager uploads files, and replaces or skips existing files as the user chooses", { tag: "@main" }, async ({ page }) => {
  const screen = new FilesScreen(page);
  await screen.open(map.name);
  await expectAccessible(page, "the file manager");
  const mine = await write("new.css", "new");
  const app = await write("app.js", "second");
  await screen.choose([mine], "Upload Files");
  await expect(screen.message("Uploaded 1 file(s) successfully")).toBeVisible();
  await expect(screen.row("new.css")).toBeVisible();
  // The panel closes automatically.
  await expect(screen.upload).toHaveCount(0);

  const newer = await write("newer.css", "newer");
  await screen.choose([app, newer], "Upload Files");
  await expect(screen.question).toContainText("1 file already exists");
  await expect(screen.question).toContainText("app.js");
  await expectAccessible(page, "a question");
  await screen.question.getByRole("button", { name: "Cancel" }).click();
  await expect(screen.question).toHaveCount(0);
  await expect(screen.row("newer.css")).toHaveCount(0);

  await screen.choose([app, newer], "Upload Files");
  await screen.question.getByRole("button", { name: "Skip" }).click();
  await expect(screen.row("newer.css")).toBeVisible();
  expect(await map.textOf("app.js")).toBe("first");

  await screen.choose([app], "Upload Files");
  await screen.question.getByRole("button", { name: "Replace" }).click();
  await expect.poll(() => map.textOf("app.js")).toBe("second");

  // A file cannot replace a folder.
  const blocked = await write("blocked/charts", "a file");
  await screen.choose([blocked], "Upload Files");
  await expect(screen.question).toContainText("1 file can't be uploaded");
  await expect(screen.question.getByRole("button")).toHaveText(["Cancel"]);
  await screen.question.getByRole("button", { name: "Cancel" }).click();
});

test("the file manager uploads a folder of 450 files in three chunks", async ({ page }) => {
  const chunks = await noteChunks(page);
  const screen = new FilesScreen(page);
  await screen.open(map.name);
  // The panel closes after two seconds.
  const told = briefText(page, "section[aria-label=Upload]", "1 file added by the operating system was ignored.");
  await screen.choose(depths, "Upload Folder");
  await expect(screen.message("Successfully uploaded 450 files in 3 chunks")).toBeVisible({ timeout: 30_000 });
  await told;
  expect(chunks).toEqual(["0", "1", "2"]);
  await expect(screen.row("depths")).toBeVisible();
  expect(await map.namesIn("depths")).toEqual(["0", "1", "2"]);
  const listed = await Promise.all([0, 1, 2].map((number) => map.namesIn(`depths/${number}`)));
  expect(listed.map((names) => names.length)).toEqual([150, 150, 150]);
  expect(await map.textOf("depths/1/7.txt")).toBe("depth 7");
});

test("the file manager rejects a second upload, continues it while closed, and cancels it after a confirmation", async ({ page }) => {
  const screen = new FilesScreen(page);
  await screen.open(map.name);
  await screen.throttleHard();
  await screen.choose([large], "Upload Files");
  await screen.reached(1);
  await expectAccessible(page, "an upload");
  await expect(screen.dialog.getByRole("button", { name: "Upload Files" })).toBeDisabled();
  const drop = await screen.hold([depths], screen.row("index.html"));
  await drop();
  await expect(screen.message("Another upload is in progress.")).toBeVisible();

  await page.keyboard.press("Escape");
  await expect(screen.dialog).toHaveCount(0);
  await expect(screen.trayRow(map.name)).toContainText("of 48.0 MB");
  await expectAccessible(page, "an upload without its file manager");
  await screen.trayRow(map.name).getByRole("link", { name: map.name }).click();
  await screen.reached(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, "an upload on a phone");
  const cancelled = screen.message("Upload cancelled");
  await screen.upload.getByRole("button", { name: "Cancel Upload" }).click();
  await expect(screen.question).toContainText("Files that are already uploaded stay in the map.");
  // The message disappears after three seconds, so expect it before the click ends.
  await Promise.all([expect(cancelled).toBeVisible(), screen.confirmCancel()]);
  await expect(screen.upload).toHaveCount(0);
  await expect(screen.row("soundings.bin")).toHaveCount(0);
  expect(await map.namesIn("")).not.toContain("soundings.bin");

  await page.setViewportSize({ width: 1440, height: 900 });
  await screen.choose([large], "Upload Files");
  await screen.reached(1);
  await page.keyboard.press("Escape");
  await screen.unthrottle();
  await expect(screen.trayRow(`${map.name} has new files`)).toBeVisible({ timeout: 30_000 });
  await screen.trayRow(map.name).getByRole("link", { name: "Show files" }).click();
  await expect(screen.row("soundings.bin")).toBeVisible();
});

for (const lost of ["call", "answer"] as const) {
  test(`the file manager resumes an upload automatically after a lost ${lost}`, async ({ browser, baseURL, context, complaints }) => {
    const { page, line, close } = await openLossyPage(browser, baseURL, context, `/api/files/${map.safeName}/files`);
    try {
      const screen = new FilesScreen(page);
      await screen.open(map.name);
      line.lose(lost);
      await screen.choose([await write("lost.txt", lost)], "Upload Files");
      await expect(screen.upload).toContainText("Can't reach the server. The upload continues automatically.");
      line.lose(null);
      await expect(screen.message("Uploaded 1 file(s) successfully")).toBeVisible({ timeout: 30_000 });
      await expect(screen.row("lost.txt")).toHaveCount(1);
      expect(await map.textOf("lost.txt")).toBe(lost);
    } finally {
      await close();
    }
    complaints.length = 0;
  });
}

test("the file manager uploads files and folders dropped onto the list or onto a folder in it", async ({ page }) => {
  const screen = new FilesScreen(page);
  await screen.open(map.name);
  const logo = await write("logo.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
  const overFiles = await screen.hold([logo, depths], screen.row("index.html"));
  await expect(screen.dialog.getByText(`Drop to upload into “${map.name}”`)).toBeVisible();
  await expectAccessible(page, "something held over the listing");
  await overFiles();
  await expect(screen.message("Successfully uploaded 451 files in 3 chunks")).toBeVisible({ timeout: 30_000 });
  await expect(screen.row("logo.svg")).toBeVisible();
  await expect(screen.row("depths")).toBeVisible();
  await expect(screen.upload).toHaveCount(0);

  const overCharts = await screen.hold([logo], screen.row("charts"));
  await expect(screen.dialog.getByText("Drop to upload into “charts”")).toBeVisible();
  await overCharts();
  await expect(screen.message("Uploaded 1 file(s) successfully")).toBeVisible();
  expect(await map.textOf("charts/logo.svg")).toContain("svg");
});
