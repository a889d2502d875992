import { expect } from "@playwright/test";
import { pageWith, SITE_HEADING } from "../setup/map-sites";
import { dialog, failure, heading, note, test } from "../setup/sites-screen";
import { publishSmallMap } from "../setup/small-map";

// The browser logs each refused frame, which these tests cause on purpose.
test.afterEach(({ complaints }) => {
  complaints.length = 0;
});

test("the map viewer shows another site's map with a hint in case it stays empty", async ({ page, startSite, openMapAt }) => {
  const site = await startSite(pageWith());
  await openMapAt(site.address);
  await expect(heading(page)).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
  await expect(note(page)).toHaveText(
    `If the map stays empty, 127.0.0.1:${site.port} may not allow being shown inside other pages. Open in New Tab`,
  );
  await dialog(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(note(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Full Screen View" }).click();
  await expect(page.getByRole("dialog", { name: "Full Screen Map View" })).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  await expect(heading(page)).toBeVisible();
});

test("the map viewer frames the maps' origin, which frames another site", async ({ page, baseURL, startSite, openMapAt }) => {
  const site = await startSite(pageWith());
  await openMapAt(site.address);
  await expect(heading(page)).toBeVisible();
  const origins = page.frames().map((frame) => new URL(frame.url()).origin);
  expect(origins).toEqual([baseURL, expect.stringMatching(/^http:\/\/localhost:/), `http://127.0.0.1:${site.port}`]);
  expect(origins[1]).not.toBe(baseURL);
  await expect(page.locator("iframe")).toHaveAttribute(
    "sandbox",
    "allow-scripts allow-same-origin allow-forms allow-downloads allow-modals allow-presentation allow-popups allow-popups-to-escape-sandbox",
  );
});

test("the map viewer shows a site that redirects to another site", async ({ page, startSite, openMapAt }) => {
  const target = await startSite(pageWith());
  const { address } = await startSite((_request, response) => {
    response.writeHead(301, { Location: target.address.replace("127.0.0.1", "localhost") });
    response.end();
  });
  await openMapAt(address);
  await expect(heading(page)).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
});

test("the application's pages can neither request nor frame another site", async ({ page, signInAs, startSite }) => {
  const { address } = await startSite(pageWith({ "Access-Control-Allow-Origin": "*" }));
  await signInAs("admin");
  await page.goto("/projects");
  const refused = await page.evaluateHandle(async (site) => {
    const violations: string[] = [];
    // Zod asks for eval, which the policy forbids too, when the code of the page first checks an answer.
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      if (blockedURI.startsWith(new URL(site).origin)) violations.push(effectiveDirective);
    });
    await fetch(site).catch(() => null);
    const frame = document.createElement("iframe");
    frame.src = site;
    await new Promise((resolve) => {
      frame.addEventListener("load", resolve);
      document.body.append(frame);
    });
    return violations;
  }, address);
  // The last event may come after the load.
  await expect.poll(() => refused.jsonValue()).toEqual(["connect-src", "frame-src"]);
});

test("the map viewer reports a link to another site, and Retry shows the map again", async ({ page, baseURL, signInAs, startSite }) => {
  const { address } = await startSite(pageWith());
  await signInAs("admin");
  const map = await publishSmallMap(page, baseURL, {
    "index.html": `<!doctype html><title>Map</title><a href="${address}">Chart source</a>`,
  });
  try {
    await page.goto(`/projects?map=${map.safeName}`);
    const link = page.frameLocator("iframe").getByRole("link", { name: "Chart source" });
    await link.click();
    await expect(failure(page)).toContainText("A link in the map leads to another site.");
    await expect(failure(page).getByRole("link", { name: "Open in New Tab" })).toHaveAttribute("href", new RegExp(`/${map.safeName}/$`));
    await failure(page).getByRole("button", { name: "Retry" }).click();
    await expect(link).toBeVisible();
    await expect(failure(page)).toHaveCount(0);
  } finally {
    await map.remove();
  }
});

test("the map viewer reports the removal of an open map of another site", async ({ page, startSite, openMapAt }) => {
  const { address } = await startSite(pageWith());
  const { remove } = await openMapAt(address);
  await expect(heading(page)).toBeVisible();
  // The viewer checks again only after its first check.
  await expect(dialog(page).getByText("Loading map...")).toHaveCount(0);
  await remove();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(failure(page)).toContainText("The map has been removed, or it is no longer shared with you.");
});

for (const [name, value] of [
  ["X-Frame-Options", "DENY"],
  ["Content-Security-Policy", "frame-ancestors 'none'"],
] as const) {
  test(`the map viewer reports no failure for a site that forbids framing by ${name}, and opens it in a tab`, async ({
    page,
    context,
    startSite,
    openMapAt,
  }) => {
    const { address } = await startSite(pageWith({ [name]: value }));
    await openMapAt(address);
    // The browser shows an error page of its own.
    await expect.poll(() => page.frames().some((frame) => frame.url().startsWith("chrome-error:"))).toBe(true);
    await expect(page.getByText("Loading map...")).toHaveCount(0);
    await expect(note(page)).toBeVisible();
    await expect(failure(page)).toHaveCount(0);
    const opened = context.waitForEvent("page");
    await note(page).getByRole("link", { name: "Open in New Tab" }).click();
    const tab = await opened;
    await expect(tab.getByRole("heading", { name: SITE_HEADING })).toBeVisible();
    expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, ""]);
  });
}

test("the map viewer explains that browsers block HTTP inside HTTPS, and links to a tab", async ({ page, baseURL, openMapAt }) => {
  await page.route("https://sea.example/**", async (route) => {
    const response = await route.fetch({
      url: route
        .request()
        .url()
        .replace("https://sea.example", baseURL ?? ""),
    });
    await route.fulfill({ response });
  });
  await openMapAt("http://maps.example/map");
  await page.goto(page.url().replace(baseURL ?? "", "https://sea.example"));
  await expect(failure(page)).toContainText(
    "maps.example is on plain http. Browsers do not show that inside a page on https, but they open it in a tab of its own.",
  );
  await expect(failure(page).getByRole("link", { name: "Open in New Tab" })).toHaveAttribute("href", "http://maps.example/map");
  await expect(failure(page).getByRole("button")).toHaveCount(0);
  // Without its route, a call that the page still makes would fail and be reported.
  await page.goto("about:blank");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("the map viewer does not open a map URL that is not a web address", async ({ page, openMapAt }) => {
  await openMapAt("javascript:document.title='run'");
  await expect(failure(page)).toContainText("The address of this map is not one that a browser can open.");
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect(dialog(page).getByRole("link")).toHaveCount(0);
  await expect(page).toHaveTitle(/Project Management/);
});

test("buttons in a map download, ask and open pages in the viewer as in a tab", async ({ page, baseURL, signInAs }) => {
  await signInAs("admin");
  const map = await publishSmallMap(page, baseURL, {
    "index.html": `<!doctype html><title>Map</title>
      <a href="report.pdf" download>Report</a>
      <a href="data.zip">Data</a>
      <button onclick="this.textContent = confirm('Delete?') ? 'Yes' : 'No'">Ask</button>
      <a href="sub.html" target="_blank">More</a>`,
    "report.pdf": "%PDF-1.7",
    "data.zip": "PK",
    "sub.html": "<!doctype html><script>document.title = confirm('Stay?') ? 'stays' : 'leaves'</script>",
  });
  try {
    await page.goto(`/projects?map=${map.safeName}`);
    const frame = page.frameLocator("iframe");
    for (const [name, file] of [
      ["Report", "report.pdf"],
      ["Data", "data.zip"],
    ] as const) {
      const downloading = page.waitForEvent("download");
      await frame.getByRole("link", { name }).click();
      const download = await downloading;
      expect([download.suggestedFilename(), await download.failure()]).toEqual([file, null]);
    }
    page.once("dialog", (question) => void question.accept());
    await frame.getByRole("button", { name: "Ask" }).click();
    await expect(frame.getByRole("button", { name: "Yes" })).toBeVisible();
    page.context().once("dialog", (question) => void question.accept());
    const opening = page.waitForEvent("popup");
    await frame.getByRole("link", { name: "More" }).click();
    await expect(await opening).toHaveTitle("stays");
  } finally {
    await map.remove();
  }
});
