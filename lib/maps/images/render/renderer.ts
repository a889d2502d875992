import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { arePublishing } from "../../../imports/data";
import { logger } from "../../../logging/logger";
import { type Claim, claimImage, keepImage, keepNone, type MapTarget, noteFailure, releaseClaim } from "../../../projects/images/claims";
import { makePicture, type Picture } from "../picture";
import { Chromium, type Installation } from "./chromium";
import { removeLeftFolders } from "./folders";
import { exceedMemory } from "./memory";
import type { OutsideRules } from "./outside";
import { AddressRefusedError } from "./public-address";
import { MAP_ORIGIN, MapSite } from "./site";
import { openMap } from "./view";

const LIMIT_MS = 30_000;
const MEMORY_LIMIT = 1024 * 1024 * 1024;

const SHOTS = 3;
const BETWEEN_SHOTS_MS = 1_500;
const SHOT_LIMIT_MS = 8_000;

const REST_MS = 10 * 60_000;

class BrowserError extends Error {
  override readonly name = "BrowserError";
}

export interface RendererOptions {
  limitMs?: number;
  memoryLimit?: number;
  outside?: OutsideRules;
}

function findRefusal(error: unknown): AddressRefusedError | null {
  if (error instanceof AddressRefusedError) return error;
  return error instanceof Error ? findRefusal(error.cause) : null;
}

export class MapRenderer {
  private restsUntil = 0;

  constructor(
    private readonly installation: Installation,
    private readonly options: RendererOptions = {},
  ) {}

  get isResting(): boolean {
    return Date.now() < this.restsUntil;
  }

  /** Renders the thumbnail of a project that needs one. @param signal aborts when the process stops; the attempt then doesn't count */
  async render(projectId: string, signal: AbortSignal): Promise<void> {
    if (this.isResting || signal.aborted || (await arePublishing())) return;
    const claim = await claimImage(projectId);
    if (!claim) return;
    let picture: Picture;
    try {
      picture = await this.photograph(claim.target, signal);
    } catch (error) {
      await this.noteError(claim, error, signal);
      return;
    }
    if (picture.isFlat) await keepNone(claim);
    else await keepImage(claim, picture.bytes);
  }

  private async noteError(claim: Claim, error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return await releaseClaim(claim);
    const { projectId, attempts } = claim;
    if (error instanceof BrowserError) {
      this.restsUntil = Date.now() + REST_MS;
      logger.error({ err: error }, "thumbnails are not rendered for a while: the browser does not start");
      return await releaseClaim(claim);
    }
    const refusal = findRefusal(error);
    if (refusal) {
      logger.info({ projectId, reason: refusal.message }, "thumbnail not rendered: the address of the map is not allowed");
      return await keepNone(claim);
    }
    logger.warn({ err: error, projectId, attempts }, "thumbnail not rendered");
    await noteFailure(claim);
  }

  private async startBrowser(): Promise<Chromium> {
    await removeLeftFolders();
    return await Chromium.start(this.installation, MAP_ORIGIN).catch((cause: unknown) => {
      throw new BrowserError("Chromium did not start.", { cause });
    });
  }

  async photograph(target: MapTarget, signal: AbortSignal): Promise<Picture> {
    const site = new MapSite(target, this.options.outside);
    try {
      // Before the browser starts, because an invalid URL needs none.
      const start = await site.start(signal);
      return await this.openAndTake(site, start, signal);
    } finally {
      await site.close();
    }
  }

  private async openAndTake(site: MapSite, start: URL, signal: AbortSignal): Promise<Picture> {
    const { limitMs = LIMIT_MS, memoryLimit = MEMORY_LIMIT } = this.options;
    const chromium = await this.startBrowser();
    const ended = new AbortController();
    // Every file that is loading adds a listener.
    setMaxListeners(0, ended.signal);
    const stop = (reason: string) => {
      ended.abort(new Error(reason));
      chromium.kill();
    };
    const onAbort = () => stop("The process stops.");
    signal.addEventListener("abort", onAbort);
    const limit = setTimeout(() => stop(`The map takes longer than ${limitMs / 1000} s.`), limitMs);
    exceedMemory(chromium.pid, memoryLimit, ended.signal).then(
      () => stop("The map takes too much memory."),
      () => undefined,
    );
    try {
      if (signal.aborted) onAbort();
      return await orAbort(takeScreenshot(chromium.browser, site, start, ended.signal), ended.signal);
    } catch (error) {
      throw ended.signal.aborted ? ended.signal.reason : error;
    } finally {
      signal.removeEventListener("abort", onAbort);
      clearTimeout(limit);
      ended.abort();
      await chromium.close();
    }
  }
}

/** Rejects when the signal aborts. Calls of Playwright may never settle after the browser was killed. */
function orAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** Opens a map and takes a screenshot, again while the map has not painted. */
async function takeScreenshot(browser: Browser, site: MapSite, start: URL, signal: AbortSignal): Promise<Picture> {
  const page = await openMap(browser, site, start, signal);
  for (let shot = 1; ; shot += 1) {
    const png = await page.screenshot({ type: "png", animations: "disabled", timeout: SHOT_LIMIT_MS });
    const picture = await makePicture(png, "image/png");
    if (!picture.isFlat || shot === SHOTS) return picture;
    await pause(BETWEEN_SHOTS_MS, undefined, { signal });
  }
}
