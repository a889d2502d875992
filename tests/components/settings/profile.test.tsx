import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Role } from "@/lib/accounts/sessions/schema";
import { answer } from "../setup/api";
import { hold } from "../setup/hold";
import { notice } from "../setup/locators";
import { router } from "../setup/next/navigation";
import { ADDRESS, renderSettings } from "./settings-screen";

const saveButton = () => page.getByRole("button", { name: /^Save Changes$|^Saving\.\.\.$/ });
const mailBox = () => page.getByRole("checkbox", { name: "Email me when a map is assigned to me" });

const variants: { role: Role; label: string; required: string; path: string; body: object }[] = [
  {
    role: "user",
    label: "Full Name",
    required: "Full name cannot be empty",
    path: "/api/user/edit-fullname",
    body: { fullName: "Grace Hopper" },
  },
  {
    role: "admin",
    label: "Username",
    required: "Username cannot be empty",
    path: "/api/admin/update",
    body: { name: "Grace Hopper", email: ADDRESS },
  },
  {
    role: "superadmin",
    label: "Username",
    required: "Username cannot be empty",
    path: "/api/superadmin/update",
    body: { name: "Grace Hopper", email: ADDRESS },
  },
];

describe("the profile form", () => {
  it.each(variants)("saves the name of a $role and keeps the email address", async ({ role, label, required, path, body }) => {
    const { held, letThrough } = hold();
    let sent: unknown = null;
    answer(
      http.put(path, async ({ request }) => {
        sent = await request.json();
        await held;
        return HttpResponse.json({ message: "Saved." });
      }),
    );
    await renderSettings({ role });
    const field = page.getByLabelText(label);
    await expect.element(field).toHaveValue(`Ada ${role}`);
    const address = page.getByLabelText("Email", { exact: true });
    await expect.element(address).toHaveValue(ADDRESS);
    await expect.element(address).toHaveAttribute("readonly");
    await expect.element(address).toHaveAccessibleDescription("Email address cannot be changed");
    await expect.element(saveButton()).toBeDisabled();

    await field.fill("  ");
    await saveButton().click();
    await expect.element(field).toHaveAccessibleDescription(required);
    await field.fill(`Ada ${role} `);
    await saveButton().click();
    await expect.element(notice("No changes to save")).toBeVisible();
    await expect.element(field).toHaveValue(`Ada ${role}`);
    await expect.element(saveButton()).toBeDisabled();

    await field.fill(" Grace  Hopper");
    await userEvent.keyboard("{Enter}");
    await expect.element(saveButton()).toHaveTextContent(/^Saving\.\.\.$/);
    await expect.element(saveButton()).toBeDisabled();
    letThrough();
    await expect.element(notice("Profile updated successfully")).toBeVisible();
    expect(sent).toEqual(body);
    // The sidebar gets the new name with the new page.
    expect(router.refresh).toHaveBeenCalledOnce();
    await expect.element(saveButton()).toHaveTextContent(/^Save Changes$/);
    await expect.element(saveButton()).toBeDisabled();
    await expect.element(field).toHaveValue("Grace Hopper");
  });

  it("shows an error for five seconds and a success message for three", async () => {
    answer(http.put("/api/user/edit-fullname", () => HttpResponse.error()));
    await renderSettings();
    await page.getByLabelText("Full Name").fill("Grace");
    vi.useFakeTimers();
    await saveButton().click();
    const unreachable = page.getByRole("alert").filter({ hasText: "Error connecting to server" });
    await expect.element(unreachable).toBeVisible();
    await vi.advanceTimersByTimeAsync(4_900);
    await expect.element(unreachable).toBeVisible();
    await vi.advanceTimersByTimeAsync(200);
    await expect.element(unreachable).not.toBeInTheDocument();

    answer(http.put("/api/user/edit-fullname", () => HttpResponse.json({ message: "Saved." })));
    await saveButton().click();
    await expect.element(notice("Profile updated successfully")).toBeVisible();
    await vi.advanceTimersByTimeAsync(2_900);
    await expect.element(notice("Profile updated successfully")).toBeVisible();
    await vi.advanceTimersByTimeAsync(200);
    await expect.element(notice("Profile updated successfully")).not.toBeInTheDocument();
  });

  it.each([
    { role: "user", path: "/api/user/edit-fullname", status: 502, body: "no gateway", message: "Failed to update profile" },
    { role: "user", path: "/api/user/edit-fullname", status: 401, body: "{}", message: "Error loading user data" },
    { role: "user", path: "/api/user/edit-fullname", status: 503, body: '{"message":"In its own words."}', message: "In its own words." },
    {
      role: "superadmin",
      path: "/api/superadmin/update",
      status: 401,
      body: "{}",
      message: "Super admin data not found. Please login again.",
    },
  ] as const)("shows $message to a $role for status $status", async ({ role, path, status, body, message }) => {
    answer(http.put(path, () => new HttpResponse(body, { status })));
    await renderSettings({ role });
    await page.getByLabelText(role === "user" ? "Full Name" : "Username").fill("Grace");
    await saveButton().click();
    await expect.element(page.getByRole("alert").filter({ hasText: message })).toBeVisible();
  });
});

describe("the setting for mails about assigned maps", () => {
  it("returns to its former state when it can't be saved", async () => {
    let sent: unknown = null;
    answer(
      http.put("/api/user/preferences", async ({ request }) => {
        sent = await request.json();
        return new HttpResponse("no gateway", { status: 502 });
      }),
    );
    await renderSettings();
    await expect.element(mailBox()).toBeChecked();
    await mailBox().click();
    await expect.element(notice("The setting was not saved.")).toBeVisible();
    expect(sent).toEqual({ mailsAssignments: false });
    await expect.element(mailBox()).toBeChecked();
  });

  it("is missing for an admin", async () => {
    await renderSettings({ role: "admin" });
    await expect.element(page.getByRole("heading", { name: "Sessions" })).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "Notifications" })).not.toBeInTheDocument();
  });
});
