import { GET as assigned } from "@/app/api/project/assigned/route";
import { db } from "@/lib/db";
import type { AssignedPage } from "@/lib/projects/schema";
import { assign, createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn } from "../../setup/signed-in";

/** GET /api/project/assigned. */
export function ask(who: SignedIn, query: Record<string, string> = {}): Promise<Response> {
  return assigned(requestTo(`/api/project/assigned?${new URLSearchParams(query)}`, { headers: who.bearer }));
}

/** The answer to a call that is in order. @throws Error for any other status than 200 */
export async function pageOf(who: SignedIn, query: Record<string, string> = {}): Promise<AssignedPage> {
  const answer = await ask(who, query);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Names on the answer's page, in its order. */
export async function namesOf(who: SignedIn, query: Record<string, string> = {}): Promise<string[]> {
  return (await pageOf(who, query)).projects.map(({ name }) => name);
}

/** Makes a project that these people may open. @returns its id */
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
