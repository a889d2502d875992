import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { expectGood, expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";
import { insertAccount, insertProjects } from "../setup/product-database";
import { chooseAction } from "../setup/project-menu";

const DEMO = "Sea Chart of the World";

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const names = (page: Page) => page.getByRole("table").getByRole("row").locator("td:first-child p:first-child");
const search = (page: Page) => page.getByPlaceholder("Search projects...");

test.describe("the project list of an admin", () => {
  test.beforeEach(async ({ page, signInAs }) => {
    await signInAs("admin");
    await page.goto("/projects");
  });

  test("shows name, creator, date and assigned users of a project", { tag: "@main" }, async ({ page }) => {
    await expect(page.getByRole("link", { name: "Project Management" })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("columnheader")).toHaveText(["Project Name", "Created By", "Created Date", "Assigned Users", "Actions"]);
    // Projects of other tests may fill the first page.
    await search(page).fill(DEMO);
    const row = rowOf(page, DEMO);
    await expect(row).toContainText("Demo Admin");
    await expect(row.getByText("Admin", { exact: true })).toBeVisible();
    await expect(row.getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible();
    await expect(row.getByRole("cell").first()).toHaveText(/^Sea Chart of the World.+$/);
  });

  test("leads to the sign-in screen and back after the session has ended", async ({ page, baseURL }) => {
    // A late answer would bring the cookie of the ended session back.
    await page.route("**/api/auth/refresh", (route) => route.fulfill({ json: {} }));
    await page.goto("/projects?mode=projects");
    const ended = await page.request.post("/api/auth/logout", { headers: { origin: baseURL ?? "" } });
    expect(ended.status()).toBe(200);
    await search(page).fill("sea");
    await expect(
      page
        .getByRole("alert")
        .filter({ hasText: /^No authentication token found\. Please log in again\./ })
        .first(),
    ).toBeVisible();
    // The address follows the typed text after a moment.
    await expect(page).toHaveURL(/search=sea$/);
    await page.getByRole("main").getByRole("button", { name: "Log In" }).click();
    await expect(page).toHaveURL(`/?next=${encodeURIComponent("/projects?mode=projects&search=sea")}`);
  });

  test("keeps its mode in the URL, so that Back returns to the previous mode", async ({ page }) => {
    await page.getByRole("button", { name: "Create Project" }).click();
    await expect(page).toHaveURL("/projects?mode=create");
    await expect(page.getByRole("tab", { name: "Create New Project" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("table")).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL("/projects");
    await expect(page.getByRole("table")).toBeVisible();
  });
});

test.describe("a long project list", () => {
  let remove: () => Promise<void>;

  test.beforeAll(async () => {
    const day = 24 * 3_600_000;
    remove = await insertProjects(
      Array.from({ length: 120 }, (_, index) => ({
        name: `Long list ${String(index).padStart(3, "0")}`,
        description: "Depth soundings of the last three seasons, with the tide gauges as layers.",
        createdBy: index % 2 === 0 ? firstSignIn("admin").email : undefined,
        createdAt: new Date(Date.UTC(2024, 0, 1) + index * day),
      })),
    );
  });
  test.afterAll(() => remove());

  test.beforeEach(async ({ page, signInAs }) => {
    await signInAs("admin");
    await page.goto("/projects");
    await search(page).fill("LONG LIST");
    await expect(page.getByText("50 of 120 projects")).toBeVisible();
  });

  test("sorts by its columns, first ascending, then descending", async ({ page }) => {
    const column = page.getByRole("columnheader", { name: "Project Name" });
    await column.getByRole("button").click();
    await expect(column).toHaveAttribute("aria-sort", "ascending");
    await expect(names(page).first()).toHaveText("Long list 000");
    await column.getByRole("button").click();
    await expect(column).toHaveAttribute("aria-sort", "descending");
    await expect(names(page).first()).toHaveText("Long list 119");
    const creator = page.getByRole("columnheader", { name: "Created By" });
    await creator.getByRole("button").click();
    await expect(page.getByRole("row").nth(1)).toContainText("Demo Admin");
    await creator.getByRole("button").click();
    await expect(page.getByRole("row").nth(1)).toContainText("Unknown");
    const date = page.getByRole("columnheader", { name: "Created Date" });
    await date.getByRole("button").click();
    await expect(names(page).first()).toHaveText("Long list 000");
  });

  test("keeps search and order in the URL, and the server renders its first page", async ({ page }) => {
    await page.getByRole("columnheader", { name: "Project Name" }).getByRole("button").click();
    await expect(names(page).first()).toHaveText("Long list 000");
    await expect(page).toHaveURL("/projects?search=LONG+LIST&sort=name-asc");
    expect(await (await page.request.get(page.url())).text()).toContain("Long list 000");
    await page.reload();
    await expect(search(page)).toHaveValue("LONG LIST");
    await expect(names(page).first()).toHaveText("Long list 000");
    await page.goto(`/projects?sort=by-depth&search=${"long".repeat(51)}`);
    // This list shows a general message for an invalid search text.
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Failed to load projects from server");
    await search(page).fill("long list 119");
    await expect(names(page)).toHaveText(["Long list 119"]);
  });
});

test("Project Management offers all actions of a project in list and gallery, and keeps controls free of overflow and messages", async ({
  page,
  baseURL,
}) => {
  const word = randomUUID().slice(0, 8);
  const account = { email: `gallery.${word}@example.com`, password: randomUUID() };
  const removeAccount = await insertAccount({ role: "admin", name: "Gail Gallery", ...account });
  const removeProjects = await insertProjects([
    { name: `Pier ${word}`, description: "Moorings", mapUrl: "about:blank" },
    { name: `Mapless ${word}` },
  ]);
  try {
    expect((await page.request.post("/api/auth/login", { data: account, headers: { origin: baseURL ?? "" } })).status()).toBe(200);
    await page.goto(`/projects?search=${word}&sort=name-desc`);
    const menu = page.getByRole("menuitem");

    await test.step("a row opens the project, and has its name, the star, View Map and a menu as tab stops", async () => {
      const row = rowOf(page, `Pier ${word}`);
      await row.click({ position: { x: 600, y: 12 } });
      await expect(page.getByRole("dialog", { name: `Pier ${word}` })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(row.getByRole("button", { name: "View Project" })).toBeFocused();
      await expect(row.getByRole("button")).toHaveCount(4);
      await row.getByRole("button", { name: "More actions" }).press("Enter");
      const [before, after] = [
        ["View Project", "Access"],
        ["Edit Project", "Manage Files", "Delete Project"],
      ] as const;
      await expect(menu).toHaveText([...before, "Replace with Folder", "Replace with ZIP", "Copy link", ...after]);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: `More actions for Mapless ${word}` }).click();
      await expect(menu).toHaveText([...before, "Upload Folder", "Upload ZIP", ...after]);
      await page.keyboard.press("Escape");
    });

    await test.step("the gallery has the same actions", async () => {
      await page.getByRole("button", { name: "Show as gallery" }).click();
      const cards = page.getByRole("list", { name: "Projects" }).getByRole("listitem");
      await expect(cards.locator("bdi")).toHaveText([`Pier ${word}`, `Mapless ${word}`]);
      await expect(cards.last()).toContainText("No map");
      await chooseAction(page, `Pier ${word}`, "View Project");
      await expect(page.getByRole("dialog", { name: `Pier ${word}` })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("button", { name: `More actions for Pier ${word}` })).toBeFocused();
      await expectGoodEverywhere(page, "the gallery of projects");
      await chooseAction(page, `Mapless ${word}`, "Delete Project");
      const confirm = page.getByRole("alertdialog").getByRole("button", { name: "Delete Project" });
      await expect(confirm).toBeEnabled();
      // The message stays while the pointer is over it, so the pointer is there before it.
      await page.mouse.move(848, 809);
      await confirm.press("Enter");
      const message = page.getByText("Project and associated files deleted successfully!");
      await expect(message).toBeVisible();
      // The message covers no button of the header.
      await page.getByRole("button", { name: "Manage Assets" }).click({ trial: true });
      await expect(message).toBeVisible();
      await expect(cards).toHaveCount(1);
      await cards.first().click({ position: { x: 30, y: 30 } });
      await expect(page.getByRole("dialog", { name: `Pier ${word}` })).toContainText("Interactive Map View");
      await page.keyboard.press("Escape");
    });

    await test.step("Refresh loads the list again", async () => {
      const loaded = page.waitForResponse("**/api/project/all?*");
      await page.getByRole("button", { name: "Refresh" }).click();
      expect((await loaded).status()).toBe(200);
    });

    await test.step("the buttons of the header wrap on a phone with large text", async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.addStyleTag({ content: "html { font-size: 200% }" });
      await expectGood(page, "projects with large text");
    });
  } finally {
    await removeProjects();
    await removeAccount();
  }
});
