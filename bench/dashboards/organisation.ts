import { pool } from "../../lib/db";

/** The number of rows, in addition to accounts, projects and assignments. */
export interface Traces {
  /** Files and folders, spread evenly over the projects. */
  entries: number;
  /** Past days on which every map was viewed. */
  days: number;
  /** Events of this month about a deletion or a withdrawal. */
  deletions: number;
}

const trees = `
  WITH numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM "Project"),
       made AS (INSERT INTO "Tree" (id, "projectId") SELECT n, id FROM numbered RETURNING id, "projectId")
  UPDATE "Project" p SET "currentTreeId" = made.id FROM made WHERE made."projectId" = p.id`;

const roots = `INSERT INTO "Entry" (id, "treeId", kind, name) SELECT id, id, 'folder', '' FROM "Tree"`;

const files = `
  INSERT INTO "Entry" (id, "treeId", "parentId", kind, name, size, "blobKey", "offset", "storedSize", crc32)
  SELECT 1000000 + n, tree, tree, 'file', n || '.png', 20000, md5(tree::text), n::bigint * 20000, 20000, n
    FROM (SELECT n, 1 + n % (SELECT count(*) FROM "Tree") AS tree FROM generate_series(1, $1::int) n) numbered`;

/** In order of time: the views of a day are next to each other. */
const views = `
  INSERT INTO "MapView" ("projectId", day, count)
  SELECT p.id, (now() AT TIME ZONE 'UTC')::date - back, floor(1000 * random() ^ 4)::int
    FROM generate_series($1::int - 1, 0, -1) back, "Project" p`;

/** Deletions at random times of this month. Half of the deleted objects are older than this month. */
const deletions = `
  INSERT INTO "AuditEvent" (at, action, "targetType", "targetId", "targetName", details)
  SELECT month.start + random() * (now() - month.start), kind, split_part(kind, '.', 1), md5(n::text)::uuid, 'Gone ' || n,
         jsonb_build_object('role', CASE WHEN n % 20 = 0 THEN 'admin' ELSE 'user' END, 'createdAt', month.start + (random() - 0.5) * interval '10 days')
    FROM (SELECT date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS start) month,
         (SELECT n, (ARRAY['account.deleted', 'project.deleted'])[1 + n % 2] AS kind FROM generate_series(1, $1::int) n) kinds`;

const withdrawals = `
  INSERT INTO "AuditEvent" (action, "targetType", "targetId", "targetName", details)
  SELECT 'project.unassigned', 'account', a.id, a.email, '{"count": 3, "assignedBeforeMonth": 2}'
    FROM generate_series(1, 3), (SELECT id, email FROM "Account" WHERE role = 'user' ORDER BY id LIMIT $1::int / 3) a`;

/** Fills a database that has accounts and projects, with the same data every time. */
export async function addTraces({ entries, days, deletions: deleted }: Traces): Promise<void> {
  const client = await pool().connect();
  try {
    await client.query("SELECT setseed(0.5)");
    await client.query(`UPDATE "Project" SET "createdAt" = now() - random() * interval '900 days'`);
    await client.query(`UPDATE "Assignment" SET "createdAt" = now() - random() * interval '90 days'`);
    await client.query(trees);
    await client.query(roots);
    await client.query(files, [entries]);
    await client.query(views, [days]);
    await client.query(deletions, [deleted]);
    await client.query(withdrawals, [deleted]);
    // Autovacuum would do this within a minute.
    await client.query("VACUUM ANALYZE");
  } finally {
    client.release();
  }
}

/** Assigns this many projects to an account, and removes as many again this month. */
export async function assignMany(accountId: string, count: number): Promise<void> {
  await pool().query({
    text: `INSERT INTO "Assignment" ("projectId", "accountId", "createdAt")
           SELECT id, $1, now() - random() * interval '90 days' FROM "Project" ORDER BY md5(id::text) LIMIT $2`,
    values: [accountId, count],
  });
  await pool().query({
    text: `INSERT INTO "AuditEvent" (action, "targetType", "targetId", details)
           SELECT 'project.unassigned', 'account', $1, '{"count": 1, "assignedBeforeMonth": 1}' FROM generate_series(1, $2::int)`,
    values: [accountId, count],
  });
}
