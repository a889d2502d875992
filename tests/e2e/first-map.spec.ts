import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";
import { type Harbour, writeHarbour } from "../setup/harbour";
import { unused } from "../setup/unused";

/** The way of a new admin, counted in clicks. */

let harbour: Harbour;

test.beforeAll(async () => {
  harbour = await writeHarbour();
});
test.afterAll(() => harbour.remove());

async function publishAndShare(page: Page, click: (target: Locator) => Promise<void>, mapName: string): Promise<void> {
  const admin = firstSignIn("admin");
  const user = firstSignIn("user");
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  await page.goto("/login");
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await click(button("Log In"));
  await click(page.getByRole("link", { name: "Create Project" }));
  await page.getByLabel("Project Name").fill(mapName);
  await click(page.getByRole("button", { name: "Continue", exact: true }));
  await click(button(/^Upload ZIP File/));
  await page.evaluate(() => Reflect.deleteProperty(window, "showOpenFilePicker"));
  const chooser = page.waitForEvent("filechooser");
  await button("Choose ZIP File").click();
  await (await chooser).setFiles(harbour.archive);
  await click(button("Upload ZIP"));
  await click(page.getByRole("link", { name: "Give Access" }));
  await page.getByPlaceholder("Add people or groups...").fill(user.email);
  await click(page.getByRole("list", { name: "Matches" }).getByRole("button"));
  await expect(page.getByText(/ can open the map$/)).toBeVisible();
}

test("a new admin publishes a map and shares it with a user in at most 7 clicks", { tag: "@main" }, async ({ page, browser, baseURL }) => {
  let clicks = 0;
  const mapName = unused("First Map");
  await publishAndShare(
    page,
    async (target) => {
      clicks += 1;
      await target.click();
    },
    mapName,
  );
  expect(clicks).toBeLessThanOrEqual(7);
  const visitor = await (await browser.newContext({ baseURL: baseURL ?? "" })).newPage();
  const signedIn = await visitor.request.post("/api/auth/login", { data: firstSignIn("user"), headers: { origin: baseURL ?? "" } });
  expect(signedIn.status()).toBe(200);
  await visitor.goto("/projects");
  await expect(visitor.getByText(mapName).first()).toBeVisible();
  await visitor.context().close();
});
