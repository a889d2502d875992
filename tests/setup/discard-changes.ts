import { expect, type Page } from "@playwright/test";

export const discardQuestion = (page: Page) => page.getByRole("alertdialog", { name: "Discard changes?" });

export async function discardChanges(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await discardQuestion(page).getByRole("button", { name: "Discard" }).click();
  await expect(discardQuestion(page)).toBeHidden();
}
