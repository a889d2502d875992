/**
 * How quick are the lists of people with 10,000 users, each with 20 to 50 of 5,000 projects? Asks the route handlers themselves,
 * the session's check included, on a database of its own; what HTTP and Next add (about a millisecond) is not in it.
 * `npx tsx bench/lists/lists.ts [requests of each kind]`; the aim is a p95 below 100 ms on two idle cores.
 * The least time tells most when others are at work on the machine.
 */
import { openOwnDatabase } from "../setup/own-database";
import { Timings } from "../setup/timings";

const POPULATION = { users: 10_000, admins: 1_000, projects: 5_000 };
/** Rows of a page of the screens, and how many projects of each user they name. */
const PAGE = "limit=50&assigned=3";
const requests = Number(process.argv[2] ?? 100);

const database = await openOwnDatabase();

// Only now: they read the settings.
const { ADMIN_SORTS } = await import("../../lib/accounts/admins/schema");
const { USER_SORTS } = await import("../../lib/accounts/users/schema");
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

/** The cursor of a page nine tenths down the list. */
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
  for (const search of ["a", "lovelace", "ÖZTÜRK", "user1234", "example7.com", "nobody at all"]) {
    for (const sort of ["all", "projects-desc"]) {
      const query = `${PAGE}&sort=${sort}&search=${encodeURIComponent(search)}`;
      await measure(`users, ${sort}, "${search}"`, requests, allUsers, query);
    }
  }
  for (const sort of ADMIN_SORTS) await measure(`admins, ${sort}, first page`, requests, allAdmins, `limit=50&sort=${sort}`);
  await measure("project names", requests, projectNames, "");
  await measure("users, whole, 3 projects each", 5, allUsers, "assigned=3");
  await measure("users, whole", 5, allUsers, "");
} finally {
  await database.close();
}

console.log(`${JSON.stringify(POPULATION)}, ${requests} requests of each kind, one after the other\n`);
console.table(timings.table);
