import { expect } from "@playwright/test";
import { pageHydrated } from "../setup/hydrated";
import { FIREFOX, notice, PHONE, sessionList, sessionRows, signInElsewhere, test } from "../setup/settings-screen";

test("the Settings screen lists sessions with their devices and ends one or all others", { tag: "@main" }, async ({
  page,
  browser,
  baseURL,
  settingsOf,
}) => {
  const person = await settingsOf("admin");
  await expect(sessionRows(page)).toHaveCount(1);
  await expect(page.getByText("This device only")).toBeVisible();
  await expect(page.getByRole("button", { name: "End all other sessions" })).toBeHidden();
  const phone = await signInElsewhere(browser, person, baseURL, PHONE);
  await phone.goto("/settings");
  await expect(sessionRows(phone).first()).toContainText("Chrome on Android");
  const others = [await signInElsewhere(browser, person, baseURL, FIREFOX), await signInElsewhere(browser, person, baseURL, "curl/8.14.1")];

  await page.reload();
  await expect(sessionRows(page)).toHaveCount(4);
  const mine = sessionRows(page).first();
  await expect(mine).toContainText("Chrome on Linux");
  await expect(mine).toContainText("This device");
  await expect(mine).toContainText("Last seen just now");
  await expect(mine.getByText("just now")).toHaveAttribute("title", /^\w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d:\d\d\s[AP]M$/);
  await expect(mine.getByRole("button")).toHaveCount(0);
  await expect(page.getByText("This device", { exact: true })).toHaveCount(1);
  await expect(page.getByText("This device and 3 other sessions")).toBeVisible();
  await expect(sessionRows(page).filter({ hasText: "API client" })).toContainText(/127\.0\.0\.1|::1/);

  await sessionRows(page).filter({ hasText: "Chrome on Android" }).getByRole("button", { name: "End session" }).click();
  await expect(notice(page, "Session ended.")).toBeVisible();
  await expect(sessionRows(page)).toHaveCount(3);
  await expect(sessionList(page)).toBeFocused();
  await phone.goto("/settings");
  await expect(phone).toHaveURL(/\/login\?next=/);

  await page.getByRole("button", { name: "End all other sessions" }).click();
  const question = page.getByRole("alertdialog", { name: "End all other sessions?" });
  await expect(question).toContainText("2 other sessions");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(sessionRows(page)).toHaveCount(3);
  await page.getByRole("button", { name: "End all other sessions" }).click();
  await question.getByRole("button", { name: "End sessions" }).click();
  await expect(notice(page, "All other sessions were ended.")).toBeVisible();
  await expect(question).toBeHidden();
  await expect(sessionRows(page)).toHaveCount(1);
  for (const other of others) expect((await other.request.get("/api/auth/me")).status()).toBe(401);
  for (const other of [phone, ...others]) await other.context().close();
});

test("the Settings screen keeps a session in the list and shows why it could not end it", async ({
  page,
  browser,
  baseURL,
  settingsOf,
  complaints,
}) => {
  const person = await settingsOf("user");
  const phone = await signInElsewhere(browser, person, baseURL, PHONE);
  await page.reload();
  await page.route("**/api/auth/sessions/*", (route) => route.fulfill({ status: 502, body: "no gateway" }));
  await sessionRows(page).nth(1).getByRole("button", { name: "End session" }).click();
  await expect(notice(page, "Failed to end session")).toBeVisible();
  await expect(sessionRows(page)).toHaveCount(2);
  await page.unroute("**/api/auth/sessions/*");
  // The session has already ended on its device, so ending it succeeds.
  await phone.request.post("/api/auth/logout", { headers: { origin: baseURL ?? "" } });
  await sessionRows(page).nth(1).getByRole("button", { name: "End session" }).click();
  await expect(sessionRows(page)).toHaveCount(1);
  complaints.length = 0;
  await phone.context().close();
});

test("the open application extends its session once in twelve hours for all tabs, also after failures", async ({
  page,
  context,
  settingsOf,
  complaints,
}) => {
  const calls: string[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/api/auth/refresh")) calls.push(request.method());
  });
  await page.clock.install();
  const first = page.waitForResponse("**/api/auth/refresh");
  await settingsOf("user");
  expect((await first).status()).toBe(200);
  await page.reload();
  // A jump fires a timer once and in the order of creation. The first check of a page must not fall between the jumps.
  await pageHydrated(page);
  await page.clock.fastForward("11:49:00");
  expect(calls).toHaveLength(1);

  const refreshed = page.waitForResponse("**/api/auth/refresh");
  await page.clock.fastForward("00:20:00");
  const answer = await refreshed;
  expect(answer.status()).toBe(200);
  // Do not compare with the previous cookie: tokens of the same second are equal.
  expect(await answer.headerValue("set-cookie")).toMatch(/sea-vision\.session=[^;]+;.*Max-Age=604800/);
  expect(calls).toHaveLength(2);
  // The next check is planned when the page has read the answer. Its later request is answered later.
  await answer.finished();
  await page.evaluate(() => fetch("/api/health").then((health) => health.text()));

  await page.route("**/api/auth/refresh", (route) => route.abort("connectionrefused"));
  await page.clock.fastForward("12:10:00");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("sea-vision.session-refresh"))).toContain('"hasFailed":true');
  expect(calls).toHaveLength(3);
  await page.clock.fastForward("00:30:00");
  await page.clock.fastForward("00:10:00");
  expect(calls).toHaveLength(3);
  await page.clock.fastForward("00:30:00");
  await expect.poll(() => calls.length).toBe(4);
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  // The browser logs a failed request some time after it.
  const note = "console: Failed to load resource: net::ERR_CONNECTION_REFUSED";
  await expect.poll(() => complaints).toEqual([note, note]);
  complaints.length = 0;
});
