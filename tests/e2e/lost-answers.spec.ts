import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { FolderScreen } from "../setup/folder-screen";
import { type Harbour, writeHarbour } from "../setup/harbour";
import { openLossyPage } from "../setup/lossy-page";
import { unused } from "../setup/unused";
import { UploadScreen } from "../setup/upload-screen";

/** The server receives the last call of an upload, but its response is lost. The retry must not repeat the work. */

let harbour: Harbour;

test.beforeAll(async () => {
  harbour = await writeHarbour();
});
test.afterAll(() => harbour.remove());
test.beforeEach(({ signInAs }) => signInAs("admin"));

/** Publishes a project whose map can be replaced. @returns its id */
async function publish(page: Page, name: string): Promise<string> {
  const screen = new UploadScreen(page);
  await screen.begin(name, harbour.archive);
  await screen.completed();
  const { projects } = await (await page.request.get(`/api/project/all?search=${encodeURIComponent(name)}`)).json();
  return projects[0]._id;
}

async function countVersions(page: Page, projectId: string): Promise<number> {
  const { versions } = await (await page.request.get(`/api/project/versions/${projectId}`)).json();
  return versions.length;
}

async function replaceByZip(page: Page): Promise<UploadScreen> {
  const screen = new UploadScreen(page);
  await page.getByRole("button", { name: /^Upload ZIP File/ }).click();
  await screen.selectMethod("TUS Upload");
  await screen.choose(harbour.archive);
  await screen.upload.click();
  return screen;
}

async function replaceByFolder(page: Page): Promise<FolderScreen> {
  const screen = new FolderScreen(page);
  await page.getByRole("button", { name: /^Upload Folder or Files/ }).click();
  await page.evaluate(() => Reflect.deleteProperty(window, "showDirectoryPicker"));
  await screen.choose(path.join(harbour.folder, "large"));
  await page.getByRole("button", { name: "Compare with the Map" }).click();
  await page.getByRole("button", { name: "Upload Changes" }).click();
  return screen;
}

for (const { call, way, replace } of [
  { call: "/extract-tus-zip", way: "a ZIP", replace: replaceByZip },
  { call: "/process-tus-upload", way: "a folder", replace: replaceByFolder },
]) {
  test(`a replacement by ${way} creates one version when the response of its last call is lost`, async ({
    browser,
    baseURL,
    context,
    page: plain,
    complaints,
  }) => {
    const name = unused("Once");
    const projectId = await publish(plain, name);
    const { page, line, close } = await openLossyPage(browser, baseURL, context, call);
    try {
      line.lose("answer");
      await page.goto(`/projects?mode=options&replace=${projectId}`);
      const screen = await replace(page);
      await expect(page.getByText("The server cannot be reached.")).toBeVisible({ timeout: 30_000 });
      line.lose(null);
      // The screen of a folder shows its success for two seconds only.
      await expect(screen.trayRow(`${name} is published`)).toBeVisible({ timeout: 60_000 });
      expect(await countVersions(plain, projectId)).toBe(2);
    } finally {
      await close();
      await plain.request.delete(`/api/project/delete/${projectId}`, { headers: { origin: baseURL ?? "" } });
    }
    complaints.length = 0;
  });
}
