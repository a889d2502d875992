import { type CDPSession, expect, type Locator, type Page } from "@playwright/test";

/** The Upload Folder screen as a person works it. */
export class FolderScreen {
  readonly upload: Locator;
  readonly pause: Locator;
  readonly resume: Locator;
  readonly error: Locator;
  readonly name: Locator;
  private line: CDPSession | null = null;

  constructor(readonly page: Page) {
    this.upload = page.getByRole("button", { name: /^(Upload Folder|Upload Anyway|Continue Upload)$/ });
    this.pause = page.getByRole("button", { name: "Pause" });
    this.resume = page.getByRole("button", { name: "Resume" });
    this.error = page.getByRole("main").getByRole("alert");
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

  /** Lets bytes out at that many a second; null for as many as there are. */
  limitSpeed(bytesPerSecond: number | null): Promise<void> {
    return this.setLine({ offline: false, uploadThroughput: bytesPerSecond ?? -1 });
  }

  goOffline(): Promise<void> {
    return this.setLine({ offline: true, uploadThroughput: -1 });
  }

  /** Waits until that share of the folder has left. */
  async reached(percent: number): Promise<void> {
    await expect.poll(() => this.percent(), { timeout: 30_000 }).toBeGreaterThanOrEqual(percent);
  }

  async percent(): Promise<number> {
    return Number(await this.page.getByRole("progressbar", { name: /^Upload of/ }).getAttribute("aria-valuenow"));
  }

  /** The map is online. */
  async completed(): Promise<void> {
    await expect(this.page.getByText(/ is online\.$/)).toBeVisible({ timeout: 60_000 });
  }

  private async setLine(conditions: { offline: boolean; uploadThroughput: number }): Promise<void> {
    this.line ??= await this.page.context().newCDPSession(this.page);
    await this.line.send("Network.emulateNetworkConditions", { latency: 0, downloadThroughput: -1, ...conditions });
  }
}
