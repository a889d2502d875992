import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ApiTokenSection } from "@/components/api/tokens/token-section";
import { SecondFactorSection } from "@/components/sign-in/factors/second-factor-section";
import { Card } from "@/components/ui/card";
import type { Factors } from "@/lib/accounts/second-factors/schema";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectFitsLargeText } from "../setup/large-text";
import { expectTexts, notice } from "../setup/locators";
import { router } from "../setup/next/navigation";
import { inDays } from "../setup/project-row";
import { renderScreen } from "../setup/render";
import { dialog, tokenRow } from "./settings-screen";

const viewer = { role: "user" } as const;
const CODES = Array.from({ length: 10 }, (_, index) => `code-${index}`);
const SECRET = "A".repeat(32);

const factors = () => page.getByRole("list", { name: "Your second factors" });
const setup = () => dialog("Set Up Authenticator App");
const codes = () => dialog("Recovery Codes");
const codeField = () => page.getByLabelText("Code", { exact: true });

const renderFactors = (factors: Factors) =>
  renderScreen(
    <Card>
      <SecondFactorSection factors={factors} />
    </Card>,
  );

async function closeCodes(): Promise<void> {
  await codes().getByRole("button", { name: "I have saved these codes" }).click();
  await expect.element(codes()).not.toBeInTheDocument();
}

describe("the second factors in Settings", () => {
  it("set up an authenticator app with a first code, and show recovery codes that Escape doesn't close", async () => {
    const wrong = "This code is wrong.";
    answer(
      http.post("/api/auth/authenticator", () => HttpResponse.json({ secret: SECRET, uri: `otpauth://totp/Sea-Vision?secret=${SECRET}` })),
      http.post("/api/auth/authenticator/confirm", () => HttpResponse.json({ message: wrong, fields: { code: wrong } }, { status: 400 })),
    );
    await renderFactors({ hasAuthenticator: false, authenticatorSince: null, passkeys: 0, recoveryCodes: 0 });
    await expect.element(factors()).toHaveTextContent("Not set up");
    await page.getByRole("button", { name: "Set Up Authenticator App" }).click();
    await expect.element(setup().getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
    await expectFitsLargeText("setting up an authenticator app");
    await codeField().fill("123456");
    await page.getByRole("button", { name: "Turn On" }).click();
    await expect.element(setup().getByText(wrong)).toBeVisible();
    await expectGoodEverywhere("a wrong first code");
    answer(http.post("/api/auth/authenticator/confirm", () => HttpResponse.json({ message: "Added.", recoveryCodes: CODES })));
    await page.getByRole("button", { name: "Turn On" }).click();
    await expectTexts(codes().getByRole("listitem"), CODES);
    await userEvent.keyboard("{Escape}");
    await expectGoodEverywhere("recovery codes");
    await expectFitsLargeText("recovery codes");
    await closeCodes();
    await expect.element(notice("Authenticator app added")).toBeVisible();
    expect(router.refresh).toHaveBeenCalledOnce();
  });

  it("make new recovery codes and remove the app, after a question each", async () => {
    answer(
      http.post("/api/auth/recovery-codes", () => HttpResponse.json({ message: "Made.", recoveryCodes: CODES })),
      http.delete("/api/auth/authenticator", () => HttpResponse.json({ message: "Your role needs a second factor." }, { status: 403 })),
    );
    await renderFactors({ hasAuthenticator: true, authenticatorSince: inDays(-1), passkeys: 0, recoveryCodes: 9 });
    await expect.element(factors()).toHaveTextContent("9 codes left");
    await expectGoodEverywhere("a second factor");
    await expectFitsLargeText("a second factor");
    await page.getByRole("button", { name: "New Recovery Codes" }).click();
    await page.getByRole("button", { name: "Make New Codes" }).click();
    await expectTexts(codes().getByRole("listitem"), CODES);
    await closeCodes();
    await expect.element(notice("New recovery codes made")).toBeVisible();

    const question = page.getByRole("alertdialog");
    await page.getByRole("button", { name: "Remove authenticator app" }).click();
    await expect.element(question).toHaveTextContent("Your password alone will be enough");
    await expectGoodEverywhere("the question before an authenticator app is removed");
    await question.getByRole("button", { name: "Remove" }).click();
    await expect.element(notice("Your role needs a second factor.")).toBeVisible();
  });
});

describe("the question for a proof", () => {
  const proof = () => dialog("Confirm that it is you");
  const password = () => proof().getByLabelText("Password", { exact: true });

  async function askForToken(): Promise<void> {
    answer(http.get("/api/auth/tokens", () => HttpResponse.json({ tokens: [] })));
    await renderScreen(<ApiTokenSection {...viewer} tokens={[]} madeAt={Date.now()} />);
    await page.getByRole("button", { name: "New Token" }).click();
    await dialog("New API Token").getByLabelText("Name").fill("Nightly build");
    await dialog("New API Token").getByRole("button", { name: "Create Token" }).click();
    await expect.element(password()).toHaveFocus();
  }

  const needed = { message: "Please confirm that it is you.", fields: { proof: "Please confirm that it is you." } };

  it("keeps the form of a sensitive change when the user closes it", async () => {
    answer(
      http.post("/api/auth/tokens", () => HttpResponse.json(needed, { status: 403 })),
      http.get("/api/auth/proof", () => HttpResponse.json({ methods: ["password"] })),
    );
    await askForToken();
    await userEvent.keyboard("{Escape}");
    await expect.element(proof()).not.toBeInTheDocument();
    await expect.element(dialog("New API Token").getByText("Please confirm that it is you.")).toBeVisible();
    await expect.element(dialog("New API Token").getByLabelText("Name")).toHaveValue("Nightly build");
  });

  it("refuses a wrong password, and repeats the change after the right one", async () => {
    let isProven = false;
    const wrong = "Current password is incorrect";
    const created = { message: "Created.", token: "sv_token", apiToken: tokenRow() };
    answer(
      http.post("/api/auth/tokens", () => (isProven ? HttpResponse.json(created) : HttpResponse.json(needed, { status: 403 }))),
      http.get("/api/auth/proof", () => HttpResponse.json({ methods: ["password", "passkey"] })),
      http.post<never, { password: string }>("/api/auth/proof", async ({ request }) => {
        isProven = (await request.json()).password === "the old one";
        return isProven ? HttpResponse.json({}) : HttpResponse.json({ message: wrong, fields: { password: wrong } }, { status: 400 });
      }),
    );
    await askForToken();
    await expectGoodEverywhere("the question for a proof");
    await expectFitsLargeText("the question for a proof");
    await password().fill("a wrong one");
    await userEvent.keyboard("{Enter}");
    await expect.element(proof().getByText(wrong)).toBeVisible();
    await proof().getByRole("button", { name: "Use a passkey instead" }).click();
    await expectGoodEverywhere("the question for a proof with a passkey");
    await proof().getByRole("button", { name: "Use your password instead" }).click();
    await password().fill("the old one");
    await proof().getByRole("button", { name: "Confirm" }).click();
    await expect.element(dialog("API Token Created").getByLabelText("Token")).toHaveValue("sv_token");
    await expect.element(proof()).not.toBeInTheDocument();
  });
});
