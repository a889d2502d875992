import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer } from "../setup/api";
import { hold } from "../setup/hold";
import { clickOutside, discardQuestion, expectTexts, notice } from "../setup/locators";
import { dialog, renderSettings, sessionRow } from "./settings-screen";

const passwords = () => dialog("Change Password");
/** Matches the label with or without the asterisk of a required field. */
const field = (label: string) => passwords().getByLabelText(new RegExp(`^${label}( \\*)?$`));
const save = () => passwords().getByRole("button", { name: /^Save Password$|^Changing\.\.\.$/ });
const alerts = () => passwords().getByRole("alert");

async function open(): Promise<void> {
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect.element(field("Current Password")).toHaveFocus();
}

/**
 * Waits for the timer with which react-hook-form focuses the first invalid field again.
 * Text typed into another field at that moment would go to the invalid field. Timers run in order, so a new timer runs after it.
 */
const focusSettled = () => new Promise((resolve) => setTimeout(resolve));

async function fill(current: string, next: string, confirmation = next): Promise<void> {
  await focusSettled();
  await field("Current Password").fill(current);
  await field("New Password").fill(next);
  await field("Confirm New Password").fill(confirmation);
}

async function expectPasswords(current: string, next: string): Promise<void> {
  await expect.element(field("Current Password")).toHaveAttribute("type", current);
  await expect.element(field("New Password")).toHaveAttribute("type", next);
}

describe("the password dialog", () => {
  it("shows the errors of a user in the specified order", async () => {
    await renderSettings();
    await open();
    await expect.element(field("New Password")).toHaveAttribute("placeholder", "min 8 characters");
    await save().click();
    await expectTexts(alerts(), ["Current password is required"]);
    await fill("the old one", "", "x");
    await save().click();
    await expectTexts(alerts(), ["New password must be at least 8 characters long"]);
    await fill("the old one", "seven77");
    await expectTexts(alerts(), ["New password must be at least 8 characters long"]);
    await fill("the old one", "the new one", "another one");
    await save().click();
    await expectTexts(alerts(), ["New passwords do not match"]);
    await expect.element(field("Confirm New Password")).toHaveFocus();
    await expect.element(field("Confirm New Password")).toHaveAccessibleDescription("New passwords do not match");
  });

  it.each(["admin", "superadmin"] as const)("shows the errors of the role %s in the specified order", async (role) => {
    await renderSettings({ role });
    await open();
    for (const label of ["Current Password", "New Password", "Confirm New Password"]) {
      await expect.element(field(label)).toHaveAttribute("required");
      await expect.element(save()).toBeDisabled();
      await field(label).fill("seven77");
    }
    expect(passwords().getByText("*").elements()).toHaveLength(3);
    await save().click();
    await expectTexts(alerts(), ["New password must be at least 8 characters long"]);
    await fill("the old one", "the old one", "the new one");
    await save().click();
    await expectTexts(alerts(), ["New passwords do not match"]);
    await fill("the old one", "the old one");
    await save().click();
    await expectTexts(alerts(), ["New password must be different from current password"]);
    await focusSettled();
    await field("Current Password").fill("");
    await expect.element(save()).toBeDisabled();
  });

  it("reveals each password separately and clears them when it closes", async () => {
    await renderSettings();
    await open();
    await fill("one", "two", "three");
    await passwords().getByRole("button", { name: "Show new password" }).click();
    await expectPasswords("password", "text");
    await passwords().getByRole("button", { name: "Hide new password" }).click();
    await expectPasswords("password", "password");
    await passwords().getByRole("button", { name: "Show current password" }).click();
    await passwords().getByRole("button", { name: "Show confirmation" }).click();
    await expect.element(field("Confirm New Password")).toHaveAttribute("type", "text");
    await passwords().getByRole("button", { name: "Cancel" }).click();
    await discardQuestion().getByRole("button", { name: "Discard" }).click();
    await expect.element(passwords()).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Change Password" })).toHaveFocus();
    await open();
    await expect.element(field("New Password")).toHaveValue("");
    await expect.element(field("Current Password")).toHaveAttribute("type", "password");
    await userEvent.keyboard("{Escape}");
    await expect.element(passwords()).not.toBeInTheDocument();
  });

  it.each([
    { name: "an unreachable server", answered: () => HttpResponse.error(), message: "Error connecting to server" },
    {
      name: "an answer of a proxy",
      answered: () => new HttpResponse("no gateway", { status: 502 }),
      message: "Failed to change password",
    },
    {
      name: "too many wrong passwords",
      answered: () => HttpResponse.json({ message: "Too many wrong passwords. Please try again later." }, { status: 429 }),
      message: "Too many wrong passwords. Please try again later.",
    },
  ])("shows why a change failed: $name", async ({ answered, message }) => {
    answer(http.post("/api/superadmin/change-password", answered));
    await renderSettings({ role: "superadmin" });
    await open();
    await fill("the old one", "the new one");
    await save().click();
    await expectTexts(alerts(), [message]);
  });

  it("marks a wrong current password and can't be closed while it saves", async () => {
    const { held, letThrough } = hold();
    const wrong = { message: "Current password is incorrect", fields: { currentPassword: "Current password is incorrect" } };
    answer(http.post("/api/user/change-password", () => HttpResponse.json(wrong, { status: 400 })));
    const rows = await renderSettings({ sessions: [sessionRow({ current: true }), sessionRow(), sessionRow()] });
    await open();
    await fill("a guess", "the new one");
    await save().click();
    await expect.element(field("Current Password")).toHaveAccessibleDescription("Current password is incorrect");
    await expect.element(field("Current Password")).toHaveFocus();
    answer(
      http.post("/api/user/change-password", async () => {
        await held;
        rows.sessions = rows.sessions.slice(0, 1);
        return HttpResponse.json({ message: "Password changed successfully", endedSessions: 2 });
      }),
    );
    await field("Current Password").fill("the old one");
    await save().click();
    await expect.element(save()).toHaveTextContent(/^Changing\.\.\.$/);
    await expect.element(save()).toBeDisabled();
    await userEvent.keyboard("{Escape}");
    await expect.element(passwords()).toBeVisible();
    letThrough();
    await expect.element(notice("Password changed successfully")).toBeVisible();
    await expect.element(passwords()).not.toBeInTheDocument();
    await expect.element(notice("Your password was changed, and 2 other sessions were ended.")).toBeVisible();
  });

  it("ignores clicks outside and asks before it discards typed passwords", async () => {
    await renderSettings();
    await open();
    await clickOutside();
    await expect.element(passwords()).toBeVisible();
    await fill("the old one", "the new one");
    await clickOutside();
    for (const leave of [() => userEvent.keyboard("{Escape}"), () => passwords().getByRole("button", { name: "Close" }).click()]) {
      await leave();
      await expect.element(discardQuestion()).toBeVisible();
      await discardQuestion().getByRole("button", { name: "Keep Editing" }).click();
      await expect.element(discardQuestion()).not.toBeInTheDocument();
      await expect.element(field("New Password")).toHaveValue("the new one");
    }
    await userEvent.keyboard("{Escape}");
    await discardQuestion().getByRole("button", { name: "Discard" }).click();
    await expect.element(discardQuestion()).not.toBeInTheDocument();
    await expect.element(passwords()).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Change Password" })).toHaveFocus();
  });
});
