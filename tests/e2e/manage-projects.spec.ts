import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { discardQuestion } from "../setup/discard-changes";
import { firstSignIn } from "../setup/first-sign-in";
import { uniqueWord } from "../setup/people-screen";
import { inProduct, insertPeople, insertProjects } from "../setup/product-database";
import { chooseAction } from "../setup/project-menu";

const EDIT = "**/api/project/edit/*";
const DELETE = "**/api/project/delete/*";
const DETAILS = "**/api/project/details/*";

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

test("an admin edits a project with 500 users and sees its contents before deleting it", { tag: "@main" }, async ({
  page,
  signInAs,
  complaints,
}) => {
  const word = uniqueWord();
  const name = `Shared ${word}`;
  const takeAway = await shareProject(name, word, 500);
  try {
    await signInAs("admin");
    await page.goto(`/projects?search=${word}`);
    const dialog = page.getByRole("dialog", { name });
    const viewProject = rowOf(page, name).getByRole("button", { name: "View Project" });

    await test.step("the dialog reports details that fail to load, and Retry loads them", async () => {
      await page.route(DETAILS, (route) => route.fulfill({ status: 500, json: {} }));
      await viewProject.click();
      await expect(dialog.getByRole("alert").filter({ hasText: "Failed to load project details" })).toBeVisible();
      await expect(dialog.getByRole("button", { name: "Edit Project" })).toBeDisabled();
      await page.unroute(DETAILS);
      await dialog.getByRole("alert").getByRole("button", { name: "Retry" }).click();
      await expect(dialog.getByText(`Person 004 ${word}`)).toBeVisible();
      await expect(dialog.getByText(`Person 005 ${word}`)).toBeHidden();
      await expect(dialog.getByRole("definition").filter({ hasText: /^500/ })).toBeVisible();
      await dialog.getByRole("button", { name: "Show 100 more of 500" }).click();
      await expect(dialog.getByText(`Person 104 ${word}`)).toBeVisible();
    });

    await test.step("the dialog asks before it discards changes", async () => {
      await dialog.getByRole("button", { name: "Edit Project" }).click();
      await expect(dialog.getByLabel("Description")).toBeFocused();
      await expect(dialog.getByText("9/200")).toBeVisible();
      await dialog.getByLabel("Description").fill("x".repeat(201));
      await expect(dialog.getByText("201/200")).toBeVisible();
      await dialog.getByLabel("Map URL").fill("javascript:alert(1)");
      await dialog.getByRole("button", { name: "Save Changes" }).click();
      await expect(dialog.getByRole("alert")).toHaveText([
        "Description can have at most 200 characters.",
        "Map URL must be a web address that begins with http:// or https://.",
      ]);
      for (const leave of [() => page.keyboard.press("Escape"), () => dialog.getByRole("button", { name: "Close" }).click()]) {
        await leave();
        await page.getByRole("button", { name: "Keep Editing" }).click();
        await expect(dialog.getByLabel("Map URL")).toHaveValue("javascript:alert(1)");
      }
      await dialog.getByRole("button", { name: "Cancel Edit" }).click();
      await discardQuestion(page).getByRole("button", { name: "Discard" }).click();
      await expect(dialog.getByRole("button", { name: "Edit Project" })).toBeFocused();
      await expect(dialog.getByText("As it was")).toBeVisible();
    });

    await test.step("the dialog marks users for removal and undoes a mark", async () => {
      await dialog.getByRole("button", { name: "Edit Project" }).click();
      const marked = dialog.getByText(/marked for removal$/);
      await dialog.getByRole("button", { name: `Remove Person 000 ${word}` }).click();
      await dialog.getByRole("button", { name: `Remove Person 001 ${word}` }).click();
      await expect(marked).toHaveText("2 of 500 marked for removal");
      await dialog.getByRole("button", { name: `Undo removal of Person 000 ${word}` }).click();
      await dialog.getByPlaceholder("Search users...").fill("person 49");
      await dialog.getByRole("button", { name: "Mark all found" }).click();
      await expect(marked).toHaveText("11 of 500 marked for removal");
      await expect(dialog.getByText("11 people lose access to the map when you save the changes.")).toBeVisible();
      await expectAccessible(page, "a project that is being changed");
    });

    await test.step("the dialog keeps the changes and shows the reason when saving fails", async () => {
      await dialog.getByLabel("Description").fill("As it is now");
      await dialog.getByLabel("Map URL").fill("https://maps.example/chart");
      const save = dialog.getByRole("button", { name: "Save Changes" });
      for (const [forge, message] of [
        [{ status: 500, json: {} }, "Failed to update project"],
        [{ status: 409, json: { message: "Not now." } }, "Not now."],
      ] as const) {
        await page.route(EDIT, (route) => route.fulfill(forge));
        await save.click();
        await expect(dialog.getByRole("alert")).toHaveText(message);
        await page.unroute(EDIT);
      }
      await page.route(EDIT, (route) => route.abort("connectionrefused"));
      await save.click();
      await expect(dialog.getByRole("alert")).toHaveText("Error connecting to server");
      await page.unroute(EDIT);
      await save.click();
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
      await expectAccessible(page, "the question before a project is deleted");
      await question.getByRole("button", { name: "486 others" }).click();
      await question.getByPlaceholder("Search users...").fill("person 488");
      await expect(question.getByText(`488.${word}@example.com`)).toBeVisible();
      const remove = question.getByRole("button", { name: "Delete Project" });
      await page.route(DELETE, (route) => route.fulfill({ status: 500, json: {} }));
      await remove.click();
      await expect(question.getByRole("alert")).toHaveText("Failed to delete project");
      await page.unroute(DELETE);
      await remove.click();
      await expect(page.getByText("Project and associated files deleted successfully!")).toBeVisible();
      await expect(question).toBeHidden();
      await expect(page.getByText("No projects match your search.")).toBeVisible();
      await expect(page.locator("#content")).toBeFocused();
    });
  } finally {
    await takeAway();
  }
  complaints.length = 0;
});

test("the project list drops a project that another admin has deleted meanwhile", async ({ page, signInAs, baseURL }) => {
  const word = uniqueWord();
  const takeAway = await insertProjects([{ name: `Gone first ${word}` }, { name: `Gone second ${word}` }]);
  try {
    await signInAs("admin");
    await page.goto(`/projects?search=${word}&sort=name-asc`);
    const { projects } = (await (await page.request.get(`/api/project/all?search=${word}&sort=name-asc`)).json()) as {
      projects: { _id: string }[];
    };
    const remove = async (index: number) => {
      const answer = await page.request.delete(`/api/project/delete/${projects[index]?._id}`, { headers: { origin: baseURL ?? "" } });
      expect(answer.status()).toBe(200);
    };
    await chooseAction(page, "Gone first", "Delete Project");
    await expect(page.getByText("No user loses access: none are assigned.")).toBeVisible();
    await remove(0);
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete Project" }).click();
    await expect(page.getByText("This project no longer exists.")).toBeVisible();
    await expect(rowOf(page, "Gone first")).toBeHidden();
    await remove(1);
    await rowOf(page, "Gone second").getByRole("button", { name: "View Project" }).click();
    await expect(page.getByRole("dialog").getByRole("alert").first()).toContainText("This project no longer exists.");
    await page.keyboard.press("Escape");
    await expect(rowOf(page, "Gone second")).toBeHidden();
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
