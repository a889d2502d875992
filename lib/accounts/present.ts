import type { AccountProfile } from "./schema";
import type { Role } from "./sessions/schema";

interface ProfileRow {
  id: string;
  role: Role;
  name: string;
  email: string;
  assignments: { project: { id: string; name: string } }[];
}

/** An account as its own holder sees it. The specification calls a user's name `fullName` and an admin's `name`; both are given. */
export function presentProfile({ id, role, name, email, assignments }: ProfileRow): AccountProfile {
  const assignedProjects = role === "user" ? assignments.map(({ project }) => ({ _id: project.id, name: project.name })) : [];
  return { _id: id, role, name, email, fullName: name, assignedProjects };
}
