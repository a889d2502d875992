import { z } from "zod";
import { isBlank, isTooShort, NEW_PASSWORD_MIN, PASSWORD_MAX, personNameSchema } from "../accounts/schema";
import type { Role } from "../accounts/sessions/schema";

/** What a user calls `fullName`, admins and superadmins call `name`, with a label and a message of its own (specification §2, §5, §7). */
const nameRequired: Readonly<Record<Role, string>> = {
  user: "Full name cannot be empty",
  admin: "Username cannot be empty",
  superadmin: "Username cannot be empty",
};

/** Note by the address, and the answer to who sends another one. */
export const EMAIL_FIXED = "Email address cannot be changed";
/** What is said of a profile that was saved, and of one that is as it was. */
export const profileMessages = { changed: "Profile updated successfully", unchanged: "No changes to save" } as const;
export const PASSWORD_CHANGED = "Password changed successfully";
export const WRONG_PASSWORD = "Current password is incorrect";

/** The form of one's own name. */
export function profileFormSchema(role: Role) {
  return z.object({ name: personNameSchema(nameRequired[role]) });
}
export type ProfileForm = z.infer<ReturnType<typeof profileFormSchema>>;

/** Sent along by the specification's form, to no effect; compared with the account's own. */
const sentEmailSchema = z.string(EMAIL_FIXED).trim().toLowerCase().normalize("NFC").optional();

/** Body of PUT /api/user/edit-fullname. */
export const userProfileBodySchema = z.object({ fullName: profileFormSchema("user").shape.name, email: sentEmailSchema });

/** Body of PUT /api/admin/update and /api/superadmin/update. */
export const adminProfileBodySchema = z.object({ name: profileFormSchema("admin").shape.name, email: sentEmailSchema });

/** A name to go by from now on, and the address if one was sent along. */
export interface ProfileChange {
  name: string;
  email?: string | undefined;
}

/** What the password form holds. */
export interface PasswordForm {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}
export type PasswordChange = Pick<PasswordForm, "currentPassword" | "newPassword">;

interface PasswordCheck {
  field: keyof PasswordForm;
  message: string;
  fails(form: PasswordForm): boolean;
}

const currentRequired: PasswordCheck = {
  field: "currentPassword",
  message: "Current password is required",
  fails: ({ currentPassword }) => currentPassword === "",
};
const newRequired: PasswordCheck = {
  field: "newPassword",
  message: "New password is required",
  fails: ({ newPassword }) => isBlank(newPassword),
};
const newTooShort: PasswordCheck = {
  field: "newPassword",
  message: `New password must be at least ${NEW_PASSWORD_MIN} characters long`,
  fails: ({ newPassword }) => isTooShort(newPassword),
};
const unequal: PasswordCheck = {
  field: "confirmPassword",
  message: "New passwords do not match",
  fails: ({ newPassword, confirmPassword }) => newPassword !== confirmPassword,
};
const unchanged: PasswordCheck = {
  field: "newPassword",
  message: "New password must be different from current password",
  // Compared as passwords.ts hashes them: é is one character on one keyboard and two on another.
  fails: ({ currentPassword, newPassword }) => newPassword.normalize("NFC") === currentPassword.normalize("NFC"),
};

/** In the specification's order (§5); what comes first is all that is said. */
const adminChecks = [currentRequired, newRequired, newTooShort, unequal, unchanged];
const passwordChecks: Readonly<Record<Role, readonly PasswordCheck[]>> = {
  user: [currentRequired, newTooShort, unequal],
  admin: adminChecks,
  superadmin: adminChecks,
};

function passwordText(missing: string) {
  return z.string(missing).max(PASSWORD_MAX, { error: "This password is too long.", abort: true });
}

/** The form of one's own password; of several things that are wrong it names the first. */
export function passwordFormSchema(role: Role) {
  const checks = passwordChecks[role];
  const missingNew = checks.find(({ field }) => field === "newPassword")?.message ?? "";
  return z
    .object({
      currentPassword: passwordText(currentRequired.message),
      newPassword: passwordText(missingNew),
      confirmPassword: passwordText(unequal.message),
    })
    .superRefine((form, context) => {
      const failed = checks.find((check) => check.fails(form));
      if (failed) context.addIssue({ code: "custom", path: [failed.field], message: failed.message });
    });
}

/** The specification calls the present password `currentPassword` for users and `oldPassword` for others; either will do. Nobody confirms to the API. */
function asForm(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const given: Record<string, unknown> = { ...body };
  const { currentPassword = given["oldPassword"], newPassword } = given;
  return { currentPassword, newPassword, confirmPassword: newPassword };
}

/** Body of the role's change-password call. */
export function passwordBodySchema(role: Role) {
  const form = passwordFormSchema(role).transform(({ currentPassword, newPassword }): PasswordChange => ({ currentPassword, newPassword }));
  return z.preprocess(asForm, form);
}
