import { expect } from "@playwright/test";
import {
  addAuthenticator,
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
