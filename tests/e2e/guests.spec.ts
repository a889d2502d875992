import { randomUUID } from "node:crypto";
import { devices, expect } from "@playwright/test";
import { expectFitsLargeText, expectGood } from "../setup/accessibility";
import { test } from "../setup/browser";
import { mailsTo } from "../setup/outbox";
import { title } from "../setup/reset-screen";
import { OPENED, sharedPage } from "../setup/share-screen";
import { publishSmallMap } from "../setup/small-map";

const { viewport: _, defaultBrowserType: _browser, ...phone } = devices["iPhone 13"];

test("a guest opens a map on a phone", { tag: "@main" }, async ({ page, browser, baseURL, signInAs }) => {
  await signInAs("admin");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const map = await publishSmallMap(page, baseURL, { "index.html": sharedPage });
  const visitor = await browser.newContext({ ...phone, viewport: { width: 390, height: 844 } });
  const email = `guest-${randomUUID()}@fjord.example`;
  try {
    await page.goto(`/projects?search=${encodeURIComponent(map.name)}`);
    await page.getByRole("button", { name: `View Project ${map.name}` }).click();
    const dialog = page.getByRole("dialog", { name: map.name });
    await dialog.getByRole("tab", { name: "Access" }).click();
    await dialog.getByPlaceholder("Add people or groups...").fill(email);
    await dialog.getByRole("button", { name: "Admit as guest" }).click();
    await expect(page.getByText(`${email} is admitted`)).toBeVisible();
    await dialog.getByRole("button", { name: "Copy guest link" }).click();
    await expect(page.getByText("Link copied")).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(`${baseURL}/guest/${map.safeName}`);

    const guest = await visitor.newPage();
    await test.step("the guest gets a code by mail, and opens the map with it", async () => {
      await guest.goto(link);
      await expect(title(guest, "Open a map as a guest")).toBeVisible();
      await expectGood(guest, "the guest page");
      await expectFitsLargeText(guest, "the guest page");
      await guest.getByLabel("Email").fill(email);
      await guest.getByRole("button", { name: "Send Code" }).click();
      await expect(guest.getByText("If this address is admitted, a code is on its way")).toBeVisible();
      await expect.poll(async () => (await mailsTo(email)).length, { timeout: 30_000 }).toBe(1);
      const code = /^\d{6}$/m.exec((await mailsTo(email))[0]?.text ?? "")?.[0] ?? "";
      // A phone may load the page again after the visit to the mail program.
      await guest.reload();
      await expectGood(guest, "the code of a guest");
      await guest.getByLabel("Code", { exact: true }).fill(code);
      await guest.getByRole("button", { name: "Open Map" }).click();
      await expect(guest.getByRole("heading", { name: OPENED })).toBeVisible();
      expect(guest.url()).not.toContain(baseURL ?? "");
    });

    await test.step("the guest link opens no other page of the product", async () => {
      const elsewhere = await visitor.newPage();
      await elsewhere.goto(`${baseURL}/projects`);
      await expect(title(elsewhere, "Sign in")).toBeVisible();
    });

    await test.step("the map's address leads back to the guest page once the guest is removed", async () => {
      await dialog.getByRole("button", { name: `Can open. Change access of ${email}` }).click();
      await page.getByRole("menuitem", { name: "Remove access" }).click();
      await expect(page.getByText(`${email} is no longer admitted`)).toBeVisible();
      await expect(async () => {
        await guest.reload();
        await expect(title(guest, "Open a map as a guest")).toBeVisible({ timeout: 1_000 });
      }).toPass();
    });
  } finally {
    await visitor.close();
    await map.remove();
  }
});
