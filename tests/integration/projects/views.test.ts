import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as exportViews } from "@/app/api/project/views/[id]/csv/route";
import { GET as readViews } from "@/app/api/project/views/[id]/route";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { oldMapViewSweep } from "@/lib/projects/jobs";
import { addMapViews, type MapViews } from "@/lib/projects/stats/mutations";
import type { ProjectViews } from "@/lib/projects/views/schema";
import { createAccount, createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

let admin: SignedIn;
let projectId: string;
beforeAll(async () => {
  admin = await signedIn("admin");
});
beforeEach(async () => {
  projectId = (await createProject(null, { name: `Öresund =1+1 ${randomUUID()}` })).id;
});

function viewOf(days: number, given: Partial<MapViews>): MapViews {
  const lastViewedAt = daysAgo(days).toISOString();
  return {
    projectId,
    accountId: null,
    credentialId: randomUUID(),
    treeId: 0,
    day: lastViewedAt.slice(0, 10),
    count: 1,
    lastViewedAt,
    ...given,
  };
}

const params = () => ({ params: Promise.resolve({ id: projectId }) });

async function read(query = ""): Promise<ProjectViews> {
  const answer = await readViews(requestTo(`/api/project/views/${projectId}${query}`, { headers: admin.browser }), params());
  expect(answer.status).toBe(200);
  return (await answer.json()) as ProjectViews;
}

describe("the views of a project", () => {
  it("name the people, API tokens and share links, with days, counts and versions, the latest first", async () => {
    const [ada, tokenId, linkId] = [await createAccount("user"), randomUUID(), randomUUID()];
    const tree = await db().tree.create({ data: { projectId } });
    await db().project.update({ where: { id: projectId }, data: { currentTreeId: tree.id } });
    const token = {
      id: tokenId,
      accountId: ada.id,
      name: "Nightly check",
      scope: "read",
      tokenHash: randomUUID(),
      expiresAt: daysAgo(-1),
    } as const;
    await db().apiToken.create({ data: token });
    await db().shareLink.create({ data: { id: linkId, projectId, tokenHash: randomUUID(), label: "For the council" } });
    const treeId = Number(tree.id);
    await addMapViews([
      viewOf(3, { accountId: ada.id, count: 2 }),
      viewOf(2, { accountId: ada.id, count: 3, treeId }),
      viewOf(2, { accountId: ada.id, count: 1, treeId }),
      viewOf(1, { accountId: ada.id, credentialId: tokenId, treeId }),
      viewOf(0, { credentialId: linkId, count: 5, treeId }),
      viewOf(40, { accountId: ada.id, count: 9 }),
    ]);
    const { views, people, history, total, mapViews, historyDays } = await read();
    expect([views, people, total, historyDays, mapViews.length]).toEqual([12, 1, 4, 90, 30]);
    expect(mapViews.slice(-4).map(({ count }) => count)).toEqual([2, 4, 1, 5]);
    const account = { _id: ada.id, name: ada.name, email: ada.email };
    const version = { versionId: String(treeId), isCurrentVersion: true, versionCreatedAt: tree.createdAt.toISOString() };
    expect(history).toMatchObject([
      { kind: "link", account: null, credential: "For the council", views: 5, ...version },
      { kind: "token", account, credential: "Nightly check", views: 1, ...version },
      { kind: "person", account, credential: null, views: 4, ...version },
      { kind: "person", account, views: 2, versionId: null, isCurrentVersion: false },
    ]);
    expect((await read("?days=90")).views).toBe(21);
  });

  it("name guests by their addresses, whatever session they had", async () => {
    const guest = { projectId, email: "ada@fjord.example", expiresAt: daysAgo(-1) };
    const sessionOf = async (email: string) => (await db().guestSession.create({ data: { ...guest, email, tokenHash: randomUUID() } })).id;
    const [first, second, other] = [await sessionOf(guest.email), await sessionOf(guest.email), await sessionOf("bea@fjord.example")];
    await addMapViews([
      viewOf(0, { credentialId: first }),
      viewOf(0, { credentialId: second, count: 2 }),
      viewOf(1, { credentialId: other }),
    ]);
    const { people, history } = await read();
    expect(people).toBe(2);
    expect(history).toMatchObject([
      { kind: "guest", account: null, credential: "ada@fjord.example", views: 3 },
      { kind: "guest", account: null, credential: "bea@fjord.example", views: 1 },
    ]);
    const answer = await exportViews(requestTo(`/api/project/views/${projectId}/csv`, { headers: admin.browser }), params());
    expect(await answer.text()).toMatch(/,3,guest,,ada@fjord\.example,,/);
  });

  it("are returned in pages, each with the cursor of the next", async () => {
    await addMapViews(Array.from({ length: 5 }, (_, index) => viewOf(index, {})));
    const first = await read("?limit=3");
    const second = await read(`?limit=3&cursor=${first.nextCursor}`);
    expect([first.history.length, second.history.length, second.nextCursor]).toEqual([3, 2, null]);
  });

  it("keep no history when VIEW_HISTORY_DAYS is 0, and are still counted", async () => {
    const { viewHistoryDays } = env();
    Object.assign(env(), { viewHistoryDays: 0 });
    try {
      await addMapViews([viewOf(0, { count: 4 })]);
      expect(await read()).toMatchObject({ views: 4, history: [], historyDays: 0 });
    } finally {
      Object.assign(env(), { viewHistoryDays });
    }
  });

  it("are deleted from the history after VIEW_HISTORY_DAYS", async () => {
    await addMapViews([viewOf(0, {}), viewOf(89, {}), viewOf(90, {})]);
    await oldMapViewSweep.run(new AbortController().signal);
    expect(await db().projectView.count({ where: { projectId } })).toBe(2);
  });

  it("lose the history of an account that is deleted", async () => {
    const { id: accountId } = await createAccount("user");
    await addMapViews([viewOf(0, { accountId })]);
    await db().account.delete({ where: { id: accountId } });
    expect(await read()).toMatchObject({ views: 1, history: [] });
  });

  it("are exported whole as CSV, without formulas", async () => {
    const eve = await createAccount("user", { name: "=cmd()" });
    const links = Array.from({ length: 450 }, () => viewOf(1, {}));
    await addMapViews([viewOf(0, { accountId: eve.id, count: 3 }), ...links]);
    const answer = await exportViews(requestTo(`/api/project/views/${projectId}/csv`, { headers: admin.browser }), params());
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename=views-oresund-.*\.csv$/);
    const lines = (await answer.text()).trimEnd().split("\r\n");
    expect(lines).toHaveLength(452);
    expect(lines[0]).toBe("Last view (UTC),Views,Viewer,Name,Email,Token or link,Version,Version of (UTC)");
    expect(lines[1]).toMatch(/^20.*Z,3,person,'=cmd\(\),/);
  });
});
