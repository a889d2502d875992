import { cp } from "node:fs/promises";
import path from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible, expectGood, expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";
import { FolderScreen } from "../setup/folder-screen";
import { type Harbour, writeHarbour } from "../setup/harbour";
import { noteUploads } from "../setup/transfer-screen";
import { unused } from "../setup/unused";
import { UploadScreen } from "../setup/upload-screen";

/** Uploads go on in the tray while the user visits other screens. */

let harbour: Harbour;

test.beforeAll(async () => {
  harbour = await writeHarbour();
});
test.afterAll(() => harbour.remove());

/** Leaves the upload screen by its links and types the name of another project without a click on the field. */
async function createAnother(page: Page, name: string, way: RegExp): Promise<void> {
  await page.getByRole("link", { name: "Project Management" }).click();
  await page.getByRole("button", { name: "Create Project" }).click();
  await expect(page.getByRole("textbox", { name: "Project Name" })).toBeFocused();
  await page.keyboard.type(name);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("button", { name: way }).click();
}

const percentIn = async (row: Locator) => Number(await row.getByRole("progressbar").getAttribute("aria-valuenow"));

test("two uploads go on while an admin visits every other screen, and a finished one offers its map, link and access", {
  tag: "@main",
}, async ({ page, signInAs }) => {
  await signInAs("superadmin");
  const uploads = noteUploads(page);
  const [zipName, folderName] = [unused("Tray ZIP"), unused("Tray Folder")];
  const screen = new UploadScreen(page);
  const zip = screen.trayRow(zipName);
  const folder = screen.trayRow(folderName);
  await screen.throttleHard();
  await screen.begin(zipName, harbour.largeArchive);
  await screen.reached(1);

  await createAnother(page, folderName, /^Upload Folder or Files/);
  await expect(page.getByText("Drop a folder or files here")).toBeVisible();
  const folderScreen = new FolderScreen(page);
  await page.evaluate(() => Reflect.deleteProperty(window, "showDirectoryPicker"));
  await folderScreen.choose(path.join(harbour.folder, "large"));
  await folderScreen.upload.click();
  await folderScreen.reached(1);
  await expectAccessible(page, "two uploads");

  let sent = await percentIn(zip);
  for (const link of ["Dashboard", "User Management", "Admin Management", "File Manager", "Audit Log", "Settings"]) {
    await page.getByRole("link", { name: link, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(link);
    await expect(folder).toContainText(/[KM]?B\/s/);
    await expect(page).toHaveTitle(/^\d+% · /);
  }
  await expect.poll(() => percentIn(zip)).toBeGreaterThan(sent);
  expect(uploads.filter((note) => note === "POST").length).toBeGreaterThanOrEqual(2);
  await zip.getByRole("button", { name: `Pause ${zipName}` }).press("Enter");
  await expect(zip).toContainText("Paused");
  await expectGoodEverywhere(page, "the tray");

  // Its screen shows the upload again.
  await zip.getByRole("link", { name: zipName }).click();
  await expect(page.getByRole("region", { name: "Upload", exact: true })).toContainText("harbour-large.zip");
  sent = await screen.percent();
  await screen.resume.click();
  await expect.poll(() => screen.percent()).toBeGreaterThan(sent);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("tab", { selected: true })).toBeInViewport({ ratio: 0.95 });
  const large = await page.addStyleTag({ content: "html { font-size: 200% }" });
  await expectGood(page, "an upload at 200 % text");
  await large.evaluate((style) => (style as HTMLElement).remove());
  await page.setViewportSize({ width: 1440, height: 900 });

  // Cancelling asks. An answer of No changes nothing.
  await folder.getByRole("button", { name: `Cancel ${folderName}` }).click();
  const question = page.getByRole("alertdialog", { name: "Cancel the upload?" });
  await expectAccessible(page, "the question before a cancellation");
  await question.getByRole("button", { name: "Keep Uploading" }).click();
  await expect(folder).toBeVisible();
  await folder.getByRole("button", { name: `Cancel ${folderName}` }).click();
  await screen.confirmCancel();
  await expect(folder).toHaveCount(0);
  await expect.poll(() => uploads).toContain("DELETE");

  await page.getByRole("link", { name: "Project Management" }).click();
  await screen.unthrottle();
  await expect(zip).toContainText(`${zipName} is published`, { timeout: 60_000 });
  await expect(page.getByRole("row", { name: new RegExp(zipName) })).toBeVisible();
  await expect(page).toHaveTitle(/^(?!\d+%)/);
  await expectGoodEverywhere(page, "a finished upload");
  const safeName = zipName.toLowerCase().replaceAll(" ", "-");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await zip.getByRole("button", { name: "Copy link" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(new URL(`/projects/maps/${safeName}/`, page.url()).href);
  await expect(zip.getByRole("link", { name: "Access" })).toHaveAttribute("href", `/projects?project=${safeName}&tab=access`);
  await zip.getByRole("link", { name: "Open map" }).click();
  await expect(page.getByRole("dialog", { name: zipName })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await zip.getByRole("button", { name: `Dismiss ${zipName}` }).click();
  await expect(screen.tray).toHaveCount(0);
});

test("an upload interrupted by a reload continues on any screen after Continue", async ({ page, signInAs }) => {
  await signInAs("admin");
  const name = unused("Tray Later");
  const screen = new UploadScreen(page);
  await screen.throttleHard();
  await screen.begin(name, harbour.largeArchive);
  await screen.holdAt(30);
  await page.getByRole("link", { name: "Dashboard" }).click();
  // The row of the tray comes while the dashboard is still loading.
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(screen.trayRow(name)).toBeVisible();
  const asked = page.waitForEvent("dialog");
  const reloaded = page.reload();
  await (await asked).accept();
  await reloaded;
  const row = screen.trayRow(`An unfinished upload of harbour-large.zip for ${name}`);
  await expect(row).toContainText(/\([2-9]\d %\)/);
  await screen.unthrottle();
  const uploads = noteUploads(page);
  await screen.choose(harbour.largeArchive, "Continue");
  await expect(screen.trayRow(`${name} is published`)).toBeVisible({ timeout: 60_000 });
  expect(uploads[0]).toBe("HEAD");
  expect(uploads).not.toContain("POST");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a ZIP file or a folder dropped on the project list is published with one button", async ({ page, signInAs }) => {
  await signInAs("admin");
  const screen = new UploadScreen(page);
  const name = page.getByRole("textbox", { name: "Project Name" });
  const publish = page.getByRole("button", { name: "Publish" });
  const [zipName, folderName] = [unused("Dropped ZIP"), unused("Dropped Folder")];

  await page.goto("/projects");
  // A click waits until the page is alive.
  await page.getByRole("tab", { name: "Project List" }).click();
  const dropZip = await screen.hold([harbour.archive], page.getByRole("heading", { level: 1 }));
  await expect(page.getByText("Drop a ZIP file, a folder or map data to create a project")).toBeVisible();
  await expectAccessible(page, "a file held over the project list");
  await dropZip();
  await expect(page.getByText("Drop a ZIP file, a folder or map data to create a project")).toHaveCount(0);
  await expect(name).toHaveValue("harbour");
  await expect(page.locator("summary", { hasText: "Direct Upload, chosen by the size" })).toBeVisible();
  await expectGoodEverywhere(page, "a dropped ZIP file");
  await name.fill(zipName);
  await publish.click();
  await screen.completed();

  const site = path.join(harbour.folder, folderName);
  await cp(path.join(harbour.folder, "site"), site, { recursive: true });
  await page.getByRole("tab", { name: "Project List" }).click();
  await expect(page.getByRole("row", { name: new RegExp(zipName) })).toBeVisible();
  const dropFolder = await screen.hold([site], page.getByRole("heading", { level: 1 }));
  await dropFolder();
  await expect(name).toHaveValue(folderName);
  await name.fill(zipName);
  await publish.click();
  await expect(screen.error).toHaveText("A project with this name already exists. Please choose a different name.");
  await name.fill(folderName);
  await publish.click();
  await expect(screen.trayRow(`${folderName} is published`)).toBeVisible({ timeout: 60_000 });
  await expect(page).toHaveURL(/\/projects$/);
});

test("a plain user gets no tray and no calls for imports", async ({ page, signInAs }) => {
  await signInAs("user");
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".js")) scripts.push(response.text());
    expect(response.url()).not.toContain("/api/project/imports");
  });
  await page.goto("/projects");
  await page.waitForLoadState("networkidle");
  expect((await Promise.all(scripts)).some((script) => script.includes("Cancel the upload?"))).toBe(false);
});
