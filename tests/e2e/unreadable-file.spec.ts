import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { FolderScreen } from "../setup/folder-screen";
import { unused } from "../setup/unused";

const MEBIBYTE = 1024 * 1024;
/** The last file of the first pack, which holds 8 MiB. Its first chunk ends before this file. */
const LOST = "depths/15.bin";

let site: string;

test.beforeEach(async ({ signInAs }) => {
  site = await mkdtemp(path.join(tmpdir(), "sea-vision-e2e-"));
  await mkdir(path.join(site, "depths"));
  await writeFile(path.join(site, "index.html"), "<!doctype html><title>Harbour</title>");
  for (let number = 0; number < 40; number += 1)
    await writeFile(path.join(site, `depths/${number}.bin`), Buffer.alloc(MEBIBYTE, `${number}`));
  await signInAs("admin");
});
test.afterEach(() => rm(site, { recursive: true }));

/** Deletes a file after the upload has begun. Returns when the other files have been sent. */
async function loseFile(screen: FolderScreen): Promise<void> {
  const { page } = screen;
  const [name, panel] = [`${path.basename(site)}/${LOST}`, page.getByRole("heading", { name: "A file can't be read" })];
  await screen.throttleHard();
  await screen.upload.click();
  await screen.reached(1);
  await rm(path.join(site, LOST));
  await screen.throttle();
  const notice = page.getByText(`${name} was changed or moved after it was chosen. The other files are still being sent.`);
  await expect(notice).toBeVisible({ timeout: 30_000 });
  await screen.throttleHard();
  await expect(screen.pause).toBeVisible();
  await expect(panel).toBeHidden();
  await screen.reached((await screen.percent()) + 1);
  await screen.unthrottle();
  await expect(panel).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("main").getByRole("listitem").getByText(name, { exact: true })).toBeVisible();
  await expectAccessible(page, "an unreadable file");
}

async function readPublished(page: Page, project: string, file: string) {
  const answer = await page.request.get(`/api/files/${project.toLowerCase().replaceAll(" ", "-")}/download?filePath=${file}`);
  return answer.ok() ? answer.text() : answer.status();
}

test("a dropped folder is published with a file that was lost while it was sent, after the file is back and Retry", async ({ page }) => {
  const project = unused("Retried");
  const screen = new FolderScreen(page);
  await screen.open(project);
  await (await screen.hold([site], page.getByText("Drop a folder or files here")))();
  await loseFile(screen);
  await writeFile(path.join(site, LOST), "found again");
  const sizes: number[] = [];
  page.on("request", (request) => {
    const size = request.headers()["upload-length"];
    if (size !== undefined) sizes.push(Number(size));
  });
  await page.getByRole("button", { name: "Retry" }).click();
  await screen.completed();
  expect(await readPublished(page, project, LOST)).toBe("found again");
  expect(await readPublished(page, project, "depths/9.bin")).toHaveLength(MEBIBYTE);
  // Only the pack of the lost file is sent again.
  expect(sizes).toHaveLength(1);
});

test("a chosen folder is published without a file that was lost while it was sent, after Leave Out", async ({ page }) => {
  const project = unused("Left Out");
  const screen = new FolderScreen(page);
  await screen.open(project);
  await screen.choose(site);
  await loseFile(screen);
  await page.getByRole("button", { name: "Leave Out" }).click();
  await screen.completed();
  expect(await readPublished(page, project, LOST)).toBe(404);
  expect(await readPublished(page, project, "depths/14.bin")).toHaveLength(MEBIBYTE);
  expect(await readPublished(page, project, "depths/9.bin")).toHaveLength(MEBIBYTE);
});
