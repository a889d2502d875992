import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { GET as analytics } from "@/app/api/project/analytics/route";
import { db, disconnect, pool } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { readAnalytics } from "@/lib/projects/analytics/data";
import { deleteProject } from "@/lib/projects/mutations";
import { createAccount } from "../../setup/fixtures";
import { requestTo, signedIn } from "../../setup/signed-in";
import { accountOf, assignmentOf, newViewers, projectOf, readAll, type Viewers } from "./viewers";

const ZONES = ["Pacific/Kiritimati", "America/Los_Angeles", "Asia/Kathmandu", "America/Santiago"];
const zone = process.env.TZ;
const MINUTE = 60_000;

let viewers: Viewers;

function setProcessZone(name: string | undefined): void {
  if (name === undefined) delete process.env.TZ;
  else process.env.TZ = name;
}

async function databaseZone(): Promise<string> {
  const { rows } = await pool().query<{ TimeZone: string }>("SHOW TimeZone");
  return rows[0]?.TimeZone ?? "";
}

afterEach(async () => {
  setProcessZone(zone);
  await disconnect();
});

/** Creates rows around the end of February 2026, close to the day boundaries of all zones. */
beforeAll(async () => {
  viewers = await newViewers();
  const end = Date.UTC(2026, 2, 1);
  await db().account.updateMany({ data: { createdAt: new Date("2025-06-01") } });
  for (const hours of [-30, -14, -8, -1, 0, 1, 8, 14, 30]) {
    const at = new Date(end + hours * 60 * MINUTE);
    for (const role of ["user", "admin"] as const) await accountOf(role, at);
    const id = await assignmentOf(viewers.user.accountId, at);
    await db().mapView.create({ data: { projectId: id, day: new Date(at.toISOString().slice(0, 10)), count: 1 } });
  }
});

describe("dashboards in other time zones", () => {
  const moments = ["2026-02-28T23:59:59.999Z", "2026-03-01T00:00:00.000Z", "2026-03-01T12:00:00.000Z", "2026-03-29T01:30:00.000Z"];
  const readAt = () =>
    Promise.all(
      moments.map(async (at) => ({
        ...(await readAll(viewers, new Date(at))),
        mapViews: (await readAnalytics(viewers.admin, "30", new Date(at))).mapViews,
      })),
    );

  it.each(ZONES)("are the same when the server uses %s", async (name) => {
    const expected = await readAt();
    expect(expected[0]?.superadmin).toMatchObject({ percentProjectIncrease: 100, percentUserIncrease: 900 });
    // Four rows existed when February ended, and five were added. A viewer is the fifth user or admin.
    expect(expected[1]?.superadmin).toMatchObject({ percentProjectIncrease: 125, percentUserIncrease: 100, percentAdminIncrease: 100 });
    expect(expected[1]?.user).toMatchObject({ totalProjects: 9, percentileIncrease: 125 });
    expect(expected[0]?.mapViews.slice(-2)).toEqual([
      { day: "2026-02-27", count: 1 },
      { day: "2026-02-28", count: 3 },
    ]);
    expect(expected[1]?.mapViews.slice(-2)).toEqual([
      { day: "2026-02-28", count: 3 },
      { day: "2026-03-01", count: 4 },
    ]);
    setProcessZone(name);
    expect(new Date().getTimezoneOffset()).not.toBe(0);
    expect(await readAt()).toEqual(expected);
  });
});

describe("a database with another default time zone", () => {
  it.each(ZONES)("still uses UTC on every connection and keeps times unchanged (%s)", async (name) => {
    const { rows } = await pool().query<{ of: string }>("SELECT current_database() AS of");
    await pool().query(`ALTER DATABASE "${rows[0]?.of}" SET TimeZone = '${name}'`);
    await disconnect();
    setProcessZone(name);
    expect(await databaseZone()).toBe("UTC");
    const began = Date.now();
    const { id, createdAt } = await createAccount("user");
    const read = await pool().query<{ createdAt: Date; age: number }>({
      text: `SELECT "createdAt", abs(extract(epoch FROM clock_timestamp() - "createdAt"))::float AS age FROM "Account" WHERE id = $1`,
      values: [id],
    });
    expect(read.rows[0]?.createdAt).toEqual(createdAt);
    expect(read.rows[0]?.age).toBeLessThan(60);
    expect(Math.abs(createdAt.getTime() - began)).toBeLessThan(MINUTE);
    const superadmin = await signedIn("superadmin");
    const answer = await analytics(requestTo("/api/project/analytics", { headers: superadmin.bearer }));
    expect((await answer.json()).mapViews.at(-1).day).toBe(new Date(began).toISOString().slice(0, 10));
  });

  it("records the correct times of a deletion in the audit trail", async () => {
    await disconnect();
    setProcessZone("Pacific/Kiritimati");
    const id = await projectOf("2026-02-28T23:30:00.000Z");
    const began = Date.now();
    await inTransaction((tx) => deleteProject(tx, id, { actor: null }));
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "project.deleted", targetId: id } });
    expect(event.details).toEqual({ createdAt: "2026-02-28T23:30:00.000Z" });
    expect(Math.abs(event.at.getTime() - began)).toBeLessThan(MINUTE);
  });
});
