import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";
import { attackFromTab, attackFromViewer, signInAt } from "../setup/map-isolation/attack-run";
import { makeTwoMaps, type TwoMaps } from "../setup/map-isolation/two-maps";

let maps: TwoMaps;
test.beforeEach(async ({ page, baseURL }) => {
  const appOrigin = baseURL ?? "";
  const mapsOrigin = `http://*.localhost:${process.env.E2E_PRODUCT_MAPS_PORT}`;
  maps = await makeTwoMaps({ apiOrigin: appOrigin, appOrigin, mapsOrigin }, firstSignIn("superadmin"));
  await signInAt(page, maps);
});
test.afterEach(async ({ complaints }) => {
  await maps.remove();
  // The browser logs each request of the attacks that it blocks.
  complaints.length = 0;
});

test("a map's script cannot read another map that is open in a tab", { tag: "@main" }, async ({ page }) => {
  await attackFromTab(page, maps);
});

test("a map's script in the viewer cannot read another map that was open there before", async ({ page }) => {
  await attackFromViewer(page, maps);
});
