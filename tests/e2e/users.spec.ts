import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { holdBack, peopleScreen, searchFor, signInStatus, uniqueWord } from "../setup/people-screen";
import { insertProjects } from "../setup/product-database";

const PASSWORD = "a long password";

const option = (page: Page, name: string) => page.getByRole("option", { name, exact: true });

test("User Management shows an admin a column of passwords, which a superadmin doesn't see", async ({ page, signInAs }) => {
  await signInAs("admin");
  await page.goto("/users");
  await expect(page.getByRole("columnheader")).toHaveText(["Name", "Email", "Password", "Assigned Projects", "Created Date", "Actions"]);
  await signInAs("superadmin");
  await page.goto("/users");
  await expect(page.getByRole("columnheader")).toHaveText(["Name", "Email", "Assigned Projects", "Created Date", "Actions"]);
});

test("User Management adds, changes and deletes a user with assigned projects", { tag: "@main" }, async ({ page, signInAs, baseURL }) => {
  await signInAs("superadmin");
  await page.goto("/users");
  const screen = peopleScreen(page, "Search users...");
  const { dialog, field, question } = screen;
  const word = uniqueWord();
  const email = `${word}@example.com`;
  await expect(page).toHaveTitle(/^User Management/);
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
