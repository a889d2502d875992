import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { pageHydrated } from "../setup/hydrated";
import { createPerson, holdBack, uniqueWord } from "../setup/people-screen";
import { insertPeople, insertProjects } from "../setup/product-database";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" });
const input = (page: Page) => palette(page).getByRole("combobox");
const group = (page: Page, name: string) => palette(page).getByRole("group", { name });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await pageHydrated(page);
}

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await input(page).fill(text);
}

const rights = [
  ["user", [], ["Maps"]],
  ["admin", ["Create Project", "Manage Assets", "Add User"], ["Maps", "Users"]],
  ["superadmin", ["Create Project", "Manage Assets", "Add User", "Add Admin"], ["Maps", "Users", "Admins"]],
] as const;

for (const [role, actions, found] of rights) {
  test(`the search of a ${role} offers the pages and actions of the role and finds only what the role may see`, async ({
    page,
    signInAs,
  }) => {
    const word = uniqueWord();
    const removePeople = await insertPeople([
      { role: "user", name: `Ada ${word}`, email: `ada.${word}@example.com` },
      { role: "admin", name: `Bo ${word}`, email: `bo.${word}@example.com` },
    ]);
    const removeProjects = await insertProjects([
      { name: `Fjord ${word}`, mapUrl: "https://maps.example.org/", assignedTo: "user@sea-vision.local" },
    ]);
    try {
      await signInAs(role);
      await open(page, "/settings");
      const menu = await page.getByRole("complementary").locator("nav a").allTextContents();
      const loads: string[] = [];
      page.on("request", (request) => loads.push(request.url()));
      await page.getByRole("complementary").getByRole("button", { name: "Search" }).click();
      await expect(input(page)).toBeFocused();
      expect(
        loads.filter((url) => url.endsWith(".js")),
        "the code loads when the dialog opens",
      ).not.toEqual([]);
      await expect(group(page, "Pages").getByRole("option")).toHaveText([...menu, "API"]);
      const shared = ["Light theme", "System theme", "Dark theme", "Keyboard shortcuts", "Logout"];
      await expect(group(page, "Actions").getByRole("option")).toHaveText([...actions, ...shared]);
      await input(page).fill(word);
      await expect(palette(page).getByRole("group")).toHaveCount(found.length);
      for (const heading of found) await expect(group(page, heading).getByRole("option")).toHaveCount(1);
    } finally {
      await removeProjects();
      await removePeople();
    }
  });
}

test("the search opens a map, a person, files, a page and an action by keyboard", { tag: "@main" }, async ({ page, signInAs, baseURL }) => {
  await signInAs("superadmin");
  const word = uniqueWord();
  await createPerson(page, "admin", { name: `Bo ${word}`, email: `${word}@example.com`, password: "a long password" }, baseURL);
  await open(page, "/dashboard");
  await search(page, "sea chart of the world");
  await expect(option(page, /^Sea Chart of the World/).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/projects\?map=sea-chart-of-the-world$/);
  await expect(page.getByRole("dialog", { name: "Sea Chart of the World" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await search(page, word);
  await option(page, /^Bo/).click();
  await expect(page).toHaveURL(`/admin-management?search=${encodeURIComponent(`${word}@example.com`)}`);
  await expect(page.getByRole("row").filter({ hasText: word })).toHaveCount(1);

  await search(page, "leaflet.css");
  await group(page, "Files").getByRole("option").first().click();
  await expect(page).toHaveURL("/file-manager?search=leaflet.css");
  await expect(page.getByPlaceholder("Search files...")).toHaveValue("leaflet.css");

  await search(page, "add u");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Add New User" })).toBeVisible();
  await expect(page).toHaveURL("/users");
  await page.keyboard.press("Escape");

  await search(page, "dark");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeHidden();
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
  await search(page, "logout");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login/);
});
