import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { hold } from "../setup/hold";
import { expectTexts } from "../setup/locators";
import { cancelPageLoads } from "../setup/page-loads";
import { alerts, button, CANNOT_CONNECT, emailOf, OFFLINE, passwordOf, renderSignIn } from "./sign-in-screen";

const PATH = "/api/auth/login";

async function fillAndSubmit(email = "unknown@example.com", password = "any"): Promise<void> {
  await emailOf().fill(email);
  await passwordOf().fill(password);
  await button("Log In").click();
}

describe("the sign-in screen", () => {
  it("shows field errors without a call of the API", async () => {
    let calls = 0;
    answer(
      http.post(PATH, () => {
        calls += 1;
        return HttpResponse.json({}, { status: 401 });
      }),
    );
    await renderSignIn();
    await button("Log In").click();
    await expectTexts(alerts(), ["Please enter a valid email address.", "Please enter your password."]);
    await expect.element(emailOf()).toHaveFocus();
    await expect.element(emailOf()).toHaveAccessibleDescription("Please enter a valid email address.");
    await expectGoodEverywhere("sign-in with errors");
    for (const email of ["person", "person@example", "person@example.c", "a b@example.com"]) {
      await emailOf().fill(email);
      await expect.element(alerts().first()).toHaveTextContent("Please enter a valid email address.");
    }
    await emailOf().fill(" person@example.com ");
    await expectTexts(alerts(), ["Please enter your password."]);
    expect(calls).toBe(0);
  });

  it("shows and hides the password", async () => {
    await renderSignIn();
    await passwordOf().fill("secret");
    await expect.element(passwordOf()).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect.element(passwordOf()).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Hide password" }).click();
    await expect.element(passwordOf()).toHaveAttribute("type", "password");
  });

  it("shows a busy button while it signs in, and for five seconds an error for wrong credentials", async () => {
    const { held, letThrough } = hold();
    answer(
      http.post(PATH, async () => {
        await held;
        return HttpResponse.json({ message: "Invalid credentials." }, { status: 401 });
      }),
    );
    await renderSignIn();
    vi.useFakeTimers();
    await fillAndSubmit("unknown@example.com", "wrong");
    await expect.element(button("Signing In...")).toBeVisible();
    letThrough();
    await expectTexts(alerts(), ["Invalid credentials."]);
    await expect.element(button("Log In")).toBeVisible();
    await vi.advanceTimersByTimeAsync(4_900);
    await expectTexts(alerts(), ["Invalid credentials."]);
    await vi.advanceTimersByTimeAsync(200);
    await expectTexts(alerts(), []);
    for (const field of [emailOf(), passwordOf()]) await expect.element(field).toHaveAttribute("aria-invalid", "true");
    await passwordOf().fill("another");
    await expect.element(passwordOf()).not.toHaveAttribute("aria-invalid");
  });

  it("shows the waiting time after too many attempts without a layout shift", async () => {
    const refusal = { message: "Too many sign-in attempts. Please try again later." };
    answer(http.post(PATH, () => HttpResponse.json(refusal, { status: 429, headers: { "Retry-After": "900" } })));
    await renderSignIn();
    const tops = () => [emailOf(), button("Log In")].map((locator) => locator.element().getBoundingClientRect().top);
    const before = tops();
    await fillAndSubmit();
    await expectTexts(alerts(), ["Too many sign-in attempts. Please try again in 15 minutes."]);
    expect(tops()).toEqual(before);
  });

  it("distinguishes an unreachable server from an offline browser", async () => {
    answer(http.post(PATH, () => HttpResponse.error()));
    await renderSignIn();
    await fillAndSubmit();
    await expectTexts(alerts(), [CANNOT_CONNECT]);
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await button("Log In").click();
    await expectTexts(alerts(), [OFFLINE]);
  });

  it("treats an answer without a token as a failure", async () => {
    answer(http.post(PATH, () => HttpResponse.json({ message: "Login successful." })));
    await renderSignIn();
    await fillAndSubmit();
    await expectTexts(alerts(), ["Login failed. Please try again."]);
  });

  it("sends values that a password manager set without events, and opens the next page", async () => {
    const departures = cancelPageLoads();
    const sent: unknown[] = [];
    answer(
      http.post(PATH, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ token: "token" });
      }),
    );
    await renderSignIn();
    Object.assign(emailOf().element(), { value: "ada@example.com" });
    Object.assign(passwordOf().element(), { value: "kept" });
    await button("Log In").click();
    await expect.poll(() => departures).toEqual(["/dashboard"]);
    expect(sent).toEqual([{ email: "ada@example.com", password: "kept" }]);
  });
});
