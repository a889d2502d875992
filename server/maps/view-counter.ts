import type { IncomingMessage } from "node:http";
import { env } from "../../lib/env";
import { contentTypeOf } from "../../lib/http/content-type";
import { isNavigation, isPrefetch } from "../../lib/http/fetch-metadata";
import { logger } from "../../lib/logging/logger";
import type { MapViewer, MapViews } from "../../lib/projects/stats/mutations";

/** A killed process loses the views of this time. */
const WRITE_AFTER_MS = 3_000;

/** Limits memory while the database is unavailable for long. */
const MOST_WAITING = 20_000;

const places: ReadonlySet<unknown> = new Set(["document", "iframe", "frame"]);
const pageType = /^(text\/html|application\/xhtml\+xml)\b/;

/** Browsers send Sec-Fetch-Site only on https and localhost. Elsewhere the referrer shows the origin of the request. */
function isFromWithin({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  return headers.referer?.startsWith(`${env().mapsOrigin}/`) ?? false;
}

function isOpening(request: IncomingMessage): boolean {
  const place = request.headers["sec-fetch-dest"];
  if (place !== undefined && !places.has(place)) return false;
  return request.method === "GET" && isNavigation(request.headers) && !isFromWithin(request) && !isPrefetch(request.headers);
}

/** Returns true for HTML pages opened in a tab or frame from outside the maps. HEAD, prefetches and refusals don't count. */
export function isMapView(request: IncomingMessage, status: number, fileName: string): boolean {
  return isOpening(request) && (status === 200 || status === 304) && pageType.test(contentTypeOf(fileName));
}

/** Counts views in memory and writes them in batches. Failed writes are repeated, so a lost commit can count views twice. */
export class ViewCounter {
  private waiting = new Map<string, MapViews>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<boolean> | undefined;
  private isFailing = false;

  constructor(
    private readonly write: (views: readonly MapViews[]) => Promise<void>,
    private readonly now: () => number,
  ) {}

  count(viewer: MapViewer): void {
    const lastViewedAt = new Date(this.now()).toISOString();
    this.add({ ...viewer, day: lastViewedAt.slice(0, 10), count: 1, lastViewedAt });
    this.schedule();
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    const hasFailedNow = (await this.writing) === false;
    clearTimeout(this.timer);
    if (!hasFailedNow) await this.writeWaiting();
    if (this.waiting.size === 0) return;
    const lost = Array.from(this.waiting.values()).reduce((sum, { count }) => sum + count, 0);
    logger.warn({ lost }, "map views could not be written and are lost");
  }

  private add(views: MapViews): void {
    const key = `${views.day} ${views.projectId} ${views.treeId} ${views.credentialId}`;
    const known = this.waiting.get(key);
    if (!known && this.waiting.size >= MOST_WAITING) return;
    const isOlder = known !== undefined && known.lastViewedAt > views.lastViewedAt;
    this.waiting.set(key, { ...views, count: views.count + (known?.count ?? 0), ...(isOlder && { lastViewedAt: known.lastViewedAt }) });
  }

  private schedule(): void {
    if (this.timer || this.writing) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.writing = this.writeWaiting().finally(() => {
        this.writing = undefined;
        if (this.waiting.size > 0) this.schedule();
      });
    }, WRITE_AFTER_MS).unref();
  }

  private async writeWaiting(): Promise<boolean> {
    if (this.waiting.size === 0) return true;
    const views = Array.from(this.waiting.values());
    this.waiting = new Map();
    try {
      await this.write(views);
      this.isFailing = false;
      return true;
    } catch (error) {
      for (const kept of views) this.add(kept);
      if (!this.isFailing) logger.warn({ err: error }, "map views could not be written, and are kept");
      this.isFailing = true;
      return false;
    }
  }
}
