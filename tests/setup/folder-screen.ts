import type { Locator, Page } from "@playwright/test";
import { TransferScreen } from "./transfer-screen";

/** Page object of the Upload Folder screen. */
export class FolderScreen extends TransferScreen {
  readonly upload: Locator;
  readonly name: Locator;

  constructor(page: Page) {
    super(page);
    this.upload = page.getByRole("button", { name: /^(Upload Folder|Upload Anyway|Continue Upload)$/ });
    this.name = page.getByRole("textbox", { name: "Project Name" });
  }

  /** Opens the screen for a new project. Uses the plain folder chooser, because Playwright can't operate the other one. */
  async open(projectName: string): Promise<void> {
    await this.page.goto("/projects?mode=upload");
    await this.page.evaluate(() => Reflect.deleteProperty(window, "showDirectoryPicker"));
    await this.name.fill(projectName);
  }

  async choose(paths: string | string[], button = "Select Folder"): Promise<void> {
    const chooser = this.page.waitForEvent("filechooser");
    await this.page.getByRole("button", { name: button }).click();
    await (await chooser).setFiles(paths);
  }

  async begin(projectName: string, folder: string): Promise<void> {
    await this.open(projectName);
    await this.choose(folder);
    await this.upload.click();
  }

  unfinished(projectName: string): Locator {
    return this.trayRow(`for ${projectName}`);
  }
}
