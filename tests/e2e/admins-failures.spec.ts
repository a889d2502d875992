import { expect } from "@playwright/test";
import { expectGood } from "../setup/accessibility";
import { test } from "../setup/browser";
import { discardChanges } from "../setup/discard-changes";
import { peopleScreen, searchFor, uniqueWord } from "../setup/people-screen";
import { insertPeople } from "../setup/product-database";

test.beforeEach(async ({ page, signInAs }) => {
  await signInAs("superadmin");
  await page.goto("/admin-management");
  await expect(page.getByRole("heading", { name: "Admin Management", level: 1 })).toBeVisible();
});

test("Admin Management shows an empty state without admins and an error when the list fails to load", async ({ page, complaints }) => {
  const screen = peopleScreen(page, "Search admins...");
  const failed = page.getByRole("main").getByRole("alert");
  await page.route("**/api/admin/all?*", (route) => route.fulfill({ json: { admins: [], total: 0, nextCursor: null } }));
  await page.reload();
  await expect(page.getByText("No admins found")).toBeVisible();
  await expect(page.getByText("Get started by adding your first admin")).toBeVisible();
  await expectGood(page, "no admins");
  for (const [answer, message] of [
    [{ status: 500, json: {} }, "Failed to load admins"],
    [{ status: 500, json: { message: "Server error. Please try again later." } }, "Server error. Please try again later."],
    [null, "Failed to load admins"],
  ] as const) {
    await page.route("**/api/admin/all?*", (route) => (answer ? route.fulfill(answer) : route.abort("connectionrefused")));
    await screen.search.fill(uniqueWord());
    await expect(failed).toContainText(message);
    // The table shows the error. A banner would repeat it.
    await expect(screen.banner(message)).toBeHidden();
  }
  await expectGood(page, "admins that did not load");
  await page.unroute("**/api/admin/all?*");
  await page.getByRole("main").getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("No admins found")).toBeVisible();
  complaints.length = 0;
});

test("Admin Management leads to the sign-in screen and back after the session has ended", async ({ page, baseURL }) => {
  const ended = await page.request.post("/api/auth/logout", { headers: { origin: baseURL ?? "" } });
  expect(ended.status()).toBe(200);
  await peopleScreen(page, "Search admins...").search.fill("ada");
  await page.getByRole("main").getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent("/admin-management?search=ada")}`);
});

test("Admin Management shows why a save or a deletion failed, and closes the delete confirmation", async ({ page, complaints }) => {
  const screen = peopleScreen(page, "Search admins...");
  const { dialog, field, question, wrong } = screen;
  const word = uniqueWord();
  const removeAll = await insertPeople([{ role: "admin", name: `Ada ${word}`, email: `${word}@example.com` }]);
  try {
    await searchFor(screen, word, 1);
    await screen.row(word).getByRole("button", { name: "Edit" }).click();
    await field("Name").fill("Not to be");
    await page.route("**/api/admin/edit/*", (route) => route.fulfill({ status: 500, json: {} }));
    await dialog.getByRole("button", { name: "Save Admin" }).click();
    await expect(wrong).toHaveText(["Failed to save admin"]);
    await page.route("**/api/admin/edit/*", (route) => route.fulfill({ status: 503, json: { message: "Back in a minute." } }));
    await page.keyboard.press("Enter");
    await expect(wrong).toHaveText(["Back in a minute."]);
    await discardChanges(page);
    await expect(dialog).toBeHidden();

    await page.route("**/api/admin/delete/*", (route) => route.abort("connectionrefused"));
    await screen.row(word).getByRole("button", { name: "Delete" }).click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(screen.banner("Failed to delete admin")).toBeVisible();
    await expect(question).toBeHidden();
    await expect(screen.row(`Ada ${word}`)).toBeVisible();
    await expect(screen.row(word).getByRole("button", { name: "Delete" })).toBeFocused();
  } finally {
    await removeAll();
  }
  // The row is stale: the admin no longer exists.
  await page.unroute("**/api/admin/delete/*");
  await screen.row(word).getByRole("button", { name: "Delete" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText("No admins found")).toBeVisible();
  complaints.length = 0;
});
