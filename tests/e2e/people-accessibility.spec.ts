import { expect } from "@playwright/test";
import { expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";
import { discardChanges } from "../setup/discard-changes";
import { peopleScreen, searchFor, uniqueWord } from "../setup/people-screen";
import { insertPeople, insertProjects } from "../setup/product-database";

for (const role of ["admin", "superadmin"] as const) {
  test(`User Management of the ${role} is accessible and fits at every width, in both themes`, async ({ page, signInAs }) => {
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
      await searchFor(screen, word, 1);
      const hiddenWidth = () => page.getByRole("table").evaluate((table) => (table.parentElement?.scrollWidth ?? 0) - table.clientWidth);
      await expectGoodEverywhere(page, "users", () => expect.poll(hiddenWidth).toBeLessThanOrEqual(0));
      await screen.row(email).getByRole("button", { name: "Edit" }).click();
      await expect(screen.dialog.getByText("Selected: 4 project(s)")).toBeVisible();
      await screen.dialog.getByRole("button", { name: "Clear all" }).click();
      await screen.field("Full Name").fill("");
      await screen.dialog.getByRole("button", { name: "Save User" }).click();
      await expect(screen.wrong).toHaveText(["Full name is required", "At least one project must be assigned"]);
      await expectGoodEverywhere(page, "user form");
      await discardChanges(page);
      await screen.row(email).getByRole("button", { name: "Delete" }).click();
      await expect(screen.question).toBeVisible();
      await expectGoodEverywhere(page, "question");
    } finally {
      await removeProjects();
      await removePeople();
    }
  });
}
