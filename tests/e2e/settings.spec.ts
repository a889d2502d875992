import { randomUUID } from "node:crypto";
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import type { Role } from "../../lib/sessions/schema";
import { expectAccessible } from "../setup/accessibility";
import { test as base } from "../setup/browser";
import { insertAccount } from "../setup/product-database";

interface Person {
  name: string;
  email: string;
  password: string;
}

interface Fixtures {
  /** An account of that role for this test alone, signed in and at its settings. */
  settingsOf(role: Role): Promise<Person>;
}

const test = base.extend<Fixtures>({
  settingsOf: async ({ page, baseURL }, use) => {
    const removals: (() => Promise<void>)[] = [];
    await use(async (role) => {
      const person = { name: `Ada ${role}`, email: `settings-${randomUUID()}@example.com`, password: "the old one" };
      removals.push(await insertAccount({ role, ...person }));
      await signIn(page, person, baseURL);
      await page.goto("/settings");
      await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
      return person;
    });
    for (const remove of removals) await remove();
  },
});

async function signIn(page: Page, { email, password }: Person, baseURL = ""): Promise<void> {
  const answer = await page.request.post("/api/auth/login", { data: { email, password }, headers: { origin: baseURL } });
  expect(answer.status()).toBe(200);
}

/** The same person on another device, at the start of the product. */
async function signInElsewhere(browser: Browser, person: Person, baseURL: string | undefined, userAgent?: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, userAgent });
  const page = await context.newPage();
  await signIn(page, person, baseURL);
  return page;
}

const PHONE = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0";

const save = (page: Page) => page.getByRole("button", { name: /^Save Changes$|^Saving\.\.\.$/ });
const sidebar = (page: Page) => page.getByRole("complementary");
const dialog = (page: Page) => page.getByRole("dialog", { name: "Change Password" });
/** Marks of required fields stand in their labels. */
const field = (page: Page, label: string) => dialog(page).getByLabel(new RegExp(`^${label}( \\*)?$`));
const submit = (page: Page) => dialog(page).getByRole("button", { name: /^Save Password$|^Changing\.\.\.$/ });
const sessions = (page: Page) => page.getByRole("list", { name: "Your sessions" });
/** Rows of the list; the facts in each are a list too. */
const rows = (page: Page): Locator => sessions(page).locator("> li");
const notice = (page: Page, message: string) => page.getByRole("status").or(page.getByRole("alert")).filter({ hasText: message });

async function openDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(field(page, "Current Password")).toBeFocused();
}

async function fill(page: Page, current: string, next: string, confirmation = next): Promise<void> {
  await field(page, "Current Password").fill(current);
  await field(page, "New Password").fill(next);
  await field(page, "Confirm New Password").fill(confirmation);
}

/** Holds the calls of a path back until told otherwise. */
async function holdBack(page: Page, path: string): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(path, async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}

const variants = [
  { role: "user", label: "Full Name", required: "Full name cannot be empty", path: "/api/user/edit-fullname" },
  { role: "admin", label: "Username", required: "Username cannot be empty", path: "/api/admin/update" },
  { role: "superadmin", label: "Username", required: "Username cannot be empty", path: "/api/superadmin/update" },
] as const;

for (const { role, label, required, path } of variants) {
  test(`the profile of a ${role}: ${label} is saved and shown at once, the address stays`, async ({ page, settingsOf }) => {
    const { email, name } = await settingsOf(role);
    await expect(page.getByLabel(label)).toHaveValue(name);
    const address = page.getByLabel("Email", { exact: true });
    await expect(address).toHaveValue(email);
    await expect(address).not.toBeEditable();
    await expect(address).toHaveAccessibleDescription("Email address cannot be changed");
    await expect(save(page)).toBeDisabled();

    await page.getByLabel(label).fill("  ");
    await save(page).click();
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(required);
    await page.getByLabel(label).fill(`${name} `);
    await save(page).click();
    await expect(notice(page, "No changes to save")).toBeVisible();
    await expect(page.getByLabel(label)).toHaveValue(name);
    await expect(save(page)).toBeDisabled();

    const letThrough = await holdBack(page, `**${path}`);
    await page.getByLabel(label).fill(" Grace  Hopper");
    await page.getByLabel(label).press("Enter");
    await expect(save(page)).toHaveText("Saving...");
    await expect(save(page)).toBeDisabled();
    letThrough();
    await expect(notice(page, "Profile updated successfully")).toBeVisible();
    await expect(sidebar(page).getByText("Grace Hopper")).toBeVisible();
    await expect(save(page)).toHaveText("Save Changes");
    await expect(save(page)).toBeDisabled();
    await expect(page.getByLabel(label)).toHaveValue("Grace Hopper");
    await page.reload();
    await expect(page.getByLabel(label)).toHaveValue("Grace Hopper");
    await expect(sidebar(page).getByText("Grace Hopper")).toBeVisible();
  });
}

test("a profile that cannot be saved says why, for five seconds; one that was saved, for three", async ({
  page,
  settingsOf,
  complaints,
}) => {
  await page.clock.install();
  await settingsOf("user");
  const said = (message: string) => page.getByRole("alert").filter({ hasText: message });
  await page.getByLabel("Full Name").fill("Grace");
  await page.route("**/api/user/edit-fullname", (route) => route.abort("connectionrefused"));
  await save(page).click();
  await expect(said("Error connecting to server")).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(4_500);
  await expect(said("Error connecting to server")).toBeVisible();
  await page.clock.runFor(600);
  await expect(said("Error connecting to server")).toBeHidden();

  await page.unroute("**/api/user/edit-fullname");
  const answers = [
    { status: 502, body: "no gateway", message: "Failed to update profile" },
    { status: 401, body: "{}", message: "Error loading user data" },
    { status: 503, body: JSON.stringify({ message: "In the server's own words." }), message: "In the server's own words." },
  ];
  for (const { status, body, message } of answers) {
    await page.route("**/api/user/edit-fullname", (route) => route.fulfill({ status, body }));
    await save(page).click();
    await expect(said(message)).toBeVisible();
    await page.unroute("**/api/user/edit-fullname");
  }
  complaints.length = 0;

  await save(page).click();
  await expect(notice(page, "Profile updated successfully")).toBeVisible();
  await page.clock.runFor(3_100);
  await expect(notice(page, "Profile updated successfully")).toBeHidden();
});

test("a superadmin whose account is gone reads so", async ({ page, settingsOf }) => {
  await settingsOf("superadmin");
  await page.route("**/api/superadmin/update", (route) => route.fulfill({ status: 401, body: "{}" }));
  await page.getByLabel("Username").fill("Grace");
  await save(page).click();
  await expect(notice(page, "Super admin data not found. Please login again.")).toBeVisible();
});

test("the password of a user is checked in the specification's order", async ({ page, settingsOf }) => {
  const { password } = await settingsOf("user");
  await openDialog(page);
  await expect(field(page, "New Password")).toHaveAttribute("placeholder", "min 8 characters");
  const alerts = dialog(page).getByRole("alert");
  await submit(page).click();
  await expect(alerts).toHaveText(["Current password is required"]);
  await fill(page, password, "", "x");
  await submit(page).click();
  await expect(alerts).toHaveText(["New password must be at least 8 characters long"]);
  await fill(page, password, "seven77");
  await expect(alerts).toHaveText(["New password must be at least 8 characters long"]);
  await fill(page, password, "the new one", "another one");
  await submit(page).click();
  await expect(alerts).toHaveText(["New passwords do not match"]);
  await expect(field(page, "Confirm New Password")).toBeFocused();
  await expect(field(page, "Confirm New Password")).toHaveAccessibleDescription("New passwords do not match");
});

for (const role of ["admin", "superadmin"] as const) {
  test(`the password of a ${role} is checked in the specification's order`, async ({ page, settingsOf }) => {
    const { password } = await settingsOf(role);
    await openDialog(page);
    for (const label of ["Current Password", "New Password", "Confirm New Password"]) {
      await expect(field(page, label)).toHaveAttribute("required");
      await expect(submit(page)).toBeDisabled();
      await field(page, label).fill("seven77");
    }
    await expect(dialog(page).getByText("*")).toHaveCount(3);
    const alerts = dialog(page).getByRole("alert");
    await submit(page).click();
    await expect(alerts).toHaveText(["New password must be at least 8 characters long"]);
    await fill(page, password, password, "the new one");
    await submit(page).click();
    await expect(alerts).toHaveText(["New passwords do not match"]);
    await fill(page, password, password);
    await submit(page).click();
    await expect(alerts).toHaveText(["New password must be different from current password"]);
    await field(page, "Current Password").fill("");
    await expect(submit(page)).toBeDisabled();
  });
}

test("passwords are shown one by one, and forgotten when the dialog closes", async ({ page, settingsOf }) => {
  await settingsOf("user");
  await openDialog(page);
  await fill(page, "one", "two", "three");
  await dialog(page).getByRole("button", { name: "Show new password" }).click();
  await expect(field(page, "New Password")).toHaveAttribute("type", "text");
  await expect(field(page, "Current Password")).toHaveAttribute("type", "password");
  await dialog(page).getByRole("button", { name: "Hide new password" }).click();
  await expect(field(page, "New Password")).toHaveAttribute("type", "password");
  await dialog(page).getByRole("button", { name: "Show current password" }).click();
  await dialog(page).getByRole("button", { name: "Show confirmation" }).click();
  await expect(field(page, "Confirm New Password")).toHaveAttribute("type", "text");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Change Password" })).toBeFocused();
  await openDialog(page);
  await expect(field(page, "New Password")).toHaveValue("");
  await expect(field(page, "Current Password")).toHaveAttribute("type", "password");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
});

test("a new password ends the sessions elsewhere, says how many, and goes on here", async ({ page, browser, baseURL, settingsOf }) => {
  const person = await settingsOf("user");
  const [phone, desk] = [await signInElsewhere(browser, person, baseURL, PHONE), await signInElsewhere(browser, person, baseURL, FIREFOX)];
  await phone.goto("/projects");
  await page.reload();
  await expect(rows(page)).toHaveCount(3);

  await openDialog(page);
  await fill(page, "a guess", "the new one");
  await submit(page).click();
  await expect(field(page, "Current Password")).toHaveAccessibleDescription("Current password is incorrect");
  await expect(field(page, "Current Password")).toBeFocused();

  const letThrough = await holdBack(page, "**/api/user/change-password");
  await field(page, "Current Password").fill(person.password);
  await submit(page).click();
  await expect(submit(page)).toHaveText("Changing...");
  await expect(submit(page)).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeVisible();
  letThrough();
  await expect(dialog(page)).toBeHidden();
  await expect(notice(page, "Password changed successfully")).toBeVisible();
  await expect(notice(page, "Your password was changed, and 2 other sessions were ended.")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);

  expect((await desk.request.get("/api/auth/me")).status()).toBe(401);
  await phone.goto("/projects");
  await expect(phone).toHaveURL(/\/login/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  for (const { status, password } of [
    { status: 401, password: person.password },
    { status: 200, password: "the new one" },
  ]) {
    const answer = await desk.request.post("/api/auth/login", {
      data: { email: person.email, password },
      headers: { origin: baseURL ?? "" },
    });
    expect(answer.status()).toBe(status);
  }
  await phone.context().close();
  await desk.context().close();
});

test("a password that cannot be changed says why, within the dialog", async ({ page, settingsOf, complaints }) => {
  await settingsOf("superadmin");
  await openDialog(page);
  await fill(page, "the old one", "the new one");
  const alerts = dialog(page).getByRole("alert");
  const path = "**/api/superadmin/change-password";
  await page.route(path, (route) => route.abort("connectionrefused"));
  await submit(page).click();
  await expect(alerts).toHaveText(["Error connecting to server"]);
  const answers = [
    { status: 502, body: "no gateway", message: "Failed to change password" },
    {
      status: 429,
      body: JSON.stringify({ message: "Too many wrong passwords. Please try again later." }),
      message: "Too many wrong passwords. Please try again later.",
    },
  ];
  for (const { status, body, message } of answers) {
    await page.unroute(path);
    await page.route(path, (route) => route.fulfill({ status, body }));
    await submit(page).click();
    await expect(alerts).toHaveText([message]);
  }
  complaints.length = 0;
});

test("sessions are listed with their devices, and ended one by one or together", async ({ page, browser, baseURL, settingsOf }) => {
  const person = await settingsOf("admin");
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText("This device only")).toBeVisible();
  await expect(page.getByRole("button", { name: "End all other sessions" })).toBeHidden();
  const phone = await signInElsewhere(browser, person, baseURL, PHONE);
  await phone.goto("/settings");
  await expect(rows(phone).first()).toContainText("Chrome on Android");
  const others = [await signInElsewhere(browser, person, baseURL, FIREFOX), await signInElsewhere(browser, person, baseURL, "curl/8.14.1")];

  await page.reload();
  await expect(rows(page)).toHaveCount(4);
  const mine = rows(page).first();
  await expect(mine).toContainText("Chrome on Linux");
  await expect(mine).toContainText("This device");
  await expect(mine).toContainText("Last seen just now");
  await expect(mine.getByText("just now")).toHaveAttribute("title", /^\w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d:\d\d\s[AP]M$/);
  await expect(mine.getByRole("button")).toHaveCount(0);
  await expect(page.getByText("This device", { exact: true })).toHaveCount(1);
  await expect(page.getByText("This device and 3 other sessions")).toBeVisible();
  await expect(rows(page).filter({ hasText: "API client" })).toContainText(/127\.0\.0\.1|::1/);

  await rows(page).filter({ hasText: "Chrome on Android" }).getByRole("button", { name: "End session" }).click();
  await expect(notice(page, "Session ended.")).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await expect(sessions(page)).toBeFocused();
  await phone.goto("/settings");
  await expect(phone).toHaveURL(/\/login\?next=/);

  await page.getByRole("button", { name: "End all other sessions" }).click();
  const question = page.getByRole("alertdialog", { name: "End all other sessions?" });
  await expect(question).toContainText("2 other sessions");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole("button", { name: "End all other sessions" }).click();
  await question.getByRole("button", { name: "End sessions" }).click();
  await expect(question).toBeHidden();
  await expect(notice(page, "All other sessions were ended.")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  for (const other of others) expect((await other.request.get("/api/auth/me")).status()).toBe(401);
  for (const other of [phone, ...others]) await other.context().close();
});

test("a session that cannot be ended stays in the list, and says why", async ({ page, browser, baseURL, settingsOf, complaints }) => {
  const person = await settingsOf("user");
  const phone = await signInElsewhere(browser, person, baseURL, PHONE);
  await page.reload();
  await page.route("**/api/auth/sessions/*", (route) => route.fulfill({ status: 502, body: "no gateway" }));
  await rows(page).nth(1).getByRole("button", { name: "End session" }).click();
  await expect(notice(page, "Failed to end session")).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await page.unroute("**/api/auth/sessions/*");
  // Ended meanwhile by its holder: what was asked for is so.
  await phone.request.post("/api/auth/logout", { headers: { origin: baseURL ?? "" } });
  await rows(page).nth(1).getByRole("button", { name: "End session" }).click();
  await expect(rows(page)).toHaveCount(1);
  complaints.length = 0;
  await phone.context().close();
});

test("the session is prolonged while the application is open: once in twelve hours, over all tabs, and no faster when it fails", async ({
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
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await page.clock.fastForward("11:49:00");
  expect(calls).toHaveLength(1);

  const before = (await context.cookies()).find(({ name }) => name.endsWith("sea-vision.session"))?.value;
  const refreshed = page.waitForResponse("**/api/auth/refresh");
  await page.clock.fastForward("00:20:00");
  expect((await refreshed).status()).toBe(200);
  expect(calls).toHaveLength(2);
  const after = (await context.cookies()).find(({ name }) => name.endsWith("sea-vision.session"))?.value;
  expect(after).not.toBe(before);

  await page.route("**/api/auth/refresh", (route) => route.abort("connectionrefused"));
  await page.clock.fastForward("12:10:00");
  await expect.poll(() => calls.length).toBe(3);
  await page.clock.fastForward("00:30:00");
  await page.clock.fastForward("00:10:00");
  expect(calls).toHaveLength(3);
  await page.clock.fastForward("00:30:00");
  await expect.poll(() => calls.length).toBe(4);
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  complaints.length = 0;
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1440, 390]) {
    test(`axe finds nothing on the settings, ${colorScheme}, ${width} px, and nothing hangs over`, async ({
      page,
      browser,
      baseURL,
      settingsOf,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 844 });
      const person = await settingsOf(width === 1440 ? "superadmin" : "user");
      const other = await signInElsewhere(browser, person, baseURL, FIREFOX);
      await page.reload();
      await expect(rows(page)).toHaveCount(2);
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expectAccessible(page, "settings");
      expect(await overflow()).toBe(0);
      await openDialog(page);
      await fill(page, "one", "two", "three");
      await submit(page).click();
      await expect(dialog(page).getByRole("alert")).toHaveCount(1);
      await expectAccessible(page, "password dialog");
      expect(await overflow()).toBe(0);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "End all other sessions" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await expectAccessible(page, "question");
      await other.context().close();
    });
  }
}
