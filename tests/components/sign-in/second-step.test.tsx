import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import type { SecondFactorMethod } from "@/lib/accounts/second-factors/schema";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectFitsLargeText } from "../setup/large-text";
import { expectTexts } from "../setup/locators";
import { cancelPageLoads } from "../setup/page-loads";
import { alerts, button, emailOf, passwordOf, renderSignIn, title } from "./sign-in-screen";

const ADDRESS = "ada@harbour.example";
const codeField = () => page.getByLabelText("Code", { exact: true });

async function enterPassword(): Promise<void> {
  await emailOf().fill(ADDRESS);
  await passwordOf().fill("the old one");
  await button("Log In").click();
}

async function openSecondStep(methods: SecondFactorMethod[]): Promise<void> {
  answer(http.post("/api/auth/login", () => HttpResponse.json({ message: "One more step.", secondFactor: { methods } })));
  await renderSignIn();
  await enterPassword();
}

describe("the second step of the sign-in", () => {
  it("leads back to the password by its button, and when the first step has expired", async () => {
    const expired = { message: "Your sign-in has expired. Please log in again." };
    answer(http.post("/api/auth/second-factor", () => HttpResponse.json(expired, { status: 401 })));
    await openSecondStep(["authenticator", "recovery-code"]);
    await button("Back to Login").click();
    await expect.element(emailOf()).toHaveValue(ADDRESS);
    await enterPassword();
    await expect.element(codeField()).toHaveFocus();
    await codeField().fill("123456");
    await button("Continue").click();
    await expectTexts(alerts(), [expired.message]);
    await expect.element(emailOf()).toHaveValue(ADDRESS);
  });

  it("shows a wrong code at its field, and then accepts a recovery code", async () => {
    const departures = cancelPageLoads();
    const message = "This code is wrong or was used before.";
    answer(http.post("/api/auth/second-factor", () => HttpResponse.json({ message, fields: { code: message } }, { status: 400 })));
    await openSecondStep(["authenticator", "recovery-code"]);
    await expect.element(codeField()).toHaveFocus();
    await expect.element(codeField()).toHaveAttribute("autocomplete", "one-time-code");
    await expectGoodEverywhere("the second step");
    await expectFitsLargeText("the second step");
    await codeField().fill("123456");
    await button("Continue").click();
    await expectTexts(alerts(), [message]);
    await expectGoodEverywhere("a wrong code");
    await button("Use a recovery code instead").click();
    await expect.element(page.getByLabelText("Recovery code")).toHaveFocus();
    await expectGoodEverywhere("the second step with a recovery code");
    answer(http.post("/api/auth/second-factor", () => HttpResponse.json({ token: "token" })));
    await page.getByLabelText("Recovery code").fill("code-1");
    await button("Continue").click();
    await expect.poll(() => departures).toEqual(["/dashboard"]);
  });

  it("offers a passkey first to an account that has one", async () => {
    await openSecondStep(["passkey", "recovery-code"]);
    await expect.element(title("Two-step verification")).toHaveFocus();
    await expectGoodEverywhere("the second step with a passkey");
    await button("Use a recovery code instead").click();
    await expect.element(page.getByLabelText("Recovery code")).toHaveFocus();
    await button("Use a passkey instead").click();
    await expect.element(button("Sign in with a passkey")).toBeVisible();
  });
});
