import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ResetHelp } from "@/components/sign-in/reset-help";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { hold } from "../setup/hold";
import { expectTexts } from "../setup/locators";
import { alerts, button, CANNOT_CONNECT, emailOf, OFFLINE, passwordOf, renderSignIn, title } from "./sign-in-screen";

const PATH = "/api/auth/forgot-password";
const sendLink = () => button("Send Reset Link");

async function openResetView(): Promise<void> {
  await renderSignIn();
  await button("Forgot Password?").click();
  await expect.element(title("Reset Password")).toBeVisible();
}

describe("the reset view", () => {
  it("replaces the sign-in form and leads back to it", async () => {
    await renderSignIn();
    await expect.element(title("Sign in")).toBeVisible();
    await emailOf().fill("ada@example");
    await button("Forgot Password?").click();
    expect(location.pathname).toBe("/login");
    await expect.element(title("Reset Password")).toBeVisible();
    await expect.element(page.getByRole("form", { name: "Reset Password" })).toBeVisible();
    await expect.element(passwordOf()).not.toBeInTheDocument();
    // The view takes over the email address typed in the sign-in form.
    await expect.element(emailOf()).toHaveFocus();
    await expect.element(emailOf()).toHaveValue("ada@example");
    await button("Back to Login").click();
    await expect.element(title("Sign in")).toBeVisible();
    await expect.element(emailOf()).toHaveFocus();
    await expect.element(emailOf()).toHaveValue("ada@example");
  });

  it.each([
    ["helpdesk@harbour.example", "mailto:helpdesk@harbour.example"],
    ["https://harbour.example/help", "https://harbour.example/help"],
    ["Ada, room 12", null],
    [undefined, null],
  ])("says without a mail server to ask the contact %j", async (contact, address) => {
    await renderSignIn(<ResetHelp contact={contact} />);
    await button("Forgot Password?").click();
    await expect.element(title("Reset Password")).toHaveFocus();
    await expect
      .element(page.getByRole("main"))
      .toHaveTextContent(`This server sends no mails. To get a link that sets a new password, ask ${contact ?? "your administrator"}.`);
    await expect.element(emailOf()).not.toBeInTheDocument();
    expect(
      page
        .getByRole("main")
        .getByRole("link")
        .elements()
        .map((link) => link.getAttribute("href")),
    ).toEqual(address ? [address] : []);
    await expectGoodEverywhere("whom to ask for a new password");
    await button("Back to Login").click();
    await expect.element(title("Sign in")).toBeVisible();
  });

  it("calls no API while the email address is blank or malformed", async () => {
    let calls = 0;
    answer(
      http.post(PATH, () => {
        calls += 1;
        return HttpResponse.json({ message: "Sent." });
      }),
    );
    await openResetView();
    await expect.element(sendLink()).toBeDisabled();
    await emailOf().fill("   ");
    await expect.element(sendLink()).toBeDisabled();
    await emailOf().fill("person");
    await userEvent.keyboard("{Enter}");
    await expectTexts(alerts(), ["Please enter a valid email address."]);
    await expect.element(emailOf()).toHaveFocus();
    await expect.element(emailOf()).toHaveAccessibleDescription("Please enter a valid email address.");
    await expectGoodEverywhere("a malformed address");
    await emailOf().fill("");
    await expectTexts(alerts(), ["Email address is required."]);
    await expect.element(sendLink()).toBeDisabled();
    expect(calls).toBe(0);
  });

  it("shows a busy button while it sends and then the next step", async () => {
    const { held, letThrough } = hold();
    const sent: unknown[] = [];
    answer(
      http.post(PATH, async ({ request }) => {
        sent.push(await request.json());
        await held;
        return HttpResponse.json({ message: "Sent." });
      }),
    );
    await openResetView();
    await emailOf().fill(" ada@example.com ");
    await sendLink().click();
    await expect.element(button("Sending Reset Link...")).toBeDisabled();
    await emailOf().click();
    await userEvent.keyboard("{Enter}");
    letThrough();
    await expect.element(title("Password reset email sent!")).toHaveFocus();
    expect(sent).toEqual([{ email: "ada@example.com" }]);
    const main = page.getByRole("main");
    const next = "If an account exists for ada@example.com, instructions to reset the password will arrive within minutes.";
    await expect.element(main).toHaveTextContent(next);
    await expect.element(main).toHaveTextContent("check your spam folder");
    await expectGoodEverywhere("the mail is sent");
    await button("Send to a different email?").click();
    await expect.element(title("Reset Password")).toBeVisible();
    await expect.element(emailOf()).toHaveFocus();
    await expect.element(emailOf()).toHaveValue("");
    await expect.element(sendLink()).toBeDisabled();
    await button("Back to Login").click();
    await expect.element(title("Sign in")).toBeVisible();
  });

  it.each([
    [
      429,
      { message: "Too many password reset requests. Please try again later." },
      "Too many password reset requests. Please try again later.",
    ],
    [502, {}, "Network error. Please check your connection and try again."],
    [404, {}, "No account found with this email address."],
    [400, {}, "Please enter a valid email address."],
    [500, {}, "Server error. Please try again later."],
    // A success response must contain a message.
    [200, {}, "Network error. Please check your connection and try again."],
  ])("shows a message for the status %i and the body %o", async (status, body, message) => {
    answer(http.post(PATH, () => HttpResponse.json(body, { status })));
    await openResetView();
    await emailOf().fill("person@example.com");
    await sendLink().click();
    await expectTexts(alerts(), [message]);
  });

  it("distinguishes an unreachable server from an offline browser", async () => {
    answer(http.post(PATH, () => HttpResponse.error()));
    await openResetView();
    await emailOf().fill("person@example.com");
    await sendLink().click();
    await expectTexts(alerts(), [CANNOT_CONNECT]);
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await sendLink().click();
    await expectTexts(alerts(), [OFFLINE]);
  });
});
