/**
 * Times how long access takes when it comes by groups: 10,000 people with ten of 100 groups each, and 5,000 projects, fifty for each group.
 * The peer is the same query for a person with as many projects by assignment. Prints the median and p95, and exits with 1 above an aim.
 * Usage: npx tsx bench/access/access.ts [rounds]
 */
import { openOwnDatabase } from "../setup/own-database";

const LIST_AIM_MS = 100;
/** Files of a map cause one check in 30 s, so this is nothing for a tile. */
const CHECK_AIM_MS = 1;
const rounds = Number(process.argv[2] ?? 200);

const SEED = [
  `INSERT INTO "Account" (id, role, name, email, "passwordHash", "updatedAt")
   SELECT gen_random_uuid(), (CASE WHEN n = 0 THEN 'superadmin' ELSE 'user' END)::"Role", 'Person ' || n, 'person-' || n || '@example.org', '', now()
     FROM generate_series(0, 10000) n`,
  `INSERT INTO "Project" (id, name, "safeName", "createdById", "updatedAt")
   SELECT gen_random_uuid(), 'Map ' || n, 'map-' || n, (SELECT id FROM "Account" WHERE email = 'person-0@example.org'), now() FROM generate_series(1, 5000) n`,
  `INSERT INTO "Group" (id, name, "updatedAt") SELECT gen_random_uuid(), 'Group ' || n, now() FROM generate_series(0, 99) n`,
  // The last person has no group.
  `INSERT INTO "GroupMember" ("groupId", "accountId")
   SELECT g.id, a.id FROM "Account" a CROSS JOIN generate_series(0, 9) k
     JOIN "Group" g ON g.name = 'Group ' || (substr(a.email, 8, length(a.email) - 19)::int * 7 + k * 10 + k) % 100
    WHERE a.email NOT IN ('person-0@example.org', 'person-10000@example.org')`,
  `INSERT INTO "GroupProject" ("groupId", "projectId")
   SELECT g.id, p.id FROM "Group" g JOIN "Project" p ON substr(p.name, 5)::int % 100 = substr(g.name, 7)::int`,
  `INSERT INTO "Assignment" ("accountId", "projectId")
   SELECT a.id, p.id FROM "Account" a, (SELECT id FROM "Project" ORDER BY "safeName" LIMIT 500) p WHERE a.email = 'person-10000@example.org'`,
  `INSERT INTO "Session" (id, "accountId", "expiresAt") SELECT gen_random_uuid(), id, now() + interval '1 day' FROM "Account"`,
  "ANALYZE",
];

interface Timing {
  median: number;
  p95: number;
}

/** Calls a function one after the other. @returns milliseconds */
async function time(call: () => Promise<unknown>): Promise<Timing> {
  const taken: number[] = [];
  for (let round = 0; round < rounds + 10; round += 1) {
    const started = performance.now();
    await call();
    taken.push(performance.now() - started);
  }
  const sorted = taken.slice(10).sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95) };
}

/** Fills the database, and prints a line for each query. @returns whether every aim is met */
async function measure(): Promise<boolean> {
  const { db } = await import("../../lib/db/client");
  for (const text of SEED) await db().$executeRawUnsafe(text);
  const { findGrant } = await import("../../lib/maps/data");
  const { isAdmin } = await import("../../lib/accounts/sessions/policy");
  const { listAssignedPage, listProjectPage } = await import("../../lib/projects/lists/data");
  const { assignedListQuerySchema, managedListQuerySchema } = await import("../../lib/projects/schema");
  const { listUserPage } = await import("../../lib/accounts/users/data");
  const { userListQuerySchema } = await import("../../lib/accounts/users/schema");
  const { listGroupPage, listMemberPage } = await import("../../lib/accounts/groups/data");
  const { groupListQuerySchema, memberListQuerySchema } = await import("../../lib/accounts/groups/schema");
  const { findCandidates, readAccess } = await import("../../lib/projects/access/data");

  const viewerOf = async (number: number) => {
    const email = `person-${number}@example.org`;
    const { sessions, ...account } = await db().account.findUniqueOrThrow({ where: { email }, include: { sessions: true } });
    const credential = { kind: "session" as const, id: sessions[0]?.id ?? "" };
    return { accountId: account.id, role: account.role, email, name: account.name, limit: null, credential };
  };
  const admin = await viewerOf(0);
  if (!isAdmin(admin)) throw new Error("The first person is no admin.");
  const people = { "by groups": await viewerOf(1234), "by assignment": await viewerOf(10_000) };
  const group = await db().group.findFirstOrThrow();
  const page = { limit: "50" };
  let isMet = true;
  const print = (what: string, { median, p95 }: Timing, aim: string, isReached: boolean) => {
    isMet &&= isReached;
    console.log(`${isReached ? "ok    " : "MISSED"} ${what}: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (${aim})`);
  };

  const tile: Timing[] = [];
  for (const [how, person] of Object.entries(people)) {
    const { projects } = await listAssignedPage(person, assignedListQuerySchema.parse(page));
    const project = projects[0]?._id;
    if (!project) throw new Error(`The person has no maps ${how}.`);
    const right = { account: person.accountId, session: person.credential.id, project, scope: "map" };
    if (!(await findGrant(right))) throw new Error(`The person may not open the map ${how}.`);
    tile.push(await time(() => findGrant(right)));
  }
  const [byGroups, byAssignment] = tile as [Timing, Timing];
  const more = byGroups.median - byAssignment.median;
  print(
    "check of a map's files, by groups",
    byGroups,
    `${more.toFixed(2)} ms more than by assignment, at most ${CHECK_AIM_MS}`,
    more <= CHECK_AIM_MS,
  );

  const lists = {
    "maps of a person, by groups": () => listAssignedPage(people["by groups"], assignedListQuerySchema.parse(page)),
    "maps of a person, by assignment": () => listAssignedPage(people["by assignment"], assignedListQuerySchema.parse(page)),
    "projects of an admin": () => listProjectPage(admin, managedListQuerySchema.parse(page)),
    "users of an admin": () => listUserPage(admin, userListQuerySchema.parse({ ...page, assigned: "3" })),
    "users by part of a name": () => listUserPage(admin, userListQuerySchema.parse({ ...page, search: "person 99" })),
    groups: () => listGroupPage(admin, groupListQuerySchema.parse(page)),
    "members of a group": () => listMemberPage(admin, group.id, memberListQuerySchema.parse(page)),
    "access of a project": async () => readAccess(admin, (await db().project.findFirstOrThrow({ select: { id: true } })).id),
    "search in the access dialog": () => findCandidates(admin, "person 99"),
  };
  for (const [what, call] of Object.entries(lists)) {
    const timing = await time(call);
    print(what, timing, `p95 at most ${LIST_AIM_MS}`, timing.p95 <= LIST_AIM_MS);
  }
  return isMet;
}

const database = await openOwnDatabase();
try {
  process.exitCode = (await measure()) ? 0 : 1;
} finally {
  await database.close();
}
