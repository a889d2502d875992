import { expect } from "@playwright/test";
import { test } from "../setup/browser";
import { publishSmallMap, type SmallMap } from "../setup/small-map";

let own: SmallMap;
test.beforeEach(async ({ page, baseURL, signInAs }) => {
  await signInAs("admin");
  own = await publishSmallMap(page, baseURL);
});
test.afterEach(() => own.remove());

test("a map can't keep a service worker", async ({ context }) => {
  const tab = await context.newPage();
  await tab.goto(`/projects/maps/${own.safeName}/`);
  const registered = () =>
    tab.evaluate(async () => {
      await navigator.serviceWorker.register("worker.js").catch(() => undefined);
      return true;
    });
  expect(await registered()).toBe(true);
  await expect.poll(() => tab.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await tab.reload();
  expect(await tab.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});
