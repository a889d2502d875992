import { appendFile, mkdir, mkdtemp, open, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { test } from "../setup/browser";
import { craftZip } from "../setup/craft-zip";
import { zipFolder } from "../setup/leaflet-site";
import { noteUploads } from "../setup/transfer-screen";
import { unused } from "../setup/unused";
import { UploadScreen } from "../setup/upload-screen";

/** The browser rejects what the server would reject, with the same messages, before it sends a byte. */

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

interface Case {
  name: string;
  message: string | RegExp;
  write: (archive: string) => Promise<void>;
  file?: string;
}

const cases: Case[] = [
  {
    name: "another kind of file",
    file: "harbour.rar",
    message: "Please select a valid ZIP file",
    write: (archive) => writeFile(archive, "Rar!"),
  },
  {
    name: "a file of 100 GB and a byte",
    message: "ZIP file is too large. Maximum size is 100GB",
    write: async (archive) => {
      const file = await open(archive, "w");
      await file.truncate(107_374_182_401);
      await file.close();
    },
  },
  {
    name: "a file that is not a ZIP archive",
    message: "This file is not a ZIP archive.",
    write: (archive) => writeFile(archive, "not at all a ZIP archive"),
  },
  { name: "an empty ZIP", message: "The ZIP archive contains no files.", write: (archive) => writeFile(archive, craftZip([])) },
  {
    name: "a ZIP cut short",
    message: "The ZIP archive is incomplete: its end is missing. Please create or upload it again.",
    write: (archive) => writeFile(archive, craftZip([{ name: "index.html", data: Buffer.alloc(500) }]).subarray(0, 400)),
  },
  {
    name: "a ZIP with a password",
    message: '"index.html" is encrypted. Please create the ZIP archive without a password.',
    write: async (archive) => zipFolder(await smallSite("locked"), archive, "-P", "secret"),
  },
  {
    name: "a symbolic link",
    message: '"passwords" is a symbolic link. Please put the file itself into the ZIP archive.',
    write: async (archive) => {
      const site = await smallSite("linked");
      await symlink("/etc/passwd", path.join(site, "passwords"));
      await zipFolder(site, archive, "-y");
    },
  },
  {
    name: "BZIP2 compression",
    message: /"index.html" is compressed with BZIP2\./,
    write: (archive) => writeFile(archive, craftZip([{ name: "index.html", data: Buffer.alloc(9), method: 12 }])),
  },
  {
    name: "a path out of the archive",
    message: '"../index.html" points outside the ZIP archive ("..").',
    write: (archive) => writeFile(archive, craftZip([{ name: "../index.html" }])),
  },
  {
    name: "one path twice",
    message: '"index.html" is in the ZIP archive more than once.',
    write: (archive) => writeFile(archive, craftZip([{ name: "index.html" }, { name: "index.html" }])),
  },
];

test("the ZIP upload rejects an invalid archive before it sends a byte", { tag: "@main" }, async ({ page }) => {
  const uploads = noteUploads(page);
  const screen = new UploadScreen(page);
  await screen.open(unused("Refused"));
  for (const { name, message, write, file = "harbour.zip" } of cases) {
    await test.step(name, async () => {
      await write(inFolder(file));
      await screen.choose(inFolder(file));
      await expect(screen.error).toHaveText(message);
      await expect(page.getByText("Drop a ZIP file here")).toBeVisible();
    });
  }
  expect(uploads).toEqual([]);
});

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

test("the ZIP upload rejects several files at once, wherever they are dropped", async ({ page }) => {
  const screen = new UploadScreen(page);
  await screen.open(unused("Several"));
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    for (const name of ["a.zip", "b.zip"]) transfer.items.add(new File(["PK"], name));
    return transfer;
  });
  await page.getByText("Drop a ZIP file here").dispatchEvent("drop", { dataTransfer: files });
  await expect(screen.error).toHaveText("File restriction failed: only one ZIP file can be uploaded at a time");
  // Without a handler, the browser would open files dropped outside of the zone.
  const isHeld = await page.getByRole("heading", { name: "Upload ZIP" }).evaluate((heading, dataTransfer) => {
    return !heading.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
  expect(isHeld).toBe(true);
});

test("the creation form checks the project's name on the server before an upload", async ({ page }) => {
  await smallSite("named");
  await zipFolder(inFolder("named"), inFolder("named.zip"));
  const uploads = noteUploads(page);
  const screen = new UploadScreen(page);

  await page.goto("/projects?mode=zip-upload");
  await screen.choose(inFolder("named.zip"));
  await screen.upload.click();
  await expect(screen.error).toHaveText("Please provide a project name before uploading");

  await page.getByRole("button", { name: "Enter Project Name" }).click();
  const { projects } = await (await page.request.get("/api/project/all")).json();
  await page.getByLabel("Project Name").fill(projects[0].name.toUpperCase());
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByText("A project with this name already exists. Please choose a different name.")).toBeVisible();

  await page.route("**/api/project/check-name/**", (route) => route.fulfill({ status: 429, json: { message: "Too many." } }));
  await page.getByLabel("Project Name").fill(unused("Named"));
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByText("Failed to validate project name. Please try again.")).toBeVisible();
  expect(uploads).toEqual([]);
});
