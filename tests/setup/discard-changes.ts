import type { Page } from "@playwright/test";

export const discardQuestion = (page: Page) => page.getByRole("alertdialog", { name: "Discard changes?" });
