/**
 * Measures the dashboards with 10,000 users, 5,000 projects and 2,000,000 entries. All maps were viewed every day of four months, and
 * 4,000 deletions of this month are in the audit log. Calls the route handlers directly, session check included, then the running
 * product over HTTP, on its own database.
 * `npx tsx bench/dashboards/dashboards.ts [requests of each kind]`. Target: p95 below 100 ms on two idle cores.
 * Compare the minimum times when other work runs on the machine.
 */
import { openOwnDatabase } from "../setup/own-database";

const POPULATION = { users: 10_000, admins: 1_000, projects: 5_000 };
const TRACES = { entries: 2_000_000, days: 120, deletions: 4_000 };
const EVENTS = 200_000;
/** Numbers of one user. */
const MANY = 2_000;
const FEW = 35;
const requests = Number(process.argv[2] ?? 200);

const database = await openOwnDatabase();

// The settings are parsed on first use.
const { GET: admin } = await import("../../app/api/admin/dashboard-stats/route");
const { GET: superadmin } = await import("../../app/api/superadmin/dashboard/route");
const { GET: user } = await import("../../app/api/user/dashboard/route");
const { pool } = await import("../../lib/db");
const { startProduct } = await import("../../tests/authorization/product");
const { requestTo, signedIn } = await import("../../tests/setup/signed-in");
const { insertEvents } = await import("../audit/events");
const { populate } = await import("../lists/people");
const { addTraces, assignMany } = await import("./organisation");

type Row = Record<"least ms" | "p50 ms" | "p95 ms" | "KB", string>;

const table: Record<string, Row> = {};
const percentile = (sorted: number[], part: number) => (sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN).toFixed(1);

async function measure(what: string, ask: () => Promise<{ status: number; body: string }>): Promise<void> {
  const took: number[] = [];
  let bytes = 0;
  for (let n = -10; n < requests; n += 1) {
    const start = performance.now();
    const { status, body } = await ask();
    if (status !== 200) throw new Error(`${what}: ${status} ${body}`);
    // The first requests open connections and plan queries.
    if (n >= 0) took.push(performance.now() - start);
    bytes = body.length;
  }
  took.sort((a, b) => a - b);
  table[what] = {
    "least ms": percentile(took, 0),
    "p50 ms": percentile(took, 0.5),
    "p95 ms": percentile(took, 0.95),
    KB: (bytes / 1000).toFixed(1),
  };
}

async function signedInWith(assigned: number) {
  const person = await signedIn("user");
  await assignMany(person.account.id, assigned);
  return person;
}

try {
  await populate(POPULATION);
  await addTraces(TRACES);
  await insertEvents(pool(), EVENTS);
  const calls = [
    ["admin", "/api/admin/dashboard-stats", admin, await signedIn("admin")],
    ["superadmin", "/api/superadmin/dashboard", superadmin, await signedIn("superadmin")],
    [`user with ${FEW} projects`, "/api/user/dashboard", user, await signedInWith(FEW)],
    [`user with ${MANY} projects`, "/api/user/dashboard", user, await signedInWith(MANY)],
  ] as const;
  for (const [who, path, handler, { bearer: headers }] of calls) {
    await measure(`${who}, handler`, async () => {
      const answer = await handler(requestTo(path, { headers }));
      return { status: answer.status, body: await answer.text() };
    });
  }
  const product = await startProduct();
  try {
    for (const [who, path, , { bearer: headers }] of calls) await measure(`${who}, HTTP`, () => product.ask(path, { headers }));
  } finally {
    await product.close();
  }
} finally {
  await database.close();
}

console.log(`${JSON.stringify({ ...POPULATION, ...TRACES, events: EVENTS })}, ${requests} requests of each kind, one after the other\n`);
console.table(table);
