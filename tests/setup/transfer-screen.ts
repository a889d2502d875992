import { type CDPSession, expect, type Locator, type Page, type Request } from "@playwright/test";

const MEBIBYTE = 1024 * 1024;

/** What every upload screen has, as a person works it, and the line that it stands on. */
export class TransferScreen {
  readonly pause: Locator;
  readonly resume: Locator;
  readonly error: Locator;
  private session: CDPSession | null = null;

  constructor(readonly page: Page) {
    this.pause = page.getByRole("button", { name: "Pause" });
    this.resume = page.getByRole("button", { name: "Resume" });
    this.error = page.getByRole("main").getByRole("alert");
  }

  /** Lets bytes out as fast as they come. */
  hurry(): Promise<void> {
    return this.setLine({ offline: false, uploadThroughput: -1 });
  }

  /** Lets bytes out at a speed at which a chunk takes about a second. */
  walk(): Promise<void> {
    return this.setLine({ offline: false, uploadThroughput: 8 * MEBIBYTE });
  }

  /** Lets hardly anything out: nothing is to be over before a slow machine has looked at it. */
  crawl(): Promise<void> {
    return this.setLine({ offline: false, uploadThroughput: MEBIBYTE / 2 });
  }

  goOffline(): Promise<void> {
    return this.setLine({ offline: true, uploadThroughput: -1 });
  }

  /** Waits until that share of the upload has left. */
  async reached(percent: number): Promise<void> {
    await expect.poll(() => this.percent(), { timeout: 30_000 }).toBeGreaterThanOrEqual(percent);
  }

  /** Walks until that share of the upload has left, and crawls from there: from the next chunk on, for one on its way leaves at once. */
  async holdAt(percent: number): Promise<void> {
    await this.walk();
    await this.reached(percent);
    await this.crawl();
  }

  async percent(): Promise<number> {
    return Number(await this.page.getByRole("progressbar", { name: /^Upload of/ }).getAttribute("aria-valuenow"));
  }

  /** The import is through: every file has been checked. */
  async completed(): Promise<void> {
    await expect(this.page.getByText(/ is online\.$/)).toBeVisible({ timeout: 60_000 });
  }

  /** To speak to the browser itself. */
  protected async devTools(): Promise<CDPSession> {
    this.session ??= await this.page.context().newCDPSession(this.page);
    return this.session;
  }

  private async setLine(conditions: { offline: boolean; uploadThroughput: number }): Promise<void> {
    const devTools = await this.devTools();
    await devTools.send("Network.emulateNetworkConditions", { latency: 0, downloadThroughput: -1, ...conditions });
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
