import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { newCopy, Product, removeCopy } from "../integration/supervisor/product";
import { expectFitsLargeText, expectGoodEverywhere } from "../setup/accessibility";
import { codeOf, wrongCode } from "../setup/authenticator-app";
import { insertAccount } from "../setup/product-database";
import { notice, test } from "../setup/settings-screen";

const setupDialog = (page: Page) => page.getByRole("dialog", { name: "Set Up Authenticator App" });
const codesDialog = (page: Page) => page.getByRole("dialog", { name: "Recovery Codes" });
const factors = (page: Page) => page.getByRole("list", { name: "Your second factors" });
const codeField = (page: Page) => page.getByLabel("Code", { exact: true });

/** Opens the dialog of a new authenticator app. @returns its key */
async function beginSetup(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Set Up Authenticator App" }).click();
  await expect(setupDialog(page).getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  return setupDialog(page).getByLabel("Key", { exact: true }).inputValue();
}

/** Enters the first code. @returns the recovery codes */
async function confirmSetup(page: Page, key: string): Promise<string[]> {
  await codeField(page).fill(codeOf(key));
  await page.getByRole("button", { name: "Turn On" }).click();
  const list = codesDialog(page).getByRole("listitem");
  await expect(list).toHaveCount(10);
  return list.allTextContents();
}

async function enterPassword(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
}

async function logOut(page: Page): Promise<void> {
  // Otherwise a late answer to the page could bring its cookie back.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto("/login?next=/settings");
}

test("a user sets up an authenticator app, signs in with its codes, and removes it", { tag: "@main" }, async ({
  page,
  settingsOf,
  complaints,
}) => {
  test.slow();
  const person = await settingsOf("user");
  let key = "";
  let codes: string[] = [];

  await test.step("the settings show that there is none", async () => {
    await expect(factors(page)).toContainText("Not set up");
    await expectGoodEverywhere(page, "settings without a second factor");
  });

  await test.step("a wrong first code is refused", async () => {
    key = await beginSetup(page);
    await codeField(page).fill(wrongCode(key));
    await page.getByRole("button", { name: "Turn On" }).click();
    await expect(setupDialog(page).getByText("This code is wrong.")).toBeVisible();
    complaints.length = 0;
  });

  await test.step("a right one shows the recovery codes, which Escape doesn't close", async () => {
    codes = await confirmSetup(page, key);
    await page.keyboard.press("Escape");
    const download = page.waitForEvent("download");
    await codesDialog(page).getByRole("link", { name: "Download" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("sea-vision-recovery-codes.txt");
    expect(await readFile(await file.path(), "utf8")).toBe(`${codes.join("\n")}\n`);
    await codesDialog(page).getByRole("button", { name: "I have saved these codes" }).click();
    await expect(factors(page)).toContainText("10 codes left");
    await expectGoodEverywhere(page, "settings with a second factor");
    await expectFitsLargeText(page, "settings with a second factor");
  });

  await test.step("signing in asks for a code, and refuses a wrong one", async () => {
    await logOut(page);
    await enterPassword(page, person);
    await expect(codeField(page)).toBeFocused();
    await expect(codeField(page)).toHaveAttribute("autocomplete", "one-time-code");
    await codeField(page).fill(wrongCode(key));
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("This code is wrong or was used before.")).toBeVisible();
    complaints.length = 0;
  });

  await test.step("a right code opens the page that was asked for", async () => {
    await codeField(page).fill(codeOf(key, 1));
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL("/settings");
  });

  await test.step("a recovery code signs in as well", async () => {
    await logOut(page);
    await enterPassword(page, person);
    await page.getByRole("button", { name: "Use a recovery code instead" }).click();
    await page.getByLabel("Recovery code").fill(codes[0] ?? "");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL("/settings");
    await expect(factors(page)).toContainText("9 codes left");
  });

  await test.step("new recovery codes replace the former ones", async () => {
    await page.getByRole("button", { name: "New Recovery Codes" }).click();
    await page.getByRole("button", { name: "Make New Codes" }).click();
    await expect(codesDialog(page).getByRole("listitem")).toHaveCount(10);
    expect(await codesDialog(page).getByRole("listitem").allTextContents()).not.toContain(codes[1]);
    await codesDialog(page).getByRole("button", { name: "I have saved these codes" }).click();
    await expect(factors(page)).toContainText("10 codes left");
  });

  await test.step("the app is removed after a question", async () => {
    await page.getByRole("button", { name: "Remove authenticator app" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("Your password alone will be enough");
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(notice(page, "Authenticator app removed")).toBeVisible();
    await expect(factors(page)).toContainText("Not set up");
    await logOut(page);
    await enterPassword(page, person);
    await expect(page).toHaveURL("/settings");
  });
});

test("a superadmin resets the two-step verification of an admin", async ({ page, browser, baseURL, signInAs, complaints }) => {
  const person = {
    role: "admin",
    name: `Grace ${randomUUID().slice(0, 8)}`,
    email: `${randomUUID()}@example.com`,
    password: "the old one",
  } as const;
  const remove = await insertAccount(person);
  const other = await (await browser.newContext({ baseURL })).newPage();
  try {
    await other.goto("/login?next=/settings");
    await enterPassword(other, person);
    await confirmSetup(other, await beginSetup(other));
    await signInAs("superadmin");
    await page.goto(`/admin-management?search=${person.email}`);
    await page.getByRole("button", { name: `Edit ${person.name}` }).click();
    await page.getByRole("button", { name: "Reset two-step verification" }).click();
    await expectGoodEverywhere(page, "the question before a reset");
    await page.getByRole("alertdialog").getByRole("button", { name: "Reset" }).click();
    await expect(page.getByText("1 session was ended.")).toBeVisible();
    await logOut(other);
    await enterPassword(other, person);
    await expect(factors(other)).toContainText("Not set up");
    await page.getByRole("button", { name: "Reset two-step verification" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Reset" }).click();
    await expect(page.getByText("This account has no two-step verification.")).toBeVisible();
    complaints.length = 0;
  } finally {
    await other.context().close();
    await remove();
  }
});

test("an account whose role needs a second factor sets it up before anything else", async ({ page }) => {
  test.slow();
  const superadmin = { email: "harbour.master@example.com", password: "a password of this test" };
  const copy = await newCopy();
  const first = { SUPERADMIN_EMAIL: superadmin.email, SUPERADMIN_PASSWORD: superadmin.password };
  const product = new Product({ ...copy, settings: { ...first, REQUIRE_MFA: "superadmin" } });
  try {
    await product.running();
    await page.goto(`${product.origin}/users`);
    await enterPassword(page, superadmin);
    await expect(page.getByRole("heading", { name: "Set up two-step verification" })).toBeVisible();
    await expectGoodEverywhere(page, "the enrolment");
    await expectFitsLargeText(page, "the enrolment");
    await page.goto(`${product.origin}/settings`);
    await expect(page).toHaveURL(`${product.origin}/second-factor?next=%2Fsettings`);
    await page.goto(`${product.origin}/users`);
    const key = await beginSetup(page);
    await confirmSetup(page, key);
    await page.getByRole("button", { name: "I have saved these codes" }).click();
    await expect(page).toHaveURL(`${product.origin}/users`);
    await page.goto(`${product.origin}/settings`);
    await page.getByRole("button", { name: "Remove authenticator app" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(notice(page, "Your role needs a second factor.")).toBeVisible();
  } finally {
    // An open page would ask the ended product.
    await page.goto("about:blank");
    await product.end();
    await removeCopy(copy);
  }
});
