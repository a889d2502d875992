import { expect, type Locator, type Page } from "@playwright/test";
import { chooseAction } from "./project-menu";
import { TransferScreen } from "./transfer-screen";

/** Page object of a project's file manager with its uploads and trash. */
export class FilesScreen extends TransferScreen {
  readonly dialog: Locator;
  readonly upload: Locator;
  readonly question: Locator;

  constructor(page: Page) {
    super(page);
    this.dialog = page.getByRole("dialog");
    this.upload = this.dialog.getByRole("region", { name: "Upload" });
    this.question = page.getByRole("alertdialog");
  }

  async open(projectName: string): Promise<void> {
    await this.page.goto(`/projects?search=${encodeURIComponent(projectName)}`);
    await chooseAction(this.page, projectName, "Manage Files");
    await expect(this.row("index.html")).toBeVisible();
    // Playwright can't operate the browser's directory picker that returns handles.
    await this.page.evaluate(() => Reflect.deleteProperty(window, "showDirectoryPicker"));
  }

  row(name: string): Locator {
    return this.dialog.getByRole("row", { name: new RegExp(`(^|\\s)${name.replace(/[.()]/g, "\\$&")}`) });
  }

  async choose(paths: string | string[], button: "Upload Files" | "Upload Folder"): Promise<void> {
    const chooser = this.page.waitForEvent("filechooser");
    await this.dialog.getByRole("button", { name: button }).click();
    await (await chooser).setFiles(paths);
  }

  message(text: string | RegExp): Locator {
    return this.page.getByRole("status").or(this.page.getByRole("alert")).filter({ hasText: text }).first();
  }

  async openTrash(): Promise<Locator> {
    await this.dialog.getByRole("button", { name: "Trash" }).click();
    const trash = this.dialog.getByRole("region", { name: "Trash" });
    await expect(trash.getByRole("button", { name: "Empty Trash" })).toBeVisible();
    return trash;
  }
}
