import type { Browser, Page, Route } from "playwright-core";
import { logger } from "../../../logging/logger";
import type { MapSite } from "./site";

const VIEWPORT = { width: 1280, height: 800 };

const OPEN_LIMIT_MS = 10_000;
const LOAD_LIMIT_MS = 8_000;
const IDLE_LIMIT_MS = 6_000;

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

async function waitAWhile(page: Page, state: "load" | "networkidle", timeout: number): Promise<void> {
  const { errors } = await import("playwright-core");
  await page.waitForLoadState(state, { timeout }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  });
}

/** Opens a map and waits until it has painted. All requests go to the site. @throws Error when there is no page or it crashes */
export async function openMap(browser: Browser, site: MapSite, start: URL, signal: AbortSignal): Promise<Page> {
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
  const response = await page.goto(start.href, { waitUntil: "commit", timeout: OPEN_LIMIT_MS }).catch((cause: unknown) => {
    // Chromium's error for a 404 without a body.
    throw String(cause).includes("ERR_HTTP_RESPONSE_CODE_FAILURE") ? new MapError("the map's page is missing", { cause }) : cause;
  });
  if (!response?.ok()) throw new MapError(`the map's page answers ${response?.status() ?? "nothing"}`);
  await waitAWhile(page, "load", LOAD_LIMIT_MS);
  await waitAWhile(page, "networkidle", IDLE_LIMIT_MS);
  return page;
}
