import { expect, type Page } from "@playwright/test";
import { newCopy, Product, removeCopy } from "../integration/supervisor/product";
import { OIDC_CLIENT, OidcProvider } from "../services/oidc-provider";
import { expectFitsLargeText, expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";

const LABEL = "Harbour Office";
const superadmin = { email: "harbour.master@example.com", password: "a password of this test" };

interface Deployment {
  provider: OidcProvider;
  product: Product;
}

/** Runs a product of its own with a provider, and ends both. */
async function withProvider(page: Page, settings: Record<string, string>, work: (deployment: Deployment) => Promise<void>): Promise<void> {
  const provider = await OidcProvider.start();
  const copy = await newCopy();
  const oidc = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: OIDC_CLIENT.id, OIDC_CLIENT_SECRET: OIDC_CLIENT.secret };
  const first = { SUPERADMIN_EMAIL: superadmin.email, SUPERADMIN_PASSWORD: superadmin.password };
  const shared = { OIDC_LABEL: LABEL, OIDC_ALLOWED_DOMAINS: "example.com" };
  const product = new Product({ ...copy, settings: { ...oidc, ...first, ...shared, ...settings } });
  try {
    await product.running();
    provider.serve(product.origin);
    provider.person = { sub: "1", email: "ada.sommer@example.com", email_verified: true, name: "Ada Harbour" };
    await work({ provider, product });
  } finally {
    // An open page would ask the ended product. After a timeout it is closed, and its error would hide that of the test.
    if (!page.isClosed()) await page.goto("about:blank");
    await product.end();
    await provider.close();
    await removeCopy(copy);
  }
}

async function forgetSession(page: Page): Promise<void> {
  // Otherwise a late answer to the page could bring its cookie back.
  await page.goto("about:blank");
  await page.context().clearCookies();
}

const providerButton = (page: Page) => page.getByRole("button", { name: `Sign in with ${LABEL}` });
const passwordOf = (page: Page) => page.getByLabel("Password", { exact: true });

test("the sign-in screen offers the provider next to the password and opens the page that was asked for", async ({ page, complaints }) => {
  test.slow();
  await withProvider(page, {}, async ({ provider, product }) => {
    await page.goto(`${product.origin}/settings`);
    await expect(passwordOf(page)).toBeVisible();
    await expectGoodEverywhere(page, "sign-in with a provider");
    await expectFitsLargeText(page, "sign-in with a provider");
    await providerButton(page).click();
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue("ada.sommer@example.com");

    provider.person = { ...provider.person, sub: "2", email: "ada@example.net" };
    await forgetSession(page);
    await page.goto(`${product.origin}/login`);
    await providerButton(page).click();
    await expect(page.getByRole("alert").filter({ hasText: "can't sign in here" })).toBeVisible();
    await expectGoodEverywhere(page, "refused by the provider");

    provider.setDown(true);
    await providerButton(page).click();
    await expect(page.getByRole("alert").filter({ hasText: `The provider of ${LABEL} can't be reached.` })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Email" })).toBeVisible();
    complaints.length = 0;
  });
});

test("with OIDC_ONLY the sign-in screen hides the password form, which only superadmins can use", async ({ page }) => {
  test.slow();
  await withProvider(page, { OIDC_ONLY: "1" }, async ({ product }) => {
    await page.goto(`${product.origin}/login`);
    await expect(passwordOf(page)).toBeHidden();
    await expectGoodEverywhere(page, "sign-in with a provider only");
    await providerButton(page).click();
    await expect(page).toHaveURL(`${product.origin}/dashboard`);
    await page.goto(`${product.origin}/settings`);
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: "Change Password" })).toBeHidden();

    await forgetSession(page);
    await page.goto(`${product.origin}/login`);
    await page.getByRole("button", { name: "Superadmin? Use your password" }).click();
    await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
    await page.getByRole("textbox", { name: "Email" }).fill(superadmin.email);
    await passwordOf(page).fill(superadmin.password);
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page).toHaveURL(`${product.origin}/dashboard`);
    await page.goto(`${product.origin}/settings`);
    await expect(page.getByRole("button", { name: "Change Password" })).toBeVisible();
  });
});
