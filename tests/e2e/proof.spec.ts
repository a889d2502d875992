import { expect, type Page } from "@playwright/test";
import { inProduct } from "../setup/product-database";
import { test } from "../setup/settings-screen";
import { createdDialog, newTokenDialog, openForm } from "../setup/tokens-screen";

const proofDialog = (page: Page) => page.getByRole("dialog", { name: "Confirm that it is you" });
const passwordInput = (page: Page) => proofDialog(page).getByLabel("Password", { exact: true });

/** Makes the proofs of an account's sessions older than they may be. */
async function ageProofs(email: string): Promise<void> {
  await inProduct(async (client) => {
    await client.query(
      `UPDATE "Session" s SET "provenAt" = now() - interval '16 minutes' FROM "Account" a WHERE a.id = s."accountId" AND a.email = $1`,
      [email],
    );
  });
}

async function askForToken(page: Page): Promise<void> {
  await openForm(page);
  await newTokenDialog(page).getByLabel("Name").fill("Nightly build");
  await newTokenDialog(page).getByRole("button", { name: "Create Token" }).click();
}

test("a sensitive change asks for the password when the last proof is old, and then goes on", async ({ page, settingsOf, complaints }) => {
  const { email, password } = await settingsOf("user");
  await ageProofs(email);
  await askForToken(page);
  await expect(passwordInput(page)).toBeFocused();

  await passwordInput(page).fill("a wrong one");
  await passwordInput(page).press("Enter");
  await expect(proofDialog(page).getByText("Current password is incorrect")).toBeVisible();
  await expect(createdDialog(page)).toBeHidden();
  await passwordInput(page).fill(password);
  await proofDialog(page).getByRole("button", { name: "Confirm" }).click();
  await expect(createdDialog(page).getByLabel("Token")).toHaveValue(/^sv_/);
  await expect(proofDialog(page)).toBeHidden();

  await createdDialog(page).getByRole("button", { name: "Done" }).click();
  await askForToken(page);
  await expect(createdDialog(page).getByLabel("Token")).toHaveValue(/^sv_/);
  complaints.length = 0;
});
