import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { logger } from "../../../logging/logger";
import type { Installation } from "../../../map-images/render/launcher";
import {
  areImportsUnderWay,
  type Claim,
  claimImage,
  keepImage,
  keepNone,
  noteFailure,
  releaseClaim,
} from "../../../projects/images/claims";
import { makePicture, type Picture } from "../picture";
import { Chromium } from "./chromium";
import { removeLeftFolders } from "./folders";
import { watchMemory } from "./memory";
import type { OutsideRules } from "./outside";
import { AddressRefusedError } from "./public-address";
import { MAP_ORIGIN, MapSite, type MapTarget } from "./site";
import { type MapView, openMap } from "./view";

/** From start to picture. */
const LIMIT_MS = 30_000;
const MEMORY_LIMIT = 1024 * 1024 * 1024;

/** A map that has not painted yet is looked at again. */
const SHOTS = 3;
const BETWEEN_SHOTS_MS = 1_500;

/** A browser that does not start will not do so a moment later. */
const REST_MS = 10 * 60_000;

/** The browser is at fault, not the map. */
class BrowserError extends Error {
  override readonly name = "BrowserError";
}

export interface RendererOptions {
  /** From start to picture, in milliseconds. */
  limitMs?: number;
  /** Of the browser, in bytes. */
  memoryLimit?: number;
  outside?: OutsideRules;
}

/** Of an address that may not be asked, which another attempt would not change; what fetches says so as the cause of its own error. */
function findRefusal(error: unknown): AddressRefusedError | null {
  if (error instanceof AddressRefusedError) return error;
  return error instanceof Error ? findRefusal(error.cause) : null;
}

/** Makes pictures of maps by opening them in a Chromium. */
export class MapRenderer {
  private restsUntil = 0;

  constructor(
    private readonly installation: Installation,
    private readonly options: RendererOptions = {},
  ) {}

  /** True for a while after the browser did not start. */
  get isResting(): boolean {
    return Date.now() < this.restsUntil;
  }

  /**
   * Renders the picture of a project, if it needs one and nobody else is at it.
   * @param signal the process stops: the attempt is given back
   */
  async render(projectId: string, signal: AbortSignal): Promise<void> {
    if (this.isResting || signal.aborted || (await areImportsUnderWay())) return;
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
      logger.error({ err: error }, "no pictures of maps for a while: the browser does not start");
      return await releaseClaim(claim);
    }
    const refusal = findRefusal(error);
    if (refusal) {
      logger.info({ projectId, reason: refusal.message }, "no picture of a map that is nowhere to be opened from here");
      return await keepNone(claim);
    }
    logger.warn({ err: error, projectId, attempts }, "no picture of a map");
    await noteFailure(claim);
  }

  private async startBrowser(): Promise<Chromium> {
    await removeLeftFolders();
    return await Chromium.start(this.installation, MAP_ORIGIN).catch((cause: unknown) => {
      throw new BrowserError("Chromium did not start.", { cause });
    });
  }

  /** @throws Error when there is no picture, within the limits of time and memory or at all */
  async photograph(target: MapTarget, signal: AbortSignal): Promise<Picture> {
    const site = new MapSite(target, this.options.outside);
    try {
      // Before there is a browser: an address that leads nowhere needs none.
      const start = await site.start(signal);
      return await this.look(site, start, signal);
    } finally {
      await site.close();
    }
  }

  private async look(site: MapSite, start: URL, signal: AbortSignal): Promise<Picture> {
    const { limitMs = LIMIT_MS, memoryLimit = MEMORY_LIMIT } = this.options;
    const chromium = await this.startBrowser();
    const ended = new AbortController();
    // Each file that the map is loading listens to it.
    setMaxListeners(0, ended.signal);
    const stop = (reason: string) => {
      ended.abort(new Error(reason));
      chromium.kill();
    };
    const onAbort = () => stop("The process stops.");
    signal.addEventListener("abort", onAbort);
    const limit = setTimeout(() => stop(`The map takes longer than ${limitMs / 1000} s.`), limitMs);
    const memory = watchMemory(chromium.pid, memoryLimit, () => stop("The map takes too much memory."));
    try {
      if (signal.aborted) onAbort();
      return await orEnd(photographMap(chromium.browser, site, start, ended.signal), ended.signal);
    } catch (error) {
      // What the browser says of its own end says less than why it was ended.
      throw ended.signal.aborted ? ended.signal.reason : error;
    } finally {
      signal.removeEventListener("abort", onAbort);
      clearTimeout(limit);
      memory.stop();
      ended.abort();
      await chromium.close();
    }
  }
}

/** Ends with the signal at the latest: what Playwright is asked while its browser ends may never be answered. */
function orEnd<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

async function photographMap(browser: Browser, site: MapSite, start: URL, signal: AbortSignal): Promise<Picture> {
  return await takePicture(await openMap(browser, site, start, signal), signal);
}

/** Looks again at a map that has not painted yet. */
async function takePicture(view: MapView, signal: AbortSignal): Promise<Picture> {
  for (let shot = 1; ; shot += 1) {
    const picture = await makePicture(await view.shoot(), "image/png");
    if (!picture.isFlat || shot === SHOTS) return picture;
    await pause(BETWEEN_SHOTS_MS, undefined, { signal });
  }
}
