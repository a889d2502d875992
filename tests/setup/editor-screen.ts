import { expect, type Locator, type Page } from "@playwright/test";

/** Page object of the text editor. */
export class EditorScreen {
  readonly dialog: Locator;
  readonly text: Locator;
  readonly save: Locator;

  constructor(
    readonly page: Page,
    readonly fileName: string,
  ) {
    this.dialog = page.getByRole("dialog", { name: fileName });
    this.text = this.dialog.getByRole("textbox", { name: `Text of ${fileName}` });
    this.save = this.dialog.getByRole("button", { name: "Save" });
  }

  async open(): Promise<void> {
    await this.page.getByRole("button", { name: `Edit file ${this.fileName}` }).click();
    await expect(this.text).toBeFocused();
  }

  async replace(text: string): Promise<void> {
    await this.text.focus();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(text);
  }

  async append(text: string): Promise<void> {
    await this.text.focus();
    await this.page.keyboard.press("ControlOrMeta+End");
    await this.page.keyboard.insertText(text);
  }

  get unsaved(): Locator {
    return this.dialog.getByText("Unsaved changes");
  }

  async close(): Promise<void> {
    await this.dialog.locator("header").getByRole("button", { name: "Close" }).click();
    await expect(this.dialog).toBeHidden();
  }
}

/** Opens a project folder in the file manager by URL. */
export async function openFolder(page: Page, safeName: string, folder = ""): Promise<void> {
  await page.goto(`/projects?${new URLSearchParams({ files: safeName, ...(folder ? { folder } : {}) })}`);
}
