import type { AdminSummary } from "../accounts/admins/schema";

/** An admin as the queries read it. */
export interface AdminRow {
  id: string;
  name: string;
  email: string;
  createdAt: Date;
}

/** The one place where an admin's row becomes what the API answers. */
export function presentAdmin({ id, name, email, createdAt }: AdminRow): AdminSummary {
  return { _id: id, name, email, createdAt: createdAt.toISOString() };
}
