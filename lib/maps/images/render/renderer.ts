import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { arePublishing } from "../../../imports/data";
import { logger } from "../../../logging/logger";
import {
  type Claim,
  claimImage,
  forgetThumbnailWorker,
  keepImage,
  keepNone,
  type MapTarget,
  noteFailure,
  releaseClaim,
  reportThumbnailWorker,
} from "../../../projects/images/claims";
import { makeThumbnail, type Thumbnail } from "../thumbnail";
import { Chromium, findChromium, type Installation, NO_CHROMIUM } from "./chromium";
import { removeLeftFolders } from "./folders";
import { AddressRefusedError, type OutsideRules } from "./outside";
import { MAP_ORIGIN, MapSite } from "./site";
import { MapError, type MapToOpen, openMap } from "./view";

const LOOK_MS = 400;

interface ProcessMemory {
  parent: number;
  own: number;
}

async function readProcess(pid: number): Promise<ProcessMemory | null> {
  const status = await readFile(`/proc/${pid}/status`, "latin1").catch(() => "");
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
  return status === "" ? null : { parent: read("PPid"), own: (read("RssAnon") + read("RssShmem")) * 1024 };
}

/** Returns the memory of a process and its descendants in bytes; 0 on systems without /proc. */
async function memoryOf(pid: number): Promise<number> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const all = new Map<number, ProcessMemory>();
  for (const one of pids) {
    const found = await readProcess(one);
    if (found) all.set(one, found);
  }
  const belongs = (one: number): boolean => one === pid || (one > 1 && belongs(all.get(one)?.parent ?? 0));
  return [...all].reduce((sum, [one, { own }]) => (belongs(one) ? sum + own : sum), 0);
}

/** Resolves when the memory of a process and its descendants exceeds the limit in bytes. @throws the reason of the signal */
async function exceedMemory(pid: number, limit: number, signal: AbortSignal): Promise<void> {
  while ((await memoryOf(pid)) <= limit) await pause(LOOK_MS, undefined, { signal });
  signal.throwIfAborted();
}

const LIMIT_MS = 30_000;
const MEMORY_LIMIT = 1024 * 1024 * 1024;

const SHOTS = 3;
const BETWEEN_SHOTS_MS = 1_500;
/** Part of the limit of a map that one screenshot may take. */
const SHOT_SHARE = 1 / 4;

/** Pause after the browser did not start, and the longest one after several such failures. It may just be being installed. */
const REST_MS = 30_000;
const LONGEST_REST_MS = 10 * 60_000;

const REPORT_MS = 20_000;

/** What users are told about failed attempts. */
const NOT_OPENED = "the map could not be opened";
const BLANK = "the map shows a single color";

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
  private failedStarts = 0;
  private reported: { problem: string | null; at: number } | null = null;
  private readonly id = randomUUID();

  /** @param find returns the browser, or null while there is none: it may be installed later */
  constructor(
    private readonly find: () => Installation | null = findChromium,
    private readonly options: RendererOptions = {},
  ) {}

  /** Returns why this process can't render at the moment, or null. */
  private findProblem(): string | null {
    if (!this.find()) return NO_CHROMIUM;
    return this.failedStarts > 0 ? "Chromium does not start" : null;
  }

  /** Reports whether this process can render, for health checks and superadmins. @returns true when it can do so now */
  async report(now = Date.now()): Promise<boolean> {
    const problem = this.findProblem();
    if (!this.reported || this.reported.problem !== problem || now - this.reported.at >= REPORT_MS) {
      if (problem !== (this.reported?.problem ?? null)) logger.warn(`thumbnails are ${problem === null ? "on" : `off: ${problem}`}`);
      await reportThumbnailWorker(this.id, problem);
      this.reported = { problem, at: now };
    }
    return problem !== NO_CHROMIUM && now >= this.restsUntil;
  }

  async close(): Promise<void> {
    // A report that is not renewed expires.
    await forgetThumbnailWorker(this.id).catch(() => undefined);
  }

  /** Renders the thumbnail of a project that needs one. @param signal aborts when the process stops; the attempt then doesn't count */
  async render(projectId: string, signal: AbortSignal): Promise<void> {
    if (!this.find() || Date.now() < this.restsUntil || signal.aborted || (await arePublishing())) return;
    const claim = await claimImage(projectId);
    if (!claim) return;
    let thumbnail: Thumbnail;
    try {
      thumbnail = await this.photograph(claim.target, signal);
    } catch (error) {
      await this.noteError(claim, error, signal);
      return;
    }
    if (thumbnail.isFlat) await keepNone(claim, BLANK);
    else await keepImage(claim, thumbnail.bytes);
  }

  private async noteError(claim: Claim, error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return await releaseClaim(claim);
    const { projectId, attempts } = claim;
    if (error instanceof BrowserError) {
      this.restsUntil = Date.now() + Math.min(REST_MS * 2 ** this.failedStarts, LONGEST_REST_MS);
      this.failedStarts += 1;
      logger.error({ err: error }, "thumbnails are not rendered for a while: the browser does not start");
      return await releaseClaim(claim);
    }
    const refusal = findRefusal(error);
    if (refusal) {
      logger.info({ projectId, reason: refusal.message }, "thumbnail not rendered: the address of the map is not allowed");
      return await keepNone(claim, "the address of the map is not allowed");
    }
    logger.warn({ err: error, projectId, attempts }, "thumbnail not rendered");
    await noteFailure(claim, error instanceof MapError ? error.message : NOT_OPENED);
  }

  private async startBrowser(): Promise<Chromium> {
    await removeLeftFolders();
    try {
      const installation = this.find();
      if (!installation) throw new Error(NO_CHROMIUM);
      const chromium = await Chromium.start(installation, MAP_ORIGIN);
      this.failedStarts = 0;
      return chromium;
    } catch (cause) {
      throw new BrowserError("Chromium did not start.", { cause });
    }
  }

  async photograph(target: MapTarget, signal: AbortSignal): Promise<Thumbnail> {
    const site = new MapSite(target, this.options.outside);
    try {
      // Before the browser starts, because an invalid URL needs none.
      const start = await site.start(signal);
      return await this.openAndTake(site, start, signal);
    } finally {
      await site.close();
    }
  }

  private async openAndTake(site: MapSite, start: URL, signal: AbortSignal): Promise<Thumbnail> {
    const { limitMs = LIMIT_MS, memoryLimit = MEMORY_LIMIT } = this.options;
    const chromium = await this.startBrowser();
    const ended = new AbortController();
    // Every file that is loading adds a listener.
    setMaxListeners(0, ended.signal);
    const stop = (reason: string) => {
      ended.abort(new MapError(reason));
      chromium.kill();
    };
    const onAbort = () => stop("The process stops.");
    signal.addEventListener("abort", onAbort);
    const limit = setTimeout(() => stop(`the map did not load within ${limitMs / 1000} seconds`), limitMs);
    exceedMemory(chromium.pid, memoryLimit, ended.signal).then(
      () => stop("the map takes too much memory"),
      () => undefined,
    );
    try {
      if (signal.aborted) onAbort();
      return await orAbort(takeScreenshot(chromium.browser, { site, start, limitMs }, ended.signal), ended.signal);
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
async function takeScreenshot(browser: Browser, map: MapToOpen, signal: AbortSignal): Promise<Thumbnail> {
  const page = await openMap(browser, map, signal);
  for (let shot = 1; ; shot += 1) {
    const png = await page.screenshot({ type: "png", animations: "disabled", timeout: SHOT_SHARE * map.limitMs });
    const thumbnail = await makeThumbnail(png, "image/png");
    if (!thumbnail.isFlat || shot === SHOTS) return thumbnail;
    await pause(BETWEEN_SHOTS_MS, undefined, { signal });
  }
}
