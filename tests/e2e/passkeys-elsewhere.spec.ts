import { expect } from "@playwright/test";
import { newSecretToken } from "../../lib/http/secret-token";
import { expectGoodEverywhere } from "../setup/accessibility";
import { addAuthenticator, closeCodes, codesDialog, openForm, passkeyRows, signInButton, submitForm } from "../setup/passkeys-screen";
import { uniqueWord } from "../setup/people-screen";
import { inProduct, insertInvited } from "../setup/product-database";
import { test } from "../setup/settings-screen";
import { createdDialog, newTokenDialog, openForm as openTokenForm } from "../setup/tokens-screen";

test("a passkey completes a sign-in with the password, and proves who one is", async ({ page, context, settingsOf, complaints }) => {
  await addAuthenticator(page);
  const { email, password } = await settingsOf("user");
  await openForm(page);
  await submitForm(page, "Laptop");
  await closeCodes(page);
  await expect(passkeyRows(page)).toHaveCount(1);

  await test.step("the second step offers the passkey first", async () => {
    await context.clearCookies();
    await page.goto("/login?next=/settings");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByRole("heading", { name: "Two-step verification" })).toBeFocused();
    await page.getByRole("button", { name: "Use a recovery code instead" }).click();
    await expect(page.getByLabel("Recovery code")).toBeFocused();
    await page.getByRole("button", { name: "Use a passkey instead" }).click();
    await signInButton(page).click();
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  });

  await test.step("a sensitive change accepts the passkey as proof", async () => {
    await inProduct(async (client) => {
      const text = `UPDATE "Session" s SET "provenAt" = now() - interval '1 hour' FROM "Account" a WHERE a.id = s."accountId" AND a.email = $1`;
      await client.query(text, [email]);
    });
    await openTokenForm(page);
    await newTokenDialog(page).getByLabel("Name").fill("Nightly build");
    await newTokenDialog(page).getByRole("button", { name: "Create Token" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
    await expect(proof.getByLabel("Password", { exact: true })).toBeFocused();
    await proof.getByRole("button", { name: "Use a passkey instead" }).click();
    await proof.getByRole("button", { name: "Confirm" }).click();
    await expect(createdDialog(page).getByLabel("Token")).toHaveValue(/^sv_/);
  });
  complaints.length = 0;
});

test("an invitation is accepted with a passkey", async ({ page }) => {
  await addAuthenticator(page);
  const email = `ada.${uniqueWord()}@example.com`;
  const token = newSecretToken();
  const remove = await insertInvited([{ role: "user", name: "Ada", email, status: "pending", token }]);
  try {
    await page.goto(`/invitation?token=${token}`);
    await page.getByLabel("Full Name").fill("");
    const create = page.getByRole("button", { name: "Create account with a passkey" });
    await create.click();
    await expect(page.getByText("Full name is required")).toBeVisible();
    await page.getByLabel("Full Name").fill("Ada Lovelace");
    await create.click();
    await expect(codesDialog(page).getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
    await expectGoodEverywhere(page, "the recovery codes of a new account");
    await closeCodes(page);
    await expect(page.getByRole("heading", { name: "Welcome back, Ada Lovelace" })).toBeVisible();
    await page.goto("/settings");
    await expect(passkeyRows(page)).toHaveCount(1);
  } finally {
    await remove();
  }
});
