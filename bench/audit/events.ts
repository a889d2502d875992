import type { Pool } from "pg";

/**
 * Creates the audit log of an organisation: two years, 400 people (a few of them busy), 20,000 projects and imports, 3,000 addresses.
 * SQL generates the events, so that a million takes seconds.
 */
export async function insertEvents(pool: Pool, count: number): Promise<void> {
  await pool.query("SELECT setseed(0.42)");
  await pool.query(
    `INSERT INTO "AuditEvent" (at, "actorId", "actorEmail", action, "targetType", "targetId", "targetName", address, details)
     SELECT now() - (($1 - n) * interval '63 seconds'),
            CASE WHEN "isAnonymous" THEN NULL ELSE md5(person::text)::uuid END,
            CASE WHEN "isAnonymous" THEN NULL ELSE 'person' || person || '@department' || person % 12 || '.example.org' END,
            kind, split_part(kind, '.', 1), md5(n::text)::uuid,
            CASE split_part(kind, '.', 1)
              WHEN 'session' THEN CASE WHEN "isAnonymous" THEN 'guess' || n % 5000 || '@example.net' END
              WHEN 'account' THEN 'person' || n % 4000 || '@department' || n % 12 || '.example.org'
              ELSE (ARRAY['Harbour', 'Fjord', 'Estuary', 'Reef', 'Delta', 'Shelf'])[1 + n % 6] || ' survey ' || n % 20000
            END,
            '10.' || person % 16 || '.' || n % 12 || '.' || person % 250, '{"note":"a million of these"}'
       FROM (SELECT n, floor(400 * random() ^ 3)::int AS person, kind, kind IN ('session.refused', 'upload.expired') AS "isAnonymous"
               FROM (SELECT n, (ARRAY['session.created', 'session.created', 'session.created', 'session.ended', 'session.ended',
                                      'session.refused', 'upload.started', 'upload.completed', 'import.started', 'import.completed',
                                      'project.created', 'project.assigned', 'account.changed', 'upload.expired'])[1 + floor(random() * 14)::int] AS kind
                       FROM generate_series(1, $1::int) n) kinds) people`,
    [count],
  );
  await pool.query(
    `INSERT INTO "AuditEvent" (at, "actorId", "actorEmail", action, "targetType", "targetName", address)
     SELECT now() - interval '500 days', md5('rare')::uuid, 'left.long.ago@example.org', 'account.deleted', 'account', 'Quetzalcoatlus', '203.0.113.77'
       FROM generate_series(1, 3)`,
  );
  await pool.query(`VACUUM ANALYZE "AuditEvent"`);
}
