import { expect } from "@playwright/test";
import { expectFitsLargeText, expectGoodEverywhere } from "../setup/accessibility";
import {
  addAuthenticator,
  addDialog,
  closeCodes,
  codesDialog,
  openForm,
  passkeyList,
  passkeyRows,
  removeQuestion,
  renameDialog,
  signInButton,
  submitForm,
} from "../setup/passkeys-screen";
import { notice, test } from "../setup/settings-screen";

test("a passkey is added in Settings, signs in without a password, is renamed, and is refused once removed", { tag: "@main" }, async ({
  page,
  context,
  settingsOf,
}) => {
  await addAuthenticator(page);
  const person = await settingsOf("user");
  const row = passkeyRows(page);

  await test.step("adding shows recovery codes once", async () => {
    await expect(page.getByText("No passkeys yet")).toBeVisible();
    await openForm(page);
    await submitForm(page, "Laptop");
    await expect(codesDialog(page).getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
    await closeCodes(page);
    await expect(row).toContainText(["Laptop"]);
    await expect(row).toContainText(["Last used: Never"]);
  });

  await test.step("the sign-in screen opens the page that was asked for", async () => {
    await context.clearCookies();
    await page.goto("/login?next=/settings");
    await signInButton(page).click();
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(person.email);
    await expect(row).toContainText(["Last used: just now"]);
  });

  await test.step("renaming", async () => {
    await row.getByRole("button", { name: "Rename" }).click();
    await expect(renameDialog(page).getByLabel("Name")).toHaveValue("Laptop");
    await renameDialog(page).getByLabel("Name").fill("Old laptop");
    await renameDialog(page).getByRole("button", { name: "Rename" }).click();
    await expect(notice(page, "Passkey renamed")).toBeVisible();
    await expect(row).toContainText(["Old laptop"]);
  });

  await test.step("removing asks first, then the passkey is refused", async () => {
    await row.getByRole("button", { name: "Remove" }).click();
    await expect(removeQuestion(page)).toContainText("Old laptop");
    await removeQuestion(page).getByRole("button", { name: "Cancel" }).click();
    await expect(row).toBeVisible();
    await row.getByRole("button", { name: "Remove" }).click();
    await removeQuestion(page).getByRole("button", { name: "Remove" }).click();
    await expect(notice(page, "Passkey removed")).toBeVisible();
    await expect(passkeyList(page)).toBeHidden();
    await context.clearCookies();
    await page.goto("/login");
    await signInButton(page).click();
    await expect(page.getByRole("alert").filter({ hasText: "This passkey can't sign in here." })).toBeVisible();
  });
});

test("closing the browser's dialog is a quiet notice, and the next try succeeds", async ({ page, context, settingsOf }) => {
  const authenticator = await addAuthenticator(page);
  await settingsOf("admin");
  await authenticator.verifiesUser(false);
  await openForm(page);
  await submitForm(page, "Security key");
  await expect(addDialog(page).getByRole("status")).toHaveText("The dialog of the browser was closed. No passkey was added.");
  await expect(addDialog(page).getByRole("alert")).toHaveCount(0);
  await expectGoodEverywhere(page, "the form of a passkey after its dialog was closed");
  await authenticator.verifiesUser(true);
  await addDialog(page).getByRole("button", { name: "Add Passkey" }).click();
  await closeCodes(page);

  await test.step("a device gets no second passkey", async () => {
    await openForm(page);
    await submitForm(page, "Again");
    await expect(addDialog(page).getByRole("alert")).toHaveText("This device already has a passkey for your account.");
    await expectGoodEverywhere(page, "the form of a passkey that exists");
  });

  await test.step("on the sign-in screen", async () => {
    await context.clearCookies();
    await page.goto("/login");
    await authenticator.verifiesUser(false);
    await signInButton(page).click();
    await expect(page.getByRole("status").filter({ hasText: "No passkey was used." })).toBeVisible();
    await expectGoodEverywhere(page, "the sign-in screen without a passkey");
    await expectFitsLargeText(page, "the sign-in screen without a passkey");
    await authenticator.verifiesUser(true);
    await signInButton(page).click();
    await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  });
});

test("the passkeys in Settings are accessible and fit in every state", async ({ page, settingsOf }) => {
  await addAuthenticator(page);
  await settingsOf("superadmin");
  await expectGoodEverywhere(page, "Settings without passkeys");
  await openForm(page);
  await addDialog(page).getByRole("button", { name: "Add Passkey" }).click();
  await expect(addDialog(page).getByRole("alert")).toHaveText("Name is required");
  await expectGoodEverywhere(page, "the form of a passkey with an error");
  await submitForm(page, "The laptop in the harbour office, with a name that is as long as such a name may reasonably be");
  await expect(codesDialog(page)).toBeVisible();
  await expectGoodEverywhere(page, "the recovery codes of a first passkey");
  await closeCodes(page);
  await expect(passkeyRows(page)).toHaveCount(1);
  await expectGoodEverywhere(page, "Settings with a passkey");
  await expectFitsLargeText(page, "Settings with a passkey");
  await passkeyRows(page).getByRole("button", { name: "Rename" }).click();
  await expectGoodEverywhere(page, "the form that renames a passkey");
  await page.keyboard.press("Escape");
  await passkeyRows(page).getByRole("button", { name: "Remove" }).click();
  await expect(removeQuestion(page)).toBeVisible();
  await expectGoodEverywhere(page, "the question before a passkey is removed");
});

test("a browser without WebAuthn says so, and keeps the list", async ({ page, settingsOf }) => {
  await page.addInitScript(() => Object.defineProperty(window, "PublicKeyCredential", { value: undefined }));
  await settingsOf("user");
  await expect(page.getByText("This browser can't use passkeys here.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Passkey" })).toBeHidden();
  await expectGoodEverywhere(page, "Settings in a browser without passkeys");
  await page.context().clearCookies();
  await page.goto("/login");
  await signInButton(page).click();
  await expect(page.getByRole("status").filter({ hasText: "This browser can't use passkeys here." })).toBeVisible();
});

test("a failure of the server keeps the form, and the list", async ({ page, settingsOf, complaints }) => {
  await addAuthenticator(page);
  await settingsOf("user");
  await openForm(page);
  await page.route("**/api/auth/passkeys/options", (route) => route.fulfill({ status: 502 }));
  await submitForm(page, "Laptop");
  await expect(addDialog(page).getByRole("alert")).toContainText("The passkey was not added. Try again.");
  await page.unroute("**/api/auth/passkeys/options");
  await addDialog(page).getByRole("button", { name: "Add Passkey" }).click();
  await closeCodes(page);
  await page.route("**/api/auth/passkeys/*", (route) => route.fulfill({ status: 502 }));
  await passkeyRows(page).getByRole("button", { name: "Remove" }).click();
  await removeQuestion(page).getByRole("button", { name: "Remove" }).click();
  await expect(notice(page, "Failed to remove passkey")).toBeVisible();
  await expect(passkeyRows(page)).toHaveCount(1);
  complaints.length = 0;
});
