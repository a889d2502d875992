/** The links of invitations and password resets on a server without mail. */
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { renderScreen } from "../setup/render";
import { answerUsers, expectWrong, people, userRow, usersOf } from "./people-rows";

const { dialog, field, row } = people;
const URL_OF_LINK = "https://app.example/invitation?token=abc";
const expiresAt = "2026-12-01T00:00:00.000Z";
const pending = { status: "pending", expiresAt: null } as const;
const ada = userRow(1, { fullName: "Ada Lovelace" });
const bo = userRow(2, { fullName: "Bo Marlin", invitation: pending });

const show = (sendsMail = false) => renderScreen(usersOf("admin", sendsMail), "/users");

describe("the links of User Management without a mail server", () => {
  it("are offered for the invitation of an invited user and the password of another", async () => {
    answerUsers([ada, bo]);
    answer(
      http.post("/api/user/invitation-link/user-2", () => HttpResponse.json({ url: URL_OF_LINK, expiresAt })),
      http.post("/api/user/reset-link/user-1", () => HttpResponse.json({ message: "It failed." }, { status: 500 })),
    );
    await show();
    await expect.element(row("Bo Marlin").getByText("Not set yet")).toBeVisible();
    await row("Bo Marlin").getByRole("button", { name: "Copy invitation link" }).click();
    await expect.element(dialog.getByText("No mail server is set up, so no mail is sent.")).toBeVisible();
    await dialog.getByRole("button", { name: "Copy Invitation Link" }).click();
    await expect.element(field("Link")).toHaveValue(URL_OF_LINK);
    await expect.element(field("Link")).toHaveAccessibleDescription(/ It is not shown again\.$/);
    await expectGoodEverywhere("the link of an invitation");
    await dialog.getByRole("button", { name: "Close" }).click();

    await row("Ada Lovelace").getByRole("button", { name: "Copy reset link" }).click();
    await dialog.getByRole("button", { name: "Copy Reset Link" }).click();
    await expectWrong(["It failed."]);
    answer(http.post("/api/user/reset-link/user-1", () => HttpResponse.json({ url: URL_OF_LINK, expiresAt })));
    await dialog.getByRole("button", { name: "Copy Reset Link" }).click();
    await expect.element(field("Link")).toHaveValue(URL_OF_LINK);
  });

  it("are offered after a user was invited", async () => {
    answerUsers([]);
    const user = userRow(3, { fullName: "Cy Reef", invitation: pending });
    answer(
      http.post("/api/user/create", () => HttpResponse.json({ message: "", user }, { status: 201 })),
      http.post("/api/user/invitation-link/user-3", () => HttpResponse.json({ url: URL_OF_LINK, expiresAt })),
    );
    await show();
    await page.getByRole("button", { name: "Add User" }).first().click();
    await dialog.getByRole("radio", { name: "Invite with a link" }).click();
    await expect.element(dialog.getByText("No mail server is set up: you copy a link that is valid for 72 hours.")).toBeVisible();
    await expectGoodEverywhere("the form without a mail server");
    await field("Full Name").fill("Cy Reef");
    await field("Email").fill("cy@harbour.example");
    await dialog.getByRole("option").first().click();
    await dialog.getByRole("button", { name: "Create Invitation" }).click();
    await expect.element(dialog).toHaveAccessibleName("Copy Invitation Link");
    await dialog.getByRole("button", { name: "Copy Invitation Link" }).click();
    await expect.element(field("Link")).toHaveValue(URL_OF_LINK);
  });

  it("are replaced by mails where there is a mail server", async () => {
    answerUsers([ada, bo]);
    await show(true);
    await expect.element(row("Bo Marlin").getByRole("button", { name: "Resend invitation" })).toBeVisible();
    await expect.element(page.getByRole("button", { name: /^Copy/ })).not.toBeInTheDocument();
  });
});
