import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { COLOR_RULES, expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { behind, Gate, imageBehind, openSite, pageWith } from "../setup/map-sites";
import { insertProjects } from "../setup/product-database";

/** Desktop, tablet, phone and rotated phone, each with the minimum share of the window for the map. */
const screens = [
  { width: 1440, height: 900, share: 0.95 },
  { width: 768, height: 1024, share: 0.95 },
  { width: 390, height: 844, share: 0.945 },
  { width: 844, height: 390, share: 0.885 },
] as const;

/** A long name with a long word and right-to-left text. */
const LONG_NAME = `${"Seekarte".repeat(6)} خريطة البحر ${"x".repeat(20)}`;

const dialog = (page: Page) => page.getByRole("dialog");

/** Returns the parts of the dialog that overflow the dialog or the screen. */
const misplaced = (page: Page) =>
  dialog(page).evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const seen = [...element.querySelectorAll("a, button, h2, h3, p")].filter((part) => getComputedStyle(part).position !== "absolute");
    const beyond = seen.filter((part) => {
      const box = part.getBoundingClientRect();
      return box.left < left || box.right > right + 1 || box.bottom > bottom + 1 || box.top < top;
    });
    const names = beyond.map((part) => part.textContent);
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) names.push("the dialog");
    return names;
  });

async function expectAccessibleInBothThemes(page: Page, what: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectAccessible(page, `${what}, ${colorScheme}`, colorScheme === "dark" ? COLOR_RULES : undefined);
  }
}

test("the map viewer is accessible and fits every screen in all its states, in both themes", async ({ page, signInAs, complaints }) => {
  test.slow();
  const gate = new Gate();
  const good = await openSite(pageWith());
  const away = await openSite(pageWith());
  await away.close();
  const silent = await openSite(behind(gate));
  const partial = await openSite(imageBehind(gate));
  const states = [
    { name: "shown", mapUrl: good.address, text: "If the map stays empty", limit: false },
    { name: "away", mapUrl: away.address, text: "does not answer this page", limit: false },
    { name: "late", mapUrl: silent.address, text: "is taking longer than 20 seconds to load", limit: true },
    { name: "incomplete", mapUrl: partial.address, text: "completely: parts of it", limit: true },
    { name: "unusable", mapUrl: "ftp://maps.example/x", text: "not one that a browser can open", limit: false },
    { name: "missing", mapUrl: "/projects/maps/no-such-map/", text: "no longer shared with you", limit: false },
  ].map((state) => ({ ...state, safeName: `${state.name}-${randomUUID()}` }));
  const remove = await insertProjects(states.map(({ name, safeName, mapUrl }) => ({ name: `${LONG_NAME} ${name}`, safeName, mapUrl })));
  try {
    await signInAs("admin");
    await page.clock.install();
    for (const { name, safeName, text, limit } of states) {
      for (const view of ["", "&view=full"]) {
        await page.setViewportSize({ width: 1440, height: 900 });
        // The load event waits for the map in the frame, and some of these maps don't finish.
        await page.goto(`/projects?map=${safeName}${view}`, { waitUntil: "commit" });
        await expect(dialog(page)).toBeVisible();
        if (limit) {
          // The time limit starts when the frame exists.
          await expect(page.locator("iframe")).toBeAttached();
          await page.clock.fastForward(20_000);
        }
        await expect(dialog(page).getByText(text)).toBeVisible();
        for (const { width, height } of screens) {
          await page.setViewportSize({ width, height });
          await expect(dialog(page).getByText(text)).toBeInViewport();
          // The layout follows a moment after the screen changes its size.
          await expect.poll(() => misplaced(page), { message: `${name}${view}, ${width} px` }).toEqual([]);
        }
        await page.setViewportSize(view ? screens[2] : screens[0]);
        await expectAccessibleInBothThemes(page, `${name}${view}`);
      }
    }
  } finally {
    await remove();
    gate.open();
    await Promise.all([good, silent, partial].map((site) => site.close()));
  }
  complaints.length = 0;
});

test("the bar of the map viewer has one line with targets of at least 40 px on every screen", async ({ page, signInAs }) => {
  await signInAs("admin");
  for (const { width, height } of screens) {
    await page.setViewportSize({ width, height });
    for (const view of ["", "&view=full"]) {
      await page.goto(`/projects?map=sea-chart-of-the-world${view}`);
      const names = view ? ["Open in New Tab", "Close"] : ["Copy link", "Full Screen View", "Open in New Tab", "Close"];
      // The dialog opens with an animation of its scale.
      await expect.poll(async () => (await dialog(page).locator("header").boundingBox())?.height).toBe(44);
      for (const name of names) {
        const box = await dialog(page)
          .getByRole(name === "Open in New Tab" ? "link" : "button", { name })
          .boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), `${name} at ${width} px${view}`).toBeGreaterThanOrEqual(40);
      }
      await expect.poll(() => misplaced(page)).toEqual([]);
    }
  }
});

test("the map viewer gives the map 95 % of a desktop's window and most of every screen", async ({ page, signInAs }) => {
  await signInAs("admin");
  for (const { width, height, share } of screens) {
    await page.setViewportSize({ width, height });
    for (const view of ["", "&view=full"]) {
      await page.goto(`/projects?map=sea-chart-of-the-world${view}`);
      await expect(page.frameLocator("iframe").locator(".leaflet-tile-loaded").first()).toBeVisible();
      const areaShare = async () => {
        const box = await page.locator("iframe").boundingBox();
        return ((box?.width ?? 0) * (box?.height ?? 0)) / (width * height);
      };
      // The dialog opens with an animation of its scale.
      await expect.poll(areaShare, { message: `${width} × ${height}${view}` }).toBeGreaterThanOrEqual(share);
    }
  }
});
