import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type Browser, chromium, expect, type Page } from "@playwright/test";
import { afterAll, beforeAll, it } from "vitest";
import { firstSignIn } from "../setup/first-sign-in";
import { FolderScreen } from "../setup/folder-screen";
import { type Harbour, writeHarbour } from "../setup/harbour";
import { writeLeafletSite } from "../setup/leaflet-site";
import { expectPainted } from "../setup/painted-map";
import { unused } from "../setup/unused";
import { UploadScreen } from "../setup/upload-screen";
import { type Cluster, startCluster } from "./cluster";

/** The main job of the product, in a browser that does not know how many instances there are. */

/** Nothing else may run: eight processes, a database and a store use the whole machine. */
const patience = { timeout: 30_000 };

/** The map that the first run publishes and assigns to its user. */
const DEMO = "Sea Chart of the World";

let cluster: Cluster;
let browser: Browser;
let harbour: Harbour;

beforeAll(async () => {
  harbour = await writeHarbour();
  cluster = await startCluster(process.env.CLUSTER_STORE === "disk" ? "disk" : "s3");
  const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--disable-gpu", "--disable-background-networking", "--no-sandbox"] });
});
afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
  await harbour?.remove();
});

async function signIn(role: "admin" | "user" | "superadmin"): Promise<Page> {
  const context = await browser.newContext({ baseURL: cluster.appOrigin, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const { email, password } = firstSignIn(role);
  await page.goto("/projects");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(/\/projects/, patience);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible(patience);
  return page;
}

async function view(page: Page, name: string): Promise<void> {
  await page.goto("/projects");
  await page
    .getByRole("row", { name: new RegExp(name) })
    .getByRole("button", { name: "View Map" })
    .click();
  await expectPainted(page, patience);
}

it("an admin signs in, uploads a map as ZIP and as folder, views both and assigns one, and the user opens it", async () => {
  const admin = await signIn("admin");
  const [zipped, loose] = [unused("Zipped"), unused("Loose")];
  const zipScreen = new UploadScreen(admin);
  await zipScreen.begin(zipped, harbour.archive);
  await zipScreen.completed();
  await view(admin, zipped);

  const site = path.join(harbour.folder, "loose");
  await mkdir(site);
  await writeLeafletSite(site);
  const folderScreen = new FolderScreen(admin);
  await folderScreen.begin(loose, site);
  await folderScreen.completed();
  await view(admin, loose);

  const user = await signIn("user");
  // The list is loaded, and the map without an assignment is not in it.
  await expect(user.getByRole("button", { name: `Open Map ${DEMO}` })).toBeVisible(patience);
  await expect(user.getByText(zipped)).toHaveCount(0);
  const headers = { origin: cluster.appOrigin };
  const { projects } = await (await admin.request.get("/api/project/names")).json();
  const assignedProjects = projects
    .filter(({ name }: { name: string }) => [zipped, DEMO].includes(name))
    .map(({ _id }: { _id: string }) => _id);
  const [account] = await cluster.query<{ id: string; name: string; email: string }>(
    `SELECT id, name, email FROM "Account" WHERE role = 'user'`,
  );
  const changed = await admin.request.put(`/api/user/edit/${account?.id}`, {
    headers,
    data: { fullName: account?.name, email: account?.email, assignedProjects },
  });
  expect(changed.status(), await changed.text()).toBe(200);
  await user.reload();
  await user.getByRole("button", { name: `Open Map ${zipped}` }).click();
  await expectPainted(user, patience);
});
