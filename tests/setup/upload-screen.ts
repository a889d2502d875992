import { type CDPSession, expect, type Locator, type Page, type Request } from "@playwright/test";

/** The Upload ZIP screen as a person works it. */
export class UploadScreen {
  readonly upload: Locator;
  readonly pause: Locator;
  readonly resume: Locator;
  readonly error: Locator;
  private line: CDPSession | null = null;

  constructor(readonly page: Page) {
    this.upload = page.getByRole("button", { name: /^Upload (ZIP|Anyway)$/ });
    this.pause = page.getByRole("button", { name: "Pause" });
    this.resume = page.getByRole("button", { name: "Resume" });
    this.error = page.getByRole("main").getByRole("alert");
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

  /** Chooses files with the file chooser that `button` opens. */
  async choose(files: string | string[], button = "Choose ZIP File"): Promise<void> {
    const chooser = this.page.waitForEvent("filechooser");
    await this.page.getByRole("button", { name: button }).click();
    await (await chooser).setFiles(files);
  }

  /** Opens the screen and begins to upload. */
  async begin(projectName: string, archive: string): Promise<void> {
    await this.open(projectName);
    await this.choose(archive);
    await this.upload.click();
  }

  /** Lets bytes out at that many a second; null for as many as there are. */
  async limitSpeed(bytesPerSecond: number | null): Promise<void> {
    await this.setLine({ offline: false, uploadThroughput: bytesPerSecond ?? -1 });
  }

  async goOffline(): Promise<void> {
    await this.setLine({ offline: true, uploadThroughput: -1 });
  }

  /** Waits until that share of the file has left. */
  async reached(percent: number): Promise<void> {
    await expect.poll(() => this.percent(), { timeout: 30_000 }).toBeGreaterThanOrEqual(percent);
  }

  async percent(): Promise<number> {
    return Number(await this.page.getByRole("progressbar", { name: /^Upload of/ }).getAttribute("aria-valuenow"));
  }

  /** The import is through: every file has been checked. */
  async completed(): Promise<void> {
    await expect(this.page.getByText(/ is online\.$/)).toBeVisible({ timeout: 60_000 });
  }

  private async setLine(conditions: { offline: boolean; uploadThroughput: number }): Promise<void> {
    this.line ??= await this.page.context().newCDPSession(this.page);
    await this.line.send("Network.emulateNetworkConditions", { latency: 0, downloadThroughput: -1, ...conditions });
  }
}

/** Notes the requests to the upload server, as method and offset: "POST", "HEAD", "PATCH 10485760". */
export function noteUploads(page: Page): string[] {
  const notes: string[] = [];
  page.on("request", (request: Request) => {
    if (!new URL(request.url()).pathname.startsWith("/files/")) return;
    const offset = request.headers()["upload-offset"];
    notes.push(offset === undefined ? request.method() : `${request.method()} ${offset}`);
  });
  return notes;
}
