import { expect, type Locator, type Page } from "@playwright/test";

/** Page object of a file manager. */
export class ManagerScreen {
  readonly page: Page;
  readonly dialog: Locator;
  readonly grid: Locator;
  readonly status: Locator;
  readonly search: Locator;

  constructor(page: Page, title: string) {
    this.page = page;
    this.dialog = page.getByRole("dialog", { name: title });
    this.grid = this.dialog.getByRole("grid");
    this.status = this.dialog.getByRole("contentinfo").or(this.dialog.locator("footer")).getByRole("status");
    this.search = this.dialog.getByRole("searchbox", { name: "Search files" });
  }

  async open(safeName: string, folder = ""): Promise<void> {
    await this.page.goto(`/projects?files=${safeName}${folder ? `&folder=${encodeURIComponent(folder)}` : ""}`);
    await this.loaded();
  }

  /** Waits until the rows of the open folder are loaded. */
  async loaded(): Promise<void> {
    await expect(this.grid).toHaveAttribute("aria-busy", "false");
  }

  row(name: string): Locator {
    return this.grid.getByRole("row").filter({ has: this.page.getByRole("checkbox", { name: `Select ${name}`, exact: true }) });
  }

  /** Returns the button with the row's name, which opens the row. */
  name(name: string): Locator {
    return this.row(name).getByRole("button", { name, exact: true });
  }

  check(name: string): Locator {
    return this.row(name).getByRole("checkbox");
  }

  button(name: string | RegExp): Locator {
    return this.dialog.getByRole("button", { name });
  }

  crumb(name: string): Locator {
    return this.dialog.getByRole("navigation", { name: "Breadcrumb" }).getByRole("button", { name });
  }

  message(text: string | RegExp): Locator {
    return this.page.locator('[aria-live="polite"]').getByText(text);
  }

  get selected(): Locator {
    return this.grid.getByRole("row", { selected: true });
  }

  async confirmDelete(): Promise<void> {
    await this.page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
  }
}
