import { expect } from "@playwright/test";
import { test } from "../setup/browser";
import { publishSmallMap, type SmallMap } from "../setup/small-map";

/** A service worker that would answer every later request of the map. */
const WORKER = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => event.respondWith(new Response("captured")));
`;

let map: SmallMap;
test.beforeEach(async ({ page, baseURL, signInAs }) => {
  await signInAs("admin");
  map = await publishSmallMap(page, baseURL, { "worker.js": WORKER, "data.txt": "kept" });
});
test.afterEach(() => map.remove());

test("a map's service worker is removed and answers no request", async ({ page }) => {
  await page.goto(`/projects/maps/${map.safeName}/`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("worker.js");
  });
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await page.reload();
  expect(await page.evaluate(async () => (await fetch("data.txt")).text())).toBe("kept");
});
