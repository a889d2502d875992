import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { deleteExpiredSessions } from "@/lib/accounts/sessions/jobs";
import { db } from "@/lib/db/client";
import { type Listening, listen, notify } from "@/lib/jobs/notifications";
import { createAccount, createProject, createSession } from "../../setup/fixtures";
import { until } from "../../setup/until";

/** The notifications about lost rights that a maps process receives. */

const heard: string[] = [];
let line: Listening;
let isListening = false;

beforeAll(async () => {
  const onListening = () => {
    isListening = true;
  };
  line = listen("sea_vision_rights", { onNotification: (payload) => heard.push(payload), onListening });
  await until("the connection listens", () => isListening);
});
afterAll(() => line.close());
beforeEach(() => {
  heard.length = 0;
});

/** Returns all notifications so far. */
async function said(): Promise<string[]> {
  await notify(db(), "sea_vision_rights", "the end");
  await until("the last notification arrives", () => heard.includes("the end"));
  return heard.filter((payload) => payload !== "the end");
}

async function assignToMany(people: number): Promise<{ projectId: string; accountIds: string[] }> {
  const accounts = await Promise.all(Array.from({ length: people }, () => createAccount("user")));
  const { id: projectId } = await createProject(null);
  const accountIds = accounts.map(({ id }) => id);
  await db().assignment.createMany({ data: accountIds.map((accountId) => ({ projectId, accountId })) });
  return { projectId, accountIds };
}

it("the notification names up to 100 users who lose a project at once, and means any user above that", async () => {
  const { projectId, accountIds } = await assignToMany(100);
  await db().assignment.deleteMany({ where: { projectId } });
  expect((await said()).sort()).toEqual(accountIds.map((id) => `account:${id}`).sort());

  heard.length = 0;
  const more = await assignToMany(101);
  await db().assignment.deleteMany({ where: { projectId: more.projectId } });
  expect(await said()).toEqual(["any"]);
});

it("the notification is sent for a session that ends, and not for one that had expired", async () => {
  const [past, present] = [await createAccount("user"), await createAccount("user")];
  await createSession(past.id, new Date(0));
  const { id } = await createSession(present.id);
  expect(await deleteExpiredSessions()).toBeGreaterThan(0);
  expect(await said()).toEqual([]);
  await db().session.delete({ where: { id } });
  await until("the notification arrives", () => heard.includes(`account:${present.id}`));
});
