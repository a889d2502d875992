import { expect } from "vitest";
import { page } from "vitest/browser";
import { FileManagerHost } from "@/components/files/manager/file-manager-host";
import { projectSummary } from "../projects/project-rows";
import { renderScreen } from "../setup/render";

const dialog = page.getByRole("dialog", { name: "Harbour" });
const grid = dialog.getByRole("grid");
const button = (name: string | RegExp) => dialog.getByRole("button", { name });
const row = (name: string) => grid.getByRole("row").filter({ has: page.getByRole("checkbox", { name: `Select ${name}`, exact: true }) });

/** The open file manager of the project Harbour. */
export const manager = {
  dialog,
  grid,
  button,
  row,
  status: dialog.getByRole("contentinfo").getByRole("status"),
  search: dialog.getByRole("searchbox", { name: "Search files" }),
  selected: grid.getByRole("row", { selected: true }),
  question: page.getByRole("alertdialog"),
  /** Returns the button with the row's name, which opens the row. */
  name: (name: string) => row(name).getByRole("button", { name, exact: true }),
  check: (name: string) => row(name).getByRole("checkbox"),
  crumb: (name: string) => dialog.getByRole("navigation", { name: "Breadcrumb" }).getByRole("button", { name }),
  /** Returns a banner, or a message of the upload panel. */
  message: (text: string | RegExp) => page.getByRole("status").or(page.getByRole("alert")).filter({ hasText: text }).first(),
  async loaded(): Promise<void> {
    await expect.element(grid).toHaveAttribute("aria-busy", "false");
  },
  async act(name: string, action: string): Promise<void> {
    await row(name)
      .getByRole("button", { name: `Actions for ${name}` })
      .click();
    await page.getByRole("menuitem", { name: action }).click();
  },
  async confirmDelete(): Promise<void> {
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
  },
};

/** Renders the file manager that the address names. @param query further parameters of the address */
export function openManager(query = "") {
  const screen = <FileManagerHost projects={[projectSummary("Harbour")]} linked={null} />;
  return renderScreen(screen, `/projects?files=harbour${query}`);
}
