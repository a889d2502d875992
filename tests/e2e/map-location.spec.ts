import { expect, type Frame, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { openSite, pageWith } from "../setup/map-sites";
import { insertProjects } from "../setup/product-database";
import { publishSmallMap, type SmallMap } from "../setup/small-map";
import { unused } from "../setup/unused";

const SETTING = "Allow this map to use the visitor's location";
const REFUSED = { isAllowed: false, position: "refused" };
const GRANTED = { isAllowed: true, position: "54.5" };

// The visitor grants every permission.
test.use({ permissions: ["geolocation", "camera", "microphone"], geolocation: { latitude: 54.5, longitude: 10.25 } });

// Chromium logs each refused request.
test.afterEach(({ complaints }) => {
  complaints.length = 0;
});

/** Returns the features that the policies of a map's document allow. */
function allowedFeatures(map: Page | Frame): Promise<string[]> {
  return map.evaluate(() => {
    const { featurePolicy } = document as Document & { featurePolicy: { allowsFeature(name: string): boolean } };
    return ["geolocation", "camera", "microphone"].filter((name) => featurePolicy.allowsFeature(name));
  });
}

/** Requests the location like a script of the map. Chromium's permission query ignores policies when a test grants the permission. */
async function askLocation(map: Page | Frame) {
  const isAllowed = (await allowedFeatures(map)).includes("geolocation");
  const position = await map.evaluate(
    () =>
      new Promise<string>((resolve) => {
        navigator.geolocation.getCurrentPosition(
          ({ coords }) => resolve(String(coords.latitude)),
          () => resolve("refused"),
        );
      }),
  );
  return { isAllowed, position };
}

/** Opens a map in the viewer. @returns the frame at the given depth */
async function openInViewer(page: Page, safeName: string, depth = 1): Promise<Frame> {
  await page.goto(`/projects?map=${safeName}`);
  await expect(page.locator("iframe")).toBeVisible();
  await expect.poll(() => page.frames().length).toBe(depth + 1);
  const frame = page.frames()[depth];
  if (!frame) throw new Error("The map has no frame.");
  // A frame begins with an empty document of the application.
  await frame.waitForURL(/^http/);
  return frame;
}

async function askEverywhere(page: Page, { safeName }: SmallMap) {
  const inViewer = await askLocation(await openInViewer(page, safeName));
  // Chromium delivers no emulated location to a page that a test has navigated from the application to the map's own site.
  const tab = await page.context().newPage();
  await tab.goto(`/projects/maps/${safeName}/`);
  const inTab = await askLocation(tab);
  await tab.close();
  return { inViewer, inTab };
}

async function changeSetting(page: Page, { name }: SmallMap, allows: boolean): Promise<void> {
  await page.goto(`/projects?search=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `View Project ${name}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Edit Project" }).click();
  await expect(dialog.getByLabel(SETTING)).toBeChecked({ checked: !allows });
  await dialog.getByLabel(SETTING).setChecked(allows);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByText(allows ? "The map may use it" : "The map can't use it")).toBeVisible();
}

test("a map can use the visitor's location only while its project allows it, in the viewer and in a tab", async ({
  page,
  baseURL,
  signInAs,
}) => {
  await signInAs("admin");
  const map = await publishSmallMap(page, baseURL);
  try {
    expect(await askEverywhere(page, map)).toEqual({ inViewer: REFUSED, inTab: REFUSED });
    await changeSetting(page, map, true);
    expect(await askEverywhere(page, map)).toEqual({ inViewer: GRANTED, inTab: GRANTED });
    await changeSetting(page, map, false);
    expect(await askEverywhere(page, map)).toEqual({ inViewer: REFUSED, inTab: REFUSED });
  } finally {
    await map.remove();
  }
});

test("a map can use camera and microphone only while its project allows them", async ({ page, baseURL, signInAs }) => {
  await signInAs("admin");
  const map = await publishSmallMap(page, baseURL);
  const allow = async (setting: object) => {
    const { projects } = await (await page.request.get(`/api/project/all?search=${encodeURIComponent(map.name)}`)).json();
    const edit = { data: setting, headers: { origin: baseURL ?? "" } };
    expect((await page.request.put(`/api/project/edit/${projects[0]._id}`, edit)).status()).toBe(200);
  };
  const everywhere = async () => {
    const inViewer = await allowedFeatures(await openInViewer(page, map.safeName));
    await page.goto(`/projects/maps/${map.safeName}/`);
    return [inViewer, await allowedFeatures(page)];
  };
  try {
    await allow({ allowsLocation: true });
    expect(await everywhere()).toEqual([["geolocation"], ["geolocation"]]);
    await allow({ allowsLocation: false, allowsCamera: true });
    const both = ["camera", "microphone"];
    expect(await everywhere()).toEqual([both, both]);
  } finally {
    await map.remove();
  }
});

test("a map of another site can use the visitor's location only while its project allows it", async ({ page, baseURL, signInAs }) => {
  const site = await openSite(pageWith());
  const name = unused("Located elsewhere");
  const remove = await insertProjects([{ name, safeName: name.toLowerCase().replaceAll(" ", "-"), mapUrl: site.address }]);
  try {
    await signInAs("admin");
    const { projects } = await (await page.request.get(`/api/project/all?search=${encodeURIComponent(name)}`)).json();
    const [{ _id, safeName }] = projects;
    expect(await askLocation(await openInViewer(page, safeName, 2))).toEqual(REFUSED);
    const edit = { data: { allowsLocation: true }, headers: { origin: baseURL ?? "" } };
    expect((await page.request.put(`/api/project/edit/${_id}`, edit)).status()).toBe(200);
    expect(await askLocation(await openInViewer(page, safeName, 2))).toEqual(GRANTED);
  } finally {
    await remove();
    await site.close();
  }
});
