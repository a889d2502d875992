import { expect } from "@playwright/test";
import { test } from "../setup/browser";
import { peopleScreen, searchFor, uniqueWord } from "../setup/people-screen";
import { insertPeople } from "../setup/product-database";

for (const [role, path, link] of [
  ["user", "/users", "User Management"],
  ["admin", "/admin-management", "Admin Management"],
] as const) {
  test(`the list of ${role}s keeps search and order through a reload and a visit to another screen`, async ({ page, signInAs }) => {
    await signInAs("superadmin");
    const word = uniqueWord();
    const people = ["Ada", "Bo", "Cy"].map((name) => ({
      role,
      name: `${name} ${word}`,
      email: `${name.toLowerCase()}.${word}@example.com`,
    }));
    const removeAll = await insertPeople(people);
    try {
      const [ada, bo, cy] = people.map(({ name }) => name);
      const screen = peopleScreen(page, `Search ${role}s...`);
      const expectAsLeft = async () => {
        await expect(screen.search).toHaveValue(word);
        await expect(screen.names).toHaveText([`${cy}`, `${bo}`, `${ada}`]);
        await expect(screen.column("Name")).toHaveAttribute("aria-sort", "descending");
      };
      await page.goto(path);
      await searchFor(screen, word, 3);
      await screen.column("Name").getByRole("button").click();
      await expect(screen.names).toHaveText([`${ada}`, `${bo}`, `${cy}`]);
      await screen.column("Name").getByRole("button").click();
      await expectAsLeft();
      await expect(page).toHaveURL(`${path}?search=${word}&sort=name-desc`);
      // The server renders the first page of rows.
      const rows = await (await page.request.get(page.url())).text();
      expect(rows.indexOf(`${cy}`)).toBeGreaterThan(0);
      expect(rows.indexOf(`${cy}`)).toBeLessThan(rows.indexOf(`${ada}`));
      await page.reload();
      await expectAsLeft();
      await page.getByRole("link", { name: "Settings", exact: true }).click();
      await expect(page).toHaveURL("/settings");
      await page.goBack();
      await expectAsLeft();
      // The menu opens the screen without search and order.
      await page.getByRole("link", { name: link, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(screen.search).toHaveValue("");
      await expect(screen.column("Name")).not.toHaveAttribute("aria-sort");
    } finally {
      await removeAll();
    }
  });
}

test("the list of users ignores invalid parameters in the URL", async ({ page, signInAs }) => {
  await signInAs("superadmin");
  const screen = peopleScreen(page, "Search users...");
  await page.goto("/users?sort=by-shoe-size&search=user@sea-vision.local&search=other&limit=0&cursor=none");
  await expect(screen.search).toHaveValue("user@sea-vision.local");
  await expect(screen.names).toHaveText(["Demo User"]);
  await page.goto(`/users?search=${"long".repeat(51)}`);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("The search text can have at most 200 characters.");
  await screen.search.fill("user@sea-vision.local");
  await expect(screen.names).toHaveText(["Demo User"]);
});
