import { beforeAll, describe, expect, it } from "vitest";
import { GET as analytics } from "@/app/api/project/analytics/route";
import { db } from "@/lib/db/client";
import { readAnalytics } from "@/lib/projects/analytics/data";
import { assign, createAccount, createProject } from "../../setup/fixtures";
import { requestTo, signedIn } from "../../setup/signed-in";
import { newViewers, projectOf, type Viewers } from "./viewers";

let viewers: Viewers;

beforeAll(async () => {
  viewers = await newViewers();
});

const now = new Date("2026-03-02T11:00:00Z");
const createdAt = new Date("2026-01-01");

async function addView(projectId: string, day: string, count: number, accountId?: string): Promise<void> {
  await db().mapView.upsert({
    where: { projectId_day: { projectId, day: new Date(day) } },
    create: { projectId, day: new Date(day), count },
    update: { count: { increment: count } },
  });
  if (accountId) {
    await db().accountMapView.create({ data: { accountId, projectId, day: new Date(day), count, lastViewedAt: `${day}T09:30:00.250Z` } });
  }
}

const onlineProject = (name: string) => createProject(null, { name, mapUrl: "https://maps.example.org/" });

describe("readAnalytics", () => {
  it("returns the views of each day in UTC, summed over all projects, including days without views", async () => {
    const [one, two] = [await projectOf(createdAt), await projectOf(createdAt)];
    await addView(one, "2026-01-31", 1_000);
    await addView(one, "2026-02-01", 3);
    await addView(two, "2026-02-01", 4);
    await addView(two, "2026-02-28", 5);
    await addView(one, "2026-03-02", 2_000_000_000);
    await addView(two, "2026-03-02", 2_000_000_000);
    await addView(two, "2026-03-03", 1_000);
    const { mapViews, maps } = await readAnalytics(viewers.admin, "30", now);
    const days = Array.from({ length: 30 }, (_, n) => new Date(Date.UTC(2026, 1, 1 + n)).toISOString().slice(0, 10));
    const expected: Record<string, number> = { "2026-02-01": 7, "2026-02-28": 5, "2026-03-02": 4_000_000_000 };
    expect(days.at(-1)).toBe("2026-03-02");
    expect(mapViews).toEqual(days.map((of) => ({ day: of, count: expected[of] ?? 0 })));
    expect(maps.items.map(({ _id, views }) => [_id, views])).toEqual([
      [two, 2_000_000_009],
      [one, 2_000_000_003],
    ]);
    await db().project.deleteMany({ where: { id: { in: [one, two] } } });
  });

  it("ranks maps by views and people by views, and lists maps that were not opened in the period", async () => {
    const [busy, quiet, never] = [await onlineProject("Busy"), await onlineProject("Quiet"), await onlineProject("Never")];
    const draft = await createProject(null, { name: "Draft" });
    const [ada, ben] = [await createAccount("user"), await createAccount("admin")];
    await addView(busy.id, "2026-03-01", 4, ada.id);
    await addView(busy.id, "2026-02-25", 1, ada.id);
    await addView(busy.id, "2026-03-02", 2, ben.id);
    await addView(quiet.id, "2026-02-23", 9, ben.id);
    const week = await readAnalytics(viewers.superadmin, "7", now);
    expect(week.maps).toEqual({ total: 1, items: [{ _id: busy.id, name: "Busy", safeName: busy.safeName, views: 7, people: 2 }] });
    expect(week.unopenedMaps.items.map(({ name, lastViewedOn }) => [name, lastViewedOn])).toEqual([
      ["Never", null],
      ["Quiet", "2026-02-23"],
    ]);
    expect(week.people?.items).toEqual([
      { _id: ada.id, name: ada.name, email: ada.email, views: 5, maps: 1, lastViewedAt: "2026-03-01T09:30:00.250Z" },
      { _id: ben.id, name: ben.name, email: ben.email, views: 2, maps: 1, lastViewedAt: "2026-03-02T09:30:00.250Z" },
    ]);
    const month = await readAnalytics(viewers.superadmin, "30", now);
    expect(month.maps.items.map(({ name, views }) => [name, views])).toEqual([
      ["Quiet", 9],
      ["Busy", 7],
    ]);
    expect(month.people?.items.map(({ _id, maps }) => [_id, maps])).toEqual([
      [ben.id, 2],
      [ada.id, 1],
    ]);
    expect(month.unopenedMaps.items.map(({ _id }) => _id)).toEqual([never.id]);
    await db().project.deleteMany({ where: { id: { in: [busy.id, quiet.id, never.id, draft.id] } } });
  });

  it("lists the users without a project, and no admins", async () => {
    const [lonely, assigned] = [await createAccount("user"), await createAccount("user")];
    await createAccount("admin");
    await assign((await createProject(null)).id, assigned.id);
    const { usersWithoutMap } = await readAnalytics(viewers.admin, "30", now);
    const ids = usersWithoutMap.items.map(({ _id }) => _id);
    expect(ids).toContain(lonely.id);
    expect(ids).not.toContain(assigned.id);
    expect(usersWithoutMap.total).toBe(ids.length);
    const users = await db().account.findMany({ where: { id: { in: ids } }, select: { role: true } });
    expect(new Set(users.map(({ role }) => role))).toEqual(new Set(["user"]));
  });
});

describe("GET /api/project/analytics", () => {
  const read = async (role: "admin" | "superadmin", query: string) =>
    analytics(requestTo(`/api/project/analytics${query}`, { headers: (await signedIn(role)).bearer }));

  it("returns people to superadmins and null to admins", async () => {
    expect((await (await read("admin", "?days=90")).json()).people).toBeNull();
    const body = await (await read("superadmin", "?days=90")).json();
    expect(body.people).toEqual({ total: 0, items: [] });
    expect(body.mapViews).toHaveLength(90);
  });

  it("covers 30 days by default and refuses other numbers than 7, 30 and 90", async () => {
    expect((await (await read("admin", "")).json()).mapViews).toHaveLength(30);
    const refused = await read("admin", "?days=8");
    expect([refused.status, (await refused.json()).message]).toEqual([400, "days must be 7, 30 or 90."]);
  });
});
