import type { Viewer } from "../accounts/sessions/schema";

/** Returns true for admins, who open every map. A plain user opens assigned ones. */
export function opensEveryMap({ role }: Pick<Viewer, "role">): boolean {
  return role === "superadmin" || role === "admin";
}
