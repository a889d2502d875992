import { expect } from "@playwright/test";
import { expectFitsLargeText, expectGoodEverywhere } from "../setup/accessibility";
import { signIn } from "../setup/browser";
import { uniqueWord } from "../setup/people-screen";
import { notice, test } from "../setup/settings-screen";
import { createdDialog, createToken, insertTokens, revokeQuestion, tokenList, tokenRows } from "../setup/tokens-screen";

const DEMO = "Sea Chart of the World";

test("Settings creates an API token, shows it once, and revokes it", { tag: "@main" }, async ({
  page,
  playwright,
  baseURL,
  settingsOf,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await settingsOf("user");
  await expect(page.getByText("No API tokens yet")).toBeVisible();
  const token = await createToken(page, "Nightly build");
  expect(token).toMatch(/^sv_[\w-]{43}$/);
  await createdDialog(page).getByRole("button", { name: "Copy" }).click();
  await expect(createdDialog(page).getByRole("status").filter({ hasText: "Token copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);

  const program = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { authorization: `Bearer ${token}` } });
  expect((await program.get("/api/auth/me")).status()).toBe(200);
  // The product stores the last use after it has answered.
  await expect
    .poll(async () => (await (await page.request.get("/api/auth/tokens")).json()).tokens[0].lastUsedAt)
    .toEqual(expect.any(String));
  await createdDialog(page).getByRole("button", { name: "Done" }).click();
  await expect(tokenRows(page)).toHaveCount(1);
  await page.reload();
  const row = tokenRows(page).filter({ hasText: "Nightly build" });
  await expect(row).toContainText("Read");
  await expect(row).toContainText("Last used: just now");
  await expect(row).toContainText(/Expires [A-Z][a-z]{2} \d{1,2}, \d{4}/);
  await expect(page.locator("body")).not.toContainText("sv_");

  await row.getByRole("button", { name: "Revoke" }).click();
  await expect(revokeQuestion(page)).toContainText("Nightly build");
  await revokeQuestion(page).getByRole("button", { name: "Cancel" }).click();
  await expect(row).toBeVisible();
  await row.getByRole("button", { name: "Revoke" }).click();
  await revokeQuestion(page).getByRole("button", { name: "Revoke" }).click();
  await expect(notice(page, "API token revoked")).toBeVisible();
  await expect(tokenList(page)).toBeHidden();
  expect((await program.get("/api/auth/me")).status()).toBe(401);
  await program.dispose();
});

test("superadmins find the API tokens of all accounts, and revoke them", async ({ page, baseURL, settingsOf }) => {
  const name = `Pipeline ${uniqueWord()}`;
  const person = await settingsOf("user");
  const token = await createToken(page, name);
  const expired = await insertTokens([
    { email: person.email, name: `${name} of last year`, expiresAt: new Date(Date.now() - 86_400_000) },
    { email: person.email, name: `${name} of the chart`, scope: "publish", projectNames: [DEMO] },
  ]);
  await page.context().clearCookies();
  await signIn(page.request, "superadmin", baseURL);
  await page.goto("/dashboard");
  await page.getByRole("complementary").getByRole("link", { name: "API Tokens" }).click();
  await expect(page.getByRole("heading", { name: "API Tokens", level: 1 })).toBeVisible();
  const rows = page.getByRole("row").filter({ hasText: person.email });
  await page.getByPlaceholder("Search API tokens...").fill(person.email);
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: "of last year" })).toContainText("Expired");
  await expect(rows.filter({ hasText: "of the chart" })).toContainText(DEMO);
  await expectGoodEverywhere(page, "the API tokens of all accounts");
  await expectFitsLargeText(page, "the API tokens of all accounts");
  await page.getByRole("button", { name: `Revoke ${name}`, exact: true }).click();
  await revokeQuestion(page).getByRole("button", { name: "Revoke" }).click();
  await expect(notice(page, "API token revoked")).toBeVisible();
  await expect(rows).toHaveCount(2);
  const answer = await page.request.get("/api/auth/me", { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status()).toBe(401);
  await page.getByPlaceholder("Search API tokens...").fill("nothing is called so");
  await expect(page.getByText("No tokens found")).toBeVisible();
  await expectGoodEverywhere(page, "a search without API tokens");
  await expired();
});
