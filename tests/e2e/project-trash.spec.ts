import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";
import { uniqueWord } from "../setup/people-screen";
import { insertProjects } from "../setup/product-database";
import { chooseAction } from "../setup/project-menu";

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("the trash restores a deleted project, under another name when its own is taken, and deletes one permanently", async ({
  page,
  signInAs,
}) => {
  const word = uniqueWord();
  const name = `Deleted ${word}`;
  const takeAway = await insertProjects([{ name, safeName: `deleted-${word}` }]);
  const takeSecond: (() => Promise<void>)[] = [];
  try {
    await signInAs("admin");
    await page.goto(`/projects?search=${word}`);
    await chooseAction(page, name, "Delete Project");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete Project" }).click();
    await expect(page.getByText("Project and associated files deleted successfully!")).toBeVisible();
    takeSecond.push(await insertProjects([{ name, safeName: `deleted-${word}` }]));
    await page.getByRole("button", { name: "Trash", exact: true }).click();
    await expect(page).toHaveURL(/mode=trash/);
    await expect(page.getByRole("columnheader")).toHaveText(["Name", "Deleted By", "Deleted On", "Days Left", "Actions"]);
    await expect(rowOf(page, name)).toContainText("30 days");
    await expectGoodEverywhere(page, "the trash of projects");
    await page.getByRole("button", { name: `Restore ${name}` }).click();
    const dialog = page.getByRole("dialog", { name: "Restore Project" });
    await expect(dialog).toContainText(`Another project is called “${name}” now. Restore this one under another name.`);
    await expectAccessible(page, "the question for another name");
    await dialog.getByLabel("Project name").fill(name);
    await dialog.getByRole("button", { name: "Restore" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Another project has this name now.");
    await dialog.getByLabel("Project name").fill(`Back ${word}`);
    await dialog.getByRole("button", { name: "Restore" }).click();
    await expect(page.getByText(`Restored “Back ${word}”.`)).toBeVisible();
    await page.getByRole("button", { name: "Back to Projects" }).click();
    await chooseAction(page, `Back ${word}`, "Delete Project");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete Project" }).click();
    await expect(rowOf(page, `Back ${word}`)).toHaveCount(0);
    await page.getByRole("button", { name: "Trash", exact: true }).click();
    await page.getByRole("button", { name: `Delete Permanently Back ${word}` }).click();
    await expect(page.getByRole("alertdialog")).toContainText(
      `Are you sure you want to delete Back ${word}? This action cannot be undone.`,
    );
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Project deleted permanently")).toBeVisible();
    await expect(rowOf(page, `Back ${word}`)).toHaveCount(0);
  } finally {
    await Promise.all([takeAway, ...takeSecond].map((remove) => remove()));
  }
});
