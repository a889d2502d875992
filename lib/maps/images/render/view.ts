import type { Browser, Page, Route } from "playwright-core";
import { logger } from "../../../logging/logger";
import type { MapSite } from "./site";

const VIEWPORT = { width: 1280, height: 800 };

const LOAD_LIMIT_MS = 8_000;
const IDLE_LIMIT_MS = 6_000;
/** Parts of the limit of a map that its page may take to answer, and a map of data to draw. */
const OPEN_SHARE = 1 / 3;
const DRAW_SHARE = 1 / 2;
const DRAWN = ':root:not([data-state="loading"])';

/** An error of the map. Its message is shown to admins after "No thumbnail:". */
export class MapError extends Error {
  override readonly name = "MapError";
}

/** Returns a page that redirects, because Playwright doesn't follow redirects of intercepted requests. */
function redirectPage(url: URL): string {
  const address = url.href.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html><meta http-equiv="refresh" content="0;url=${address}">`;
}

async function answer(route: Route, site: MapSite, signal: AbortSignal): Promise<void> {
  const request = route.request();
  if (request.method() !== "GET" && request.method() !== "HEAD") return route.abort("blockedbyclient");
  const { range, origin } = request.headers();
  const url = new URL(request.url());
  await site.answer({ url, range, isCrossOrigin: origin !== undefined }, signal, async (found) => {
    if (request.resourceType() === "document" && found.url.href !== url.href) {
      return await route.fulfill({ status: 200, contentType: "text/html; charset=utf-8", body: redirectPage(found.url) });
    }
    await route.fulfill({ status: found.status, headers: found.headers, body: found.body });
  });
}

/** Waits until the state is reached or the time of the wait is over. */
async function endAfterTimeout(waiting: Promise<unknown>): Promise<void> {
  const { errors } = await import("playwright-core");
  await waiting.catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  });
}

export interface MapToOpen {
  site: MapSite;
  start: URL;
  /** Time for the map, in milliseconds. */
  limitMs: number;
}

/** Opens a map and waits until it has painted. All requests go to the site. @throws Error when there is no page or it crashes */
export async function openMap(browser: Browser, { site, start, limitMs }: MapToOpen, signal: AbortSignal): Promise<Page> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    serviceWorkers: "block",
    acceptDownloads: false,
    permissions: [],
    reducedMotion: "reduce",
    colorScheme: "light",
    locale: "en-US",
  });
  await context.route("**/*", (route) =>
    answer(route, site, signal).catch(async (error: unknown) => {
      logger.debug({ err: error, url: route.request().url() }, "not loaded for a thumbnail");
      await route.abort("failed").catch(() => undefined);
    }),
  );
  // Popups are closed below, but only after a process was started for them.
  await context.addInitScript("window.open = () => null");
  // Without a network the browser is offline, and some maps wait until it is online.
  await context.addInitScript("Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true })");
  await context.routeWebSocket("**/*", (socket) => socket.close());
  const page = await context.newPage();
  context.on("page", (window) => void window.close().catch(() => undefined));
  page.on("dialog", (dialog) => void dialog.dismiss().catch(() => undefined));
  const response = await page.goto(start.href, { waitUntil: "commit", timeout: OPEN_SHARE * limitMs }).catch((cause: unknown) => {
    // Chromium's error for a 404 without a body.
    throw String(cause).includes("ERR_HTTP_RESPONSE_CODE_FAILURE") ? new MapError("the map's page is missing", { cause }) : cause;
  });
  if (!response?.ok()) throw new MapError(`the map's page answers ${response?.status() ?? "nothing"}`);
  await endAfterTimeout(page.waitForLoadState("load", { timeout: LOAD_LIMIT_MS }));
  await endAfterTimeout(page.waitForLoadState("networkidle", { timeout: IDLE_LIMIT_MS }));
  // A map of data says when it has drawn. Other maps have no such mark.
  await endAfterTimeout(page.waitForSelector(DRAWN, { state: "attached", timeout: DRAW_SHARE * limitMs }));
  return page;
}
