import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";
import { type Harbour, writeHarbour } from "../setup/harbour";
import { insertPeople } from "../setup/product-database";
import { unused } from "../setup/unused";

/** The way of a new admin, counted in clicks. */

let harbour: Harbour;

test.beforeAll(async () => {
  harbour = await writeHarbour();
});
test.afterAll(() => harbour.remove());

type Click = (target: Locator) => Promise<void>;

/** Counts the clicks of a test. */
function countClicks(): { click: Click; count: () => number } {
  let clicks = 0;
  const click: Click = async (target) => {
    clicks += 1;
    await target.click();
  };
  return { click, count: () => clicks };
}

/** Signs in as a new admin, publishes a ZIP file, and opens Access from the upload. */
async function publishAndOpenAccess(page: Page, click: Click, mapName: string): Promise<void> {
  const admin = firstSignIn("admin");
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  await page.goto("/login");
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await click(button("Log In"));
  await click(page.getByRole("link", { name: "Create Project" }));
  await page.evaluate(() => Reflect.deleteProperty(window, "showOpenFilePicker"));
  const chooser = page.waitForEvent("filechooser");
  await click(button("Choose ZIP File"));
  await (await chooser).setFiles(harbour.archive);
  await page.getByRole("textbox", { name: "Project Name" }).fill(mapName);
  await click(button("Publish"));
  await click(page.getByRole("link", { name: "Give Access" }));
}

const searchField = (page: Page) => page.getByPlaceholder("Add people or groups...");

/** Signs in as another person in a browser of their own, and finds the map in their list. */
async function expectMapFor(
  browser: Browser,
  baseURL: string,
  signIn: { email: string; password: string },
  mapName: string,
): Promise<void> {
  const visitor = await (await browser.newContext({ baseURL })).newPage();
  const signedIn = await visitor.request.post("/api/auth/login", { data: signIn, headers: { origin: baseURL } });
  expect(signedIn.status()).toBe(200);
  await visitor.goto("/projects");
  await expect(visitor.getByText(mapName).first()).toBeVisible();
  await visitor.context().close();
}

test("a new admin publishes a map and shares it with a user in at most 7 clicks", { tag: "@main" }, async ({ page, browser, baseURL }) => {
  const { click, count } = countClicks();
  const mapName = unused("First Map");
  const user = firstSignIn("user");
  await publishAndOpenAccess(page, click, mapName);
  await searchField(page).fill(user.email);
  await click(page.getByRole("list", { name: "Matches" }).getByRole("button"));
  await expect(page.getByText(/ can open the map$/)).toBeVisible();
  expect(count()).toBeLessThanOrEqual(7);
  await expectMapFor(browser, baseURL ?? "", user, mapName);
});

test("a new admin publishes a map for a group of 200 pasted addresses in at most 8 clicks", async ({ page, browser, baseURL }) => {
  const { click, count } = countClicks();
  const mapName = unused("Crew Map");
  const word = unused("crew")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
  const crew = Array.from({ length: 199 }, (_, index) => ({
    role: "user" as const,
    name: `Crew ${index}`,
    email: `${index}@${word}.example`,
  }));
  const user = firstSignIn("user");
  const removePeople = await insertPeople(crew);
  try {
    await publishAndOpenAccess(page, click, mapName);
    await expect(page.getByText("Only admins can open the map yet.")).toBeVisible();
    await searchField(page).evaluate(
      (field, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text", text);
        field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      },
      [user.email, ...crew.map(({ email }) => email)].join("\n"),
    );
    await page.getByLabel("Group name").fill(`Crew ${word}`);
    await click(page.getByRole("button", { name: "Create Group with 200 Members" }));
    await expect(page.getByText("Group, 200 members")).toBeVisible();
    expect(count()).toBeLessThanOrEqual(8);
    await expectMapFor(browser, baseURL ?? "", user, mapName);
  } finally {
    await removePeople();
  }
});
