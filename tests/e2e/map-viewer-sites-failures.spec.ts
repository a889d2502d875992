import { expect } from "@playwright/test";
import { behind, dropEverything, Gate, imageBehind, pageWith } from "../setup/map-sites";
import { dialog, failure, heading, note, test } from "../setup/sites-screen";

// The browser logs each refused frame, which these tests cause on purpose.
test.afterEach(({ complaints }) => {
  complaints.length = 0;
});

test("the map viewer reports an unreachable site, and Retry shows it once it is back", async ({ page, startSite, openMapAt }) => {
  // It keeps its port, which another program could take otherwise.
  let isBack = false;
  const site = await startSite((...call) => (isBack ? pageWith() : dropEverything)(...call));
  await openMapAt(site.address);
  await expect(failure(page)).toContainText(`127.0.0.1:${site.port} does not answer this page.`);
  await expect(failure(page).getByRole("link", { name: "Open in New Tab" })).toHaveAttribute("href", site.address);
  await expect(note(page)).toHaveCount(0);
  isBack = true;
  await failure(page).getByRole("button", { name: "Retry" }).click();
  await expect(heading(page)).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
});

test("the map viewer reports dropped connections, a site without TLS and an unknown host as unreachable", async ({
  page,
  startSite,
  openMapAt,
}) => {
  const dropping = await startSite(dropEverything);
  const plain = await startSite(pageWith());
  for (const address of [dropping.address, plain.address.replace("http:", "https:"), "http://no-such-host.invalid/map"]) {
    await openMapAt(address);
    await expect(failure(page)).toContainText(`${new URL(address).host} does not answer this page.`);
  }
});

test("the map viewer shows a site with a same-origin resource policy after Show Anyway", async ({ page, startSite, openMapAt }) => {
  const { address } = await startSite(pageWith({ "Cross-Origin-Resource-Policy": "same-origin" }));
  await openMapAt(address);
  await expect(failure(page)).toBeVisible();
  await failure(page).getByRole("button", { name: "Show Anyway" }).click();
  await expect(heading(page)).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
  await expect(note(page)).toBeVisible();
});

test("the map viewer reports a silent site after 20 seconds and shows it when it answers", async ({ page, startSite, openMapAt }) => {
  const gate = new Gate();
  const { address } = await startSite(behind(gate));
  await page.clock.install();
  await openMapAt(address);
  await expect(dialog(page).getByText("Loading map...")).toBeVisible();
  await page.clock.fastForward(15_000);
  await expect(failure(page)).toHaveCount(0);
  await page.clock.fastForward(5_000);
  await expect(failure(page)).toContainText("The map is taking longer than 20 seconds to load.");

  await failure(page).getByRole("button", { name: "Retry" }).click();
  await expect(dialog(page).getByText("Loading map...")).toBeVisible();
  await page.clock.fastForward(15_000);
  await expect(failure(page)).toHaveCount(0);
  await page.clock.fastForward(5_000);
  await failure(page).getByRole("button", { name: "Keep Waiting" }).click();
  await expect(dialog(page).getByText("Loading map...")).toBeVisible();
  await page.clock.fastForward(20_000);
  await expect(failure(page)).toBeVisible();

  gate.open();
  await expect(heading(page)).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
});

test("the map viewer reports missing parts below a loaded map without covering it", async ({ page, startSite, openMapAt }) => {
  const gate = new Gate();
  const { address } = await startSite(imageBehind(gate));
  await page.clock.install();
  await openMapAt(address);
  await expect(heading(page)).toBeVisible();
  await expect(dialog(page).getByText("Loading map...")).toBeVisible();
  await page.clock.fastForward(20_000);
  await expect(failure(page)).toHaveText(/Failed to load project map completely: parts of it have not come within 20 seconds\./);
  await expect(failure(page).getByRole("button", { name: "Retry" })).toBeVisible();
  await expect(heading(page)).toBeVisible();
  await failure(page).getByRole("button", { name: "Keep Waiting" }).click();
  await expect(failure(page)).toHaveCount(0);
  await page.clock.fastForward(20_000);
  await expect(failure(page)).toBeVisible();
  gate.open();
  await expect(failure(page)).toHaveCount(0);
  await expect(dialog(page).getByText("Loading map...")).toHaveCount(0);
  await expect(heading(page)).toBeVisible();
});
