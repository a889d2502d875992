import { hasAssignment, isAssigned } from "../accounts/assignments/data";
import { LIVE_SESSION } from "../accounts/sessions/data";
import type { Role, Viewer } from "../accounts/sessions/schema";
import { pool } from "../db";
import { allowsLocationOf, findMapAccess, projectExists } from "../projects/data";
import { opensEveryMap } from "../projects/policy";
import { findEntries } from "../trees/data";
import { INDEX_NAMES } from "../trees/schema";
import { ASSETS, type MapGrant, type MapRight } from "./schema";

interface HolderRow {
  role: Role;
  isAssigned: boolean;
  allowsLocation: boolean | null;
}

/** $3 is null for the shared assets. They are open to a user with any assigned project. */
const findHolder = {
  name: "maps:holder",
  query_timeout: 10_000,
  text: `SELECT account.role, CASE WHEN $3::uuid IS NULL THEN ${hasAssignment("account.id")} ELSE ${isAssigned("$3", "account.id")} END AS "isAssigned",
                ${allowsLocationOf("$3")} AS "allowsLocation"
           FROM ${LIVE_SESSION} AND ($3::uuid IS NULL OR ${projectExists("$3")})`,
};

/** Returns what a right grants while the account exists, its session lives and it may open the project; otherwise null. One query. */
export async function findGrant({ session, account, project }: MapRight): Promise<MapGrant | null> {
  const { rows } = await pool().query<HolderRow>({ ...findHolder, values: [session, account, project] });
  const holder = rows[0];
  if (!holder || !(opensEveryMap(holder) || holder.isAssigned)) return null;
  return { allowsLocation: holder.allowsLocation ?? false };
}

/** Finds the right to open a map, or null. @param scope a safe name, or ASSETS, which are open to users with any map */
export async function findRight(viewer: Viewer, scope: string): Promise<MapRight | null> {
  const holder = { account: viewer.accountId, session: viewer.sessionId };
  if (scope === ASSETS) {
    const right = { ...holder, project: null, scope };
    return (await findGrant(right)) && right;
  }
  const access = await findMapAccess(viewer, scope);
  return access && { ...holder, project: access.projectId, scope };
}

/** Returns whether a project's uploaded map has a page to begin with. */
export async function hasIndexPage(projectId: string): Promise<boolean> {
  const found = await findEntries(INDEX_NAMES.map((name) => ({ root: { projectId }, path: [name] })));
  return found.some((entry) => entry?.kind === "file");
}
