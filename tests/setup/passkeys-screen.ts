import { type CDPSession, expect, type Locator, type Page } from "@playwright/test";

export const passkeyList = (page: Page) => page.getByRole("list", { name: "Your passkeys" });
/** Rows of the list. Each row contains a nested list. */
export const passkeyRows = (page: Page): Locator => passkeyList(page).locator("> li");
const addDialog = (page: Page) => page.getByRole("dialog", { name: "Add Passkey" });
export const renameDialog = (page: Page) => page.getByRole("dialog", { name: "Rename Passkey" });
export const removeQuestion = (page: Page) => page.getByRole("alertdialog", { name: "Remove Passkey" });
export const codesDialog = (page: Page) => page.getByRole("dialog", { name: "Recovery Codes" });
export const signInButton = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });

/** Chromium's virtual authenticator. It answers the dialog of the browser at once. */
export interface VirtualAuthenticator {
  /** Whether it verifies the user. Without that, the browser reports what it also reports for a closed dialog. */
  verifiesUser(isVerified: boolean): Promise<void>;
}

export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  return {
    async verifiesUser(isUserVerified) {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
  };
}

export async function openForm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add Passkey" }).click();
  await expect(addDialog(page).getByLabel("Name")).toBeFocused();
}

/** Adds a passkey with the form. */
export async function submitForm(page: Page, name: string): Promise<void> {
  await addDialog(page).getByLabel("Name").fill(name);
  await addDialog(page).getByRole("button", { name: "Add Passkey" }).click();
}

export async function closeCodes(page: Page): Promise<void> {
  await codesDialog(page).getByRole("button", { name: "I have saved these codes" }).click();
  await expect(codesDialog(page)).toBeHidden();
}
