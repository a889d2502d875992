import { expect, type Locator, type Page } from "@playwright/test";
import { TransferScreen } from "./transfer-screen";

/** Page object of the Upload ZIP screen. */
export class UploadScreen extends TransferScreen {
  readonly upload: Locator;

  constructor(page: Page) {
    super(page);
    this.upload = page.getByRole("button", { name: /^Upload (ZIP|Anyway)$/ });
  }

  async open(projectName: string, description = ""): Promise<void> {
    await this.page.goto("/projects?mode=create");
    await this.page.getByLabel("Project Name").fill(projectName);
    await this.page.getByLabel("Description").fill(description);
    await this.page.getByRole("button", { name: "Continue", exact: true }).click();
    await this.page.getByRole("button", { name: /^Upload ZIP File/ }).click();
    await this.page.getByRole("heading", { name: "Upload ZIP" }).waitFor();
  }

  async selectMethod(method: "Direct Upload" | "TUS Upload"): Promise<void> {
    const choice = this.page.locator("details", { hasText: "Advanced" });
    if ((await choice.getAttribute("open")) === null) await choice.locator("summary").click();
    await choice.locator("label", { hasText: method }).click();
    await expect(this.page.getByRole("radio", { name: method })).toBeChecked();
  }

  /** Selects files with the plain file chooser that `button` opens. Playwright can't operate the other one. */
  async choose(files: string | string[], button = "Choose ZIP File"): Promise<void> {
    await this.page.evaluate(() => Reflect.deleteProperty(window, "showOpenFilePicker"));
    const chooser = this.page.waitForEvent("filechooser");
    await this.page.getByRole("button", { name: button, exact: true }).click();
    await (await chooser).setFiles(files);
  }

  /** Drops a file from disk with real pointer events, so that the browser provides a handle. */
  async drop(file: string): Promise<void> {
    const drop = await this.hold([file], this.page.getByText("Drop a ZIP file here"));
    await drop();
  }

  async begin(projectName: string, archive: string, method: "Direct Upload" | "TUS Upload" = "TUS Upload"): Promise<void> {
    await this.open(projectName);
    await this.selectMethod(method);
    await this.choose(archive);
    await this.upload.click();
  }

  /**
   * Makes the extraction appear unfinished at 40 percent, because a small site finishes too fast for a test.
   * @returns a function that shows the real progress again
   */
  async holdExtraction(): Promise<() => void> {
    let isHeld = true;
    // Keep the route. A request in flight would never be answered after its route is removed.
    await this.page.route("**/extraction-progress/**", async (route) => {
      if (!isHeld) return route.continue();
      const response = await route.fetch();
      const progress = await response.json();
      await route.fulfill({ response, json: isHeld ? { ...progress, status: "extracting", progress: 40 } : progress });
    });
    return () => {
      isHeld = false;
    };
  }
}
