import { expect } from "@playwright/test";
import { test } from "../setup/browser";

test("the server deletes the cookies of a browser with too many, and the sign-in screen opens again", async ({
  page,
  context,
  baseURL,
}) => {
  const cookies = Array.from({ length: 12 }, (_, index) => ({ name: `map${index}`, value: "x".repeat(3_500), url: baseURL ?? "" }));
  await context.addCookies(cookies);
  const refused = await page.goto("/login");
  expect(refused?.status()).toBe(431);
  await expect(page.getByRole("heading", { name: "Too many cookies" })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  await page.reload();
  await expect(page.getByRole("button", { name: "Log In" })).toBeVisible();
});
