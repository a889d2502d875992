import { z } from "zod";
import { isBlank, isTooShort, PASSWORD_MAX, personNameSchema } from "../schema";
import type { Role } from "../sessions/schema";
import { EMAIL_FIXED, NEW_PASSWORD_MIN } from "../values";

/** Labels and messages differ by role. */
const nameRequired: Readonly<Record<Role, string>> = {
  user: "Full name cannot be empty",
  admin: "Username cannot be empty",
  superadmin: "Username cannot be empty",
};

export const PASSWORD_CHANGED = "Password changed successfully";

export function profileFormSchema(role: Role) {
  return z.object({ name: personNameSchema(nameRequired[role]) });
}
export type ProfileForm = z.infer<ReturnType<typeof profileFormSchema>>;

/** The form sends the address. It must be the account's own. */
const sentEmailSchema = z.string(EMAIL_FIXED).trim().toLowerCase().normalize("NFC").optional();

export const userProfileBodySchema = z
  .object({ fullName: profileFormSchema("user").shape.name, email: sentEmailSchema })
  .transform(({ fullName, email }) => ({ name: fullName, email }));
export const adminProfileBodySchema = z.object({ name: profileFormSchema("admin").shape.name, email: sentEmailSchema });
export type ProfileChange = z.infer<typeof adminProfileBodySchema>;

export const projectLayoutSchema = z.enum(["list", "gallery"], "There is no such layout.");
export type ProjectLayout = z.infer<typeof projectLayoutSchema>;

/** `Nov 20, 2026`, `20 Nov 2026` and `2026-11-20`. */
export const dateFormatSchema = z.enum(["month-first", "day-first", "year-first"], "There is no such date format.");

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/** Offsets such as `+02:00` are no names, and not all browsers know them. */
const timeZoneSchema = z
  .string()
  .regex(/^[A-Z]/i, "There is no such time zone.")
  .refine(isTimeZone, "There is no such time zone.")
  .nullable();

/** Settings of an account. The server renders them, so that nothing moves when a page has loaded. */
export const preferencesSchema = z.object({
  projectLayout: projectLayoutSchema.describe("How the screens of projects show them."),
  mailsAssignments: z.boolean("It is on or off.").describe("Whether a mail tells the user about each map that was assigned."),
  dateFormat: dateFormatSchema.describe("How screens write dates."),
  timeZone: timeZoneSchema.describe("IANA name of the time zone of dates on screens. Null for that of the device."),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const changedPreferencesSchema = preferencesSchema
  .partial()
  .refine((change) => Object.keys(change).length > 0, "There is nothing to change.");

export const storedPreferencesSchema = z.object({
  projectLayout: projectLayoutSchema.catch("list"),
  mailsAssignments: z.boolean().catch(true),
  dateFormat: dateFormatSchema.catch("month-first"),
  timeZone: timeZoneSchema.catch(null),
});

const CURRENT_REQUIRED = "Current password is required";
const NEW_REQUIRED = "New password is required";
const NEW_TOO_SHORT = `New password must be at least ${NEW_PASSWORD_MIN} characters long`;
const UNEQUAL = "New passwords do not match";

function passwordText(missing: string) {
  return z.string(missing).max(PASSWORD_MAX, { error: "This password is too long.", abort: true });
}

/** The form for one's own password. It reports the first problem only, in the order of the fields. */
export function passwordFormSchema(role: Role) {
  const isUser = role === "user";
  return z
    .object({
      currentPassword: passwordText(CURRENT_REQUIRED),
      newPassword: passwordText(isUser ? NEW_TOO_SHORT : NEW_REQUIRED),
      confirmPassword: passwordText(UNEQUAL),
    })
    .superRefine(({ currentPassword, newPassword, confirmPassword }, context) => {
      const fail = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
      if (currentPassword === "") fail("currentPassword", CURRENT_REQUIRED);
      else if (!isUser && isBlank(newPassword)) fail("newPassword", NEW_REQUIRED);
      else if (isTooShort(newPassword)) fail("newPassword", NEW_TOO_SHORT);
      else if (newPassword !== confirmPassword) fail("confirmPassword", UNEQUAL);
      // Compared as passwords.ts hashes them: é can be one character or two.
      else if (newPassword.normalize("NFC") === currentPassword.normalize("NFC")) {
        fail("newPassword", "New password must be different from current password");
      }
    });
}
export type PasswordForm = z.infer<ReturnType<typeof passwordFormSchema>>;
export type PasswordChange = Pick<PasswordForm, "currentPassword" | "newPassword">;

/** Accepts the current password as `currentPassword`, which users send, and as `oldPassword`, which admins send. */
function asForm(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const given: Record<string, unknown> = { ...body };
  const { currentPassword = given["oldPassword"], newPassword } = given;
  return { currentPassword, newPassword, confirmPassword: newPassword };
}

export function passwordBodySchema(role: Role) {
  const form = passwordFormSchema(role).transform(({ currentPassword, newPassword }): PasswordChange => ({ currentPassword, newPassword }));
  return z.preprocess(asForm, form);
}
