import { expect } from "@playwright/test";
import { test } from "../setup/browser";
import { discardChanges, discardQuestion } from "../setup/discard-changes";
import { createPerson, expectSorted, holdBack, peopleScreen, searchFor, signInStatus, uniqueWord } from "../setup/people-screen";
import { insertPeople } from "../setup/product-database";

const PASSWORD = "a long password";

test.beforeEach(async ({ page, signInAs }) => {
  await signInAs("superadmin");
  await page.goto("/admin-management");
  await expect(page.getByRole("heading", { name: "Admin Management", level: 1 })).toBeVisible();
});

test("Admin Management lists the admins with their actions", async ({ page }) => {
  await expect(page).toHaveTitle(/^Admin Management/);
  const screen = peopleScreen(page, "Search admins...");
  await expect(page.getByRole("columnheader")).toHaveText(["Name", "Email", "Created Date", "Actions"]);
  await expect(page.getByRole("link", { name: "Admin Management" })).toHaveAttribute("aria-current", "page");
  await screen.search.fill("admin@sea-vision.local");
  const row = screen.row("Demo Admin");
  await expect(row).toContainText("admin@sea-vision.local");
  await expect(row.getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible();
  await expect(row.getByRole("button")).toHaveText(["Edit", "Delete"]);
  for (const name of ["Edit Demo Admin", "Delete Demo Admin"]) await expect(row.getByRole("button", { name, exact: true })).toBeVisible();
});

test("the form of a new admin shows field errors without a server request", async ({ page }) => {
  const { dialog, field, wrong } = peopleScreen(page, "Search admins...");
  const calls: string[] = [];
  page.on("request", (request) => (request.url().includes("/api/admin/create") ? calls.push(request.url()) : undefined));
  await page.getByRole("button", { name: "Add Admin" }).first().click();
  await expect(dialog).toHaveAccessibleName("Add New Admin");
  await expect(field("Name")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(wrong).toHaveText(["Admin name is required", "Email is required", "Password is required for new admins"]);
  await expect(field("Name")).toBeFocused();
  await expect(field("Name")).toHaveAccessibleDescription("Admin name is required");
  await field("Name").fill("   ");
  await field("Email").fill("person@nowhere");
  await field("Password").fill("short");
  await dialog.getByRole("button", { name: "Save Admin" }).click();
  await expect(wrong).toHaveText([
    "Admin name is required",
    "Please enter a valid email address.",
    "Password must be at least 8 characters long",
  ]);
  await field("Name").fill("Ada");
  await dialog.getByRole("button", { name: "Save Admin" }).click();
  await expect(field("Email")).toBeFocused();
  expect(calls).toEqual([]);
  await expect(field("Password")).toHaveAttribute("type", "password");
  await dialog.getByRole("button", { name: "Show password" }).click();
  await expect(field("Password")).toHaveAttribute("type", "text");
  await discardChanges(page);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Add Admin" }).first()).toBeFocused();
});

test("Admin Management adds, changes and deletes an admin", { tag: "@main" }, async ({ page, baseURL }) => {
  const screen = peopleScreen(page, "Search admins...");
  const { dialog, field, question } = screen;
  const word = uniqueWord();
  const email = `${word}@example.com`;
  // Before the form is filled: Chromium applies a route to the page a moment after it has confirmed it.
  const letThrough = await holdBack(page, "**/api/admin/create");
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/admin/create")) calls += 1;
  });
  await page.getByRole("button", { name: "Add Admin" }).first().click();
  await field("Name").fill(`  Ada   ${word} `);
  await field("Email").fill(` ${word.toUpperCase()}@Example.com `);
  await field("Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  const busy = dialog.getByRole("button", { name: "Saving..." });
  await expect(busy).toBeVisible();
  await expect(busy).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  letThrough();
  await expect(screen.banner("Admin created successfully")).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(calls).toBe(1);
  await expect(screen.banner("Admin created successfully")).toBeHidden();
  expect(await signInStatus(page, { email, password: PASSWORD }, baseURL)).toBe(200);

  await searchFor(screen, word, 1);
  await expect(screen.row(`Ada ${word}`)).toContainText(email);
  const edit = screen.row(word).getByRole("button", { name: "Edit" });
  await edit.click();
  await expect(dialog).toHaveAccessibleName("Edit Admin");
  await expect(field("Name")).toHaveValue(`Ada ${word}`);
  await expect(field("Email")).toHaveValue(email);
  await expect(field("Password (leave blank to keep current)")).toHaveValue("");
  await field("Name").fill(`Grace ${word}`);
  await dialog.getByRole("button", { name: "Save Admin" }).click();
  await expect(screen.banner("Admin updated successfully")).toBeVisible();
  await expect(screen.row(`Grace ${word}`)).toBeVisible();
  await expect(edit).toBeFocused();
  await expect(screen.search).toHaveValue(word);
  expect(await signInStatus(page, { email, password: PASSWORD }, baseURL)).toBe(200);
  await edit.click();
  await field("Password (leave blank to keep current)").fill("another password");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  expect(await signInStatus(page, { email, password: "another password" }, baseURL)).toBe(200);

  const remove = screen.row(word).getByRole("button", { name: "Delete" });
  await remove.click();
  await expect(question).toHaveAccessibleName("Delete Admin");
  await expect(question).toContainText(`Are you sure you want to delete Grace ${word}? This action cannot be undone.`);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(remove).toBeFocused();
  await remove.click();
  const letGo = await holdBack(page, "**/api/admin/delete/*");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(question.getByRole("button", { name: "Deleting..." })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  letGo();
  await expect(screen.banner("Admin deleted successfully")).toBeVisible();
  await expect(question).toBeHidden();
  await expect(page.getByText("No admins found")).toBeVisible();
  await expect(page.getByText("Try adjusting your search criteria")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Clear search" }).last().click();
  await expect(screen.search).toHaveValue("");
  await expect(page.getByRole("table")).toBeVisible();
});

test("Admin Management opens an admin by a click on the row, asks before Cancel drops changes, and reloads on Refresh", async ({
  page,
}) => {
  const screen = peopleScreen(page, "Search admins...");
  const { dialog, field } = screen;
  const word = uniqueWord();
  const person = (name: string) => ({ role: "admin" as const, name: `${name} ${word}`, email: `${name}.${word}@example.com` });
  const removeFirst = await insertPeople([person("ada")]);
  await searchFor(screen, word, 1);
  await screen.row(word).getByText(`ada.${word}`).click();
  await expect(dialog).toHaveAccessibleName("Edit Admin");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(screen.row(word).getByRole("button", { name: "Edit" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await screen.row(word).evaluate((row) => row.contains(document.activeElement)), "a row has two tab stops").toBe(false);

  await screen.row(word).getByText(`ada.${word}`).click();
  await field("Name").fill("Not to be");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await discardQuestion(page).getByRole("button", { name: "Keep Editing" }).click();
  await expect(field("Name")).toHaveValue("Not to be");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await discardQuestion(page).getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();

  const removeSecond = await insertPeople([person("bo")]);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(screen.rows).toHaveCount(2);
  await screen.row("bo").getByRole("button", { name: "Delete" }).click();
  await expect(screen.question).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await removeSecond();
  await removeFirst();
});

test("the form of a new admin rejects an email address that any account uses", async ({ page, baseURL }) => {
  const { dialog, field, wrong } = peopleScreen(page, "Search admins...");
  const word = uniqueWord();
  await createPerson(page, "admin", { name: `Ada ${word}`, email: `${word}@example.com`, password: PASSWORD }, baseURL);
  for (const email of [`${word}@example.com`, "user@sea-vision.local"]) {
    await page.getByRole("button", { name: "Add Admin" }).first().click();
    await field("Name").fill("Another admin");
    await field("Email").fill(email);
    await field("Password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Save Admin" }).click();
    await expect(wrong).toHaveText(["This email address is already in use."]);
    await expect(field("Email")).toBeFocused();
    await expect(field("Email")).toHaveAccessibleDescription("This email address is already in use.");
    await discardChanges(page);
  }
});

test("Admin Management searches names and email addresses case-insensitively and sorts by its columns", { tag: "@main" }, async ({
  page,
}) => {
  const word = uniqueWord();
  const day = (number: number) => new Date(Date.UTC(2024, 0, number));
  const removeAll = await insertPeople([
    { role: "admin", name: `Ada ${word}`, email: `c.${word}@example.com`, createdAt: day(2) },
    { role: "admin", name: `bo ${word}`, email: `a.${word}@example.com`, createdAt: day(3) },
    { role: "admin", name: `Cy ${word}`, email: `b.${word}@example.com`, createdAt: day(1) },
    { role: "user", name: `Di ${word}`, email: `d.${word}@example.com` },
  ]);
  try {
    const screen = peopleScreen(page, "Search admins...");
    const [ada, bo, cy] = [`Ada ${word}`, `bo ${word}`, `Cy ${word}`];
    await searchFor(screen, word.toUpperCase(), 3);
    await expect(screen.names).toHaveText([bo, ada, cy]);
    await expect(page.getByText("3 of 3 admins")).toBeVisible();
    await expectSorted(screen, "Name", [ada, bo, cy]);
    await expectSorted(screen, "Email", [bo, cy, ada]);
    await expectSorted(screen, "Created Date", [cy, ada, bo]);
    await screen.search.fill(`B.${word}`);
    await expect(screen.names).toHaveText([cy]);
    // Search and sort order survive a dialog.
    await page.getByRole("button", { name: "Add Admin" }).click();
    await page.keyboard.press("Escape");
    await expect(screen.search).toHaveValue(`B.${word}`);
    await expect(screen.column("Created Date")).toHaveAttribute("aria-sort", "descending");
  } finally {
    await removeAll();
  }
});
