import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MapViews } from "../../lib/projects/stats/mutations";
import { isMapView, ViewCounter } from "./view-counter";

/** A database that stores rows, fails, or is slow. */
class Database {
  readonly written: string[] = [];
  isUnavailable = false;
  attempts = 0;
  held: Promise<void> = Promise.resolve();

  readonly write = async (views: readonly MapViews[]): Promise<void> => {
    this.attempts += 1;
    const rows = views.map(({ projectId, day, count }) => `${projectId} ${day} ${count}`);
    await this.held;
    if (this.isUnavailable) throw new Error("away");
    this.written.push(rows.join(", "));
  };
}

let database: Database;
let counter: ViewCounter;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T12:00:00Z") });
  database = new Database();
  counter = new ViewCounter(database.write, Date.now);
});
afterEach(() => {
  vi.useRealTimers();
});

const viewer = (projectId: string, accountId: string) => ({ projectId, accountId, credentialId: `session of ${accountId}`, treeId: 7 });

function open(projectId: string, times = 1): void {
  for (let time = 0; time < times; time += 1) counter.count(viewer(projectId, "reader"));
}

it("ViewCounter writes the views of three seconds at once, and nothing without views", async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  open("a", 2);
  await vi.advanceTimersByTimeAsync(2_999);
  open("b");
  expect(database.attempts).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(database.written).toEqual(["a 2026-11-20 2, b 2026-11-20 1"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([database.attempts, vi.getTimerCount()]).toEqual([1, 0]);
  open("a");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(database.written[1]).toBe("a 2026-11-20 1");
});

it("ViewCounter counts a view for its own day, also when it is written on the next", async () => {
  vi.setSystemTime(Date.parse("2026-11-20T23:59:59.999Z"));
  open("a");
  await vi.advanceTimersByTimeAsync(1);
  open("a", 2);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(database.written).toEqual(["a 2026-11-20 1, a 2026-11-21 2"]);
});

it("ViewCounter keeps views after a failed write, adds later ones, and tries again", async () => {
  database.isUnavailable = true;
  open("a", 2);
  await vi.advanceTimersByTimeAsync(3_000);
  open("a");
  open("b");
  await vi.advanceTimersByTimeAsync(6_000);
  expect(database.attempts).toBe(3);
  database.isUnavailable = false;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(database.written).toEqual(["a 2026-11-20 3, b 2026-11-20 1"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(database.attempts).toBe(4);
});

it("ViewCounter runs one write at a time and writes each view once", async () => {
  let release: () => void = () => undefined;
  database.held = new Promise((resolve) => {
    release = resolve;
  });
  open("a");
  await vi.advanceTimersByTimeAsync(3_000);
  open("a");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(database.attempts).toBe(1);
  release();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(database.written).toEqual(["a 2026-11-20 1", "a 2026-11-20 1"]);
});

it("ViewCounter writes waiting views when it closes, after a running write", async () => {
  let release: () => void = () => undefined;
  database.held = new Promise((resolve) => {
    release = resolve;
  });
  open("a");
  await vi.advanceTimersByTimeAsync(3_000);
  open("b");
  const closed = counter.close();
  release();
  await closed;
  expect(database.written).toEqual(["a 2026-11-20 1", "b 2026-11-20 1"]);
  expect(vi.getTimerCount()).toBe(0);
});

it("ViewCounter closes without an error or another attempt while the database is unavailable", async () => {
  database.isUnavailable = true;
  open("a");
  await counter.close();
  expect([database.attempts, vi.getTimerCount()]).toEqual([1, 0]);
  await new ViewCounter(database.write, Date.now).close();
  expect(database.attempts).toBe(1);
});

it("ViewCounter keeps a limited number of projects, and continues to count them", async () => {
  database.isUnavailable = true;
  for (let project = 0; project < 20_001; project += 1) open(`project-${project}`);
  open("project-0");
  await vi.advanceTimersByTimeAsync(3_000);
  database.isUnavailable = false;
  await vi.advanceTimersByTimeAsync(3_000);
  const rows = database.written[0]?.split(", ") ?? [];
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([20_000, "project-0 2026-11-20 2", "project-19999 2026-11-20 1"]);
});

it("ViewCounter keeps accounts apart, with the time of the last view of each, also when a write fails meanwhile", async () => {
  let fail: () => void = () => undefined;
  const written: (readonly MapViews[])[] = [];
  const failure = new Promise<void>((_, reject) => {
    fail = () => reject(new Error("away"));
  });
  const failsOnce = async (views: readonly MapViews[]) => {
    if (written.push(views) === 1) await failure;
  };
  const ofAccounts = new ViewCounter(failsOnce, Date.now);
  ofAccounts.count(viewer("a", "ada"));
  ofAccounts.count(viewer("a", "ben"));
  await vi.advanceTimersByTimeAsync(5_000);
  ofAccounts.count(viewer("a", "ada"));
  fail();
  await vi.advanceTimersByTimeAsync(3_000);
  const day = "2026-11-20";
  expect(written[1]).toEqual([
    { ...viewer("a", "ada"), day, count: 2, lastViewedAt: "2026-11-20T12:00:05.000Z" },
    { ...viewer("a", "ben"), day, count: 1, lastViewedAt: "2026-11-20T12:00:00.000Z" },
  ]);
});

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  status?: number;
  file?: string;
}

const tab = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-site": "same-site" };
const frame = { ...tab, "sec-fetch-dest": "iframe" };
/** A browser on plain http, which sends no Fetch Metadata. */
const plain = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

function counts({ method = "GET", headers = tab, status = 200, file = "index.html" }: Asked): boolean {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, headers });
  return isMapView(request, status, file);
}

it.each<[string, Asked]>([
  ["in the application's frame", { headers: frame }],
  ["in a frame of a frameset", { headers: { ...tab, "sec-fetch-dest": "frame" } }],
  ["in a tab by a link of the application", {}],
  ["by a link on a page of another site", { headers: { ...tab, "sec-fetch-site": "cross-site" } }],
  ["by a typed address or a bookmark", { headers: { ...tab, "sec-fetch-site": "none" } }],
  ["from the browser's cache", { status: 304 }],
  ["at another page than the entry page", { file: "pages/About.HTM" }],
  ["at an XHTML page", { file: "index.xhtml" }],
  ["by a browser without Sec-Fetch-Dest", { headers: { "sec-fetch-mode": "navigate", "sec-fetch-site": "none" } }],
  ["on plain http by the application", { headers: { ...plain, referer: "http://localhost:3000/" } }],
  ["on plain http by a typed address", { headers: plain }],
])("isMapView returns true for a map opened %s", (_, asked) => {
  expect(counts(asked)).toBe(true);
});

it.each<[string, Asked]>([
  ["HEAD", { method: "HEAD" }],
  ["a prefetched page", { headers: { ...tab, "sec-purpose": "prefetch" } }],
  ["a page rendered in advance", { headers: { ...tab, "sec-purpose": "prefetch;prerender" } }],
  ["a page prefetched by an older browser", { headers: { ...plain, purpose: "prefetch" } }],
  ["a navigation within the map", { headers: { ...tab, "sec-fetch-site": "same-origin" } }],
  ["a frame of the map itself", { headers: { ...frame, "sec-fetch-site": "same-origin" } }],
  ["a navigation within the map on plain http", { headers: { ...plain, referer: "http://localhost:3001/projects/maps/harbour/" } }],
  ["a page in an object element", { headers: { ...tab, "sec-fetch-dest": "object" } }],
  ["a page that a script fetches", { headers: { ...tab, "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" } }],
  ["a script or image that a program fetches", { headers: { accept: "*/*" } }],
  ["a tile", { headers: { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }, file: "1.png" }],
  ["an image in a separate tab", { file: "legend.png" }],
  ["data in a separate tab", { file: "berths.json" }],
  ["a file without an extension", { file: "README" }],
  ["a part of a page", { status: 206 }],
  ["a failed precondition", { status: 412 }],
])("isMapView returns false for %s", (_, asked) => {
  expect(counts(asked)).toBe(false);
});
