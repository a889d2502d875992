import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { POST as requestAccessRoute } from "@/app/api/project/request-access/route";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { answerAccessRequest } from "@/lib/projects/access-requests/jobs";
import { assign, createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";

const outbox = path.join(env().dataDir, "outbox");
const ACTION = "project.access-requested";

async function ask({ browser: headers }: SignedIn, safeName: unknown) {
  const response = await requestAccessRoute(requestTo("/api/project/request-access", { method: "POST", headers, body: { safeName } }));
  return { status: response.status, text: await response.text(), retryAfter: response.headers.get("Retry-After") };
}

/** Answers every due request, as each of several workers would. */
async function answerAll(workers = 1): Promise<void> {
  const due = await db().accessRequest.findMany({ where: { dueAt: { lte: new Date() } } });
  const once = () => Promise.all(due.map(({ id }) => answerAccessRequest(id, new AbortController().signal)));
  await Promise.all(Array.from({ length: workers }, once));
}

async function readOutbox(): Promise<Email[]> {
  const names = (await readdir(outbox).catch(() => [])).sort();
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(path.join(outbox, name)))));
}

const recipients = async () => (await readOutbox()).map(({ to }) => to?.[0]?.address).sort();
const eventsOf = (targetId: string) => db().auditEvent.findMany({ where: { targetId, action: ACTION } });

beforeEach(async () => {
  await db().accessRequest.deleteMany();
  await db().account.deleteMany();
});
afterEach(() => rm(outbox, { recursive: true, force: true }));

async function newCast() {
  const [user, admin, superadmin, project] = [
    await signedIn("user"),
    await signedIn("admin"),
    await signedIn("superadmin"),
    await createProject(null),
  ];
  return { user, project, admins: [admin.account.email, superadmin.account.email].sort() };
}

describe("POST /api/project/request-access", () => {
  it("mails the request to every admin and records one audit event", async () => {
    const { user, project, admins } = await newCast();
    expect((await ask(user, project.safeName)).status).toBe(200);
    await answerAll();
    expect(await recipients()).toEqual(admins);
    const [mail] = await readOutbox();
    expect(mail?.subject).toBe(`${user.account.name} requests access to ${project.name}`);
    expect(mail?.html).toContain(`href="http://localhost:3000/projects?project=${project.safeName}"`);
    expect(await eventsOf(project.id)).toMatchObject([
      { actorId: user.account.id, actorEmail: user.account.email, targetName: project.name },
    ]);
  });

  it("answers the same for a missing map and sends no mail about it", async () => {
    const { user, project } = await newCast();
    const known = await ask(user, project.safeName);
    expect(await ask(user, "no-such-map")).toEqual(known);
    await db().accessRequest.deleteMany({ where: { safeName: project.safeName } });
    await answerAll();
    expect(await readOutbox()).toEqual([]);
    expect(await db().accessRequest.findMany({ select: { dueAt: true } })).toEqual([{ dueAt: null }]);
  });

  it("sends one mail for two requests at once, and one more after a day", async () => {
    const { user, project, admins } = await newCast();
    const [first, second] = await Promise.all([ask(user, project.safeName), ask(user, project.safeName)]);
    expect(second).toEqual(first);
    await answerAll(3);
    expect(await ask(user, project.safeName)).toEqual(first);
    await answerAll();
    expect(await recipients()).toEqual(admins);
    expect(await eventsOf(project.id)).toHaveLength(1);

    await db().accessRequest.updateMany({ data: { createdAt: new Date(Date.now() - 25 * 60 * 60 * 1_000) } });
    await ask(user, project.safeName);
    await answerAll();
    expect(await recipients()).toEqual([...admins, ...admins].sort());
    expect(await eventsOf(project.id)).toHaveLength(2);
  });

  it("sends no mail when the account can open the map", async () => {
    const { user, project } = await newCast();
    const admin = await signedIn("admin");
    await assign(project.id, user.account.id);
    for (const who of [user, admin]) expect((await ask(who, project.safeName)).status).toBe(200);
    await answerAll();
    expect(await readOutbox()).toEqual([]);
    expect(await eventsOf(project.id)).toEqual([]);
  });

  it("records the audit event and retries when a mail can't be sent", async () => {
    const { user, project, admins } = await newCast();
    await ask(user, project.safeName);
    await writeFile(outbox, "in the way");
    await answerAll();
    expect(await eventsOf(project.id)).toHaveLength(1);
    await rm(outbox);
    await db().accessRequest.updateMany({ where: { dueAt: { not: null } }, data: { dueAt: new Date(0) } });
    await answerAll();
    expect(await recipients()).toEqual(admins);
    expect(await eventsOf(project.id)).toHaveLength(1);
  });

  it("refuses an account's 21st request of an hour, a malformed name and a page of another site", async () => {
    const { user } = await newCast();
    for (let count = 0; count < 20; count += 1) expect((await ask(user, `map-${count}`)).status).toBe(200);
    const refused = await ask(user, "map-20");
    expect(refused.status).toBe(429);
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    const other = await signedIn("user");
    expect((await ask(other, "No such\u0000map")).status).toBe(400);
    expect((await ask({ ...other, browser: other.foreign }, "map")).status).toBe(403);
  });
});
