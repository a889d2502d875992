import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { InvitationViews } from "@/components/sign-in/invitation-views";
import { NewPasswordViews } from "@/components/sign-in/new-password-views";
import { INVITATION_EXPIRED, INVITATION_INVALID } from "@/lib/accounts/invitations/schema";
import { INVALID_LINK } from "@/lib/accounts/password-resets/schema";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectFitsLargeText } from "../setup/large-text";
import { expectTexts } from "../setup/locators";
import { cancelPageLoads } from "../setup/page-loads";
import { alerts, button, CANNOT_CONNECT, passwordOf, renderView, title } from "./sign-in-screen";

const TOKEN = "a".repeat(43);
const ADDRESS = "ada@harbour.example";

const newPasswordOf = () => page.getByLabelText("New Password", { exact: true });

describe("the form of a password reset", () => {
  const PATH = "/api/auth/reset-password";
  const confirmationOf = () => page.getByLabelText("Confirm New Password");
  const renderReset = () =>
    renderView(<NewPasswordViews link={{ token: TOKEN, email: ADDRESS }} invalid={INVALID_LINK} help={null} />, "/reset-password");

  async function save(password: string, confirmation = password): Promise<void> {
    await newPasswordOf().fill(password);
    await confirmationOf().fill(confirmation);
    await button("Save Password").click();
  }

  it("shows why a new password is invalid and reveals it on request", async () => {
    await renderReset();
    await expect.element(page.getByRole("main")).toHaveTextContent(`Choose a new password for ${ADDRESS}.`);
    await expect.element(newPasswordOf()).toHaveAttribute("placeholder", "min 8 characters");
    await button("Save Password").click();
    await expectTexts(alerts(), ["New password must be at least 8 characters long"]);
    await expect.element(newPasswordOf()).toHaveFocus();
    await save("seven 7", "other");
    await expectTexts(alerts(), ["New password must be at least 8 characters long"]);
    await newPasswordOf().fill("long enough");
    await expectTexts(alerts(), ["New passwords do not match"]);
    await expect.element(confirmationOf()).toHaveAccessibleDescription("New passwords do not match");
    await expectGoodEverywhere("passwords that do not match");
    await confirmationOf().fill("long enough");
    await expectTexts(alerts(), []);
    const shows = page.getByRole("button", { name: /^Show/ });
    await expect.element(shows.first()).toHaveAccessibleName("Show new password");
    await expect.element(shows.last()).toHaveAccessibleName("Show confirmation");
    await shows.first().click();
    await expect.element(newPasswordOf()).toHaveAttribute("type", "text");
    await expect.element(confirmationOf()).toHaveAttribute("type", "password");
  });

  it("keeps the passwords after a failure, and saves them with the next try", async () => {
    const sent: unknown[] = [];
    answer(http.post(PATH, () => HttpResponse.error()));
    await renderReset();
    await save("a better one");
    await expectTexts(alerts(), [CANNOT_CONNECT]);
    answer(http.post(PATH, () => HttpResponse.json({}, { status: 500 })));
    await button("Save Password").click();
    await expectTexts(alerts(), ["Server error. Please try again later."]);
    answer(
      http.post(PATH, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ message: "Changed." });
      }),
    );
    await button("Save Password").click();
    await expect.element(title("Password changed successfully")).toHaveFocus();
    expect(sent).toEqual([{ token: TOKEN, newPassword: "a better one" }]);
    await expect.element(page.getByRole("main")).toHaveTextContent("You are signed out on all devices.");
    await expectGoodEverywhere("the password is changed");
  });

  it("offers a new link when its link is no longer valid", async () => {
    await renderView(<NewPasswordViews link={null} invalid={INVALID_LINK} help={null} />, "/reset-password");
    await expect.element(page.getByRole("main")).toHaveTextContent(INVALID_LINK);
    await expectGoodEverywhere("a link that is no longer valid");
    await expect.element(newPasswordOf()).not.toBeInTheDocument();
    await button("Request a New Link").click();
    await expect.element(page.getByLabelText("Email")).toHaveFocus();
  });
});

describe("the form of an invitation", () => {
  const PATH = "/api/auth/accept-invitation";
  const link = { token: TOKEN, name: "Ada", email: ADDRESS };
  const renderInvitation = (given: typeof link | null, problem = "") =>
    renderView(
      <InvitationViews link={given} problem={problem} inviter={null} product="Sea-Vision" singleSignOn={null} hidesPassword={false} />,
      "/invitation",
    );

  async function choosePassword(password: string, confirmation = password): Promise<void> {
    await passwordOf().fill(password);
    await page.getByLabelText("Confirm Password").fill(confirmation);
    await button("Create account").click();
  }

  it("checks its fields, also those that only the server can check", async () => {
    const weak = "This password is one of the most common ones. Please choose another one.";
    answer(http.post(PATH, () => HttpResponse.json({ message: weak, fields: { newPassword: weak } }, { status: 400 })));
    await renderInvitation(link);
    await expect.element(page.getByRole("main")).toHaveTextContent("An administrator invites you to Sea-Vision.");
    await page.getByLabelText("Full Name").fill("");
    await choosePassword("seven 7");
    await expectTexts(alerts(), ["Full name is required", "Password must be at least 8 characters long"]);
    await page.getByLabelText("Full Name").fill("Ada Lovelace");
    await choosePassword("long enough", "another one");
    await expectTexts(alerts(), ["Passwords do not match"]);
    await choosePassword("password123");
    await expectTexts(alerts(), [weak]);
    await expect.element(passwordOf()).toHaveFocus();
    await expectGoodEverywhere("the invitation");
    await expectFitsLargeText("the invitation");
  });

  it("is kept when the server can't be reached, and opens the dashboard with the next try", async () => {
    const departures = cancelPageLoads();
    answer(http.post(PATH, () => HttpResponse.error()));
    await renderInvitation(link);
    await choosePassword("a harbour of her own");
    await expectTexts(alerts(), [CANNOT_CONNECT]);
    answer(http.post(PATH, () => HttpResponse.json({ token: "token" })));
    await choosePassword("a harbour of her own");
    await expect.poll(() => departures).toEqual(["/dashboard"]);
  });

  it.each([INVITATION_EXPIRED, INVITATION_INVALID])("is replaced by a message and what to do: %s", async (problem) => {
    await renderInvitation(null, problem);
    await expect.element(page.getByText(problem)).toBeVisible();
    await expect.element(page.getByText("Ask an administrator to send it again.")).toBeVisible();
    await expectGoodEverywhere("an invitation that is not valid");
    await expectFitsLargeText("an invitation that is not valid");
  });
});
