import { expect, type Frame, type Page } from "@playwright/test";
import { expectAccessible, expectGoodEverywhere } from "../setup/accessibility";
import { type BlankMap, insertBlankMap } from "../setup/blank-map";
import { test } from "../setup/browser";
import { ANALYTICS_CALL } from "../setup/dashboard-answers";
import { inProduct } from "../setup/product-database";

// In this time zone the date differs from UTC for almost half of each day.
test.use({ timezoneId: "Pacific/Honolulu" });

const today = () => new Date().toISOString().slice(0, 10);
const chart = (page: Page) => page.getByRole("region", { name: "Map Views" });

/** Waits for the stored views, which follow a few seconds later. A wrong extra view would be stored at the same time. */
async function expectViews(map: BlankMap, views: number): Promise<void> {
  await expect.poll(() => map.views(), { timeout: 20_000 }).toBe(views);
}

async function mapFrame(page: Page): Promise<Frame> {
  const frame = await (await page.locator("iframe").elementHandle())?.contentFrame();
  if (!frame) throw new Error("The map has no frame.");
  return frame;
}

/** Opens another page of the map, like a link in it. */
async function goWithin(frame: Frame, page: string): Promise<void> {
  await frame.evaluate((address) => {
    const link = document.createElement("a");
    link.href = address;
    document.body.append(link);
    link.click();
  }, page);
  await frame.waitForURL(`**/${page}`);
}

/** Shows another page of the map in a frame inside the map. */
function showWithin(frame: Frame, page: string): Promise<void> {
  return frame.evaluate(
    (address) =>
      new Promise<void>((resolve) => {
        const inner = document.createElement("iframe");
        inner.src = address;
        inner.onload = () => resolve();
        document.body.append(inner);
      }),
    page,
  );
}

test.describe("an opened map", () => {
  let map: BlankMap;
  test.beforeEach(async ({ signInAs }) => {
    map = await insertBlankMap("Counted map", ["index.html", "legend.html"]);
    await signInAs("superadmin");
  });
  test.afterEach(() => map.remove());

  test("counts as one view in the viewer, through full screen and navigation within the map", async ({ page }) => {
    await page.goto(`/projects?map=${map.safeName}`);
    const dialog = page.getByRole("dialog", { name: map.name });
    await expect(dialog).toBeVisible();
    await expect.poll(async () => (await mapFrame(page)).url()).toMatch(/\/projects\/maps\/blank-[^?]+\/$/);
    await expectViews(map, 1);
    await page.getByRole("button", { name: "Full Screen View" }).click();
    await expect(page.getByRole("dialog", { name: "Full Screen Map View" })).toBeVisible();
    const frame = await mapFrame(page);
    await showWithin(frame, "legend.html");
    await goWithin(frame, "legend.html");
    await goWithin(frame, "index.html");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goto(`/projects?map=${map.safeName}`);
    await expect(dialog).toBeVisible();
    await expectViews(map, 2);
    await page.reload();
    await expectViews(map, 3);
  });

  test("counts as one view in a new tab and as another after a reload or a direct visit", async ({ page, context }) => {
    await page.goto(`/projects?map=${map.safeName}`);
    await expectViews(map, 1);
    const opening = context.waitForEvent("page");
    await page.getByRole("dialog").getByRole("link", { name: "Open in New Tab" }).click();
    const tab = await opening;
    await tab.waitForURL(/\/projects\/maps\/blank-[^?]+\/$/);
    await expectViews(map, 2);
    const home = tab.url();
    await tab.reload();
    await expectViews(map, 3);
    await goWithin(tab.mainFrame(), "legend.html");
    await showWithin(tab.mainFrame(), "index.html");
    await tab.goto(home);
    await expectViews(map, 4);
    await tab.goto(`${home}missing.html`);
    await page.request.get(`/projects/maps/${map.safeName}/`);
    await tab.goto(`${home}legend.html`);
    await expectViews(map, 5);
  });

  test("appears on the superadmin's dashboard on its day in UTC", async ({ page }) => {
    await page.goto(`/projects?map=${map.safeName}`);
    await expectViews(map, 1);
    await expect(async () => {
      await page.goto("/dashboard");
      const [total, ofToday] = await inProduct(async (client) => {
        const { rows } = await client.query(
          `SELECT coalesce(sum(count), 0)::int AS total, coalesce(sum(count) FILTER (WHERE day = $1), 0)::int AS today
             FROM "MapView" JOIN "Project" ON id = "projectId" WHERE "trashedAt" IS NULL AND day > $1::date - 30 AND day <= $1::date`,
          [today()],
        );
        return [rows[0].total, rows[0].today];
      });
      const heading = `${total.toLocaleString("en-US")} in the last 30 days`;
      await expect(chart(page)).toContainText(heading);
      const days = page.getByRole("table", { name: "Map views per day (UTC)" }).getByRole("row");
      await expect(days).toHaveCount(31);
      const day = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" }).format(new Date(today()));
      const [, month = "", number = ""] = / ([A-Z][a-z]{2})[a-z]* (\d+),/.exec(day) ?? [];
      await expect(days.last()).toContainText(`${month} ${number}, `);
      await expect(days.last().getByRole("cell")).toHaveText(ofToday.toLocaleString("en-US"));
    }).toPass();
  });
});

test("analytics name the viewer and the map, and cover the chosen period", async ({ page, signInAs }) => {
  const map = await insertBlankMap("Analysed map", ["index.html"]);
  await signInAs("superadmin");
  await page.goto(`/projects?map=${map.safeName}`);
  await expectViews(map, 1);
  await page.goto("/dashboard");
  const list = (title: string) => page.getByRole("region", { name: title });
  await page.getByRole("combobox", { name: "Period" }).click();
  await page.getByRole("option", { name: "Last 7 days" }).click();
  await expect(chart(page)).toContainText("in the last 7 days");
  const ofMap = list("Most Viewed Maps").getByRole("link", { name: map.name });
  const showAll = list("Most Viewed Maps").getByRole("button", { name: /^Show/ });
  await expect(ofMap.or(showAll).first()).toBeVisible();
  if (!(await ofMap.isVisible())) await showAll.click();
  await expect(ofMap).toContainText("1 view · 1 person");
  await expect(list("People").getByRole("listitem").first()).toContainText(/view/);
  await expectGoodEverywhere(page, "dashboard with analytics");
  await map.remove();
});

test("the list leads in two clicks to who opened a map, and the history is exported", { tag: "@main" }, async ({ page, signInAs }) => {
  const map = await insertBlankMap("Watched map", ["index.html"]);
  try {
    await signInAs("admin");
    await page.goto(`/projects?map=${map.safeName}`);
    await expectViews(map, 1);
    await page.goto(`/projects?search=${encodeURIComponent(map.name)}`);
    await page.getByRole("row", { name: map.name }).getByRole("button", { name: "View Project" }).click();
    const dialog = page.getByRole("dialog", { name: map.name });
    await dialog.getByRole("button", { name: "1 view · 1 person in the last 30 days" }).click();
    await expect(dialog.getByRole("row", { name: /admin@sea-vision\.local/ })).toContainText(/1.*Current/);
    const download = page.waitForEvent("download");
    await dialog.getByRole("link", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/^views-watched-map.*\.csv$/);
    await expectGoodEverywhere(page, "views of a map");
  } finally {
    await map.remove();
  }
});

test("the map views chart falls back to a table of the numbers when its script fails to load", async ({ page, signInAs, complaints }) => {
  await signInAs("superadmin");
  await page.route("**/*.js", async (route) => {
    const answer = await route.fetch();
    if ((await answer.text()).includes("recharts-bar")) await route.abort();
    else await route.fulfill({ response: answer });
  });
  await page.route(ANALYTICS_CALL, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), mapViews: [{ day: today(), count: 3 }] } });
  });
  await page.goto("/dashboard");
  await expect(chart(page)).toBeVisible({ timeout: 20_000 });
  await expect(chart(page).getByRole("table", { name: "Map views per day (UTC)" })).toBeVisible();
  await expect(chart(page).getByRole("application")).toHaveCount(0);
  await expectAccessible(page, "table in place of the chart");
  // Scripts may still be on their way.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  complaints.length = 0;
});
