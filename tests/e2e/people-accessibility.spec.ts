import { expect } from "@playwright/test";
import { test } from "../setup/browser";
import { discardChanges } from "../setup/discard-changes";
import { expectGood, lookFor, peopleScreen, uniqueWord } from "../setup/people-screen";
import { insertPeople, insertProjects } from "../setup/product-database";

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1440, 390]) {
    test(`axe finds nothing on Admin Management, ${colorScheme}, ${width} px, and nothing hangs over`, async ({ page, signInAs }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 844 });
      await signInAs("superadmin");
      await page.goto("/admin-management");
      const { dialog, wrong, question } = peopleScreen(page, "Search admins...");
      await expectGood(page, "admins");
      await page.getByRole("button", { name: "Add Admin" }).first().click();
      await dialog.getByRole("button", { name: "Save Admin" }).click();
      await expect(wrong).toHaveCount(3);
      await expectGood(page, "new admin");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Delete" }).first().click();
      await expect(question).toBeVisible();
      await expectGood(page, "question");
    });
  }
}

for (const [colorScheme, width, role] of [
  ["light", 1440, "admin"],
  ["light", 768, "admin"],
  ["light", 390, "superadmin"],
  ["dark", 1440, "superadmin"],
  ["dark", 390, "admin"],
] as const) {
  test(`axe finds nothing on User Management, ${colorScheme}, ${width} px, ${role}, and nothing hangs over`, async ({ page, signInAs }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 844 });
    await signInAs(role);
    const word = uniqueWord();
    const email = `${"averylongaddress".repeat(10)}${word}@example.com`;
    const removePeople = await insertPeople([{ role: "user", name: "Nospacesatall".repeat(15), email }]);
    const removeProjects = await insertProjects(
      [1, 2, 3, 4].map((number) => ({ name: `${number}${"Nospacesatall".repeat(4)}`.slice(0, 50), assignedTo: email })),
    );
    try {
      await page.goto("/users");
      const screen = peopleScreen(page, "Search users...");
      await lookFor(screen, word, 1);
      await expectGood(page, "users");
      const inTable = await page.getByRole("table").evaluate((table) => (table.parentElement?.scrollWidth ?? 0) - table.clientWidth);
      expect(inTable).toBeLessThanOrEqual(0);
      await screen.row(email).getByRole("button", { name: "Edit" }).click();
      await expect(screen.dialog.getByText("Selected: 4 project(s)")).toBeVisible();
      await screen.dialog.getByRole("button", { name: "Clear all" }).click();
      await screen.field("Full Name").fill("");
      await screen.dialog.getByRole("button", { name: "Save User" }).click();
      await expect(screen.wrong).toHaveText(["Full name is required", "At least one project must be assigned"]);
      await expectGood(page, "user form");
      await discardChanges(page);
      await screen.row(email).getByRole("button", { name: "Delete" }).click();
      await expect(screen.question).toBeVisible();
      await expectGood(page, "question");
    } finally {
      await removeProjects();
      await removePeople();
    }
  });
}
