import type { Browser, Page, Route } from "playwright-core";
import { logger } from "../../../logging/logger";
import type { MapSite } from "./site";

const VIEWPORT = { width: 1280, height: 800 };

/** What is there by then is what the picture shows. */
const OPEN_LIMIT_MS = 10_000;
const LOAD_LIMIT_MS = 8_000;
const IDLE_LIMIT_MS = 6_000;
const SHOT_LIMIT_MS = 8_000;

/** Playwright follows no redirect of an answer of ours, and relative links need the address that they are meant for. */
function sendOn(url: URL): string {
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
      return await route.fulfill({ status: 200, contentType: "text/html; charset=utf-8", body: sendOn(found.url) });
    }
    await route.fulfill({ status: found.status, headers: found.headers, body: found.body });
  });
}

/** An open map. */
export interface MapView {
  /** @returns what is seen of it now, as PNG */
  shoot(): Promise<Buffer>;
}

/** Resolves also when it takes longer than it may: what has been painted by then is better than nothing. */
async function waitAWhile(page: Page, state: "load" | "networkidle", timeout: number): Promise<void> {
  const { errors } = await import("playwright-core");
  await page.waitForLoadState(state, { timeout }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  });
}

/**
 * Opens a map in a browser and waits until it has painted. Its page gets nothing but what the site answers: no permission, no
 * window, no download, no dialog, no worker that outlives it.
 * @param start from the site
 * @param signal ends what is still being loaded; the browser itself has to be ended by whoever has started it
 * @throws Error when there is no page, or its process crashes
 */
export async function openMap(browser: Browser, site: MapSite, start: URL, signal: AbortSignal): Promise<MapView> {
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
      logger.debug({ err: error, url: route.request().url() }, "not loaded for a picture");
      await route.abort("failed").catch(() => undefined);
    }),
  );
  // A popup would be closed as well, but after it has been a process.
  await context.addInitScript("window.open = () => null");
  // Without a network the browser says that it is offline, and some maps wait for the end of that.
  await context.addInitScript("Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true })");
  await context.routeWebSocket("**/*", (socket) => socket.close());
  const page = await context.newPage();
  context.on("page", (window) => void window.close().catch(() => undefined));
  page.on("dialog", (dialog) => void dialog.dismiss().catch(() => undefined));
  const response = await page.goto(start.href, { waitUntil: "commit", timeout: OPEN_LIMIT_MS });
  if (!response?.ok()) throw new Error(`The map's page answers ${response?.status() ?? "nothing"}.`);
  await waitAWhile(page, "load", LOAD_LIMIT_MS);
  await waitAWhile(page, "networkidle", IDLE_LIMIT_MS);
  return { shoot: () => page.screenshot({ type: "png", animations: "disabled", timeout: SHOT_LIMIT_MS }) };
}
