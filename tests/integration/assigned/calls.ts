import { GET as assigned } from "@/app/api/project/assigned/route";
import { db } from "@/lib/db/client";
import type { AssignedPage } from "@/lib/projects/schema";
import { assign, createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn } from "../../setup/signed-in";

export function listAssigned(caller: SignedIn, query: Record<string, string> = {}): Promise<Response> {
  return assigned(requestTo(`/api/project/assigned?${new URLSearchParams(query)}`, { headers: caller.bearer }));
}

/** Returns the page of a successful request. @throws Error for any status other than 200 */
export async function pageOf(caller: SignedIn, query: Record<string, string> = {}): Promise<AssignedPage> {
  const answer = await listAssigned(caller, query);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}

export async function namesOf(caller: SignedIn, query: Record<string, string> = {}): Promise<string[]> {
  return (await pageOf(caller, query)).projects.map(({ name }) => name);
}

/** Creates a project that is assigned to these users. @returns its ID */
export async function giveProject(
  name: string,
  createdById: string | null,
  createdAt: string,
  people: readonly SignedIn[],
): Promise<string> {
  const { id } = await createProject(createdById, { name, safeName: `p-${crypto.randomUUID()}` });
  await db().project.update({ where: { id }, data: { createdAt: new Date(createdAt) } });
  for (const { account } of people) await assign(id, account.id);
  return id;
}
