import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { newSecretToken } from "../../lib/http/secret-token";
import { expectFitsLargeText, expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";
import { peopleScreen, searchFor, uniqueWord } from "../setup/people-screen";
import { insertInvited, insertProjects } from "../setup/product-database";
import { alerts, button, title } from "../setup/reset-screen";

const PASSWORD = "a harbour of her own";
const passwordOf = (page: Page) => page.getByLabel("Password", { exact: true });
const confirmationOf = (page: Page) => page.getByLabel("Confirm Password");

async function choosePassword(page: Page, password: string, confirmation = password): Promise<void> {
  await passwordOf(page).fill(password);
  await confirmationOf(page).fill(confirmation);
  await button(page, "Create account").click();
}

/** Opens a link in a browser without a session. */
async function openElsewhere(page: Page, link: string): Promise<Page> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error("The page has no browser of its own.");
  const other = await context.newPage();
  await other.goto(new URL(link, page.url()).href);
  return other;
}

/** Makes a link in the open dialog, and closes it. */
async function copiedLink(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "Copy Invitation Link" });
  await dialog.getByRole("button", { name: "Copy Invitation Link" }).click();
  const link = await dialog.getByLabel("Link", { exact: true }).inputValue();
  await dialog.getByRole("button", { name: "Close" }).click();
  return link;
}

test("an admin invites without a mail server and the person signs in by the copied link", { tag: "@main" }, async ({ page, signInAs }) => {
  const word = uniqueWord();
  const email = `ada.${word}@example.com`;
  const project = `Estuary ${word}`;
  const remove = await insertProjects([{ name: project, mapUrl: "https://maps.example/" }]);
  try {
    await signInAs("admin");
    await page.goto("/users");
    const screen = peopleScreen(page, "Search users...");

    await test.step("the form offers an invitation in place of a password", async () => {
      await button(page, "Add User").click();
      await expect(screen.dialog.getByRole("radio", { name: "Set a password" })).toBeChecked();
      await screen.field("Password").fill("typed before");
      await screen.dialog.getByRole("radio", { name: "Invite with a link" }).click();
      await expect(screen.field("Password")).toHaveCount(0);
      await screen.dialog.getByRole("button", { name: "Create Invitation" }).click();
      await expect(screen.wrong).toHaveText(["Full name is required", "Email is required", "At least one project must be assigned"]);
      await expectGoodEverywhere(page, "the form of an invitation");
      await screen.field("Full Name").fill("A. Lovelace");
      await screen.field("Email").fill(email);
      await screen.dialog.getByRole("searchbox", { name: "Search projects" }).fill(project);
      await screen.dialog.getByRole("option", { name: project, exact: true }).click();
      await screen.dialog.getByRole("button", { name: "Create Invitation" }).click();
      await expect(screen.banner("User invited successfully")).toBeVisible();
    });

    const link = await copiedLink(page);
    await test.step("the list shows the invitation", async () => {
      await searchFor(screen, word, 1);
      await expect(screen.row("A. Lovelace").getByText("Invited", { exact: true })).toBeVisible();
      await expect(screen.row("A. Lovelace").getByText("Not set yet")).toBeVisible();
    });

    const person = await openElsewhere(page, link);
    await test.step("the link shows who invited, and checks the fields", async () => {
      await expect(person).toHaveTitle(/^Invitation/);
      await expect(title(person, "Create your account")).toBeVisible();
      await expect(person.getByRole("main")).toContainText(`invites you to Sea-Vision. You will sign in with ${email}.`);
      await expect(person.getByLabel("Full Name")).toHaveValue("A. Lovelace");
      await person.getByLabel("Full Name").fill("");
      await choosePassword(person, "seven 7");
      await expect(alerts(person)).toHaveText(["Full name is required", "Password must be at least 8 characters long"]);
      await person.getByLabel("Full Name").fill("Ada Lovelace");
      await choosePassword(person, "long enough", "another one");
      await expect(alerts(person)).toHaveText(["Passwords do not match"]);
      await choosePassword(person, "password123");
      await expect(alerts(person)).toContainText(["one of the most common ones"]);
      await expect(passwordOf(person)).toBeFocused();
      await expectGoodEverywhere(person, "the invitation");
      await expectFitsLargeText(person, "the invitation");
    });

    await test.step("the person signs in with the new password, and sees the map", async () => {
      await choosePassword(person, PASSWORD);
      await expect(person).toHaveURL(/\/dashboard$/);
      await expect(person.getByText("Ada Lovelace").first()).toBeVisible();
      await expect(person.getByText(project).first()).toBeVisible();
      await person.goto(new URL(link, page.url()).href);
      await expect(person.getByText("This invitation is no longer valid.")).toBeVisible();
      await person.context().close();
    });

    await test.step("the list shows a usual user", async () => {
      await button(page, "Refresh").click();
      await expect(screen.row("Ada Lovelace").getByRole("button", { name: "Delete" })).toBeVisible();
      await expect(screen.row("Ada Lovelace").getByText("Invited", { exact: true })).toHaveCount(0);
      await screen.row("Ada Lovelace").getByRole("button", { name: "Delete" }).click();
      await screen.question.getByRole("button", { name: "Delete" }).click();
      await expect(screen.rows).toHaveCount(0);
    });
  } finally {
    await remove();
  }
});

test("a superadmin sees each state of an invitation, copies another link and revokes it", async ({ page, signInAs }) => {
  const word = uniqueWord();
  const statuses = ["sending", "pending", "expired", "failed"] as const;
  const given = (status: (typeof statuses)[number]) => ({
    status,
    role: "admin" as const,
    name: `Grace Hopper ${status} ${word}`,
    email: `${status}.${word}@example.com`,
  });
  const token = newSecretToken();
  const remove = await insertInvited(statuses.map((status) => ({ ...given(status), ...(status === "pending" && { token }) })));
  try {
    await signInAs("superadmin");
    await page.goto("/admin-management");
    const screen = peopleScreen(page, "Search admins...");
    await searchFor(screen, word, 4);
    const labels = { sending: "Invitation being sent", pending: "Invited", expired: "Invitation expired", failed: "Invitation not sent" };
    for (const status of statuses) await expect(screen.row(given(status).name).getByText(labels[status], { exact: true })).toBeVisible();
    await expectGoodEverywhere(page, "the states of invitations");
    await expectFitsLargeText(page, "the states of invitations");

    const { name } = given("pending");
    await screen
      .row(name)
      .getByRole("button", { name: `Copy invitation link ${name}` })
      .click();
    await expect(screen.dialog).toContainText("A link that was made before stops working.");
    await expectGoodEverywhere(page, "the dialog before the link of an invitation");
    const link = await copiedLink(page);
    const former = await openElsewhere(page, `/invitation?token=${token}`);
    await expect(former.getByText("This invitation is no longer valid.")).toBeVisible();
    await former.context().close();
    const person = await openElsewhere(page, link);
    await expect(title(person, "Create your account")).toBeVisible();
    await expect(person.getByRole("main")).toContainText("An administrator invites you to Sea-Vision.");

    await screen
      .row(name)
      .getByRole("button", { name: `Revoke invitation ${name}` })
      .click();
    await expect(screen.question).toContainText("The account is deleted.");
    await screen.question.getByRole("button", { name: "Cancel" }).click();
    await expect(screen.rows).toHaveCount(4);
    await screen
      .row(name)
      .getByRole("button", { name: `Revoke invitation ${name}` })
      .click();
    await screen.question.getByRole("button", { name: "Revoke" }).click();
    await expect(screen.banner("Invitation revoked")).toBeVisible();
    await expect(screen.rows).toHaveCount(3);

    // The page was open while the invitation was revoked.
    await choosePassword(person, PASSWORD);
    await expect(title(person, "Invitation")).toBeFocused();
    await expect(alerts(person)).toHaveText(["This invitation is no longer valid. It was used, revoked or replaced by a newer one."]);
    await person.context().close();
  } finally {
    await remove();
  }
});

test("a link that is not valid says why, and what to do", async ({ page }) => {
  const token = newSecretToken();
  const invited = { role: "user" as const, name: "Ada", email: `${randomUUID()}@example.com`, status: "expired" as const, token };
  const remove = await insertInvited([invited]);
  try {
    await page.goto(`/invitation?token=${token}`);
    await expect(page.getByText("This invitation has expired.")).toBeVisible();
    await expect(page.getByText("Ask an administrator to send it again.")).toBeVisible();
    await expectGoodEverywhere(page, "an expired invitation");
    for (const path of ["/invitation", "/invitation?token=", "/invitation?token=a&token=b", `/invitation?token=${"a".repeat(43)}`]) {
      await page.goto(path);
      await expect(page.getByText("This invitation is no longer valid.")).toBeVisible();
    }
    await expectGoodEverywhere(page, "an invalid invitation");
    await expectFitsLargeText(page, "an invalid invitation");
    await page.getByRole("link", { name: "Log In" }).click();
    await expect(title(page, "Sign in")).toBeVisible();
  } finally {
    await remove();
  }
});
