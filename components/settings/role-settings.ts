import type { Role } from "@/lib/accounts/sessions/schema";
import { NEW_PASSWORD_MIN } from "@/lib/accounts/values";

interface RoleSettings {
  nameLabel: string;
  /** The call that saves the name. Some also require the email address. */
  profile: { path: string; nameField: "fullName" | "name"; withEmail: boolean };
  password: { path: string; currentField: "currentPassword" | "oldPassword" };
  /** Marks password fields as required, and enables Save only when all fields are filled. */
  marksRequired: boolean;
  newPasswordPlaceholder?: string;
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
