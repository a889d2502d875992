import { expect } from "@playwright/test";
import { test } from "../setup/browser";
import { expectSorted, holdBack, peopleScreen, searchFor, signInStatus, uniqueWord } from "../setup/people-screen";
import { insertPeople } from "../setup/product-database";

const PASSWORD = "a long password";

test.beforeEach(async ({ page, signInAs }) => {
  await signInAs("superadmin");
  await page.goto("/admin-management");
  await expect(page.getByRole("heading", { name: "Admin Management", level: 1 })).toBeVisible();
});

test("Admin Management adds, changes and deletes an admin", { tag: "@main" }, async ({ page, baseURL }) => {
  const screen = peopleScreen(page, "Search admins...");
  const { dialog, field, question } = screen;
  const word = uniqueWord();
  const email = `${word}@example.com`;
  await expect(page).toHaveTitle(/^Admin Management/);
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

test("Admin Management searches names and email addresses case-insensitively and sorts by its columns", async ({ page }) => {
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
