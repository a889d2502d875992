/**
 * Measures the lists of users and admins with 10,000 users, each with 20 to 50 of 5,000 projects. Calls the route handlers directly,
 * session check included, on its own database. HTTP and Next would add about one millisecond.
 * `npx tsx bench/lists/lists.ts [requests of each kind]`. Target: p95 below 100 ms on two idle cores.
 * Compare the minimum times when other work runs on the machine.
 */
import { openOwnDatabase } from "../setup/own-database";
import { Timings } from "../setup/timings";

const POPULATION = { users: 10_000, admins: 1_000, projects: 5_000 };
/** Rows of a page on the screens, and the number of projects that each row names. */
const PAGE = "limit=50&assigned=3";
const requests = Number(process.argv[2] ?? 100);

const database = await openOwnDatabase();

// The settings are parsed on first use.
const { ACCOUNT_SORTS, USER_SORTS } = await import("../../lib/accounts/values");
const { GET: allAdmins } = await import("../../app/api/admin/all/route");
const { GET: allUsers } = await import("../../app/api/user/all/route");
const { GET: projectNames } = await import("../../app/api/project/names/route");
const { signedIn, requestTo } = await import("../../tests/setup/signed-in");
const { populate } = await import("./people");

type Handler = (request: Request) => Promise<Response>;

const timings = new Timings();

function measure(what: string, times: number, handler: Handler, query: string): Promise<void> {
  return timings.measure(what, times, () => handler(requestTo(`/api/list?${query}`, { headers: bearer })));
}

/** Returns the cursor of a page at nine tenths of the list. */
async function lateCursor(sort: string): Promise<string> {
  let cursor = "";
  for (let at = 0; at < POPULATION.users * 0.9; at += 200) {
    const query = `limit=200&assigned=0&sort=${sort}${cursor && `&cursor=${cursor}`}`;
    const answer = await allUsers(requestTo(`/api/list?${query}`, { headers: bearer }));
    cursor = (await answer.json()).nextCursor;
  }
  return cursor;
}

let bearer: Record<string, string> = {};
try {
  await populate(POPULATION);
  bearer = (await signedIn("superadmin")).bearer;
  for (const sort of USER_SORTS) {
    await measure(`users, ${sort}, first page`, requests, allUsers, `${PAGE}&sort=${sort}`);
    const late = `${PAGE}&sort=${sort}&cursor=${await lateCursor(sort)}`;
    await measure(`users, ${sort}, late page`, requests, allUsers, late);
  }
  for (const search of ["a", "lovelace", "ÖZTÜRK", "user1234", "example7.com", "no match at all"]) {
    for (const sort of ["all", "projects-desc"]) {
      const query = `${PAGE}&sort=${sort}&search=${encodeURIComponent(search)}`;
      await measure(`users, ${sort}, "${search}"`, requests, allUsers, query);
    }
  }
  for (const sort of ACCOUNT_SORTS) await measure(`admins, ${sort}, first page`, requests, allAdmins, `limit=50&sort=${sort}`);
  await measure("project names", requests, projectNames, "");
  await measure("users, whole, 3 projects each", 5, allUsers, "assigned=3");
  await measure("users, whole", 5, allUsers, "");
} finally {
  await database.close();
}

console.log(`${JSON.stringify(POPULATION)}, ${requests} requests of each kind, one after the other\n`);
console.table(timings.table);
