import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { SignInViews } from "@/components/sign-in/sign-in-views";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { addAuthenticator, creationOptions, requestOptions } from "../setup/authenticator";
import { expectFitsLargeText } from "../setup/large-text";
import { expectTexts, notice, rowsOf } from "../setup/locators";
import { cancelPageLoads } from "../setup/page-loads";
import { renderScreen } from "../setup/render";
import { dialog, passkeyRow, renderSettings } from "./settings-screen";

const CODES = Array.from({ length: 10 }, (_, index) => `code-${index}`);
const LONG_NAME = "The laptop in the harbour office, with a name that is as long as such a name may reasonably be";

const form = () => dialog("Add Passkey");
const codes = () => dialog("Recovery Codes");
const question = () => page.getByRole("alertdialog", { name: "Remove Passkey" });
const rows = () => rowsOf("Your passkeys");
const signInButton = () => page.getByRole("button", { name: "Sign in with a passkey" });

async function openForm(): Promise<void> {
  await page.getByRole("button", { name: "Add Passkey" }).click();
  await expect.element(form().getByLabelText("Name")).toHaveFocus();
}

async function add(name: string): Promise<void> {
  await form().getByLabelText("Name").fill(name);
  await form().getByRole("button", { name: "Add Passkey" }).click();
}

async function closeCodes(): Promise<void> {
  await codes().getByRole("button", { name: "I have saved these codes" }).click();
  await expect.element(codes()).not.toBeInTheDocument();
}

/** Answers as the server does, with recovery codes for the first passkey. */
function keepPasskeys(account: Awaited<ReturnType<typeof renderSettings>>): void {
  const ids: string[] = [];
  answer(
    http.post("/api/auth/passkeys/options", () => HttpResponse.json(creationOptions(ids))),
    http.post<never, { name: string; response: { id: string } }>("/api/auth/passkeys", async ({ request }) => {
      const { name, response } = await request.json();
      ids.push(response.id);
      const passkey = passkeyRow({ name });
      account.passkeys = [...account.passkeys, passkey];
      return HttpResponse.json({ message: "Added.", passkey, recoveryCodes: ids.length === 1 ? CODES : null }, { status: 201 });
    }),
  );
}

async function renderSignIn(): Promise<void> {
  await cleanup();
  await renderScreen(<SignInViews next="/dashboard" singleSignOn={null} hidesPassword={false} help={null} />, "/login");
}

describe("the passkeys in Settings", () => {
  it("report a closed dialog of the browser without an error, and a device that has one already", async () => {
    const authenticator = await addAuthenticator();
    keepPasskeys(await renderSettings({ role: "admin" }));
    await authenticator.verifiesUser(false);
    await openForm();
    await add("Security key");
    await expectTexts(form().getByRole("status"), ["The dialog of the browser was closed. No passkey was added."]);
    expect(form().getByRole("alert").elements()).toEqual([]);
    await expectGoodEverywhere("the form of a passkey after its dialog was closed");
    await authenticator.verifiesUser(true);
    await form().getByRole("button", { name: "Add Passkey" }).click();
    await closeCodes();

    await openForm();
    await add("Again");
    await expectTexts(form().getByRole("alert"), ["This device already has a passkey for your account."]);
    await expectGoodEverywhere("the form of a passkey that exists");
  });

  it("need a name, and show recovery codes with the first one", async () => {
    await addAuthenticator();
    keepPasskeys(await renderSettings({ role: "superadmin" }));
    await expect.element(page.getByText("No passkeys yet")).toBeVisible();
    await expectGoodEverywhere("Settings without passkeys");
    await openForm();
    await form().getByRole("button", { name: "Add Passkey" }).click();
    await expectTexts(form().getByRole("alert"), ["Name is required"]);
    await expectGoodEverywhere("the form of a passkey with an error");
    await add(LONG_NAME);
    await expectTexts(codes().getByRole("list", { name: "Recovery codes" }).getByRole("listitem"), CODES);
    await expectGoodEverywhere("the recovery codes of a first passkey");
    await closeCodes();
    await expect.poll(rows).toHaveLength(1);
    expect(rows()[0]?.textContent).toContain("Last used: Never");
  });

  it("are accessible and fit with a long name", async () => {
    await renderSettings({ role: "superadmin", passkeys: [passkeyRow({ name: LONG_NAME })] });
    await expect.poll(rows).toHaveLength(1);
    await expectGoodEverywhere("Settings with a passkey");
    await expectFitsLargeText("Settings with a passkey");
  });

  it("are renamed and removed in dialogs", async () => {
    await renderSettings({ role: "superadmin", passkeys: [passkeyRow({ name: LONG_NAME })] });
    await page.getByRole("button", { name: "Rename" }).click();
    await expect.element(dialog("Rename Passkey").getByLabelText("Name")).toHaveValue(LONG_NAME);
    await expectGoodEverywhere("the form that renames a passkey");
    await userEvent.keyboard("{Escape}");
    await page.getByRole("button", { name: "Remove" }).click();
    await expect.element(question()).toBeVisible();
    await expectGoodEverywhere("the question before a passkey is removed");
  });

  it("keep the form when the server fails, and a passkey that can't be removed", async () => {
    await addAuthenticator();
    const account = await renderSettings();
    answer(http.post("/api/auth/passkeys/options", () => new HttpResponse(null, { status: 502 })));
    await openForm();
    await add("Laptop");
    await expect.element(form().getByRole("alert")).toHaveTextContent("The passkey was not added. Try again.");
    keepPasskeys(account);
    await form().getByRole("button", { name: "Add Passkey" }).click();
    await closeCodes();
    answer(http.delete("/api/auth/passkeys/:id", () => new HttpResponse(null, { status: 502 })));
    await page.getByRole("button", { name: "Remove" }).click();
    await question().getByRole("button", { name: "Remove" }).click();
    await expect.element(notice("Failed to remove passkey")).toBeVisible();
    expect(rows()).toHaveLength(1);
  });
});

describe("a browser without WebAuthn", () => {
  it("is reported in Settings and on the sign-in screen", async () => {
    const { PublicKeyCredential } = window;
    Object.defineProperty(window, "PublicKeyCredential", { value: undefined, configurable: true });
    try {
      await renderSettings();
      await expect.element(page.getByText("This browser can't use passkeys here.")).toBeVisible();
      await expect.element(page.getByRole("button", { name: "Add Passkey" })).not.toBeInTheDocument();
      await expectGoodEverywhere("Settings in a browser without passkeys");
      await renderSignIn();
      await signInButton().click();
      await expect.element(page.getByRole("status").filter({ hasText: "This browser can't use passkeys here." })).toBeVisible();
    } finally {
      Object.defineProperty(window, "PublicKeyCredential", { value: PublicKeyCredential, configurable: true });
    }
  });
});

describe("the sign-in screen", () => {
  it("reports a closed dialog of the browser without an error, and signs in with the next try", async () => {
    const authenticator = await addAuthenticator();
    const departures = cancelPageLoads();
    answer(http.post("/api/auth/passkey-sign-in/options", () => HttpResponse.json(requestOptions())));
    keepPasskeys(await renderSettings());
    await openForm();
    await add("Laptop");
    await closeCodes();

    await authenticator.verifiesUser(false);
    await renderSignIn();
    await signInButton().click();
    await expect.element(page.getByRole("status").filter({ hasText: "No passkey was used." })).toBeVisible();
    await expectGoodEverywhere("the sign-in screen without a passkey");
    await expectFitsLargeText("the sign-in screen without a passkey");
    answer(http.post("/api/auth/passkey-sign-in", () => HttpResponse.json({ message: "Login successful." })));
    await authenticator.verifiesUser(true);
    await signInButton().click();
    await expect.poll(() => departures).toEqual(["/dashboard"]);
  });

  it("shows why the server refuses a passkey", async () => {
    await addAuthenticator();
    const refusal = { message: "This passkey can't sign in here." };
    answer(
      http.post("/api/auth/passkey-sign-in/options", () => HttpResponse.json(requestOptions())),
      http.post("/api/auth/passkey-sign-in", () => HttpResponse.json(refusal, { status: 401 })),
    );
    keepPasskeys(await renderSettings());
    await openForm();
    await add("Laptop");
    await closeCodes();
    await renderSignIn();
    await signInButton().click();
    await expect.element(page.getByRole("alert").filter({ hasText: refusal.message })).toBeVisible();
  });
});
