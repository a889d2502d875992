/**
 * Measures the audit log with a million events: first page, filters, search.
 * `npx tsx bench/audit/audit.ts [events] [rounds]`. The first table is without the trigram index, the second one with it.
 */
import { openOwnDatabase } from "../setup/own-database";
import { insertEvents } from "./events";

const events = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 20);

const database = await openOwnDatabase();

// The settings are parsed on first use.
const { listAuditEvents } = await import("../../lib/audit/data");
const { auditQuerySchema } = await import("../../lib/audit/schema");
const { pool } = await import("../../lib/db");
type Viewer = Parameters<typeof listAuditEvents>[0];

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const asked: Record<string, string>[] = [
  {},
  { action: "session" },
  { action: "account.deleted" },
  { action: "account" },
  { from: daysAgo(400), to: daysAgo(399) },
  { actor: "person7@" },
  { actor: "left.long.ago@example.org" },
  { search: "example" },
  { search: "signed in" },
  { search: "quetzalcoatlus" },
  { search: "harbour survey 1234" },
  { search: "203.0.113.77" },
  { search: "person399@" },
  { search: "no such thing at all" },
  { search: "zq" },
  { search: "reef", action: "project.created", from: daysAgo(500), to: daysAgo(450) },
  { search: "person7 published" },
];

async function measure(query: Record<string, string>): Promise<{ found: number; times: number[] }> {
  const viewer = {} as Viewer;
  const parsed = auditQuerySchema.parse(query);
  const first = await listAuditEvents(viewer, parsed);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now();
    await listAuditEvents(viewer, parsed);
    times.push(performance.now() - begin);
  }
  return { found: first.events.length, times: times.sort((a, b) => a - b) };
}

async function report(title: string): Promise<void> {
  process.stdout.write(`\n${title}\n${"p50 ms".padStart(9)}${"p95 ms".padStart(9)}${"found".padStart(7)}\n`);
  const all: number[] = [];
  for (const query of asked) {
    const { found, times } = await measure(query);
    all.push(...times);
    const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1).padStart(9);
    process.stdout.write(`${at(0.5)}${at(0.95)}${String(found).padStart(7)}  ${JSON.stringify(query)}\n`);
  }
  all.sort((a, b) => a - b);
  process.stdout.write(
    `${"".padStart(9)}${(all[Math.floor(all.length * 0.95)] ?? 0).toFixed(1).padStart(9)}${"".padStart(7)}  all of them\n`,
  );
}

async function deepestPage(): Promise<void> {
  const begin = performance.now();
  let cursor: string | null = null;
  let pages = 0;
  let slowest = 0;
  do {
    const pageBegin = performance.now();
    const page = await listAuditEvents({} as Viewer, auditQuerySchema.parse({ limit: "200", ...(cursor ? { cursor } : {}) }));
    slowest = Math.max(slowest, performance.now() - pageBegin);
    cursor = page.nextCursor;
    pages += 1;
  } while (cursor && pages < 1_000);
  process.stdout.write(
    `\n${pages} pages of 200, one after the other: ${(performance.now() - begin).toFixed(0)} ms, the slowest ${slowest.toFixed(1)} ms\n`,
  );
}

try {
  const begin = performance.now();
  const { rows } = await pool().query<{ indexdef: string }>(`SELECT indexdef FROM pg_indexes WHERE indexname = 'AuditEvent_text_idx'`);
  await pool().query(`DROP INDEX "AuditEvent_text_idx"`);
  await insertEvents(pool(), events);
  process.stdout.write(`${events.toLocaleString("en-US")} events made in ${((performance.now() - begin) / 1000).toFixed(1)} s\n`);
  await report("Without the trigram index");
  const indexBegin = performance.now();
  await pool().query(rows[0]?.indexdef ?? "");
  process.stdout.write(`\nIndex made in ${((performance.now() - indexBegin) / 1000).toFixed(1)} s\n`);
  await report("With it");
  await deepestPage();
  const { rows: sizes } = await pool().query(
    `SELECT pg_size_pretty(pg_relation_size('"AuditEvent"')) AS rows, pg_size_pretty(pg_relation_size('"AuditEvent_text_idx"')) AS index`,
  );
  process.stdout.write(`${JSON.stringify(sizes[0])}\n`);
} finally {
  await database.close();
}
