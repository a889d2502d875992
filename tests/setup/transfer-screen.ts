import { type CDPSession, expect, type Locator, type Page, type Request } from "@playwright/test";

const MEBIBYTE = 1024 * 1024;

/** Page object of the parts that all upload screens share, with control of the network speed. */
export class TransferScreen {
  readonly pause: Locator;
  readonly resume: Locator;
  readonly error: Locator;
  readonly tray: Locator;
  private session: CDPSession | null = null;

  constructor(readonly page: Page) {
    const main = page.getByRole("main");
    this.pause = main.getByRole("button", { name: "Pause", exact: true });
    this.resume = main.getByRole("button", { name: "Resume", exact: true });
    this.error = main.getByRole("alert");
    this.tray = page.getByRole("region", { name: "Uploads" });
  }

  /** Returns the row of an upload, an import or an unfinished upload in the tray. */
  trayRow(text: string | RegExp): Locator {
    return this.tray.getByRole("listitem").filter({ hasText: text });
  }

  /** Cancels the upload of the screen and confirms it. */
  async cancel(): Promise<void> {
    await this.page.getByRole("main").getByRole("button", { name: "Cancel", exact: true }).click();
    await this.confirmCancel();
  }

  async confirmCancel(): Promise<void> {
    await this.page.getByRole("alertdialog", { name: "Cancel the upload?" }).getByRole("button", { name: "Cancel Upload" }).click();
  }

  unthrottle(): Promise<void> {
    return this.setLine({ offline: false, uploadThroughput: -1 });
  }

  /** Limits the upload speed, so that a chunk takes some seconds, and a slow test can still stop the upload half-way. */
  throttle(): Promise<void> {
    return this.setLine({ offline: false, uploadThroughput: 4 * MEBIBYTE });
  }

  /** Limits the upload speed so far that a slow machine can check the screen before the upload ends. */
  throttleHard(): Promise<void> {
    return this.setLine({ offline: false, uploadThroughput: MEBIBYTE / 2 });
  }

  goOffline(): Promise<void> {
    return this.setLine({ offline: true, uploadThroughput: -1 });
  }

  async reached(percent: number): Promise<void> {
    await expect.poll(() => this.percent(), { timeout: 30_000 }).toBeGreaterThanOrEqual(percent);
  }

  /** Throttles until the upload has reached that percentage, then throttles hard. A chunk on its way still leaves at once. */
  async holdAt(percent: number): Promise<void> {
    await this.throttle();
    await this.reached(percent);
    await this.throttleHard();
  }

  async percent(): Promise<number> {
    return Number(await this.page.getByRole("progressbar", { name: /^Upload of/ }).getAttribute("aria-valuenow"));
  }

  /** Waits until the import is complete and every file is verified. */
  async completed(): Promise<void> {
    await expect(this.page.getByText(/ is online\.$/)).toBeVisible({ timeout: 60_000 });
  }

  /** Drags files and folders from disk over an element with real pointer events. @returns a function that drops them */
  async hold(paths: string[], over: Locator): Promise<() => Promise<void>> {
    await over.scrollIntoViewIfNeeded();
    const box = await over.boundingBox();
    if (!box) throw new Error("The drop target is not visible.");
    const devTools = await this.devTools();
    const data = { items: [], files: paths, dragOperationsMask: 1 };
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, data };
    const send = (type: "dragEnter" | "dragOver" | "drop") => devTools.send("Input.dispatchDragEvent", { type, ...at });
    await this.page.evaluate(() => {
      delete document.documentElement.dataset.accepts;
      const note = (event: Event) => {
        document.documentElement.dataset.accepts = String(event.defaultPrevented);
      };
      window.addEventListener("dragover", note);
    });
    // The code that accepts files may load after the page. A browser reports a held file again and again.
    const offer = () =>
      expect(async () => {
        await send("dragOver");
        await expect(this.page.locator("html")).toHaveAttribute("data-accepts", "true", { timeout: 500 });
      }).toPass();
    await send("dragEnter");
    await offer();
    return async () => {
      // The browser drops only where the page has just accepted it, and the test may have kept the page busy since.
      await offer();
      await send("drop");
    };
  }

  protected async devTools(): Promise<CDPSession> {
    this.session ??= await this.page.context().newCDPSession(this.page);
    return this.session;
  }

  private async setLine(conditions: { offline: boolean; uploadThroughput: number }): Promise<void> {
    const devTools = await this.devTools();
    await devTools.send("Network.emulateNetworkConditions", { latency: 0, downloadThroughput: -1, ...conditions });
  }
}

/** Records the requests to the upload server as method and offset: "POST", "HEAD", "PATCH 10485760". */
export function noteUploads(page: Page): string[] {
  const notes: string[] = [];
  page.on("request", (request: Request) => {
    if (!new URL(request.url()).pathname.startsWith("/files/")) return;
    const offset = request.headers()["upload-offset"];
    notes.push(offset === undefined ? request.method() : `${request.method()} ${offset}`);
  });
  return notes;
}
