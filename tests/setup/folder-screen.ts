import type { Locator, Page } from "@playwright/test";
import { TransferScreen } from "./transfer-screen";

/** The Upload Folder screen as a person works it. */
export class FolderScreen extends TransferScreen {
  readonly upload: Locator;
  readonly name: Locator;

  constructor(page: Page) {
    super(page);
    this.upload = page.getByRole("button", { name: /^(Upload Folder|Upload Anyway|Continue Upload)$/ });
    this.name = page.getByRole("textbox", { name: "Project Name" });
  }

  /** Opens it for a new project. Its chooser of folders is the plain one: nobody can work the other by program. */
  async open(projectName: string): Promise<void> {
    await this.page.goto("/projects?mode=upload");
    await this.page.evaluate(() => Reflect.deleteProperty(window, "showDirectoryPicker"));
    await this.name.fill(projectName);
  }

  /** Chooses a folder, or files, with the file chooser that `button` opens. */
  async choose(paths: string | string[], button = "Select Folder"): Promise<void> {
    const chooser = this.page.waitForEvent("filechooser");
    await this.page.getByRole("button", { name: button }).click();
    await (await chooser).setFiles(paths);
  }

  /** Opens the screen and begins to upload. */
  async begin(projectName: string, folder: string): Promise<void> {
    await this.open(projectName);
    await this.choose(folder);
    await this.upload.click();
  }

  /** What is listed of an unfinished upload. */
  unfinished(projectName: string): Locator {
    return this.page.getByRole("listitem").filter({ hasText: `for ${projectName}` });
  }
}
