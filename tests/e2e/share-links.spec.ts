import { type BrowserContext, expect } from "@playwright/test";
import { expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";
import { openSite } from "../setup/map-sites";
import { createLink, OPENED, openLinks, sharedPage } from "../setup/share-screen";
import { publishSmallMap } from "../setup/small-map";

const PASSWORD = "open the harbour";

let visitor: BrowserContext;

// Without a session.
test.beforeEach(async ({ browser }) => {
  visitor = await browser.newContext();
});
test.afterEach(() => visitor.close());

test("an admin shares a map by a link, which a visitor without an account opens until it is revoked", { tag: "@main" }, async ({
  page,
  baseURL,
  signInAs,
}) => {
  await signInAs("admin");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const map = await publishSmallMap(page, baseURL, { "index.html": sharedPage });
  try {
    const dialog = await openLinks(page, map.name);
    const address = await createLink(dialog, { Label: "Harbour office" });
    const shown = await visitor.newPage();

    await test.step("the new link is copied and shown as a QR code, without an embed code", async () => {
      await dialog.getByRole("button", { name: "Copy Link" }).click();
      await expect(page.getByText("Link copied")).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
      await expect(dialog.getByRole("img", { name: "QR code of the link" })).toBeVisible();
      await expect(dialog.getByLabel("Embed code")).toHaveCount(0);
    });

    await test.step("the visitor sees the map, whose address has no token", async () => {
      await shown.goto(address);
      await expect(shown.getByRole("heading", { name: OPENED })).toBeVisible();
      expect(shown.url()).toMatch(new RegExp(`/projects/maps/${map.safeName}/$`));
      expect(shown.url()).not.toContain(baseURL ?? "");
    });

    await test.step("the list shows who created the link and how often it was opened, and not its address", async () => {
      const again = await openLinks(page, map.name);
      const row = again.getByRole("listitem").filter({ hasText: "Harbour office" });
      await expect(row.getByText(/^Created by /)).toBeVisible();
      await expect(row.getByText(/^Opened 1 time, last on /)).toBeVisible();
      await expect(again.getByLabel("Link", { exact: true })).toHaveCount(0);
    });

    await test.step("the map closes when the link is revoked", async () => {
      await dialog.getByRole("button", { name: "Revoke Harbour office" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
      await expect(page.getByText("Link revoked")).toBeVisible();
      await expect(dialog.getByText("No link has been created for this project.")).toBeVisible();
      await expect(async () => {
        await shown.reload();
        await expect(shown.getByRole("heading", { name: "This link no longer opens the map" })).toBeVisible({ timeout: 500 });
      }).toPass();
      await shown.goto(address);
      await expect(shown.getByRole("heading", { name: "This link doesn't open a map" })).toBeVisible();
      await expectGoodEverywhere(shown, "a revoked link");
    });
  } finally {
    await map.remove();
  }
});

test("a visitor enters the password of a link", async ({ page, baseURL, signInAs }) => {
  await signInAs("admin");
  const map = await publishSmallMap(page, baseURL, { "index.html": sharedPage });
  try {
    const dialog = await openLinks(page, map.name);
    const address = await createLink(dialog, { Password: PASSWORD });
    await expect(dialog.getByRole("listitem").filter({ hasText: "Link without a label" }).getByText("Password")).toBeVisible();
    const shown = await visitor.newPage();
    const password = shown.getByLabel("Password");

    await test.step("the page asks for the password", async () => {
      await shown.goto(address);
      await expect(password).toBeFocused();
      await expectGoodEverywhere(shown, "the password page");
    });

    await test.step("a wrong password shows the page again", async () => {
      await password.fill("open the other");
      await shown.getByRole("button", { name: "Open the map" }).click();
      await expect(shown.getByRole("alert")).toHaveText("This password is not right.");
      await expect(password).toHaveAccessibleDescription("This password is not right.");
      await expectGoodEverywhere(shown, "a wrong password");
    });

    await test.step("the right one opens the map", async () => {
      await password.fill(PASSWORD);
      await password.press("Enter");
      await expect(shown.getByRole("heading", { name: OPENED })).toBeVisible();
    });
  } finally {
    await map.remove();
  }
});

test("the embed code shows the map in the pages of the sites that a link lists, and in no others", async ({ page, baseURL, signInAs }) => {
  await signInAs("admin");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  let code = "";
  const answer: Parameters<typeof openSite>[0] = (_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang="en"><title>A port</title><h1>Our port</h1>${code}</html>`);
  };
  const [site, other] = [await openSite(answer), await openSite(answer)];
  const map = await publishSmallMap(page, baseURL, { "index.html": sharedPage });
  try {
    const dialog = await openLinks(page, map.name);
    await createLink(dialog, { "Sites that may embed the map": site.address });
    code = await dialog.getByLabel("Embed code").inputValue();
    await dialog.getByRole("button", { name: "Copy Embed Code" }).click();
    await expect(page.getByText("Embed code copied")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);

    const shown = await visitor.newPage();
    const framed = shown.frameLocator("iframe").getByRole("heading", { name: OPENED });
    await shown.goto(site.address);
    await expect(framed).toBeVisible();
    const blocked = shown.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
    await shown.goto(other.address);
    await blocked;
    await expect(framed).toHaveCount(0);
  } finally {
    await map.remove();
    await Promise.all([site.close(), other.close()]);
  }
});

test("sharing is turned off and on in the form of the project", async ({ page, baseURL, signInAs }) => {
  await signInAs("admin");
  const map = await publishSmallMap(page, baseURL, { "index.html": sharedPage });
  const setSharing = async (isOn: boolean) => {
    await page.goto(`/projects?project=${map.safeName}&tab=settings`);
    const setting = page.getByLabel("Allow share links");
    await expect(setting).toBeChecked({ checked: !isOn });
    await setting.setChecked(isOn);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Project updated successfully!")).toBeVisible();
  };
  try {
    const dialog = await openLinks(page, map.name);
    const address = await createLink(dialog, { Label: "Press" });
    const status = async () => (await visitor.request.get(address, { maxRedirects: 0 })).status();
    expect(await status()).toBe(302);
    await setSharing(false);
    expect(await status()).toBe(404);
    await openLinks(page, map.name);
    await expect(dialog.getByText("Sharing is turned off for this project")).toBeVisible();
    await expect(dialog.getByRole("listitem").filter({ hasText: "Press" }).getByText("Sharing is off")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Create Link" })).toHaveCount(0);
    await setSharing(true);
    expect(await status()).toBe(302);
  } finally {
    await map.remove();
  }
});
