import type { UserSummary } from "../accounts/users/schema";
import type { ProjectName } from "../projects/schema";

/** A user as the queries read it. */
export interface UserRow {
  id: string;
  name: string;
  email: string;
  assignedProjects: ProjectName[];
  assignedProjectCount: number;
  createdAt: Date;
}

/** The one place where a user's row becomes what the API answers. */
export function presentUser({ id, name, email, assignedProjects, assignedProjectCount, createdAt }: UserRow): UserSummary {
  return { _id: id, fullName: name, email, assignedProjects, assignedProjectCount, createdAt: createdAt.toISOString() };
}
