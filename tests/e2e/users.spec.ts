import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { discardChanges } from "../setup/discard-changes";
import { createPerson, expectSorted, holdBack, peopleScreen, searchFor, signInStatus, uniqueWord } from "../setup/people-screen";
import { insertPeople, insertProjects } from "../setup/product-database";

const PASSWORD = "a long password";

/** Returns the ids of the projects in the checklist whose name contains `word`. */
async function projectIds(page: Page, word: string): Promise<string[]> {
  const { projects } = (await (await page.request.get("/api/project/names")).json()) as { projects: { _id: string; name: string }[] };
  return projects.filter(({ name }) => name.includes(word)).map(({ _id }) => _id);
}

const option = (page: Page, name: string) => page.getByRole("option", { name, exact: true });

for (const role of ["superadmin", "admin"] as const) {
  test(`User Management shows a ${role} the existing users`, async ({ page, signInAs }) => {
    await signInAs(role);
    await page.goto("/users");
    await expect(page).toHaveTitle(/^User Management/);
    await expect(page.getByRole("heading", { name: "User Management", level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: "User Management" })).toHaveAttribute("aria-current", "page");
    const password = role === "admin" ? ["Password"] : [];
    await expect(page.getByRole("columnheader")).toHaveText(["Name", "Email", ...password, "Assigned Projects", "Created Date", "Actions"]);
    const screen = peopleScreen(page, "Search users...");
    await searchFor(screen, "user@sea-vision.local", 1);
    const row = screen.row("Demo User");
    await expect(row.getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible();
    await expect(row.getByText(`${"•".repeat(20)}…`)).toHaveCount(password.length);
    await expect(row.getByText("Passwords are not shown")).toHaveCount(password.length);
    await expect(screen.column("Password").getByRole("button")).toHaveCount(0);
  });
}

test.describe("User Management", () => {
  test.beforeEach(async ({ page, signInAs }) => {
    await signInAs("superadmin");
    await page.goto("/users");
  });

  test("names up to three projects of each user and sorts by their number", async ({ page }) => {
    const screen = peopleScreen(page, "Search users...");
    const word = uniqueWord();
    const day = (number: number) => new Date(Date.UTC(2024, 0, number));
    const email = (letter: string) => `${letter}.${word}@example.com`;
    const removePeople = await insertPeople([
      { role: "user", name: `Ada ${word}`, email: email("c"), createdAt: day(2) },
      { role: "user", name: `bo ${word}`, email: email("a"), createdAt: day(3) },
      { role: "user", name: `Cy ${word}`, email: email("b"), createdAt: day(1) },
      { role: "admin", name: `Di ${word}`, email: email("d") },
    ]);
    const removeProjects = await insertProjects([
      ...[5, 3, 1, 4, 2].map((number) => ({ name: `Fjord ${number} ${word}`, assignedTo: email("c") })),
      { name: `A project with a name as long as it can be ${word}`.slice(0, 50), assignedTo: email("b") },
    ]);
    try {
      const [ada, bo, cy] = [`Ada ${word}`, `bo ${word}`, `Cy ${word}`];
      await searchFor(screen, word.toUpperCase(), 3);
      await expect(screen.row(ada).getByRole("listitem")).toHaveText([`Fjord 1 ${word}`, `Fjord 2 ${word}`, `Fjord 3 ${word}`, "+2 more"]);
      await expect(screen.row(bo)).toContainText("No projects assigned");
      await expect(screen.row(cy).getByRole("listitem")).toHaveCount(1);
      await expectSorted(screen, "Assigned Projects", [bo, cy, ada]);
      await expectSorted(screen, "Name", [ada, bo, cy]);
      await expectSorted(screen, "Email", [bo, cy, ada]);
      await expectSorted(screen, "Created Date", [cy, ada, bo]);
      await screen.search.fill(`A.${word}`);
      await expect(screen.names).toHaveText([bo]);
      await screen.search.fill(`ADA ${word}`);
      await expect(screen.names).toHaveText([ada]);
    } finally {
      await removeProjects();
      await removePeople();
    }
  });

  test("loads page by page while the user scrolls and drops a deleted user from every page", async ({ page }) => {
    const screen = peopleScreen(page, "Search users...");
    const word = uniqueWord();
    const people = Array.from({ length: 120 }, (_, index) => ({
      role: "user" as const,
      name: `Long list ${String(index).padStart(3, "0")}`,
      email: `${word}.${index}@example.com`,
      createdAt: new Date(Date.UTC(2024, 0, 1, 0, 0, index)),
    }));
    const removeAll = await insertPeople(people);
    try {
      await screen.search.fill(word);
      const toTheEnd = async (total: number) => {
        for (const shown of [50, 100]) await page.getByText(`${shown} of ${total} users`).scrollIntoViewIfNeeded();
        await expect(page.getByText(`${total} of ${total} users`)).toBeVisible();
        await expect(screen.names).toHaveCount(total);
      };
      await toTheEnd(120);
      expect(new Set(await screen.names.allTextContents()).size).toBe(120);
      // When sorted by name, the same user is on another page.
      await screen.column("Name").getByRole("button").click();
      await expect(screen.names.first()).toHaveText("Long list 000");
      await screen.row("Long list 010").getByRole("button", { name: "Delete" }).click();
      await screen.question.getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText("50 of 119 users")).toBeVisible();
      await expect(screen.question).toBeHidden();
      await screen.column("Created Date").getByRole("button").click();
      await screen.column("Created Date").getByRole("button").click();
      await expect(screen.names.first()).toHaveText("Long list 119");
      await toTheEnd(119);
      await expect(screen.row("Long list 010")).toHaveCount(0);
    } finally {
      await removeAll();
    }
  });

  test("adds, changes and deletes a user with assigned projects", { tag: "@main" }, async ({ page, baseURL }) => {
    const screen = peopleScreen(page, "Search users...");
    const { dialog, field, question } = screen;
    const word = uniqueWord();
    const email = `${word}@example.com`;
    const removeProjects = await insertProjects([1, 2, 3, 4, 5].map((number) => ({ name: `Fjord ${number} ${word}` })));
    try {
      await page.getByRole("button", { name: "Add User" }).first().click();
      await expect(dialog).toHaveAccessibleName("Add New User");
      await field("Full Name").fill(` Ada  ${word}`);
      await field("Email").fill(email);
      await field("Password").fill(PASSWORD);
      await page.getByPlaceholder("Search projects...").fill(word);
      for (const number of [4, 1, 2, 3]) await option(page, `Fjord ${number} ${word}`).click();
      await expect(dialog.getByText("Selected: 4 project(s)")).toBeVisible();
      const letThrough = await holdBack(page, "**/api/user/create");
      await dialog.getByRole("button", { name: "Save User" }).click();
      await expect(dialog.getByRole("button", { name: "Saving..." })).toBeVisible();
      letThrough();
      await expect(screen.banner("User created successfully")).toBeVisible();
      await expect(dialog).toBeHidden();
      expect(await signInStatus(page, { email, password: PASSWORD }, baseURL)).toBe(200);

      await searchFor(screen, word, 1);
      await expect(screen.row(word).getByRole("listitem")).toHaveText([`Fjord 1 ${word}`, `Fjord 2 ${word}`, `Fjord 3 ${word}`, "+1 more"]);
      const edit = screen.row(word).getByRole("button", { name: "Edit" });
      await edit.click();
      await expect(dialog).toHaveAccessibleName("Edit User");
      await expect(dialog.getByText("Selected: 4 project(s)")).toBeVisible();
      await expect(field("Password (leave blank to keep current)")).toHaveValue("");
      await page.getByPlaceholder("Search projects...").fill(word);
      await expect(option(page, `Fjord 4 ${word}`)).toHaveAttribute("aria-selected", "true");
      await option(page, `Fjord 4 ${word}`).click();
      await option(page, `Fjord 1 ${word}`).click();
      await option(page, `Fjord 5 ${word}`).click();
      await field("Full Name").fill(`Grace ${word}`);
      await page.keyboard.press("Enter");
      await expect(screen.banner("User updated successfully")).toBeVisible();
      await expect(screen.row(`Grace ${word}`).getByRole("listitem")).toHaveText([2, 3, 5].map((number) => `Fjord ${number} ${word}`));
      await expect(edit).toBeFocused();
      expect(await signInStatus(page, { email, password: PASSWORD }, baseURL)).toBe(200);

      await screen.row(word).getByRole("button", { name: "Delete" }).click();
      await expect(question).toHaveAccessibleName("Delete User");
      await expect(question).toContainText(`Are you sure you want to delete Grace ${word}? This action cannot be undone.`);
      await question.getByRole("button", { name: "Delete" }).click();
      await expect(screen.banner("User deleted successfully")).toBeVisible();
      await expect(page.getByText("No users found")).toBeVisible();
      await expect(page.getByText("Try adjusting your search criteria")).toBeVisible();
    } finally {
      await removeProjects();
    }
  });

  test("shows at the field that an email address is in use or a project no longer exists", async ({ page, baseURL }) => {
    const { dialog, field, wrong } = peopleScreen(page, "Search users...");
    const word = uniqueWord();
    const removeFirst = await insertProjects([{ name: `Fjord 1 ${word}` }]);
    const removeSecond = await insertProjects([{ name: `Fjord 2 ${word}` }]);
    try {
      const email = `${word}@example.com`;
      const assignedProjects = await projectIds(page, word);
      await createPerson(page, "user", { fullName: "Ada", email, password: PASSWORD, assignedProjects }, baseURL);
      await page.getByRole("button", { name: "Add User" }).first().click();
      await field("Full Name").fill("Another user");
      await field("Email").fill(email);
      await field("Password").fill(PASSWORD);
      await page.getByPlaceholder("Search projects...").fill(word);
      await dialog.getByRole("button", { name: "Select all shown" }).click();
      await expect(dialog.getByText("Selected: 2 project(s)")).toBeVisible();
      await dialog.getByRole("button", { name: "Save User" }).click();
      await expect(wrong).toHaveText(["This email address is already in use."]);
      await expect(field("Email")).toBeFocused();
      await field("Email").fill(`other.${email}`);
      await removeSecond();
      await dialog.getByRole("button", { name: "Save User" }).click();
      await expect(wrong).toHaveText(["A chosen project no longer exists."]);
      await expect(dialog.getByText("Selected: 1 project(s)")).toBeVisible();
      await dialog.getByRole("button", { name: "Save User" }).click();
      await expect(dialog).toBeHidden();
    } finally {
      await removeFirst();
      await removeSecond();
    }
  });

  test("shows an empty state without users and reports a failed load, save and deletion", async ({ page, complaints }) => {
    const screen = peopleScreen(page, "Search users...");
    const { dialog, field, question, wrong } = screen;
    await page.route("**/api/user/all?*", (route) => route.fulfill({ json: { users: [], total: 0, nextCursor: null } }));
    await page.reload();
    await expect(page.getByText("No users found")).toBeVisible();
    await expect(page.getByText("Get started by adding your first user")).toBeVisible();
    await page.unroute("**/api/user/all?*");
    await page.route("**/api/user/all?*", (route) => route.fulfill({ status: 500, json: {} }));
    await screen.search.fill("demo");
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Failed to load users");
    await page.unroute("**/api/user/all?*");
    await page.getByRole("main").getByRole("button", { name: "Retry" }).click();

    await page.route("**/api/user/edit/*", (route) => route.abort("connectionrefused"));
    await page.route("**/api/user/delete/*", (route) => route.fulfill({ status: 500, json: {} }));
    await screen.row("Demo User").getByRole("button", { name: "Edit" }).click();
    await expect(dialog.getByText(/^Selected: [1-9]/)).toBeVisible();
    await field("Full Name").fill("Not to be");
    await dialog.getByRole("button", { name: "Save User" }).click();
    await expect(wrong).toHaveText(["Failed to save user"]);
    // Escape does not close a form that is being saved.
    await expect(dialog.getByRole("button", { name: "Save User" })).toBeEnabled();
    await discardChanges(page);
    await screen.row("Demo User").getByRole("button", { name: "Delete" }).click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(screen.banner("Failed to delete user")).toBeVisible();
    await expect(question).toBeHidden();
    await expect(screen.row("Demo User")).toBeVisible();
    complaints.length = 0;
  });
});
