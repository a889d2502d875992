import { z } from "zod";
import { userPageSchema, userSummarySchema } from "../../lib/accounts/users/schema";
import type { Session } from "../account/session";
import { ClientFailure } from "../failure";

const userSchema = userSummarySchema.pick({ _id: true, fullName: true, email: true, assignedProjects: true });
type User = z.infer<typeof userSchema>;

const pageSchema = userPageSchema.extend({ users: z.array(userSchema) });

/** Returns the users with these addresses. Runs before the upload. @throws ClientFailure naming an unknown address */
export async function findUsers(session: Session, emails: readonly string[]): Promise<User[]> {
  const users: User[] = [];
  for (const email of new Set(emails.map((one) => one.trim().toLowerCase()))) users.push(await findUser(session, email));
  return users;
}

async function findUser(session: Session, email: string): Promise<User> {
  let cursor: string | null | undefined = null;
  do {
    const query = new URLSearchParams({ search: email, limit: "200", ...(cursor ? { cursor } : {}) });
    const page: z.output<typeof pageSchema> = await session.read(`/api/user/all?${query}`, pageSchema);
    const found = page.users.find((user) => user.email === email);
    if (found) return found;
    cursor = page.nextCursor;
  } while (cursor);
  throw new ClientFailure("refused", `There is no user with the address ${email}.`);
}

/** Assigns a project. Returns the emails of users who could not open it before. @throws ClientFailure */
export async function assignProject(session: Session, projectId: string, emails: readonly string[]): Promise<string[]> {
  const assigned: string[] = [];
  // The assignments of a user may have changed during the upload.
  for (const { _id, fullName, email, assignedProjects } of await findUsers(session, emails)) {
    const ids = assignedProjects.map((project) => project._id);
    if (ids.includes(projectId)) continue;
    const body = JSON.stringify({ fullName, email, assignedProjects: [...ids, projectId] });
    await session.read(`/api/user/edit/${_id}`, z.unknown(), { method: "PUT", headers: { "Content-Type": "application/json" }, body });
    assigned.push(email);
  }
  return assigned;
}
