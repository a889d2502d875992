import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";

/** Page object of the Map Settings in a project's details. */
export class MapSettingsScreen {
  readonly dialog: Locator;
  readonly preview: FrameLocator;
  readonly save: Locator;

  constructor(
    readonly page: Page,
    readonly projectName: string,
  ) {
    this.dialog = page.getByRole("dialog", { name: projectName });
    this.preview = this.dialog.frameLocator("iframe");
    this.save = this.dialog.getByRole("button", { name: "Save Changes" });
  }

  async openDetails(): Promise<void> {
    await this.page.goto(`/projects?search=${encodeURIComponent(this.projectName)}`);
    await this.page.getByRole("button", { name: `View Project ${this.projectName}` }).click();
    await expect(this.dialog.getByRole("button", { name: "Edit Project" })).toBeVisible();
  }

  async open(): Promise<void> {
    await this.openDetails();
    await this.dialog.getByRole("tab", { name: "Settings" }).click();
    await this.dialog.getByRole("button", { name: "Map Settings" }).click();
    await expect(this.dialog.getByText("Map Settings", { exact: true })).toBeVisible();
  }

  /** Opens the fields of a layer. Those of a map's only layer are open already. */
  async openLayer(name: string): Promise<void> {
    const button = this.dialog.getByRole("button", { name, exact: true });
    if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
  }

  /** Returns what the preview shows of each layer. */
  get shownLayers(): Locator {
    return this.preview.getByRole("listitem");
  }
}
