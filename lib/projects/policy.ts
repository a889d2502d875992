import type { Viewer } from "../accounts/sessions/schema";

/** Admins open every map; a plain user those assigned to them (specification §6). */
export function opensEveryMap({ role }: Pick<Viewer, "role">): boolean {
  return role === "superadmin" || role === "admin";
}
