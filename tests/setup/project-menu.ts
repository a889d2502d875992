import type { Page } from "@playwright/test";

/** Chooses an action from the menu of a project, in the list or in the gallery. @param name part of the project's name */
export async function chooseAction(page: Page, name: string, action: "View Project" | "Manage Files" | "Delete Project" | "View details") {
  await page.getByRole("button", { name: `More actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}
