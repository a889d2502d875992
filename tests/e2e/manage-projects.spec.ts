import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";
import { uniqueWord } from "../setup/people-screen";
import { inProduct, insertPeople, insertProjects } from "../setup/product-database";
import { chooseAction } from "../setup/project-menu";

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

/** Inserts a project of the admin with `people` users, named from Person 000. @returns a function that removes them */
async function shareProject(name: string, word: string, people: number): Promise<() => Promise<void>> {
  const removeProject = await insertProjects([{ name, description: "As it was", createdBy: firstSignIn("admin").email }]);
  const removePeople = await insertPeople(
    Array.from({ length: people }, (_, index) => ({
      role: "user" as const,
      name: `Person ${String(index).padStart(3, "0")} ${word}`,
      email: `${index}.${word}@example.com`,
    })),
  );
  await inProduct((client) =>
    client.query(
      `INSERT INTO "Assignment" ("projectId", "accountId")
       SELECT p.id, a.id FROM "Project" p, "Account" a WHERE p.name = $1 AND a.email LIKE $2`,
      [name, `%.${word}@example.com`],
    ),
  );
  return async () => {
    await removeProject();
    await removePeople();
  };
}

test("an admin edits a project with 500 users and sees its contents before deleting it", { tag: "@main" }, async ({ page, signInAs }) => {
  const word = uniqueWord();
  const name = `Shared ${word}`;
  const takeAway = await shareProject(name, word, 500);
  try {
    await signInAs("admin");
    await page.goto(`/projects?search=${word}`);
    const dialog = page.getByRole("dialog", { name });
    const viewProject = rowOf(page, name).getByRole("button", { name: "View Project" });

    await test.step("the dialog shows all users, and edits the project", async () => {
      await viewProject.click();
      await expect(dialog.getByText(`Person 004 ${word}`)).toBeVisible();
      await expect(dialog.getByRole("definition").filter({ hasText: /^500/ })).toBeVisible();
      await dialog.getByRole("button", { name: "Edit Project" }).click();
      await expect(dialog.getByLabel("Description")).toBeFocused();
      await dialog.getByRole("button", { name: `Remove Person 001 ${word}` }).click();
      await dialog.getByPlaceholder("Search users...").fill("person 49");
      await dialog.getByRole("button", { name: "Mark all found" }).click();
      await dialog.getByLabel("Description").fill("As it is now");
      await dialog.getByLabel("Map URL").fill("https://maps.example/chart");
      await dialog.getByRole("button", { name: "Save Changes" }).click();
    });

    await test.step("the dialog and the list show the saved changes immediately", async () => {
      const saved = page.getByText("Project updated successfully!");
      // The status role: a screen reader announces it even while a dialog is open.
      await expect(page.getByRole("status").filter({ has: saved })).toBeVisible();
      await expect(dialog.getByText("As it is now")).toBeVisible();
      await expect(dialog.getByRole("link", { name: "https://maps.example/chart" })).toBeVisible();
      await expect(dialog.getByRole("definition").filter({ hasText: /^489/ })).toBeVisible();
      await expect(saved).toBeHidden();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(viewProject).toBeFocused();
      await expect(rowOf(page, name)).toContainText("As it is now");
      await expect(rowOf(page, name)).toContainText("External map");
      await expect(rowOf(page, name).getByRole("cell", { name: "489" })).toBeVisible();
    });

    await test.step("the delete confirmation lists what the deletion removes", async () => {
      await chooseAction(page, name, "Delete Project");
      const question = page.getByRole("alertdialog", { name: "Delete Project" });
      await expect(question).toContainText(`Are you sure you want to delete ${name}? It can be restored from the trash for 30 days.`);
      await expect(question).toContainText("No files move to the trash.");
      await expect(question).toContainText(
        `489 people lose access: Person 000 ${word}, Person 002 ${word}, Person 003 ${word} and 486 others`,
      );
      await question.getByRole("button", { name: "Delete Project" }).click();
      await expect(page.getByText("Project and associated files deleted successfully!")).toBeVisible();
      await expect(question).toBeHidden();
      await expect(page.getByText("No projects match your search.")).toBeVisible();
      await expect(page.locator("#content")).toBeFocused();
    });
  } finally {
    await takeAway();
  }
});

test("the project list filters by status, creator and date and keeps the filters in the URL", async ({ page, signInAs }) => {
  const word = uniqueWord();
  const admin = firstSignIn("admin").email;
  const takeAway = await insertProjects([
    { name: `Old ${word}`, mapUrl: "https://maps.example/", createdBy: admin, createdAt: new Date("2024-02-01T12:00:00Z") },
    { name: `New ${word}`, mapUrl: "https://maps.example/", createdBy: admin },
    { name: `Mapless ${word}` },
  ]);
  const names = page.getByRole("table", { name: "Projects" }).getByRole("row").locator("td:first-child p:first-child");
  try {
    await signInAs("admin");
    await page.goto(`/projects?search=${word}&sort=name-asc`);
    await expect(names).toHaveText([`Mapless ${word}`, `New ${word}`, `Old ${word}`]);
    await page.getByRole("button", { name: "Filter" }).click();
    const panel = page.getByRole("dialog", { name: "Filter projects" });
    await panel.getByRole("combobox", { name: "Status" }).click();
    await expect(page.getByRole("option")).toHaveText(["Any", "Online", "Importing", "External map", "No map"]);
    await page.getByRole("option", { name: "External map" }).click();
    await expect(names).toHaveText([`New ${word}`, `Old ${word}`]);
    await panel.getByLabel("To").fill("2024-12-31");
    await expect(names).toHaveText([`Old ${word}`]);
    await panel.getByRole("combobox", { name: "Created By" }).click();
    await page.getByRole("option", { name: "Unknown" }).click();
    await expect(page.getByText("No projects match your search and filters.")).toBeVisible();
    await expect(page).toHaveURL(`/projects?search=${word}&sort=name-asc&status=external&to=2024-12-31&createdBy=unknown`);
    await page.reload();
    await expect(page.getByRole("button", { name: "Filter 3 on" })).toBeVisible();
    await page.getByRole("button", { name: "Clear search and filters" }).click();
    await expect(page).toHaveURL("/projects?sort=name-asc");
    await page.goto("/projects?status=none&to=2024-12-31");
    await expect(page.getByText("No projects match your filters.")).toBeVisible();
  } finally {
    await takeAway();
  }
});
