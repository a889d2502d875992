import type { Role } from "@/lib/accounts/sessions/schema";

/** Roles as people read them. */
export const roleLabels: Readonly<Record<Role, string>> = { superadmin: "Super Admin", admin: "Admin", user: "User" };
