import { NEW_PASSWORD_MIN } from "@/lib/accounts/schema";
import type { Role } from "@/lib/accounts/sessions/schema";

/** In what the settings of the roles differ (spec 000 §2, §7). */
export interface RoleSettings {
  nameLabel: string;
  /** The call that saves the name, what it calls it, and whether it also wants the address, which it will not change. */
  profile: { path: string; nameField: "fullName" | "name"; withEmail: boolean };
  /** The call that changes the password, and what it calls the present one. */
  password: { path: string; currentField: "currentPassword" | "oldPassword" };
  /** Password fields are marked as required, and the form is sent only when all are filled. */
  marksRequired: boolean;
  newPasswordPlaceholder?: string;
  /** What is said when there is no account to show or change any more, and the server does not say it. */
  missing: string;
}

function adminSettings(role: Exclude<Role, "user">, missing: string): RoleSettings {
  return {
    nameLabel: "Username",
    profile: { path: `/api/${role}/update`, nameField: "name", withEmail: true },
    password: { path: `/api/${role}/change-password`, currentField: "oldPassword" },
    marksRequired: true,
    missing,
  };
}

export const roleSettings: Readonly<Record<Role, RoleSettings>> = {
  user: {
    nameLabel: "Full Name",
    profile: { path: "/api/user/edit-fullname", nameField: "fullName", withEmail: false },
    password: { path: "/api/user/change-password", currentField: "currentPassword" },
    marksRequired: false,
    newPasswordPlaceholder: `min ${NEW_PASSWORD_MIN} characters`,
    missing: "Error loading user data",
  },
  admin: adminSettings("admin", "Error loading user data"),
  superadmin: adminSettings("superadmin", "Super admin data not found. Please login again."),
};
