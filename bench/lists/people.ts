import { pool } from "../../lib/db/client";

/** The number of rows of each kind. */
export interface Population {
  users: number;
  admins: number;
  projects: number;
}

const names = `(ARRAY['Ada','Grace','Alan','Edsger','Barbara','Donald','Émilie','Ludwig','Zoë','Łukasz'])`;
const surnames = `(ARRAY['Lovelace','Hopper','Turing','Dijkstra','Liskov','Knuth','du Châtelet','van Rossum','Öztürk','Nowak'])`;

const account = (role: string, offset: number) => `
  INSERT INTO "Account" (id, role, name, email, "passwordHash", "createdAt", "updatedAt")
  SELECT gen_random_uuid(), '${role}', ${names}[1 + floor(random() * 10)] || ' ' || ${surnames}[1 + floor(random() * 10)] || ' ' || n,
         '${role}' || (n * 7919 % 100003) || '@example' || n % 50 || '.com', 'none', now() - random() * interval '900 days', now()
    FROM generate_series(${offset} + 1, ${offset} + $1::int) n`;

/** Fills an empty database with the same data every time. Users have 20 to 50 random projects each. */
export async function populate({ users, admins, projects }: Population): Promise<void> {
  const client = await pool().connect();
  try {
    await client.query("SELECT setseed(0.5)");
    await client.query(
      `INSERT INTO "Project" (id, name, "safeName", "updatedAt")
       SELECT gen_random_uuid(), 'Project ' || md5(n::text), 'project-' || n, now() FROM generate_series(1, $1::int) n`,
      [projects],
    );
    await client.query(account("user", 0), [users]);
    await client.query(account("admin", users), [admins]);
    await client.query(
      `WITH numbered AS (SELECT id, row_number() OVER () AS n FROM "Project"),
            wanted AS MATERIALIZED (
              SELECT a.id, 1 + floor(random() * $1::int) AS n
                FROM (SELECT id, 20 + floor(random() * 31) AS count FROM "Account" WHERE role = 'user') a, generate_series(1, a.count::int))
       INSERT INTO "Assignment" ("projectId", "accountId")
       SELECT numbered.id, wanted.id FROM wanted JOIN numbered ON numbered.n = wanted.n ON CONFLICT DO NOTHING`,
      [projects],
    );
    // Autovacuum would do this within a minute.
    await client.query("VACUUM ANALYZE");
  } finally {
    client.release();
  }
}
