import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";
import { mailsTo } from "../setup/outbox";
import { inProduct, insertProjects } from "../setup/product-database";
import { publishSmallMap } from "../setup/small-map";
import { until } from "../setup/until";

const DEMO = "Sea Chart of the World";
const DEMO_MAP = "/projects?map=sea-chart-of-the-world";

const viewMap = (page: Page) => page.getByRole("row").filter({ hasText: DEMO }).getByRole("button", { name: "View Map" });
const dialog = (page: Page) => page.getByRole("dialog");
const map = (page: Page) => page.frameLocator("iframe");
const painted = (page: Page) => map(page).locator(".leaflet-tile-loaded").first();

// The demo project is last in the list. A tall viewport shows it below the projects of other tests.
test.use({ viewport: { width: 1440, height: 1600 } });
test.beforeEach(async ({ signInAs }) => signInAs("admin"));

test("a double click opens the map viewer once, and one Back closes it", async ({ page }) => {
  await page.goto("/projects");
  await expect(viewMap(page)).toBeEnabled();
  const before = await page.evaluate(() => history.length);
  await viewMap(page).dblclick();
  await expect(dialog(page)).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL("/projects");
});

test("two clicks on Close lead from the map viewer to the project list only", async ({ page }) => {
  await page.goto("/settings");
  await page.goto("/projects");
  await viewMap(page).click();
  await expect(dialog(page)).toBeVisible();
  await page.evaluate(() => {
    const close = [...document.querySelectorAll("button")].find((button) => button.textContent === "Close");
    close?.click();
    close?.click();
  });
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL("/projects");
  await viewMap(page).click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL("/projects");
});

test("the map viewer closes with one click when the map has added entries to the history", async ({ page, baseURL }) => {
  const script = "for (const view of [1, 2, 3]) history.pushState({}, '', '#' + view)";
  const routed = await publishSmallMap(page, baseURL, { "index.html": `<!doctype html><h1>Routed</h1><script>${script}</script>` });
  try {
    await page.goto(`/projects?search=${encodeURIComponent(routed.name)}`);
    await page.getByRole("row").getByRole("button", { name: "View Map" }).click();
    await expect(map(page).getByRole("heading", { name: "Routed" })).toBeVisible();
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/projects\?search=[^&]+$/);
  } finally {
    await routed.remove();
  }
});

test("the full screen map viewer closes on Back, opens on Forward and survives a reload", async ({ page }) => {
  await page.goto("/projects");
  await viewMap(page).click();
  await page.getByRole("button", { name: "Full Screen View" }).click();
  const fullScreen = page.getByRole("dialog", { name: "Full Screen Map View" });
  await expect(fullScreen).toBeVisible();
  await expect(page).toHaveURL(`${DEMO_MAP}&view=full`);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL("/projects");
  await page.goForward();
  await expect(fullScreen).toBeVisible();
  await expect(painted(page)).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await expect(fullScreen).toBeVisible();
  await expect(painted(page)).toBeVisible({ timeout: 20_000 });
  await fullScreen.getByRole("button", { name: "Close" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL("/projects");
});

test("the map viewer changes between two maps on Back and Forward", async ({ page }) => {
  const safeName = `other-${randomUUID()}`;
  const remove = await insertProjects([{ name: "Another map", safeName, mapUrl: "/projects/maps/sea-chart-of-the-world/" }]);
  try {
    await page.goto(DEMO_MAP);
    await expect(page.getByRole("dialog", { name: DEMO })).toBeVisible();
    await page.evaluate((address) => history.pushState({}, "", address), `/projects?map=${safeName}`);
    await expect(page.getByRole("dialog", { name: "Another map" })).toBeVisible();
    await expect(page.locator("iframe")).toHaveAttribute("title", "Map of Another map");
    await page.goBack();
    await expect(page.getByRole("dialog", { name: DEMO })).toBeVisible();
    await expect(page.locator("iframe")).toHaveAttribute("title", `Map of ${DEMO}`);
    await page.goForward();
    await expect(page.getByRole("dialog", { name: "Another map" })).toBeVisible();
    await expect(dialog(page)).toHaveCount(1);
    await expect(painted(page)).toBeVisible({ timeout: 20_000 });
  } finally {
    await remove();
  }
});

test("a map viewer opened by URL closes to the project list and moves the focus to its content", async ({ page }) => {
  for (const address of [DEMO_MAP, `${DEMO_MAP}&view=full`]) {
    await page.goto(address);
    await expect(dialog(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL("/projects");
    await expect(page.locator("#content")).toBeFocused();
  }
});

test("the map viewer stays open when the list no longer contains the project", async ({ page }) => {
  await page.goto("/projects");
  await viewMap(page).click();
  await expect(painted(page)).toBeVisible({ timeout: 20_000 });
  await map(page)
    .locator("body")
    .evaluate((body) => body.setAttribute("data-kept", ""));
  const listed = page.waitForResponse((response) => response.url().includes("search=nothing-like-it"));
  await page.evaluate(() => history.replaceState({}, "", `${location.search}&search=nothing-like-it`));
  await listed;
  await expect(page.getByText("No projects match your search.")).toBeAttached();
  await expect(map(page).locator("body[data-kept]")).toBeVisible();
});

const refusal = (page: Page) => page.getByRole("dialog", { name: "This map isn't shared with you" });

for (const [address, why] of [
  ["/projects?map=no-such-map", "does not exist"],
  ["/dashboard?map=no-such-map&view=full", "does not exist, on the dashboard"],
] as const) {
  test(`the URL of a map that ${why} shows that the map isn't shared`, async ({ page }) => {
    await page.goto(address);
    await expect(refusal(page)).toBeVisible();
    await page.reload();
    await expect(refusal(page).getByRole("button", { name: "Request access" })).toBeVisible();
    await refusal(page).getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL(new URL(address, "http://x").pathname);
    await expect(dialog(page)).toHaveCount(0);
  });
}

test("a user requests access to a map, an admin gets a mail, and the map opens after it is assigned", { tag: "@main" }, async ({
  page,
  signInAs,
}) => {
  const safeName = `hidden-${randomUUID()}`;
  const name = `Hidden ${randomUUID()}`;
  const remove = await insertProjects([{ name, safeName, mapUrl: "/projects/maps/sea-chart-of-the-world/" }]);
  try {
    await signInAs("user");
    await page.goto("/projects?map=no-such-map");
    const missing = await refusal(page).innerHTML();
    // The ids of React differ between two loads. The last part of the visited address is shown, whether there is a map or not.
    const plain = (html: string) => html.replaceAll(/radix-[^"]+/g, "").replace(/(?<=>)(?:no-such-map|hidden-[-\da-f]+)(?=<)/, "NAME");
    for (const address of [`/projects?map=${safeName}`, `/projects/maps/${safeName}/`]) {
      await page.goto(address);
      await expect(page).toHaveURL(`/projects?map=${safeName}`);
      expect(plain(await refusal(page).innerHTML())).toBe(plain(missing));
    }
    await expect(page.getByText(name)).toHaveCount(0);
    await expectAccessible(page, "refused map");
    await refusal(page).getByRole("button", { name: "Request access" }).click();
    await expect(refusal(page).getByRole("button", { name: "Access requested" })).toBeFocused();
    await expect(refusal(page).getByRole("status")).toHaveText("Your request has been recorded. An admin can share the map with you.");
    await expectAccessible(page, "requested access");
    const { email } = firstSignIn("admin");
    const mails = async () => (await mailsTo(email)).filter(({ subject }) => subject?.includes(name));
    await until("the mail", async () => (await mails()).length > 0);
    expect((await mails()).map(({ text }) => text)).toEqual([expect.stringContaining(`/projects?project=${safeName}`)]);

    await inProduct((client) =>
      client.query(
        `INSERT INTO "Assignment" ("projectId", "accountId")
         SELECT project.id, account.id FROM "Project" project, "Account" account WHERE project."safeName" = $1 AND account.email = $2`,
        [safeName, firstSignIn("user").email],
      ),
    );
    await page.reload();
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await expect(painted(page)).toBeVisible({ timeout: 20_000 });
  } finally {
    await remove();
  }
});

test("an admin reads that a map has no index.html and opens its files, and a user reads it without the link", async ({
  page,
  baseURL,
  signInAs,
}) => {
  const map = await publishSmallMap(page, baseURL, { "tiles/0.png": "tile" });
  await map.send("DELETE", "item", { itemPath: "index.html", itemType: "file" });
  const failure = dialog(page).getByRole("alert").filter({ hasText: "Failed to load project map" });
  try {
    await page.goto(`/projects/maps/${map.safeName}/`);
    await expect(page.getByRole("heading", { name: "This map has no index.html" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Open its files" })).toHaveAttribute("href", `/projects?files=${map.safeName}`);
    await page.goto(`/projects?map=${map.safeName}`);
    await expect(failure).toContainText("This map has no index.html.");
    await expectAccessible(page, "map without index.html");
    await failure.getByRole("link", { name: "Open Its Files" }).click();
    await expect(page).toHaveURL(`/projects?files=${map.safeName}`);
    await expect(dialog(page).getByText("tiles")).toBeVisible();

    await inProduct((client) =>
      client.query(
        `INSERT INTO "Assignment" ("projectId", "accountId")
         SELECT project.id, account.id FROM "Project" project, "Account" account WHERE project."safeName" = $1 AND account.email = $2`,
        [map.safeName, firstSignIn("user").email],
      ),
    );
    await signInAs("user");
    await page.goto(`/projects?map=${map.safeName}`);
    await expect(failure).toContainText("The map has no page to begin with yet. Ask an admin to complete it.");
    await expect(failure.getByRole("link")).toHaveCount(0);
    await signInAs("admin");
  } finally {
    await map.remove();
  }
});
