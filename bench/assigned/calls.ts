/**
 * Measures the routes of My Assigned Projects for a user with 2,000 of 5,000 projects, among 10,000 users with 20 to 50 each.
 * Calls the route handlers directly, session check included, on its own database.
 * `npx tsx bench/assigned/calls.ts [requests of each kind]`. Target: p95 below 100 ms on two idle cores.
 * Compare the minimum times when other work runs on the machine.
 */
import { openOwnDatabase } from "../setup/own-database";
import { Timings } from "../setup/timings";

const POPULATION = { users: 10_000, admins: 1_000, projects: 5_000 };
const ASSIGNED = 2_000;
const requests = Number(process.argv[2] ?? 100);

const database = await openOwnDatabase();

// The settings are parsed on first use.
const { pool } = await import("../../lib/db");
const { projectSortSchema } = await import("../../lib/projects/schema");
const { GET: assigned } = await import("../../app/api/project/assigned/route");
const { GET: creators } = await import("../../app/api/project/assigned/creators/route");
const { requestTo, signedIn } = await import("../../tests/setup/signed-in");
const { assignMany } = await import("../dashboards/organisation");
const { populate } = await import("../lists/people");

const timings = new Timings();
let bearer: Record<string, string> = {};
const list = (query: string) => assigned(requestTo(`/api/project/assigned?${query}`, { headers: bearer }));

/** Returns the cursor of a page at nine tenths of the list. */
async function lateCursor(sort: string): Promise<string> {
  let cursor = "";
  for (let at = 0; at < ASSIGNED * 0.9; at += 200) {
    const answer = await list(`limit=200&sort=${sort}${cursor && `&cursor=${cursor}`}`);
    cursor = (await answer.json()).nextCursor;
  }
  return cursor;
}

try {
  await populate(POPULATION);
  // 200 admins created them, and some of those accounts are deleted.
  await pool().query(
    `UPDATE "Project" p SET "createdAt" = now() - random() * interval '900 days', "createdById" = maker.id
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM "Account" WHERE role = 'admin' LIMIT 200) maker
      WHERE maker.n = 1 + abs(hashtext(p.id::text)) % 220`,
  );
  const user = await signedIn("user");
  await assignMany(user.account.id, ASSIGNED);
  await pool().query("VACUUM ANALYZE");
  bearer = user.bearer;
  for (const sort of projectSortSchema.options) {
    await timings.measure(`${sort}, first page`, requests, () => list(`limit=50&sort=${sort}`));
    const late = `limit=50&sort=${sort}&cursor=${await lateCursor(sort)}`;
    await timings.measure(`${sort}, late page`, requests, () => list(late));
  }
  for (const search of ["a", "project 1", "PROJECT", "nothing of the kind"]) {
    await timings.measure(`"${search}"`, requests, () => list(`limit=50&search=${encodeURIComponent(search)}`));
  }
  await timings.measure("by an unknown creator", requests, () => list("limit=50&createdBy=unknown"));
  await timings.measure("of 2026, with a search", requests, () => list("limit=50&from=2026-01-01&to=2026-12-31&search=b"));
  await timings.measure("creators", requests, () => creators(requestTo("/api/project/assigned/creators", { headers: bearer })));
  await timings.measure("whole", 10, () => list(""));
} finally {
  await database.close();
}

console.log(`${JSON.stringify({ ...POPULATION, assigned: ASSIGNED })}, ${requests} requests of each kind, one after the other\n`);
console.table(timings.table);
