import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";
import { writeLeafletSite, zipFolder } from "../setup/leaflet-site";
import { expectPainted } from "../setup/painted-map";
import { inProduct } from "../setup/product-database";
import { UploadScreen } from "../setup/upload-screen";

const wideBox = 'const berths = {"type":"Polygon","coordinates":[[[-90,-40],[90,-40],[90,60],[-90,60],[-90,-40]]]};\n';
const overview = "const overview = 1;\n";
let folder: string;
let first: string;
let second: string;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-e2e-"));
  first = path.join(folder, "first", "harbour");
  second = path.join(folder, "second", "harbour");
  await writeLeafletSite(first);
  await cp(first, second, { recursive: true });
  // One name in both Unicode normalization forms. macOS uses the second.
  await writeFile(path.join(first, "data", "\u00dcbersicht.js"), overview);
  await writeFile(path.join(second, "data", "U\u0308bersicht.js"), overview);
  await writeFile(path.join(second, "data", "berths.js"), wideBox);
  await writeFile(path.join(second, "data", "depths.json"), "{}");
  await writeFile(path.join(second, ".DS_Store"), "left out");
  await rm(path.join(second, "tiles/2/3/3.png"));
  await zipFolder(first, path.join(folder, "first.zip"));
});
test.afterAll(() => rm(folder, { recursive: true }));
test.beforeEach(({ signInAs }) => signInAs("admin"));

async function openDetails(page: Page, name: string): Promise<Locator> {
  await page.goto(`/projects?search=${encodeURIComponent(name)}`);
  await page
    .getByRole("row", { name: new RegExp(name) })
    .getByRole("button", { name: "View Project" })
    .click();
  const dialog = page.getByRole("dialog", { name });
  await dialog.getByRole("tab", { name: "Versions" }).click();
  await expect(dialog.getByRole("heading", { name: "Map Versions" })).toBeVisible();
  return dialog;
}

/** Chooses a folder in the plain file chooser, because tests cannot operate the folder picker, and starts the comparison. */
async function compare(page: Page, chosen: string): Promise<void> {
  await page.evaluate(() => Reflect.deleteProperty(window, "showDirectoryPicker"));
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Select Folder" }).click();
  await (await chooser).setFiles(chosen);
  await page.getByRole("button", { name: "Compare with the Map" }).click();
}

/** Opens the map. @returns the SVG path of its shape */
async function readBox(page: Page, safeName: string): Promise<string | null> {
  await page.goto(`/projects?map=${safeName}`);
  await expectPainted(page);
  const box = await page.locator("iframe").contentFrame().locator("path.leaflet-interactive").getAttribute("d");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  return box;
}

/** Assigns the project to the user of the first run. @returns the project's id */
async function assignUser(safeName: string): Promise<string> {
  const { rows } = await inProduct((client) =>
    client.query<{ projectId: string }>({
      text: `INSERT INTO "Assignment" ("projectId", "accountId")
             SELECT p.id, a.id FROM "Project" p, "Account" a WHERE p."safeName" = $1 AND a.email = $2 RETURNING "projectId"`,
      values: [safeName, firstSignIn("user").email],
    }),
  );
  return rows[0]?.projectId ?? "";
}

async function readProject(page: Page, id: string): Promise<unknown> {
  const { project } = await (await page.request.get(`/api/project/details/${id}`)).json();
  const { name, safeName, description, viewMap, createdBy, createdAt, assignedUsers } = project;
  return { name, safeName, description, viewMap, createdBy, createdAt, assignedUsers };
}

test("Replace Map uploads only the differences of a folder, restores an earlier version and accepts a ZIP file", { tag: "@main" }, async ({
  page,
}) => {
  test.setTimeout(240_000);
  const name = `Replaced ${Date.now().toString(36)}`;
  const safeName = name.toLowerCase().replace(" ", "-");
  const screen = new UploadScreen(page);
  await screen.begin(name, path.join(folder, "first.zip"), "Direct Upload");
  await screen.completed();
  const projectId = await assignUser(safeName);
  const project = await readProject(page, projectId);
  const firstBox = await readBox(page, safeName);

  const details = await openDetails(page, name);
  await expect(details.getByRole("listitem").filter({ hasText: "first.zip" })).toContainText("Current");
  await expect(details.getByRole("link", { name: "View", exact: true })).toHaveAttribute("href", `/projects/maps/${safeName}/`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await details.getByRole("tab", { name: "Overview" }).click();
  await details.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(`/projects/maps/${safeName}/`, page.url()).href);
  await details.getByRole("tab", { name: "Versions" }).click();
  await details.getByRole("button", { name: "Replace Map" }).click();
  await expect(page).toHaveURL(new RegExp(`mode=options.*replace=${projectId}`));
  await expect(page.getByRole("heading", { name: "Replace Map" })).toBeFocused();
  await expect(page.getByRole("tab")).toHaveText(["Project List", "Replace Map"]);
  await expectAccessible(page, "the ways in");
  await page.getByRole("button", { name: /^Upload Folder or Files/ }).click();
  await expect(page.getByRole("tab")).toHaveText(["Project List", "Replace Map", "Upload Folder", "Upload ZIP"]);

  // The upload sends only the changed files.
  const sizes: number[] = [];
  page.on("request", (request) => {
    const length = request.method() === "POST" ? request.headers()["upload-length"] : undefined;
    if (length !== undefined) sizes.push(Number(length));
  });
  await compare(page, second);
  const counts = page.getByRole("main").locator("dl").filter({ hasText: "Unchanged" });
  await expect(counts).toHaveText("New+1Changed~1Removed−1Unchanged24");
  await page.getByRole("button", { name: "1 changed file" }).click();
  await expect(page.getByRole("region", { name: "1 changed file" })).toContainText("data/berths.js");
  await page.getByRole("button", { name: "1 removed file" }).click();
  await expect(page.getByRole("region", { name: "1 removed file" })).toContainText("tiles/2/3/3.png");
  await expectAccessible(page, "a comparison");
  await page.getByRole("button", { name: /^Upload Changes/ }).click();
  await screen.completed();
  expect(sizes).toEqual([Buffer.byteLength(wideBox) + 2]);
  const secondBox = await readBox(page, safeName);
  expect(secondBox).not.toBe(firstBox);
  expect(await readProject(page, projectId)).toEqual(project);

  // The same folder again leaves nothing to upload.
  await page.goto(`/projects?mode=upload&replace=${projectId}`);
  await compare(page, second);
  await expect(page.getByText("The folder and the map that is online are the same: 26 files, byte for byte.")).toBeVisible();
  await expectAccessible(page, "nothing to upload");
  await page.getByRole("button", { name: "Choose Another Folder" }).click();

  // One click and a confirmation restore the earlier version.
  const versions = (await openDetails(page, name)).getByRole("listitem").filter({ hasText: /files?,/ });
  await expect(versions).toHaveCount(2);
  await expect(versions.first()).toContainText("harbourCurrent");
  await expect(versions.first()).toContainText("1 new file");
  const note = versions.nth(1).getByRole("textbox", { name: /^Note on the map of / });
  await note.fill("Before the dredging");
  await note.press("Enter");
  await expect(page.getByText("Note saved")).toBeVisible();
  await expectAccessible(page, "the versions");
  const opening = page.waitForEvent("popup");
  await versions.nth(1).getByRole("link", { name: "Preview" }).click();
  const preview = await opening;
  await expect(preview.locator("path.leaflet-interactive")).toBeVisible();
  const [, id] = /~(\d+)\/$/.exec(preview.url()) ?? [];
  expect(new URL(preview.url()).hostname).toBe(`${projectId}-${id}.localhost`);
  const berths = await preview.evaluate(async () => (await fetch("data/berths.js")).text());
  expect(berths).not.toBe(wideBox);
  expect(berths).toContain("berths");
  await preview.close();
  await versions.nth(1).getByRole("button", { name: "Make Current" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make Current" }).click();
  await expect(page.getByText("This version of the map is online now")).toBeVisible();
  await expect(versions.nth(1)).toContainText("first.zipCurrent");
  await expect(note).toHaveValue("Before the dredging");
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
  expect(await readBox(page, safeName)).toBe(firstBox);

  await zipFolder(second, path.join(folder, "second.zip"));
  await page.goto(`/projects?mode=options&replace=${projectId}`);
  await page.getByRole("button", { name: /^Upload ZIP File/ }).click();
  await screen.selectMethod("TUS Upload");
  await screen.choose(path.join(folder, "second.zip"));
  await screen.upload.click();
  await screen.completed();
  expect(await readBox(page, safeName)).toBe(secondBox);
  expect(await readProject(page, projectId)).toEqual(project);
  await expect((await openDetails(page, name)).getByRole("listitem").filter({ hasText: /files?,/ })).toHaveCount(3);
});

test("Replace Map warns when a folder lacks most of the map", async ({ page }) => {
  const { projects } = await (await page.request.get("/api/project/all?search=&sort=date-oldest")).json();
  await page.goto(`/projects?mode=upload&replace=${projects[0]._id}`);
  await compare(page, path.join(second, "data"));
  await expect(page.getByText(/^Most of the map is not in this folder/)).toBeVisible();
  await expect(page.getByText(/There is no index\.html in this folder/)).toBeVisible();
  await expectAccessible(page, "most of the map gone");
  await page.getByRole("main").getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByRole("button", { name: "Select Folder" })).toBeVisible();
});

test("a map is replaced from its row in 3 clicks, by a folder and by a ZIP file", { tag: "@main" }, async ({ page }) => {
  test.setTimeout(120_000);
  const name = `Quick ${Date.now().toString(36)}`;
  const screen = new UploadScreen(page);
  await screen.begin(name, path.join(folder, "first.zip"), "Direct Upload");
  await screen.completed();
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  for (const [action, chosen, start] of [
    ["Replace with Folder", second, /^Upload Changes/],
    ["Replace with ZIP", path.join(folder, "first.zip"), /^Publish$/],
  ] as const) {
    clicks = 0;
    await page.goto(`/projects?search=${encodeURIComponent(name)}`);
    // Tests can't operate choosers that return handles.
    await page.evaluate(() => {
      Reflect.deleteProperty(window, "showDirectoryPicker");
      Reflect.deleteProperty(window, "showOpenFilePicker");
    });
    await click(page.getByRole("button", { name: `More actions for ${name}` }));
    const chooser = page.waitForEvent("filechooser");
    await click(page.getByRole("menuitem", { name: action }));
    await (await chooser).setFiles(chosen);
    await expect(page.getByText("Replacing its map")).toBeVisible();
    await click(page.getByRole("button", { name: start }));
    await expect(screen.trayRow(`${name} is published`)).toBeVisible({ timeout: 60_000 });
    expect(clicks).toBe(3);
  }
  const versions = (await openDetails(page, name)).getByRole("listitem").filter({ hasText: /files?,/ });
  await expect(versions).toHaveText([/^first\.zip.*Current/, /^harbour/, /^first\.zip/]);
});
