/**
 * Measures an admin's project list with 20,000 projects, 40,000 past imports and 20 running ones. Calls the route handlers directly,
 * session check included, on its own database.
 * `npx tsx bench/lists/projects.ts [requests of each kind]`. Target: p95 below 100 ms on two idle cores.
 * Compare the minimum times when other work runs on the machine.
 */
import { openOwnDatabase } from "../setup/own-database";
import { Timings } from "../setup/timings";

const POPULATION = { projects: 20_000, creators: 50, users: 2_000, assignedToEach: 5, imports: 40_000, running: 20 };
const requests = Number(process.argv[2] ?? 50);

const database = await openOwnDatabase();

// The settings are parsed on first use.
const { pool } = await import("../../lib/db/client");
const { projectSortSchema, projectStatusSchema } = await import("../../lib/projects/schema");
const { GET: allProjects } = await import("../../app/api/project/all/route");
const { GET: creators } = await import("../../app/api/project/creators/route");
const { GET: details } = await import("../../app/api/project/details/[id]/route");
const { GET: imports } = await import("../../app/api/project/imports/route");
const { signedIn, requestTo } = await import("../../tests/setup/signed-in");

/** Creates the same data every time. The first project is assigned to all users. */
async function populate(): Promise<string> {
  const client = await pool().connect();
  try {
    await client.query("SELECT setseed(0.5)");
    await client.query(
      `INSERT INTO "Account" (id, role, name, email, "passwordHash", "updatedAt")
       SELECT gen_random_uuid(), CASE WHEN n <= $1 THEN 'admin' ELSE 'user' END::"Role", 'Person ' || md5(n::text), n || '@example.com', 'none', now()
         FROM generate_series(1, $1::int + $2::int) n`,
      [POPULATION.creators, POPULATION.users],
    );
    await client.query(
      `INSERT INTO "Project" (id, name, "safeName", description, "mapUrl", "createdById", "createdAt", "updatedAt")
       SELECT gen_random_uuid(), 'Project ' || md5(n::text), 'project-' || n, 'Depth soundings of the last three seasons',
              CASE WHEN n % 10 = 0 THEN 'https://maps.example/' || n END, maker.id, now() - random() * interval '900 days', now()
         FROM generate_series(1, $1::int) n
         LEFT JOIN (SELECT id, row_number() OVER () AS place FROM "Account" WHERE role = 'admin') maker ON maker.place = n % ($2::int + 1)`,
      [POPULATION.projects, POPULATION.creators],
    );
    await client.query(
      `WITH tree AS (INSERT INTO "Tree" ("projectId", "fileCount") SELECT id, 1000 FROM "Project" WHERE "mapUrl" IS NULL RETURNING id, "projectId")
       UPDATE "Project" p SET "currentTreeId" = tree.id FROM tree WHERE tree."projectId" = p.id`,
    );
    await client.query(
      `INSERT INTO "Import" (id, "safeName", "projectName", source, status, "projectId", "createdAt")
       SELECT gen_random_uuid(), p."safeName", p.name, 'zip', CASE WHEN n <= $2 THEN 'verifying' ELSE 'complete' END::"ImportStatus", p.id, now()
         FROM generate_series(1, $1::int) n JOIN "Project" p ON p."safeName" = 'project-' || (1 + n % $3::int)`,
      [POPULATION.imports, POPULATION.running, POPULATION.projects],
    );
    await client.query(
      `WITH numbered AS (SELECT id, row_number() OVER () AS place FROM "Account" WHERE role = 'user')
       INSERT INTO "Assignment" ("projectId", "accountId")
       SELECT p.id, numbered.id FROM "Project" p, generate_series(1, $1::int), LATERAL (SELECT 1 + floor(random() * $2 + 0 * p."currentTreeId"::float8) AS place) one
         JOIN numbered USING (place) ON CONFLICT DO NOTHING`,
      [POPULATION.assignedToEach, POPULATION.users],
    );
    const { rows } = await client.query<{ id: string }>(
      `WITH first AS (SELECT id FROM "Project" WHERE "safeName" = 'project-1'), assigned AS (
         INSERT INTO "Assignment" ("projectId", "accountId") SELECT first.id, a.id FROM first, "Account" a WHERE a.role = 'user' ON CONFLICT DO NOTHING)
       SELECT id FROM first`,
    );
    // Autovacuum would do this within a minute.
    await client.query("VACUUM ANALYZE");
    return rows[0]?.id ?? "";
  } finally {
    client.release();
  }
}

const timings = new Timings();

try {
  const shared = await populate();
  const { bearer: headers } = await signedIn("superadmin");
  const list = (what: string, query: string) =>
    timings.measure(what, requests, () => allProjects(requestTo(`/api/project/all?limit=50&${query}`, { headers })));
  for (const sort of projectSortSchema.options) await list(`sort ${sort}`, `sort=${sort}`);
  for (const status of projectStatusSchema.options) await list(`status ${status}`, `status=${status}`);
  await list("creator unknown, by name", "createdBy=unknown&sort=name-asc");
  await list("a month, by creator", "from=2026-01-01&to=2026-01-31&sort=creator-asc");
  for (const search of ["a", "project abc", "nothing at all"]) await list(`"${search}"`, `search=${encodeURIComponent(search)}`);
  await timings.measure("creators", requests, () => creators(requestTo("/api/project/creators", { headers })));
  await timings.measure("imports", requests, () => imports(requestTo("/api/project/imports", { headers })));
  await timings.measure(`details of ${POPULATION.users} people`, requests, () =>
    details(requestTo(`/api/project/details/${shared}`, { headers }), { params: Promise.resolve({ id: shared }) }),
  );
} finally {
  await database.close();
}

console.log(`${JSON.stringify(POPULATION)}, ${requests} requests of each kind, one after the other\n`);
console.table(timings.table);
