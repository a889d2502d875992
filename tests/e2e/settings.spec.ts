import { expect } from "@playwright/test";
import { holdBack, notice, saveButton, sidebar, test } from "../setup/settings-screen";

const variants = [
  { role: "user", label: "Full Name", required: "Full name cannot be empty", path: "/api/user/edit-fullname" },
  { role: "admin", label: "Username", required: "Username cannot be empty", path: "/api/admin/update" },
  { role: "superadmin", label: "Username", required: "Username cannot be empty", path: "/api/superadmin/update" },
] as const;

for (const { role, label, required, path } of variants) {
  test(`the profile of a ${role} saves ${label}, shows it immediately and keeps the email address`, { tag: "@main" }, async ({
    page,
    settingsOf,
  }) => {
    const { email, name } = await settingsOf(role);
    await expect(page.getByLabel(label)).toHaveValue(name);
    const address = page.getByLabel("Email", { exact: true });
    await expect(address).toHaveValue(email);
    await expect(address).not.toBeEditable();
    await expect(address).toHaveAccessibleDescription("Email address cannot be changed");
    await expect(saveButton(page)).toBeDisabled();

    await page.getByLabel(label).fill("  ");
    await saveButton(page).click();
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(required);
    await page.getByLabel(label).fill(`${name} `);
    await saveButton(page).click();
    await expect(notice(page, "No changes to save")).toBeVisible();
    await expect(page.getByLabel(label)).toHaveValue(name);
    await expect(saveButton(page)).toBeDisabled();

    const letThrough = await holdBack(page, `**${path}`);
    await page.getByLabel(label).fill(" Grace  Hopper");
    await page.getByLabel(label).press("Enter");
    await expect(saveButton(page)).toHaveText("Saving...");
    await expect(saveButton(page)).toBeDisabled();
    letThrough();
    await expect(notice(page, "Profile updated successfully")).toBeVisible();
    await expect(sidebar(page).getByText("Grace Hopper")).toBeVisible();
    await expect(saveButton(page)).toHaveText("Save Changes");
    await expect(saveButton(page)).toBeDisabled();
    await expect(page.getByLabel(label)).toHaveValue("Grace Hopper");
    await page.reload();
    await expect(page.getByLabel(label)).toHaveValue("Grace Hopper");
    await expect(sidebar(page).getByText("Grace Hopper")).toBeVisible();
  });
}

test("the profile form shows an error for five seconds and a success message for three", async ({ page, settingsOf, complaints }) => {
  await page.clock.install();
  await settingsOf("user");
  const said = (message: string) => page.getByRole("alert").filter({ hasText: message });
  await page.getByLabel("Full Name").fill("Grace");
  // Hydration may need the clock.
  await expect(saveButton(page)).toBeEnabled();
  // From here on the test controls the clock.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.route("**/api/user/edit-fullname", (route) => route.abort("connectionrefused"));
  await saveButton(page).click();
  await expect(said("Error connecting to server")).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(4_900);
  await expect(said("Error connecting to server")).toBeVisible();
  await page.clock.runFor(200);
  await expect(said("Error connecting to server")).toBeHidden();

  await page.unroute("**/api/user/edit-fullname");
  const answers = [
    { status: 502, body: "no gateway", message: "Failed to update profile" },
    { status: 401, body: "{}", message: "Error loading user data" },
    { status: 503, body: JSON.stringify({ message: "In the server's own words." }), message: "In the server's own words." },
  ];
  for (const { status, body, message } of answers) {
    await page.route("**/api/user/edit-fullname", (route) => route.fulfill({ status, body }));
    await saveButton(page).click();
    await expect(said(message)).toBeVisible();
    await page.unroute("**/api/user/edit-fullname");
  }

  await saveButton(page).click();
  await expect(notice(page, "Profile updated successfully")).toBeVisible();
  await page.clock.runFor(2_900);
  await expect(notice(page, "Profile updated successfully")).toBeVisible();
  await page.clock.runFor(200);
  await expect(notice(page, "Profile updated successfully")).toBeHidden();
  // The browser logs a failed request some time after it.
  complaints.length = 0;
});

test("the profile form of a superadmin reports that the account no longer exists", async ({ page, settingsOf }) => {
  await settingsOf("superadmin");
  await page.route("**/api/superadmin/update", (route) => route.fulfill({ status: 401, body: "{}" }));
  await page.getByLabel("Username").fill("Grace");
  await saveButton(page).click();
  await expect(notice(page, "Super admin data not found. Please login again.")).toBeVisible();
});

test("a user turns the mails about assigned maps off, and sees when that fails", async ({ page, settingsOf, complaints }) => {
  await settingsOf("user");
  const box = page.getByRole("checkbox", { name: "Email me when a map is assigned to me" });
  await expect(box).toBeChecked();
  const saved = page.waitForResponse("**/api/user/preferences");
  await box.uncheck();
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(box).not.toBeChecked();

  await page.route("**/api/user/preferences", (route) => route.fulfill({ status: 502, body: "no gateway" }));
  // Not check(): the answer can undo the change before check() looks at it.
  await box.click();
  await expect(notice(page, "The setting was not saved.")).toBeVisible();
  await expect(box).not.toBeChecked();
  complaints.length = 0;
});

test("the setting for mails waits for hydration", async ({ page, settingsOf }) => {
  await settingsOf("user");
  const letThrough = await holdBack(page, "**/_next/static/**/*.js");
  await page.goto("/settings", { waitUntil: "commit" });
  const box = page.getByRole("checkbox", { name: "Email me when a map is assigned to me" });
  await expect(box).toBeChecked();
  await expect(box.click({ timeout: 1_000 })).rejects.toThrow("intercepts pointer events");
  await expect(box).toBeChecked();
  letThrough();
  const saved = page.waitForResponse("**/api/user/preferences");
  await box.uncheck();
  expect((await saved).status()).toBe(200);
});

test("an admin has no setting for mails about assigned maps", async ({ page, settingsOf }) => {
  await settingsOf("admin");
  await expect(page.getByRole("heading", { name: "Sessions" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Notifications" })).toBeHidden();
});
