import { expect, type Locator, type Page } from "@playwright/test";
import { TransferScreen } from "./transfer-screen";

/** The Upload ZIP screen as a person works it. */
export class UploadScreen extends TransferScreen {
  readonly upload: Locator;

  constructor(page: Page) {
    super(page);
    this.upload = page.getByRole("button", { name: /^Upload (ZIP|Anyway)$/ });
  }

  /** Goes through the steps before it. */
  async open(projectName: string, description = ""): Promise<void> {
    await this.page.goto("/projects?mode=create");
    await this.page.getByLabel("Project Name").fill(projectName);
    await this.page.getByLabel("Description").fill(description);
    await this.page.getByRole("button", { name: "Continue" }).click();
    await this.page.getByRole("button", { name: /^Upload ZIP File/ }).click();
    await expect(this.page.getByRole("heading", { name: "Upload ZIP" })).toBeVisible();
  }

  /** Takes one of the two ways. */
  async takeWay(way: "Direct Upload" | "TUS Upload"): Promise<void> {
    await this.page.locator("label", { hasText: way }).click();
    await expect(this.page.getByRole("radio", { name: way })).toBeChecked();
  }

  /** Chooses files with the file chooser that `button` opens: the plain one, since nobody can work the other by program. */
  async choose(files: string | string[], button = "Choose ZIP File"): Promise<void> {
    await this.page.evaluate(() => Reflect.deleteProperty(window, "showOpenFilePicker"));
    const chooser = this.page.waitForEvent("filechooser");
    await this.page.getByRole("button", { name: button }).click();
    await (await chooser).setFiles(files);
  }

  /** Drops a file of the disk, as a person does it with the pointer: the browser gives a handle with it. */
  async drop(file: string): Promise<void> {
    const box = await this.page.getByText("Drop a ZIP file here").boundingBox();
    if (!box) throw new Error("There is nowhere to drop it.");
    const devTools = await this.devTools();
    const data = { items: [], files: [file], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      await devTools.send("Input.dispatchDragEvent", { type, x: box.x + box.width / 2, y: box.y + box.height / 2, data });
    }
  }

  /** Opens the screen and begins to upload. */
  async begin(projectName: string, archive: string, way: "Direct Upload" | "TUS Upload" = "TUS Upload"): Promise<void> {
    await this.open(projectName);
    await this.takeWay(way);
    await this.choose(archive);
    await this.upload.click();
  }

  /**
   * Lets an extraction look unfinished, at 40 percent: that of so small a site is over before anybody could do anything.
   * @returns a function that shows it as it is
   */
  async holdExtraction(): Promise<() => void> {
    let isHeld = true;
    // The route stays: a call that is on its way while its route is taken off is never answered.
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
