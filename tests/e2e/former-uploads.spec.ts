import { stat } from "node:fs/promises";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { FolderScreen } from "../setup/folder-screen";
import { type Harbour, writeHarbour } from "../setup/harbour";
import { unused } from "../setup/unused";
import { UploadScreen } from "../setup/upload-screen";

/** Unfinished uploads of the previous release, which used another browser storage. */

let harbour: Harbour;

test.beforeAll(async () => {
  harbour = await writeHarbour();
});
test.afterAll(() => harbour.remove());
test.beforeEach(({ signInAs }) => signInAs("admin"));

/** Creates an upload on the server. @returns its URL */
function createUpload(page: Page, length: number, metadata: Record<string, string>): Promise<string> {
  return page.evaluate(
    async ([size, pairs]) => {
      const encoded = Object.entries(pairs).map(([key, value]) => `${key} ${btoa(value)}`);
      const headers = { "Tus-Resumable": "1.0.0", "Upload-Length": String(size), "Upload-Metadata": encoded.join(",") };
      const response = await fetch("/files/", { method: "POST", headers });
      return new URL(response.headers.get("Location") ?? "", location.href).href;
    },
    [length, metadata] as const,
  );
}

async function accountId(page: Page): Promise<string> {
  const answer: { user: { _id: string } } = await (await page.request.get("/api/auth/me")).json();
  return answer.user._id;
}

test("the ZIP upload continues an unfinished upload of the previous release", async ({ page }) => {
  const name = unused("Former ZIP");
  await page.goto("/projects");
  const { size, mtimeMs } = await stat(harbour.archive);
  const file = { name: path.basename(harbour.archive), size, lastModified: Math.trunc(mtimeMs) };
  const target = { projectName: name, safeName: name.toLowerCase().replaceAll(" ", "-"), description: "", replacesId: null };
  const uploadUrl = await createUpload(page, size, { filename: file.name, projectName: name, uploadType: "zip" });
  const upload = { accountId: await accountId(page), file, target, uploadUrl, createdAt: Date.now() };
  await page.evaluate((stored) => {
    const { name: fileName, size: bytes, lastModified } = stored.file;
    const key = JSON.stringify([stored.accountId, stored.target.safeName, fileName, bytes, lastModified]);
    localStorage.setItem(`sea-vision.upload.${key}`, JSON.stringify(stored));
  }, upload);

  const screen = new UploadScreen(page);
  await page.goto("/projects?mode=zip-upload");
  const item = page.getByRole("listitem").filter({ hasText: `An unfinished upload of harbour.zip for ${name} (0 %)` });
  await expect(item).toContainText("To continue, choose the same file again.");
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("sea-vision.upload.")))).toEqual([]);
  await page.reload();
  await expect(item).toBeVisible();
  const created: string[] = [];
  page.on("request", (request) => request.method() === "POST" && created.push(new URL(request.url()).pathname));
  await page.evaluate(() => Reflect.deleteProperty(window, "showOpenFilePicker"));
  const chooser = page.waitForEvent("filechooser");
  await item.getByRole("button", { name: "Continue" }).click();
  await (await chooser).setFiles(harbour.archive);
  await expect(page.getByText(`${name} is online.`)).toBeVisible({ timeout: 30_000 });
  await expect(screen.error).toHaveCount(0);
  expect(created).not.toContain("/files/");
});

test("the folder upload continues an unfinished upload of the previous release", async ({ page }) => {
  const name = unused("Former folder");
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map((one) => one.name));
  await page.goto("/projects");
  // The page looks for former uploads once, and would remove these while they are being written.
  await expect.poll(databases).toEqual(["sea-vision-uploads"]);
  const uploadUrl = await createUpload(page, 5, { filename: "index.html", relativePath: "index.html" });
  const target = { projectName: name, safeName: name.toLowerCase().replaceAll(" ", "-"), description: "", replacesId: null };
  const ids = { sessionId: "former", packId: "pack", size: 5 };
  const session = {
    id: ids.sessionId,
    accountId: await accountId(page),
    target,
    folderName: "site",
    fileCount: 1,
    byteCount: 5,
    packCount: 1,
    createdAt: Date.now(),
    handle: null,
    isHandedOver: false,
  };
  // The server has every byte, so the upload completes without the folder.
  await page.evaluate(async (address) => {
    const headers = { "Tus-Resumable": "1.0.0", "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream" };
    await fetch(address, { method: "PATCH", headers, body: "hello" });
  }, uploadUrl);
  await page.evaluate(
    ([former, pack, progress]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("sea-vision-folders", 1);
        opening.onupgradeneeded = () => {
          opening.result.createObjectStore("sessions", { keyPath: "id" });
          opening.result.createObjectStore("packs", { keyPath: ["sessionId", "packId"] });
          opening.result.createObjectStore("progress", { keyPath: ["sessionId", "packId"] });
        };
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction(["sessions", "packs", "progress"], "readwrite");
          writing.objectStore("sessions").put(former);
          writing.objectStore("packs").put(pack);
          writing.objectStore("progress").put(progress);
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    [session, { ...ids, paths: ["index.html"], sizes: [5], times: [1_700_000_000_000] }, { ...ids, uploadUrl, isDone: true }] as const,
  );

  const screen = new FolderScreen(page);
  await page.goto("/projects?mode=upload");
  const item = screen.unfinished(name);
  await expect(item).toContainText("Every byte is on the server; the project is still to be made.");
  await expect.poll(databases).toEqual(["sea-vision-uploads"]);
  await item.getByRole("button", { name: "Continue" }).click();
  // The screen says for two seconds only that the map is online.
  await expect(screen.trayRow(`${name} is published`)).toBeVisible({ timeout: 30_000 });
});
