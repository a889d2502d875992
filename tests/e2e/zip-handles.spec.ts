import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { briefText } from "../setup/brief-text";
import { test } from "../setup/browser";
import { type Harbour, writeHarbour } from "../setup/harbour";
import { noteUploads } from "../setup/transfer-screen";
import { unused } from "../setup/unused";
import { UploadScreen } from "../setup/upload-screen";

let harbour: Harbour;

test.beforeAll(async () => {
  harbour = await writeHarbour();
});
test.afterAll(() => harbour.remove());
test.beforeEach(({ signInAs }) => signInAs("admin"));

/**
 * Makes the file picker return a handle of `file` in the page's private file system. Tests cannot operate the real picker.
 */
async function chooseByHandle(page: Page, file: string): Promise<void> {
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement("input"), { type: "file", id: "source" }));
  });
  await page.locator("#source").setInputFiles(file);
  await page.evaluate(async () => {
    const source = document.querySelector<HTMLInputElement>("#source");
    const chosen = source?.files?.[0];
    if (!chosen) throw new Error("There is no file.");
    const handle = await (await navigator.storage.getDirectory()).getFileHandle(chosen.name, { create: true });
    await chosen.stream().pipeTo(await handle.createWritable());
    source.remove();
    Object.assign(window, { showOpenFilePicker: () => Promise.resolve([handle]) });
  });
}

test("the ZIP upload continues without choosing the file again while the browser can open it", async ({ page }) => {
  const name = unused("Handle");
  const screen = new UploadScreen(page);
  await screen.throttleHard();
  await screen.open(name);
  await chooseByHandle(page, harbour.largeArchive);
  await page.getByRole("button", { name: "Choose ZIP File" }).click();
  await screen.upload.click();
  await screen.holdAt(40);
  page.once("dialog", (question) => question.accept());
  await page.reload();
  const item = page.getByRole("listitem").filter({ hasText: `An unfinished upload of harbour-large.zip for ${name}` });
  await expect(item).toContainText("It goes on without choosing the file again.");
  await expectAccessible(page, "an unfinished upload");
  const uploads = noteUploads(page);
  await item.getByRole("button", { name: "Continue", exact: true }).click();
  await expect.poll(() => uploads).toContainEqual(expect.stringMatching(/^PATCH /));
  expect(uploads[0]).toBe("HEAD");
  expect(uploads).not.toContain("POST");
  expect(uploads).not.toContain("PATCH 0");

  page.once("dialog", (question) => question.accept());
  await page.reload();
  await expect(item).toContainText("It goes on without choosing the file again.");
  await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry("harbour-large.zip"));
  await item.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByText("harbour-large.zip could not be opened. Please choose it again.")).toBeVisible();
  await expect(item).toContainText("To continue, choose the same file again.");
  await item.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(item).toHaveCount(0);
});

test("the end of a background extraction appears on any screen and as a desktop notification", async ({ page }) => {
  const name = unused("Distant");
  await page.addInitScript(() => {
    const shown: string[] = [];
    class RecordedNotification extends EventTarget {
      static permission = "default";
      static requestPermission() {
        RecordedNotification.permission = "granted";
        return Promise.resolve("granted");
      }
      constructor(title: string) {
        super();
        shown.push(title);
      }
    }
    Object.assign(window, { Notification: RecordedNotification, shownNotices: shown });
    // Simulates that another window has the focus.
    document.hasFocus = () => false;
  });
  const shownNotices = () => page.evaluate(() => (window as unknown as { shownNotices: string[] }).shownNotices);
  const screen = new UploadScreen(page);
  await screen.throttleHard();
  await screen.open(name);
  await screen.drop(harbour.largeArchive);
  await screen.upload.click();
  await page.getByRole("button", { name: "Notify Me" }).click();
  await expect(page.getByText("You will be notified")).toBeVisible();
  const release = await screen.holdExtraction();
  await screen.unthrottle();
  const told = briefText(page, "[aria-live=polite]", "Extraction continues in background. Project will appear when complete.");
  await page.getByRole("button", { name: "View Projects" }).click();
  await told;
  await page.getByRole("link", { name: "Dashboard" }).click();
  release();
  await expect(screen.trayRow(`${name} is published`)).toBeVisible({ timeout: 30_000 });
  expect(await shownNotices()).toEqual([`${name} is uploaded`, `${name} is online.`]);
  await screen.trayRow(name).getByRole("link", { name: "Open map" }).click();
  await expect(page.getByRole("dialog", { name })).toBeVisible();
});
