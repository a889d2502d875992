import { setTimeout as wait } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";

/** Round trip of the visitor, in milliseconds. */
export const ROUND_TRIP_MS = 50;

/** What a visitor waits for. Milliseconds from the start of the navigation or of the pan. */
export interface Visit {
  page: number;
  firstTile: number;
  allTiles: number;
  tileRequests: number;
  notModified: number;
}

interface Shown {
  first: number;
  all: number;
}

interface TileWindow {
  tiles: { shown: Promise<Shown>; pan(windows: number): Promise<Shown> };
}

/** Counts the requests for tiles that reach the server, and which of them are answered 304. */
async function countTiles(page: Page): Promise<{ requests: number; notModified: number }> {
  const count = { requests: 0, notModified: 0 };
  const tiles = new Set<string>();
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  line.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (/\/tiles\/\d+\/\d+\.png$/.test(request.url)) tiles.add(requestId);
  });
  // Answers from the cache have no such event.
  line.on("Network.responseReceivedExtraInfo", ({ requestId, statusCode }) => {
    if (!tiles.has(requestId)) return;
    count.requests += 1;
    if (statusCode === 304) count.notModified += 1;
  });
  return count;
}

/** Opens the map in a tab, pans by a window when asked, and closes the tab. */
export async function visit(context: BrowserContext, address: string): Promise<{ open: Visit; back: Visit }> {
  const page = await context.newPage();
  try {
    const count = await countTiles(page);
    const start = performance.timeOrigin + performance.now();
    await page.goto(address, { waitUntil: "commit" });
    const committed = performance.timeOrigin + performance.now();
    await page.waitForFunction(() => "tiles" in window);
    const shown = await page.evaluate(() => (window as unknown as TileWindow).tiles.shown);
    const open = {
      page: committed - start,
      firstTile: shown.first - start,
      allTiles: shown.all - start,
      tileRequests: count.requests,
      notModified: count.notModified,
    };
    await pan(page, 1);
    const before = { ...count };
    const back = await pan(page, -1);
    // The events of the last answers may follow the picture.
    await wait(ROUND_TRIP_MS * 4);
    return {
      open,
      back: {
        page: 0,
        firstTile: back.first,
        allTiles: back.all,
        tileRequests: count.requests - before.requests,
        notModified: count.notModified - before.notModified,
      },
    };
  } finally {
    await page.close();
  }
}

function pan(page: Page, windows: number): Promise<Shown> {
  return page.evaluate((by) => (window as unknown as TileWindow).tiles.pan(by), windows);
}
