import { expect } from "@playwright/test";
import { expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";
import { createPerson, peopleScreen, searchFor, uniqueWord } from "../setup/people-screen";

const PASSWORD = "a long password";

test("Admin Management ends every session of an admin from the edit form", async ({ page, signInAs, baseURL, browser }) => {
  await signInAs("superadmin");
  const word = uniqueWord();
  const email = `${word}@example.com`;
  await createPerson(page, "admin", { name: `Grace ${word}`, email, password: PASSWORD }, baseURL);
  const elsewhere = await browser.newContext({ baseURL });
  const headers = { origin: baseURL ?? "" };
  expect((await elsewhere.request.post("/api/auth/login", { data: { email, password: PASSWORD }, headers })).status()).toBe(200);

  await page.goto("/admin-management");
  const screen = peopleScreen(page, "Search admins...");
  await searchFor(screen, word, 1);
  await screen.row(word).getByRole("button", { name: "Edit" }).click();
  const signOut = screen.dialog.getByRole("button", { name: "Sign out everywhere" });
  await expect(signOut).toBeVisible();
  await expectGoodEverywhere(page, "form of an admin");
  await signOut.click();
  await expect(screen.question).toContainText(`Every session of Grace ${word} will end at once`);
  await screen.question.getByRole("button", { name: "Cancel" }).click();
  expect((await elsewhere.request.get("/api/auth/me")).status()).toBe(200);
  await signOut.click();
  await screen.question.getByRole("button", { name: "End sessions" }).click();
  await expect(screen.dialog.getByRole("status")).toHaveText("1 session was ended.");
  expect((await elsewhere.request.get("/api/auth/me")).status()).toBe(401);
  await expectGoodEverywhere(page, "form of an admin without sessions");
  await screen.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(screen.dialog).toBeHidden();
  await elsewhere.close();
});
